/** A schedule of Lutra's own for the kernel of the page, as the command line chooses one. */
import { Diagnosed } from "../../../src/diagnostics/diagnosed.ts";
import { circuitLoops } from "../../../src/driver/schedule.ts";
import { printSchedule } from "../../../src/schedule/print.ts";
import type { Goal, Subject } from "../protocol.ts";
import type { Tell } from "./answer.ts";
import { compiledSubject, deviceOf } from "./subject.ts";

export function choose(subject: Subject, goal: Goal, tell: Tell): void {
  const compiled = compiledSubject(subject);
  if (!compiled.ok) throw new Diagnosed(compiled.source, compiled.diagnostics);
  const { chosen } = circuitLoops(compiled, { ...deviceOf(subject), schedule: "auto", for: goal });
  tell({ kind: "chosen", schedule: printSchedule(chosen ?? []) });
}
