/**
 * Lutra for TypeScript.
 *
 *     import { compile, explain, run } from "lutra";
 *
 *     const add = compile("@pylog\ndef add(a, b, c):\n    c[:] = a + b\n", { args: { a, b, c } });
 *     if (!add.ok) throw new Error(explain(add));
 *     run(add, { a, b, c });   // a, b, c: Float32Array; c now holds the sum
 */
import { type Compiled, toLoops } from "./compile.ts";
import { bug } from "./diagnostics/bug.ts";
import { closest } from "./diagnostics/closest.ts";
import { Diagnosed } from "./diagnostics/diagnosed.ts";
import { named } from "./diagnostics/named.ts";
import type { DslKernel } from "./frontend/dsl/index.ts";
import { scheduleFor } from "./hardware/auto/index.ts";
import type { Loops } from "./loops/nodes.ts";
import { DataError } from "./runtime/data_error.ts";
import { defaultTarget, type HardwareTarget } from "./runtime/hardware.ts";
import { fromHost, type HostFor, type HostValue } from "./runtime/host.ts";
import { kernelOf, type Outcome, runLoops, runProgram } from "./runtime/run.ts";
import type { Simulator } from "./runtime/verilog.ts";
import { obeyRequests, scheduleOf } from "./schedule/source.ts";
import type { Value } from "./types/operators.ts";
import type { NDArray } from "./types/storage.ts";

export { generateVitis, type Vitis, type VitisOptions } from "./backend/vitis/index.ts";
export {
  type Compilation,
  type Compiled,
  type CompileOptions,
  compile,
  explain,
  type KernelArgument,
  type Refused,
  toPython,
} from "./compile.ts";
export { type Board, boards, findBoard } from "./device/board.ts";
export { Diagnosed } from "./diagnostics/diagnosed.ts";
export type { Diagnostic, SourceFile, Span } from "./diagnostics/diagnostic.ts";
export { diagnosticJson, renderDiagnostic } from "./diagnostics/render.ts";
export {
  type Branches,
  type Builder,
  type Callable,
  type ComputeOptions,
  type Domain,
  DslError,
  type DslKernel,
  type Extent,
  type Index,
  kernel,
  type Like,
  type LoopOptions,
  type Params,
  Place,
  type Range,
  type ReduceOptions,
  Tensor,
  Term,
} from "./frontend/dsl/index.ts";
export { lower } from "./loops/lower/index.ts";
export type { Loops } from "./loops/nodes.ts";
export { printLoops } from "./loops/program.ts";
export { RunFault } from "./program/interpret/fault.ts";
export type { Program } from "./program/nodes.ts";
export { DataError } from "./runtime/data_error.ts";
export { fromNpy, toNpy, typeOfNpy } from "./runtime/exchange.ts";
export type { HardwareTarget } from "./runtime/hardware.ts";
export type { HostArray, HostFor, HostValue } from "./runtime/host.ts";
export { type Dtype, decodeNpy, encodeNpy, type NpyArray } from "./runtime/npy.ts";
export { decodeNpz, encodeNpz } from "./runtime/npz.ts";
export { decodePng, encodePng } from "./runtime/png.ts";
export { type Plan, plan, ScheduleError } from "./schedule/handles.ts";
export { parseSchedule } from "./schedule/parse.ts";
export { printSchedule } from "./schedule/print.ts";
export { apply, type Schedule } from "./schedule/schedule.ts";
export type { Value } from "./types/operators.ts";
export { parseType } from "./types/parse.ts";
export { printType } from "./types/print.ts";
export type { NDArray } from "./types/storage.ts";
export type { ArrayType, ScalarType, Type } from "./types/types.ts";

export interface RunResult {
  readonly args: Readonly<Record<string, NDArray | Value>>; // as they stand after the call
  readonly results: readonly (NDArray | Value)[]; // none, one, or a tuple's
  readonly result: NDArray | Value | undefined; // the first of them
}

/**
 * Calls a compiled kernel on the reference interpreter.
 *
 *     const { result } = run(kernel, { image: new Float32Array(64 * 64), gain: 0.5 });
 *
 * A typed array of the argument's own kind is written in place, as NumPy would; any other is converted, exactly or not
 * at all, and the array after the call is in `args`. Arguments left out are made from `seed`, if there is one.
 * Throws a DataError for arguments that do not fit, a RunFault (with its place in the source) for what the kernel does
 * wrong, such as an index out of range.
 */
export function run<K extends Compiled, S extends Seed = undefined>(
  compiled: K,
  args: Arguments<K, S>,
  options: RunOptions<S> = {},
): RunResult {
  const { seed } = options;
  const given = argumentsOf(compiled, args, seed);
  return resultOf(runProgram(compiled.program, { given, seed: seed ?? 0 }));
}

type Seed = number | undefined;

export interface RunOptions<S extends Seed = Seed> {
  readonly seed?: S; // for arguments left out
}

/** By name: what each argument of a kernel may be, as far as TypeScript knows; with a seed some may be left out. */
export type Arguments<K extends Compiled, S extends Seed = undefined> =
  K extends DslKernel<infer P>
    ? string extends keyof P
      ? HostValues
      : S extends number
        ? Partial<ArgumentsFor<P>>
        : ArgumentsFor<P>
    : HostValues;

type HostValues = Readonly<Record<string, HostValue>>;

type ArgumentsFor<P> = keyof P extends never
  ? Readonly<Record<string, never>>
  : { readonly [N in keyof P]: HostFor<P[N]> };

export interface SimulateOptions<S extends Seed = Seed> extends RunOptions<S> {
  readonly loops?: Loops; // of the kernel under a schedule; else what its source asks for, else a schedule of our own
  readonly target?: HardwareTarget; // a family of parts, and the period of the clock
  readonly sim?: Simulator; // our own, unless said
  readonly vcd?: string; // a file for waveforms
}

export interface SimulateResult extends RunResult {
  readonly cycles: number; // of this call, from its start to its end
  readonly predicted: { readonly least: number; readonly most: number }; // for any data
}

/**
 * Calls a compiled kernel as a circuit, cycle by cycle in a simulator.
 *
 *     const { result, cycles } = await simulate(kernel, { a, b }, { target: { family: "xcup", periodNs: 4 } });
 *
 * Arguments, results and faults are those of `run`. Throws a Diagnosed error where no circuit can be made.
 */
export async function simulate<K extends Compiled, S extends Seed = undefined>(
  compiled: K,
  args: Arguments<K, S>,
  options: SimulateOptions<S> = {},
): Promise<SimulateResult> {
  const { seed, target = defaultTarget, sim = "lutra", vcd } = options;
  const given = argumentsOf(compiled, args, seed);
  const loops = options.loops ?? circuitLoops(compiled, target);
  const hardware = { sim, target, ...(vcd === undefined ? {} : { vcd }) };
  const outcome = await runLoops(loops, "verilog", { given, seed: seed ?? 0, hardware });
  const { cycles, predicted } = outcome.hardware ?? bug("a circuit without cycles");
  return { ...resultOf(outcome), cycles, predicted };
}

function circuitLoops(compiled: Compiled, target: HardwareTarget): Loops {
  const lowered = toLoops(compiled);
  if (!lowered.ok) throw new Diagnosed(compiled.program.source, lowered.diagnostics);
  const asked = obeyRequests(lowered.loops);
  if (!asked.ok) throw new Diagnosed(compiled.program.source, asked.diagnostics);
  if (scheduleOf(lowered.loops).length > 0) return asked.loops;
  return scheduleFor(asked.loops, target).loops;
}

function argumentsOf(
  compiled: Compiled,
  args: HostValues,
  seed: number | undefined,
): ReadonlyMap<string, NDArray | Value> {
  const { params } = kernelOf(compiled.program);
  for (const name of Object.keys(args)) {
    if (params.some((param) => param.name === name)) continue;
    const meant = closest(
      name,
      params.map((param) => param.name),
    );
    const hint = meant === null ? "" : `; did you mean ${meant}?`;
    throw new DataError(`${compiled.kernel} has no argument ${name}${hint}`);
  }
  const given = new Map<string, NDArray | Value>();
  for (const { name, type } of params) {
    const value = named(args, name);
    if (value !== undefined) given.set(name, fromHost(value, type, name));
    else if (seed === undefined) throw new DataError(`argument ${name} of ${compiled.kernel} is missing`);
  }
  return given;
}

function resultOf(outcome: Outcome): RunResult {
  const results = outcome.results.map(({ value }) => value);
  return {
    args: Object.fromEntries(outcome.args.map(({ name, value }) => [name, value])),
    results,
    result: results[0],
  };
}
