/** From a compiled kernel to its Loops under the schedule that --schedule names. */
import { readFileSync } from "node:fs";
import { type Compiled, toLoops } from "../compile.ts";
import { bug } from "../diagnostics/bug.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Diagnostic, SourceFile } from "../diagnostics/diagnostic.ts";
import { scheduleFor } from "../hardware/auto/index.ts";
import type { Loops } from "../loops/nodes.ts";
import type { HardwareTarget } from "../runtime/hardware.ts";
import { refusalDiagnostic, scheduleText, sourceNotes } from "../schedule/explain.ts";
import { parseSchedule } from "../schedule/parse.ts";
import { apply } from "../schedule/schedule.ts";
import { obeyRequests } from "../schedule/source.ts";
import { Failure, fileFailure } from "./failure.ts";
import { type DeviceOptions, targetOf } from "./hardware.ts";

export interface ScheduleOptions extends DeviceOptions {
  readonly schedule?: string | SourceFile; // a file's path, or its text; `auto`: one of our own
}

/** First what the source itself asks for, then the schedule; a step that is refused is shown where it stands. */
export function scheduledLoops(compiled: Compiled, source: SourceFile, options: ScheduleOptions): Loops {
  const lowered = toLoops(compiled);
  if (!lowered.ok) throw new Diagnosed(source, lowered.diagnostics);
  const asked = obeyRequests(lowered.loops);
  if (!asked.ok) throw new Diagnosed(source, asked.diagnostics);
  if (options.schedule === undefined) return asked.loops;
  if (options.schedule === "auto") return automatic(asked.loops, targetOf(compiled, options).target);
  const parsed = parseSchedule(scheduleSource(options.schedule));
  if (!parsed.ok) throw new Diagnosed(parsed.source, parsed.diagnostics);
  const done = apply(asked.loops, parsed.schedule);
  if (done.ok) return done.loops;
  const refusal = refusalDiagnostic(done, scheduleText(parsed));
  throw new Diagnosed(parsed.source, [withSource(refusal, sourceNotes(done.refusal), source)]);
}

function automatic(loops: Loops, target: HardwareTarget): Loops {
  const done = apply(loops, scheduleFor(loops, target).schedule);
  return done.ok ? done.loops : bug(`a schedule of our own is refused: ${done.refusal.message}`);
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
  return { path: schedule, text: readSchedule(schedule) };
}

function readSchedule(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw fileFailure("read", path, error);
  }
}

/** `--schedule` has nothing to say to a form that comes before Loops. */
export function refuseSchedule(options: ScheduleOptions, form: string): void {
  if (options.schedule === undefined) return;
  throw new Failure(`--schedule has no effect on ${form}`, {
    help: "leave it out, or build --to loops to see the loops it makes",
  });
}
