/** Signals that will be looked at, collected before there is a circuit: it computes them beside what a clock needs. */
import { bug } from "../diagnostics/bug.ts";
import type { Design } from "../hardware/netlist/nodes.ts";
import { simulateWatched } from "../hardware/simulate/index.ts";
import type { Watched, WatchedSimulation } from "../hardware/simulate/simulation.ts";

export interface WatchList {
  /** A signal of the circuit to come. */
  readonly add: (name: string) => Watched;
  /** The circuit; nothing is added after it. */
  readonly simulate: (design: Design) => Promise<WatchedSimulation>;
}

export function watchList(): WatchList {
  const signals = new Map<string, { own: Watched | null }>();
  return {
    add: (name) => {
      const found = signals.get(name) ?? { own: null };
      signals.set(name, found);
      const own = (): Watched => found.own ?? bug(`${name} is looked at before there is a circuit`);
      return { is: () => own().is(), value: () => own().value() };
    },
    simulate: async (design) => {
      const circuit = await simulateWatched(design, [...signals.keys()]);
      for (const [name, signal] of signals) signal.own = circuit.watched(name);
      return circuit;
    },
  };
}
