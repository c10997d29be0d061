/** What keeps iterations in order, and the steps that would help most. To try them takes longer than all the rest. */
import { reportOn } from "../../../src/driver/report.ts";
import type { Subject } from "../protocol.ts";
import type { Tell } from "./answer.ts";
import { knownOf } from "./known.ts";
import { deviceOf } from "./subject.ts";

/** Of a kernel that has a circuit. */
export function advise(subject: Subject, tell: Tell): void {
  const { compiled, inCircuit, made } = knownOf(subject);
  const options = { ...deviceOf(subject), schedule: [] };
  const { carried, circuit } = reportOn(compiled(), options, inCircuit(), made());
  tell({
    kind: "advice",
    carried: carried.map(({ loop, words }) => ({ loop, words })),
    advice: circuit.ok ? circuit.report.advice : [],
  });
}
