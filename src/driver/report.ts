/** What is known of a kernel under a schedule: its loops and arrays, what keeps iterations in order, and its circuit. */
import { unheardPragmas } from "../backend/c/pragmas/place.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { adviceFor } from "../explore/advice.ts";
import { type ArrayFacts, arrayFacts, type LoopFacts, loopFacts } from "../loops/analysis/facts.ts";
import { dataflowOf } from "../loops/dataflow.ts";
import { dependences, describe, describeDirections } from "../loops/depend/index.ts";
import { type Graph, graphOf } from "../loops/graph.ts";
import type { Loops } from "../loops/nodes.ts";
import { printStep } from "../schedule/print.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { toldInTurn } from "../synthesis/in_turn.ts";
import { type KnownProcesses, type Synthesis, type Synthesized, synthesize } from "../synthesis/index.ts";
import { type HardwareReport, reportOf } from "../synthesis/report/index.ts";
import { wishesUnmet } from "../synthesis/wishes.ts";
import type { Compiled } from "./compile.ts";
import { targetOf } from "./device.ts";
import { roomFor } from "./room.ts";
import { type CircuitLoops, circuitLoops, type ScheduleOptions, scheduledLoops } from "./schedule.ts";

export interface Report {
  readonly kernel: string;
  readonly chosen: Schedule | null; // the steps, where Lutra chose them
  readonly loops: readonly LoopFacts[];
  readonly arrays: readonly ArrayFacts[];
  readonly carried: readonly Carried[]; // dependences between iterations
  readonly nests: Graph; // and the arrays between them
  readonly processes: readonly ProcessFacts[] | null; // null: the kernel is not scheduled as a dataflow
  readonly circuit: CircuitAnswer;
}

export function report(compiled: Compiled, options: ScheduleOptions = {}): Report {
  const inCircuit = circuitLoops(compiled, options);
  return reportOn(compiled, options, inCircuit, circuitMade(compiled, options, inCircuit));
}

/** A circuit, and what is known of its processes. */
export interface CircuitMade {
  readonly made: Synthesis;
  readonly processes: KnownProcesses;
}

export function circuitMade(
  compiled: Compiled,
  options: ScheduleOptions,
  { loops, known: processes }: CircuitLoops,
): CircuitMade {
  const { target } = targetOf(compiled, options);
  return { made: synthesize(loops, { target }, processes), processes };
}

/** Of loops and a circuit that are known already: to find them may take a while, and so may advice. */
export function reportOn(
  compiled: Compiled,
  options: ScheduleOptions,
  inCircuit: CircuitLoops,
  made: CircuitMade,
): Report {
  // A schedule of our own that nobody asked for is about the circuit; what a person would name is as it was written.
  const loops = options.schedule === undefined ? scheduledLoops(compiled, options) : inCircuit.loops;
  return {
    kernel: compiled.kernel,
    chosen: inCircuit.chosen,
    loops: loopFacts(loops),
    arrays: arrayFacts(loops),
    carried: carriedDependences(loops),
    nests: graphOf(loops),
    processes: loops.dataflow === true ? processesOf(loops) : null,
    circuit: circuitReport(compiled, inCircuit.loops, options, made),
  };
}

export interface CircuitReport extends HardwareReport {
  readonly part: string;
  readonly clockMHz: number;
  readonly advice: readonly AdviceReport[];
}

/** A line for the end of the schedule, and what it would come to. */
export interface AdviceReport {
  readonly loop: string;
  readonly step: string;
  readonly cycles: number;
  readonly before: number;
  readonly changesRounding: boolean;
}

export type CircuitAnswer =
  | {
      readonly ok: true;
      readonly made: Synthesized;
      readonly report: CircuitReport;
      readonly unheard: readonly Diagnostic[]; // pragmas that circuits do not read, and copies that take turns
      readonly room: readonly Diagnostic[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

function circuitReport(
  compiled: Compiled,
  loops: Loops,
  options: ScheduleOptions,
  { made, processes }: CircuitMade,
): CircuitAnswer {
  const { part, clockMHz, target } = targetOf(compiled, options);
  if (!made.ok) return { ok: false, diagnostics: made.diagnostics };
  const before = { cycles: made.prediction.most, processes };
  const advice = adviceFor(loops, target, part, before).map(({ loop, step, cycles, before, rounds }) => ({
    ...{ loop, step: printStep(step), cycles, before },
    changesRounding: rounds,
  }));
  return {
    ok: true,
    made,
    report: { ...reportOf(made), part: part.name, clockMHz, advice },
    unheard: [...unheardPragmas(loops, "circuits"), ...toldInTurn(loops), ...wishesUnmet(made)],
    room: roomFor(made, part),
  };
}

export interface ProcessFacts {
  readonly name: string;
  readonly takes: readonly string[]; // from other processes
  readonly gives: readonly string[];
}

/** `dataflow`: what runs at the same time, and what passes between. */
function processesOf(loops: Loops): readonly ProcessFacts[] {
  const found = dataflowOf(loops);
  if (!found.ok) return [];
  return found.processes.map(({ name }) => ({
    name,
    takes: found.channels.filter(({ to }) => to === name).map(({ by, from }) => `${by} from ${from}`),
    gives: found.channels.filter(({ from }) => from === name).map(({ by, to }) => `${by} to ${to}`),
  }));
}

export interface Carried {
  readonly loop: string;
  readonly kind: string;
  readonly name: string;
  readonly distance: string;
  readonly exact: boolean;
  readonly words: string;
}

/** What keeps iterations of a loop in order, and so bounds how soon the next may start. */
function carriedDependences(loops: Loops): readonly Carried[] {
  return dependences(loops).flatMap((one): Carried[] => {
    const at = one.directions.findIndex((direction) => direction !== "=");
    const loop = at < 0 ? undefined : one.loops[at];
    if (loop === undefined || one.kind !== "flow") return [];
    return [
      {
        loop,
        kind: one.kind,
        name: one.name,
        distance: describeDirections(one),
        exact: one.exact,
        words: describe(one, loops.source),
      },
    ];
  });
}
