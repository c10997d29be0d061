/** What one call does when, from a simulation of it, and the signals that were chosen. */
import { argumentsApart } from "../../../src/call/parts.ts";
import { argumentsFor } from "../../../src/call/seeded.ts";
import { Diagnosed } from "../../../src/diagnostics/diagnosed.ts";
import { circuitMade } from "../../../src/driver/report.ts";
import { noKnownProcesses } from "../../../src/synthesis/index.ts";
import { timelineOf } from "../../../src/timeline/index.ts";
import { observedCall } from "../../../src/timeline/observe.ts";
import type { Look, RunData, Subject } from "../protocol.ts";
import type { Tell } from "./answer.ts";
import { callData } from "./data.ts";
import { acceptedSubject } from "./run.ts";
import { deviceOf } from "./subject.ts";

export async function recordCall(subject: Subject, data: RunData, look: Look, tell: Tell): Promise<void> {
  const { compiled, loops } = acceptedSubject(subject);
  const options = { ...deviceOf(subject), schedule: "none" } as const;
  const { made } = circuitMade(compiled, options, { loops, chosen: null, known: noKnownProcesses() });
  if (!made.ok) throw new Diagnosed(compiled.program.source, made.diagnostics);
  const { given } = callData(compiled, data);
  const args = argumentsApart(argumentsFor(compiled.program, given, data.seed));
  tell({ kind: "recorded", ...(await observedCall(made, timelineOf(made), args, look)) });
}
