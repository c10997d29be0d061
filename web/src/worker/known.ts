/**
 * What a worker has made of the last subject it was asked about, so that a run, a recording or a project makes nothing again that the
 * analysis has made. The page gives such requests to the worker that knows the subject (client.ts).
 */
import { Diagnosed } from "../../../src/diagnostics/diagnosed.ts";
import { Failure } from "../../../src/diagnostics/failure.ts";
import type { Compilation, Compiled } from "../../../src/driver/compile.ts";
import { type CircuitMade, circuitMade } from "../../../src/driver/report.ts";
import type { CircuitLoops } from "../../../src/driver/schedule.ts";
import type { Loops } from "../../../src/loops/nodes.ts";
import { noKnownProcesses, type Synthesized } from "../../../src/synthesis/index.ts";
import { timelineOf } from "../../../src/timeline/index.ts";
import type { Timeline } from "../../../src/timeline/nodes.ts";
import type { Subject } from "../protocol.ts";
import { type ScheduledSubject, scheduled } from "./scheduled.ts";
import { compiledSubject, deviceOf } from "./subject.ts";

/** Each is made when it is first asked for. */
export interface Known {
  readonly compilation: () => Compilation;
  readonly compiled: () => Compiled; // throws where the source has mistakes
  readonly scheduled: () => ScheduledSubject;
  readonly inCircuit: () => CircuitLoops; // throws where the schedule is refused
  readonly made: () => CircuitMade;
  readonly circuit: () => Synthesized; // throws where there is none
  readonly timeline: () => Timeline; // of any call
}

let last: { readonly key: string; readonly known: Known } | null = null;

export function knownOf(subject: Subject): Known {
  const key = keyOf(subject);
  if (last?.key !== key) last = { key, known: newKnown(subject) };
  return last.known;
}

function newKnown(subject: Subject): Known {
  const compilation = once(() => compiledSubject(subject));
  const compiled = (): Compiled => {
    const found = compilation();
    if (!found.ok) throw new Diagnosed(found.source, found.diagnostics);
    return found;
  };
  const underSchedule = once(() => scheduled(compiled(), subject.schedule));
  const inCircuit = once(
    (): CircuitLoops => ({ loops: accepted(underSchedule()), chosen: null, known: noKnownProcesses() }),
  );
  const made = once(() => circuitMade(compiled(), { ...deviceOf(subject), schedule: "none" }, inCircuit()));
  const circuit = (): Synthesized => {
    const { made: found } = made();
    if (!found.ok) throw new Diagnosed(compiled().program.source, found.diagnostics);
    return found;
  };
  const timeline = once(() => timelineOf(circuit()));
  return { compilation, compiled, scheduled: underSchedule, inCircuit, made, circuit, timeline };
}

/** What is wrong with a schedule stands beside it already. */
function accepted({ loops }: ScheduledSubject): Loops {
  if (loops === null)
    throw new Failure("the schedule is refused", { help: "correct the step that is marked" });
  return loops;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A Program has constants that JSON does not tell apart. */
function keyOf(subject: Subject): string {
  return JSON.stringify(subject, (_, value: unknown) => {
    if (typeof value === "bigint") return { integer: String(value) };
    const isPlain = typeof value !== "number" || (Number.isFinite(value) && !Object.is(value, -0));
    return isPlain ? value : { number: Object.is(value, -0) ? "-0" : String(value) };
  });
}
