/**
 * From scheduled Loops to a circuit.
 *
 *     const made = synthesize(loops, { target: { family: "xcup", periodNs: 6 } });
 *     if (made.ok) printVerilog(made.design);
 *
 * A kernel with one thread of control goes through the passes of process.ts. One that is processes (`dataflow`,
 * `task_parallel`) is a network of such circuits: network/.
 */
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Loops } from "../loops/nodes.ts";
import type { Prediction } from "./circuit/index.ts";
import {
  isNetwork,
  type KnownProcesses,
  type Moves,
  type Network,
  type NetworkSignals,
  networkCircuit,
  noKnownProcesses,
  timedNetwork,
} from "./network/index.ts";
import {
  type Circuit,
  circuitOf,
  type SynthesisOptions,
  type Timed,
  timed as timedProcess,
} from "./process.ts";
import type { Looking } from "./scheduling/index.ts";

export { type KnownProcesses, type Moves, type Network, noKnownProcesses } from "./network/index.ts";
export type { SynthesisOptions, Timed } from "./process.ts";

export type Synthesis = Synthesized | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export interface Synthesized extends Circuit {
  readonly ok: true;
  readonly network: Network | null; // null: one thread of control
  readonly moves: Moves | null; // of the network
  readonly signals: NetworkSignals | null; // by which a simulation shows them
}

/** `known`: for who asks again, with another schedule or with more effort. */
export function synthesize(
  loops: Loops,
  options: SynthesisOptions,
  known: KnownProcesses = noKnownProcesses(),
): Synthesis {
  try {
    if (isNetwork(loops)) return { ok: true, ...networkCircuit(loops, options, known) };
    return {
      ok: true,
      ...circuitOf(loops, timedProcess(loops, options, undefined, known.plans), options),
      ...{ network: null, moves: null, signals: null },
    };
  } catch (error) {
    if (error instanceof Diagnosed) return { ok: false, diagnostics: error.diagnostics };
    throw error;
  }
}

/** Every pass but the last: when everything happens, without the circuit. */
export function timed(
  loops: Loops,
  options: SynthesisOptions,
  looking?: Looking,
  known: KnownProcesses = noKnownProcesses(),
): Timed {
  return isNetwork(loops)
    ? timedNetwork(loops, options, looking, known)
    : timedProcess(loops, options, looking, known.plans);
}

/** How many cycles a circuit would take, without building it. */
export function predicted(loops: Loops, options: SynthesisOptions, known?: KnownProcesses): Prediction {
  return timed(loops, options, undefined, known).prediction;
}
