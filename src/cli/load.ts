/** From the words of a command line to a compiled kernel and its data. */

import { kernelOf } from "../call/run.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { SourceFile } from "../diagnostics/diagnostic.ts";
import { Failure } from "../diagnostics/failure.ts";
import { type Compiled, compileFile, compileKernel, type FunctionSignature } from "../driver/compile.ts";
import type { NetworkLayer } from "../frontend/onnx/index.ts";
import type { Program } from "../program/nodes.ts";
import type { Value } from "../types/operators.ts";
import { printType } from "../types/print.ts";
import type { NDArray } from "../types/storage.ts";
import {
  checkName,
  defaultsOf,
  type Given,
  givenValue,
  integersOfGiven,
  parseTypeOptions,
  readInputs,
  refuseUnreadDefaults,
  typesOfGiven,
} from "./arguments.ts";
import { loadNetwork, type NetworkWords, refuseNetworkWords, withUnitAxes } from "./network.ts";
import { type KernelContents, type KernelSource, readKernel } from "./source.ts";

export interface LoadOptions extends NetworkWords {
  readonly arg: readonly string[];
  readonly in?: readonly string[];
}

export interface Loaded {
  readonly source: SourceFile;
  readonly compiled: Compiled;
  readonly given: ReadonlyMap<string, Given>;
  readonly unused: readonly string[]; // arrays of a .npz that are no argument
  readonly kernel: FunctionSignature | null;
  readonly weights: ReadonlyMap<string, NDArray>; // values of arguments that a model brings itself
  readonly contents: KernelContents;
  readonly layers: readonly NetworkLayer[] | null; // null: it is no network
}

export async function load(target: string, options: LoadOptions): Promise<Loaded> {
  return loadFrom(await readKernel(target, options.weights), options);
}

/** An argument's type is the annotation's, or --arg's, which must agree with it; else it is that of the data. */
export function loadFrom(
  { source, contents, kernel, written, network }: KernelSource,
  options: LoadOptions,
): Loaded {
  const args = parseTypeOptions(options.arg);
  for (const name of args.keys()) checkName("--arg", name, kernel);
  const { given, unused } = readInputs(options.in ?? [], kernel);
  if (network !== undefined) {
    const compiled = loadNetwork(network, { args, given, words: options });
    const { weights, program, layers } = compiled;
    return { source: program.source, compiled, given, unused, kernel, weights, contents, layers };
  }
  refuseNetworkWords(options);
  const data = typesOfGiven(given);
  const [typed] = written === undefined ? [] : args.keys();
  if (typed !== undefined)
    throw new Failure(`--arg ${typed}: a kernel in TypeScript says the types of its arguments itself`);
  const compiled =
    written !== undefined
      ? compileKernel(written)
      : compileFile(source, {
          ...{ args, data, values: integersOfGiven(given), counts: true },
          ...(kernel === null ? {} : { kernel: kernel.name }),
        });
  if (!compiled.ok) throw new Diagnosed(compiled.source, compiled.diagnostics);
  const all = new Map([...defaultsOf(kernel), ...given]);
  return { source, compiled, given: all, unused, kernel, weights: new Map(), contents, layers: null };
}

/** What the kernel was specialised on, in a line each: it is part of what is made, and no argument of that. */
export function specialisedLines({ program }: Compiled): readonly string[] {
  return (program.specialised ?? []).map(({ name, type, value, why }) =>
    why === "count"
      ? `${name} is ${value} in all calls, so that loops have known counts; --arg "${name}=${printType(type)}" keeps it an argument`
      : `${name} is ${value} in all calls: it must be known when compiling`,
  );
}

export function specialisedJson({ specialised = [] }: Program): object {
  const constants = specialised.map(({ name, type, value }) => ({
    name,
    type: printType(type),
    value: Number(value),
  }));
  return constants.length === 0 ? {} : { constants };
}

/** Every file that a command reads: none of them is written over. */
export function inputFiles(
  source: SourceFile,
  options: LoadOptions & { readonly schedule?: string | SourceFile },
): readonly string[] {
  const data = (options.in ?? []).map((option) => option.slice(option.indexOf("=") + 1).trim());
  return [source.path, ...(typeof options.schedule === "string" ? [options.schedule] : []), ...data];
}

/** For a call whose result counts: as valuesOf, and what is left out may come from a seed. */
export function callValuesOf(loaded: Loaded): ReadonlyMap<string, NDArray | Value> {
  const { params } = kernelOf(loaded.compiled.program);
  refuseUnreadDefaults(
    loaded.kernel,
    params.map(({ name }) => name),
    loaded.given,
  );
  return valuesOf(loaded);
}

/** The data as the compiled kernel takes it. */
export function valuesOf({ compiled, given, weights }: Loaded): ReadonlyMap<string, NDArray | Value> {
  const types = new Map(kernelOf(compiled.program).params.map(({ name, type }) => [name, type]));
  const values = new Map<string, NDArray | Value>(weights);
  for (const [name, data] of given) {
    const type = types.get(name);
    if (type !== undefined) values.set(name, givenValue(name, withUnitAxes(data, type), type));
  }
  return values;
}
