/** Runs a Program on a target: arguments in, the arrays as they stand after the call and the returned values out. */

import { bug } from "../diagnostics/bug.ts";
import type { Loops } from "../loops/nodes.ts";
import { toProgram } from "../loops/program.ts";
import { type Kernel, prepare, type RunResult } from "../program/interpret/index.ts";
import type { Program } from "../program/nodes.ts";
import type { Value } from "../types/operators.ts";
import type { NDArray } from "../types/storage.ts";
import type { Type } from "../types/types.ts";
import { isComplex } from "../types/types.ts";
import { type Builds, createBuilds } from "./builds.ts";
import { defaultTarget, type HardwareOptions } from "./hardware.ts";
import { nothingOutside, type Outside } from "./outside.ts";
import { argumentsApart, joined } from "./parts.ts";
import { argumentsFor } from "./seeded.ts";

/** What a kernel can run on. The reference interpreter defines what is right; the others run Loops. */
export const targets = ["reference", "wasm", "csim", "merlin", "opencl", "verilog"] as const;
export type Target = (typeof targets)[number];

export interface RunOptions {
  readonly given: ReadonlyMap<string, NDArray | Value>; // arrays are written in place
  readonly seed: number; // for arguments not given
  readonly hardware?: HardwareRun; // for the target `verilog`
  readonly outside?: Outside; // for targets and simulators that are not part of Lutra
  readonly builds?: Builds; // of calls before this one; else nothing is kept
}

export interface HardwareRun extends HardwareOptions {
  readonly vcd?: string; // a file for waveforms
}

export interface Outcome {
  readonly args: readonly Argument[];
  readonly results: readonly Result[];
  readonly prepareMs: number;
  readonly runMs: number;
  readonly hardware?: HardwareFacts;
}

export interface HardwareFacts extends Pick<HardwareOptions, "target"> {
  readonly sim: HardwareOptions["sim"] | null; // null: a board
  readonly cycles: number; // of this call
  readonly withMemory?: number; // cycles with what moves arrays between memory and chip, where that was simulated
  readonly predicted: { readonly least: number; readonly most: number };
}

export interface Argument {
  readonly name: string;
  readonly type: Type;
  readonly made: boolean; // from the seed
  readonly written: boolean; // an array that the kernel may have changed
  readonly value: NDArray | Value; // as it stands after the call
}

export interface Result {
  readonly type: Type;
  readonly value: NDArray | Value;
}

/** On the reference. A run fault (an index out of range, a division by zero …) leaves as the interpreter's RunFault. */
export function runProgram(program: Program, options: RunOptions): Outcome {
  const args = argumentsOf(program, options);
  const started = performance.now();
  const kernel = preparedKernel(program);
  const ready = performance.now();
  return outcomeOf(program, args, { started, ready }, kernel.run(valuesOf(args)));
}

/** On a target of Loops, or on the reference as they are scheduled; the same faults. */
export async function runLoops(loops: Loops, on: Target, options: RunOptions): Promise<Outcome> {
  if (on === "reference") return joinedOutcome(loops, runProgram(toProgram(loops), apartIn(options)));
  if (options.builds !== undefined) return runBuilt(loops, on, options, options.builds);
  const builds = createBuilds();
  try {
    return await runBuilt(loops, on, options, builds);
  } finally {
    await builds.remove();
  }
}

async function runBuilt(
  loops: Loops,
  on: Exclude<Target, "reference">,
  options: RunOptions,
  builds: Builds,
): Promise<Outcome> {
  if (on === "verilog") return runHardware(loops, options, builds);
  const program = toProgram(loops);
  const args = argumentsOf(program, apartIn(options));
  const started = performance.now();
  const kernel = await builds.kernel(loops, on, options.outside ?? nothingOutside);
  const ready = performance.now();
  return joinedOutcome(loops, outcomeOf(program, args, { started, ready }, await kernel.run(valuesOf(args))));
}

/** Complex numbers again where the source has some. */
export function joinedOutcome(loops: Loops, outcome: Outcome): Outcome {
  return {
    ...outcome,
    args: outcome.args.map((arg) => {
      const value = joined(loops, arg.name, arg.value);
      return { ...arg, value, type: typeOfResult(arg.type, value) };
    }),
    results: outcome.results.map(({ type, value }, i) => {
      const result = joined(loops, loops.results[i] ?? "", value);
      return { type: typeOfResult(type, result), value: result };
    }),
  };
}

/** On whatever calls it: a board. */
export async function runCalled<R extends RunResult>(
  loops: Loops,
  options: RunOptions,
  call: (args: ReadonlyMap<string, NDArray | Value>) => Promise<R>,
): Promise<{ readonly outcome: Outcome; readonly called: R }> {
  const program = toProgram(loops);
  const args = argumentsOf(program, apartIn(options));
  const started = performance.now();
  const called = await call(valuesOf(args));
  const outcome = joinedOutcome(loops, outcomeOf(program, args, { started, ready: started }, called));
  return { outcome, called };
}

async function runHardware(loops: Loops, options: RunOptions, builds: Builds): Promise<Outcome> {
  const { vcd, sim, target }: HardwareRun = options.hardware ?? { sim: "lutra", target: defaultTarget };
  const program = toProgram(loops);
  const args = argumentsOf(program, apartIn(options));
  const started = performance.now();
  const kernel = await builds.circuit(loops, { sim, target }, options.outside ?? nothingOutside);
  const ready = performance.now();
  const result = await kernel.run(valuesOf(args), vcd === undefined ? {} : { vcd });
  const { least, most } = kernel.made.prediction;
  return {
    ...joinedOutcome(loops, outcomeOf(program, args, { started, ready }, result)),
    hardware: { sim, target, cycles: result.cycles, predicted: { least, most } },
  };
}

function argumentsOf(program: Program, options: RunOptions): readonly Argument[] {
  const kernel = kernelOf(program);
  const values = argumentsFor(program, options.given, options.seed);
  return kernel.params.map(({ name, type }): Argument => {
    const made = !options.given.has(name);
    const written = kernel.writes.includes(name);
    return { name, type, made, written, value: values.get(name) ?? bug(`no argument ${name}`) };
  });
}

/** Loops take complex numbers in parts. */
function apartIn(options: RunOptions): RunOptions {
  return { ...options, given: argumentsApart(options.given) };
}

function valuesOf(args: readonly Argument[]): ReadonlyMap<string, NDArray | Value> {
  return new Map(args.map(({ name, value }) => [name, value]));
}

function outcomeOf(
  program: Program,
  args: readonly Argument[],
  { started, ready }: { readonly started: number; readonly ready: number },
  { results }: RunResult,
): Outcome {
  const kernel = kernelOf(program);
  return {
    args,
    results: results.map((value, i) => ({ type: typeOfResult(kernel.results[i], value), value })),
    prepareMs: ready - started,
    runMs: performance.now() - ready,
  };
}

function preparedKernel(program: Program): Kernel {
  const known = kernels.get(program);
  if (known !== undefined) return known;
  const kernel = prepare(program);
  kernels.set(program, kernel);
  return kernel;
}

// Nobody can tell that it is kept: a Program never changes, and a prepared one has no state between its runs.
const kernels = new WeakMap<Program, Kernel>();

export function kernelOf(program: Program): Program["functions"][number] {
  const kernel = program.functions.at(-1);
  return kernel ?? bug(`the Program of ${program.kernel} has no functions`);
}

/** An array knows its shape, also where the Program only knew a bound. */
function typeOfResult(declared: Type | undefined, value: NDArray | Value): Type {
  if (typeof value === "object") {
    const { element, shape } = value.type;
    return isComplex(element) && shape.length === 0 ? element : value.type; // a complex number is an array without axes
  }
  return declared ?? bug("the kernel returned more values than its Program declares");
}
