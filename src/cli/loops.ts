/** From a compiled kernel to its Loops under the schedule that --schedule names. */
import { type Compiled, toLoops } from "../compile.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Diagnostic, SourceFile } from "../diagnostics/diagnostic.ts";
import { scheduleFor } from "../explore/index.ts";
import type { Loops } from "../loops/nodes.ts";
import { refusalDiagnostic, scheduleText, sourceNotes } from "../schedule/explain.ts";

import { printStep } from "../schedule/print.ts";
import { readSchedule } from "../schedule/read.ts";
import { apply, type Schedule } from "../schedule/schedule.ts";
import { obeyRequests, scheduleOf } from "../schedule/source.ts";
import { Failure } from "./failure.ts";
import { type DeviceOptions, targetOf } from "./hardware.ts";
import { readText } from "./source.ts";

export interface ScheduleOptions extends DeviceOptions {
  readonly schedule?: string | SourceFile; // a file's path, or its text; `auto`: one of our own; `none`: none
}

/** First what the source itself asks for, then the schedule; a step that is refused is shown where it stands. */
export function scheduledLoops(
  compiled: Compiled,
  source: SourceFile,
  options: ScheduleOptions,
  same?: ReadonlyMap<string, string>,
): Loops {
  const loops = askedLoops(compiled, source, same);
  if (options.schedule === undefined || options.schedule === "none") return loops;
  if (options.schedule === "auto") return automatic(loops, compiled, options).loops;
  const parsed = readSchedule(scheduleSource(options.schedule));
  if (!parsed.ok) throw new Diagnosed(parsed.source, parsed.diagnostics);
  const done = apply(loops, parsed.schedule);
  if (done.ok) return done.loops;
  const refusal = refusalDiagnostic(done, scheduleText(parsed));
  throw new Diagnosed(parsed.source, [withSource(refusal, sourceNotes(done.refusal), source)]);
}

export interface CircuitLoops {
  readonly loops: Loops;
  readonly chosen: Schedule | null; // the steps, where Lutra chose them
}

/** The same for circuits: where neither a person nor the source says how nests run, Lutra chooses. */
export function circuitLoops(
  compiled: Compiled,
  source: SourceFile,
  options: ScheduleOptions,
  same?: ReadonlyMap<string, string>,
): CircuitLoops {
  const isOurs = options.schedule === "auto" || (options.schedule === undefined && !reshapes(compiled));
  if (isOurs) return automatic(askedLoops(compiled, source, same), compiled, options);
  return { loops: scheduledLoops(compiled, source, options, same), chosen: null };
}

function askedLoops(compiled: Compiled, source: SourceFile, same?: ReadonlyMap<string, string>): Loops {
  const lowered = toLoops(compiled, same);
  if (!lowered.ok) throw new Diagnosed(source, lowered.diagnostics);
  const asked = obeyRequests(lowered.loops);
  if (asked.ok) return asked.loops;
  throw new Diagnosed(source, asked.diagnostics);
}

/** Whether the source itself gives its loops another shape. One that only says how loops run leaves us the others. */
function reshapes(compiled: Compiled): boolean {
  const lowered = toLoops(compiled);
  const steps = lowered.ok ? scheduleOf(lowered.loops) : [];
  return steps.some(
    ({ primitive }) => !["pipeline", "unroll", "parallel", "partition", "limit"].includes(primitive),
  );
}

function automatic(loops: Loops, compiled: Compiled, options: DeviceOptions): CircuitLoops {
  const { target, part } = targetOf(compiled, options);
  const { schedule, loops: scheduled } = scheduleFor(loops, target, part);
  return { loops: scheduled, chosen: schedule };
}

/** In one line. */
export function chosenText(chosen: Schedule): string {
  const steps = chosen.length === 0 ? "the loops as written" : chosen.map(printStep).join("; ");
  return `schedule of our own: ${steps}`;
}

/** Notes of a schedule's diagnostic speak of another file, the kernel's: its lines are quoted in words. */
function withSource(
  diagnostic: Diagnostic,
  notes: ReturnType<typeof sourceNotes>,
  source: SourceFile,
): Diagnostic {
  if (notes.length === 0) return diagnostic;
  const places = notes.map(({ span, message }) => {
    const line = source.text.slice(0, span.from).split("\n").length;
    const text = source.text.split("\n")[line - 1]?.trim() ?? "";
    return `${message}, ${source.path}:${line}: ${text}`;
  });
  return { ...diagnostic, help: [diagnostic.help, ...places].filter(Boolean).join("\n   = note: ") };
}

export function scheduleSource(schedule: string | SourceFile): SourceFile {
  if (typeof schedule !== "string") return schedule;
  return { path: schedule, text: readText(schedule, "a schedule") };
}

/** `--schedule` has nothing to say to a form that comes before Loops. */
export function refuseSchedule(options: ScheduleOptions, form: string): void {
  if (options.schedule === undefined) return;
  throw new Failure(`--schedule has no effect on ${form}`, {
    help: "leave it out, or build --to loops to see the loops it makes",
  });
}
