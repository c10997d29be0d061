/** The time of a call under a schedule, as data: which loop runs when, what each cycle of an iteration does, what memories do. */

import { argumentsApart } from "../call/parts.ts";
import { argumentsFor } from "../call/seeded.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Synthesized } from "../synthesis/index.ts";
import { type Timeline, type TimelineOptions, timelineOf } from "../timeline/index.ts";
import { type ObservedCall, type ObserveOptions, observedCall } from "../timeline/observe.ts";
import { copied, type WaveOptions, wavesOf } from "../timeline/recorded.ts";
import type { Waves } from "../timeline/waves.ts";
import type { Value } from "../types/operators.ts";
import type { NDArray } from "../types/storage.ts";
import { type Arguments, argumentsOf } from "./call.ts";
import type { Compiled } from "./compile.ts";
import { circuitMade } from "./report.ts";
import { circuitLoops, type ScheduleOptions } from "./schedule.ts";

export type TimelineAnswer =
  | { readonly ok: true; readonly timeline: Timeline }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }; // why there is no circuit

/**
 * The timeline of a call of a compiled kernel as a circuit.
 *
 *     const answer = timeline(kernel, { schedule: "auto" });
 *     if (answer.ok) console.log(JSON.stringify(answer.timeline));
 */
export function timeline(
  compiled: Compiled,
  options: ScheduleOptions & TimelineOptions = {},
): TimelineAnswer {
  const { made } = circuitMade(compiled, options, circuitLoops(compiled, options));
  return made.ok ? { ok: true, timeline: timelineOf(made, options) } : made;
}

export interface WavesOptions extends ScheduleOptions, WaveOptions {
  readonly seed?: number; // for arguments left out: 1 where not said
}

/**
 * Signals over the cycles of a call, from a simulation of it.
 *
 *     const { signals } = await waves(kernel, { a, b }, { to: 100 });
 *
 * Throws a Diagnosed error where no circuit can be made.
 */
export async function waves<K extends Compiled>(
  compiled: K,
  args: Partial<Arguments<K, number>> = {},
  options: WavesOptions = {},
): Promise<Waves> {
  return wavesOfCall(compiled, circuitOf(compiled, options), args, options);
}

function circuitOf(compiled: Compiled, options: ScheduleOptions): Synthesized {
  const { made } = circuitMade(compiled, options, circuitLoops(compiled, options));
  if (made.ok) return made;
  throw new Diagnosed(compiled.program.source, made.diagnostics);
}

/** The same of a circuit that is made already. */
export async function wavesOfCall<K extends Compiled>(
  compiled: K,
  made: Synthesized,
  args: Partial<Arguments<K, number>> = {},
  { seed = 1, ...options }: Omit<WavesOptions, keyof ScheduleOptions> = {},
): Promise<Waves> {
  return wavesOf(made, circuitArguments(compiled, args, seed), options);
}

export interface CallTimelineOptions extends ScheduleOptions, ObserveOptions {
  readonly seed?: number; // for arguments left out: 1 where not said
}

/**
 * What one call does when, from a simulation of it, where data decide too; and signals, if some are asked for.
 *
 *     const { timeline } = await timelineOfCall(kernel, { a, b });
 *
 * Throws a Diagnosed error where no circuit can be made.
 */
export async function timelineOfCall<K extends Compiled>(
  compiled: K,
  args: Partial<Arguments<K, number>> = {},
  options: CallTimelineOptions = {},
): Promise<ObservedCall> {
  const made = circuitOf(compiled, options);
  const { seed = 1, signals = [], ...others } = options;
  const given = copied(circuitArguments(compiled, args, seed));
  return observedCall(made, timelineOf(made), given, { signals, isAllOfIt: false, ...others });
}

/** The same of a circuit that is made already, with what a command line gives. */
export async function observedCallOf(
  compiled: Compiled,
  made: Synthesized,
  given: ReadonlyMap<string, NDArray | Value>,
  { seed = 1, ...options }: ObserveOptions & { readonly seed?: number } = {},
): Promise<ObservedCall> {
  const args = copied(argumentsApart(argumentsFor(compiled.program, given, seed)));
  return observedCall(made, timelineOf(made), args, { isAllOfIt: false, ...options });
}

function circuitArguments<K extends Compiled>(
  compiled: K,
  args: Partial<Arguments<K, number>>,
  seed: number,
): ReturnType<typeof argumentsFor> {
  const given = argumentsOf(compiled, args as Parameters<typeof argumentsOf>[1], seed);
  return argumentsApart(argumentsFor(compiled.program, given, seed));
}
