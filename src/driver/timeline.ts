/** The time of a call under a schedule, as data: which loop runs when, what each cycle of an iteration does, what memories do. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Timeline, type TimelineOptions, timelineOf } from "../timeline/index.ts";
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
