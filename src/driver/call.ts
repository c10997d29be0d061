/** A compiled kernel called with values of JavaScript: on the reference, on any other target, as a circuit. */
import { DataError } from "../call/data_error.ts";
import { fromHost, type HostFor, type HostValue } from "../call/host.ts";
import type { Outside } from "../call/outside.ts";
import { kernelOf, type Outcome, runLoops, runProgram, type Target } from "../call/run.ts";
import { type Road, type RoadName, verify as walk } from "../call/verify.ts";
import type { Simulator } from "../call/verilog.ts";
import { bug } from "../diagnostics/bug.ts";
import { closest } from "../diagnostics/closest.ts";
import { named } from "../diagnostics/named.ts";
import type { DslKernel } from "../frontend/dsl/index.ts";
import type { Loops } from "../loops/nodes.ts";
import type { Value } from "../types/operators.ts";
import type { NDArray } from "../types/storage.ts";
import type { Compiled } from "./compile.ts";
import { targetOf } from "./device.ts";
import { circuitLoops, type ScheduleOptions, scheduledLoops } from "./schedule.ts";
import { journeyOf } from "./verify.ts";

export interface RunResult {
  readonly args: Readonly<Record<string, NDArray | Value>>; // as they stand after the call
  readonly results: readonly (NDArray | Value)[]; // none, one, or a tuple's
  readonly result: NDArray | Value | undefined; // the first of them
}

export type Seed = number | undefined;

export interface RunOptions<S extends Seed = Seed> {
  readonly seed?: S; // for arguments left out
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

export interface RunOnOptions<S extends Seed = Seed> extends RunOptions<S>, ScheduleOptions {
  readonly outside?: Outside;
}

/** The same on another target, under a schedule. Arguments, results and faults are those of `run`. */
export async function runOn<K extends Compiled, S extends Seed = undefined>(
  compiled: K,
  on: Exclude<Target, "verilog">,
  args: Arguments<K, S>,
  options: RunOnOptions<S> = {},
): Promise<RunResult> {
  const { seed, outside, schedule = "none" } = options;
  const call = {
    given: argumentsOf(compiled, args, seed),
    seed: seed ?? 0,
    ...(outside === undefined ? {} : { outside }),
  };
  if (on === "reference" && schedule === "none") return resultOf(runProgram(compiled.program, call));
  const loops = scheduledLoops(compiled, options);
  return resultOf(await runLoops(loops, on, call));
}

export interface SimulateOptions<S extends Seed = Seed> extends RunOptions<S>, ScheduleOptions {
  readonly loops?: Loops; // of the kernel under a schedule, instead of `schedule`
  readonly sim?: Simulator; // our own, unless said
  readonly vcd?: string; // a file for waveforms
  readonly outside?: Outside;
}

export interface SimulateResult extends RunResult {
  readonly cycles: number; // of this call, from its start to its end
  readonly predicted: { readonly least: number; readonly most: number }; // for any data
}

/**
 * Calls a compiled kernel as a circuit, cycle by cycle in a simulator.
 *
 *     const { result, cycles } = await simulate(kernel, { a, b }, { part: "xcup", clock: "250MHz" });
 *
 * Arguments, results and faults are those of `run`. Throws a Diagnosed error where no circuit can be made.
 */
export async function simulate<K extends Compiled, S extends Seed = undefined>(
  compiled: K,
  args: Arguments<K, S>,
  options: SimulateOptions<S> = {},
): Promise<SimulateResult> {
  const { seed, sim = "lutra", vcd, outside } = options;
  const given = argumentsOf(compiled, args, seed);
  const loops = options.loops ?? circuitLoops(compiled, options).loops;
  const { target } = targetOf(compiled, options);
  const outcome = await runLoops(loops, "verilog", {
    given,
    seed: seed ?? 0,
    hardware: { sim, target, ...(vcd === undefined ? {} : { vcd }) },
    ...(outside === undefined ? {} : { outside }),
  });
  const { cycles, predicted } = outcome.hardware ?? bug("a circuit without cycles");
  return { ...resultOf(outcome), cycles, predicted };
}

export interface VerifyOptions extends ScheduleOptions {
  readonly seed?: number; // for arguments left out: 1, unless said
  readonly roads?: readonly RoadName[]; // else all
  readonly outside?: Outside;
}

/**
 * Calls a kernel on every road there is, and compares what each leaves behind, bit by bit.
 *
 *     for await (const { name, ending } of verify(kernel)) console.log(name, ending.kind);
 */
export async function* verify<K extends Compiled>(
  compiled: K,
  args: Partial<Arguments<K, number>> = {},
  options: VerifyOptions = {},
): AsyncGenerator<Road> {
  const { seed = 1, roads, outside } = options;
  const given = argumentsOf(compiled, args as HostValues, seed);
  const wanted = roads === undefined ? {} : { wanted: roads };
  const { journey } = journeyOf(compiled, { ...options, given, seed, ...wanted });
  yield* walk(journey, roads, outside);
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

export type HostValues = Readonly<Record<string, HostValue>>;

type ArgumentsFor<P> = keyof P extends never
  ? Readonly<Record<string, never>>
  : { readonly [N in keyof P]: HostFor<P[N]> };

/** What a caller gave, as a kernel takes it. */
export function argumentsOf(
  compiled: Compiled,
  args: HostValues,
  seed: number | undefined,
): ReadonlyMap<string, NDArray | Value> {
  const { params } = kernelOf(compiled.program);
  for (const name of Object.keys(args)) {
    if (params.some((param) => param.name === name)) continue;
    const constant = compiled.program.specialised?.find((argument) => argument.name === name);
    const value = named(args, name);
    if (constant !== undefined && value !== undefined) {
      if (fromHost(value, constant.type, name) === constant.value) continue;
      throw new DataError(
        `argument ${name} of ${compiled.kernel} is ${constant.value} in this compilation; compile it for another value`,
      );
    }
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

export function resultOf(outcome: Outcome): RunResult {
  const results = outcome.results.map(({ value }) => value);
  return {
    args: Object.fromEntries(outcome.args.map(({ name, value }) => [name, value])),
    results,
    result: results[0],
  };
}
