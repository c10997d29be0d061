/**
 * A refused schedule as a terminal shows it: the line of the schedule, then the lines of the kernel.
 *
 *     error[not-parallel]: iterations of `i` depend on each other: a[i] written at line 4 ...
 *      --> fast.schedule:2:1
 *       |
 *     2 | parallel i
 *       | ^^^^^^^^^^
 *       = help: ...
 *     note: the loop `i`
 *      --> kernel.py:3:5
 */
import type { Diagnostic, Note, SourceFile, Span } from "../diagnostics/diagnostic.ts";
import { type RenderOptions, renderDiagnostic, renderNote } from "../diagnostics/render.ts";
import type { ParsedSchedule } from "./parse.ts";
import { printSchedule } from "./print.ts";
import type { Refusal } from "./refusal.ts";
import type { Schedule, Scheduled } from "./schedule.ts";

export type RefusedSchedule = Extract<Scheduled, { readonly ok: false }>;

/** Where the steps of a schedule stand. One that was never text stands in its own printed form. */
export interface ScheduleText {
  readonly source: SourceFile;
  readonly spans: readonly Span[]; // one a step
}

export function explainRefusal(refused: RefusedSchedule, text: ScheduleText, options: RenderOptions): string {
  const diagnostic = refusalDiagnostic(refused, text);
  const blocks = [renderDiagnostic(text.source, diagnostic, options)];
  for (const note of sourceNotes(refused.refusal)) {
    blocks.push(renderNote(refused.loops.source, note, options));
  }
  return `${blocks.join("\n")}\n`;
}

/** The refusal as a diagnostic of the schedule's text. */
export function refusalDiagnostic({ step, refusal }: RefusedSchedule, { spans }: ScheduleText): Diagnostic {
  const { code, message, help } = refusal;
  const span = spans[step] ?? { from: 0, to: 0 };
  return { code, severity: "error", span, message, ...(help === undefined ? {} : { help }) };
}

/** The lines of the kernel that a refusal is about. */
export function sourceNotes({ loop, span, notes = [] }: Refusal): readonly Note[] {
  const where = loop === undefined ? "here" : `the loop \`${loop}\``;
  return [...(span === undefined ? [] : [{ span, message: where }]), ...notes];
}

export function scheduleText(schedule: Schedule | ParsedSchedule): ScheduleText {
  if ("ok" in schedule) {
    return { source: schedule.source, spans: schedule.ok ? schedule.spans : [] };
  }
  const text = printSchedule(schedule);
  let from = 0;
  const spans = text
    .split("\n")
    .slice(0, schedule.length)
    .map((line) => {
      const span = { from, to: from + line.length };
      from += line.length + 1;
      return span;
    });
  return { source: { path: "schedule", text }, spans };
}
