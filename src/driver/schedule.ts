/** From a compiled kernel to its Loops under a schedule: one that was written, one of our own, or none. */
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Diagnostic, SourceFile } from "../diagnostics/diagnostic.ts";
import { Failure, noSuch } from "../diagnostics/failure.ts";
import { effortFor, type Goal, goals } from "../explore/goal.ts";
import { scheduleFor } from "../explore/index.ts";
import { streamingFor } from "../explore/streaming/index.ts";
import type { Loops } from "../loops/nodes.ts";
import { refusalDiagnostic, scheduleText, sourceNotes } from "../schedule/explain.ts";
import { primitiveNamed } from "../schedule/primitives/index.ts";
import { printSchedule, printStep } from "../schedule/print.ts";
import { readSchedule } from "../schedule/read.ts";
import { apply, type Schedule } from "../schedule/schedule.ts";
import { obeyRequests, scheduleOf } from "../schedule/source.ts";
import { type KnownProcesses, noKnownProcesses } from "../synthesis/index.ts";
import { type Compiled, toLoops } from "./compile.ts";
import { type DeviceOptions, targetOf } from "./device.ts";

/**
 * Steps, or the text or JSON that says them; `auto`: of our own; `streaming`: of our own, with each nest a process; `none`: what the
 * source asks for, no more.
 */
export type ScheduleChoice = Schedule | SourceFile | ScheduleName;

export const scheduleNames = ["auto", "streaming", "none"] as const;
export type ScheduleName = (typeof scheduleNames)[number];

export function isScheduleName(word: unknown): word is ScheduleName {
  return scheduleNames.some((name) => name === word);
}

export interface ScheduleOptions extends DeviceOptions {
  readonly schedule?: ScheduleChoice; // else circuits get one of our own, other outputs none
  readonly for?: Goal; // what one of our own is for, `balance` where not said; it asks for one
}

/** Array arguments that are given the memory of another one, by its name. */
type Same = ReadonlyMap<string, string>;

/** First what the source itself asks for, then the schedule; a step that is refused is shown where it stands. */
export function scheduledLoops(compiled: Compiled, options: ScheduleOptions = {}, same?: Same): Loops {
  goalOf(compiled, options);
  const { schedule = options.for === undefined ? "none" : "auto" } = options;
  const loops = askedLoops(compiled, same);
  if (schedule === "none") return loops;
  if (schedule === "auto" || schedule === "streaming")
    return ownSchedule(schedule, loops, compiled, options).loops;
  const read = stepsOf(schedule);
  const done = apply(loops, read.schedule);
  if (done.ok) return done.loops;
  const refusal = refusalDiagnostic(done, scheduleText(read));
  const notes = sourceNotes(done.refusal);
  throw new Diagnosed(read.source, [withSource(refusal, notes, compiled.program.source)]);
}

export interface CircuitLoops {
  readonly loops: Loops;
  readonly chosen: Schedule | null; // the steps, where Lutra chose them
  readonly known: KnownProcesses; // from the choice, for the circuit
}

/** The same for circuits: where neither a person nor the source says how nests run, Lutra chooses. */
export function circuitLoops(compiled: Compiled, options: ScheduleOptions = {}, same?: Same): CircuitLoops {
  const { schedule } = options;
  goalOf(compiled, options);
  const isOurs = schedule === undefined && (options.for !== undefined || !reshapes(compiled));
  const ours = isOurs ? "auto" : schedule;
  if (ours === "auto" || ours === "streaming")
    return ownSchedule(ours, askedLoops(compiled, same), compiled, options);
  return { loops: scheduledLoops(compiled, options, same), chosen: null, known: noKnownProcesses() };
}

/** The primitives of a schedule that change results by design. */
export function changesIn({ schedule }: ScheduleOptions): readonly string[] {
  if (schedule === undefined || typeof schedule === "string") return [];
  const names = stepsOf(schedule).schedule.map(({ primitive }) => primitive);
  return [...new Set(names)].filter((name) => primitiveNamed(name)?.changesResults === true);
}

function askedLoops(compiled: Compiled, same?: Same): Loops {
  const { source } = compiled.program;
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
  return steps.some(({ primitive }) => primitiveNamed(primitive)?.reshapes !== false);
}

function ownSchedule(
  which: "auto" | "streaming",
  loops: Loops,
  compiled: Compiled,
  options: ScheduleOptions,
): CircuitLoops {
  const { target, part } = targetOf(compiled, options);
  if (which === "streaming") refuseOneProcess(loops);
  const effort = effortFor(goalOf(compiled, options), loops, target);
  const found =
    which === "auto" ? scheduleFor(loops, target, part, effort) : streamingFor(loops, target, part);
  return { loops: found.loops, chosen: found.schedule, known: found.known };
}

/** What is said here, else in the source, else `balance`. Another schedule than `auto` is for what it is for. */
function goalOf({ program }: Compiled, { schedule, for: asked }: ScheduleOptions): Goal {
  const written = program.options?.goal;
  if (asked === undefined) return written === undefined ? "balance" : goalNamed("goal =", written);
  const goal = goalNamed("--for", asked);
  if (schedule === undefined || schedule === "auto") return goal;
  throw new Failure("--for says what Lutra's own schedule is for, and --schedule gives another", {
    help: "leave one of them out",
  });
}

function goalNamed(option: string, name: unknown): Goal {
  const goal = goals.find((known) => known === name);
  if (goal === undefined) throw noSuch(option, String(name), "goal", goals);
  return goal;
}

/** A kernel that cannot be processes has nothing to stream. */
function refuseOneProcess(loops: Loops): void {
  const applied = apply(loops, [{ primitive: "dataflow", args: {} }]);
  if (applied.ok) return;
  throw new Failure(`--schedule streaming makes nests processes: ${applied.refusal.message}`, {
    help: "leave it out, or say `--schedule auto`",
  });
}

/** Steps that were given as such are told as the text that says them. */
export function stepsOf(given: Schedule | SourceFile) {
  if (typeof given !== "object" || given === null)
    throw new Failure(
      `there is no schedule ${String(given)}: it is "auto", "streaming", "none", steps, or { path, text }`,
    );
  const source = "text" in given ? given : { path: "schedule", text: printSchedule(given) };
  const read = readSchedule(source);
  if (!read.ok) throw new Diagnosed(read.source, read.diagnostics);
  return read;
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

/** A schedule has nothing to say to a form that comes before Loops. */
export function refuseSchedule(options: ScheduleOptions, form: string): void {
  if (options.schedule === undefined && options.for === undefined) return;
  throw new Failure(`${options.for === undefined ? "--schedule" : "--for"} has no effect on ${form}`, {
    help: "leave it out, or build --to loops to see the loops it makes",
  });
}
