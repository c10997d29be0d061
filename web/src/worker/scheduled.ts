/** The schedule of the page, taken step by step: what there is to name behind each, and the step that is refused. */
import type { Diagnostic } from "../../../src/diagnostics/diagnostic.ts";
import type { Compiled } from "../../../src/driver/compile.ts";
import { scheduledLoops } from "../../../src/driver/schedule.ts";
import { forLoops, whileLoops } from "../../../src/loops/find.ts";
import type { Loops } from "../../../src/loops/nodes.ts";
import { refusalDiagnostic, sourceNotes } from "../../../src/schedule/explain.ts";
import { primitives } from "../../../src/schedule/primitives/index.ts";
import { readSchedule } from "../../../src/schedule/read.ts";
import { apply } from "../../../src/schedule/schedule.ts";
import type { Mark, PrimitiveFacts, SchedulePart, Stage } from "../protocol.ts";
import { marksOf } from "./subject.ts";

export interface ScheduledSubject {
  readonly part: SchedulePart;
  readonly loops: Loops | null; // null: it is refused
}

/** First what the source asks for, then the schedule. */
export function scheduled(compiled: Compiled, text: string): ScheduledSubject {
  let loops = scheduledLoops(compiled, { schedule: "none" });
  const stages = [stageOf(loops, 0)];
  const read = readSchedule({ path: "schedule", text });
  if (!read.ok) return refused(read.diagnostics, [], stages);
  for (const [index, step] of read.schedule.entries()) {
    const done = apply(loops, [step]);
    if (!done.ok) {
      const diagnostic = refusalDiagnostic({ ...done, step: index }, read);
      const notes = sourceNotes(done.refusal).map(
        ({ span, message }): Mark => ({
          ...{ from: span.from, to: span.to, severity: "info", code: done.refusal.code },
          ...{ message, help: null },
        }),
      );
      return refused([diagnostic], notes, stages);
    }
    loops = done.loops;
    stages.push(stageOf(loops, read.spans[index]?.to ?? 0));
  }
  const part: SchedulePart = {
    ...{ kind: "schedule", ok: true, marks: [], sourceMarks: [] },
    ...{ primitives: primitiveFacts, stages },
  };
  return { part, loops };
}

function refused(
  diagnostics: readonly Diagnostic[],
  sourceMarks: readonly Mark[],
  stages: readonly Stage[],
): ScheduledSubject {
  const marks = marksOf(diagnostics);
  return {
    part: { kind: "schedule", ok: false, marks, sourceMarks, primitives: primitiveFacts, stages },
    loops: null,
  };
}

const primitiveFacts: readonly PrimitiveFacts[] = primitives.map(({ name, syntax, description }) => ({
  name,
  syntax,
  description,
}));

function stageOf(loops: Loops, to: number): Stage {
  const { params, arrays, scalars } = loops;
  const declared = [...params, ...arrays, ...scalars];
  const namesOf = (kind: "array" | "scalar"): readonly string[] =>
    declared.filter((one) => one.kind === kind).map(({ name }) => name);
  return {
    to,
    loops: [...forLoops(loops), ...whileLoops(loops)].map(({ name }) => name),
    arrays: namesOf("array"),
    scalars: namesOf("scalar"),
  };
}
