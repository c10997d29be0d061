/**
 * A circuit in its harness that somebody looks at in every cycle of a call.
 *
 *     callKernel(watched(circuit, (cycle) => seen.push(circuit.peek("kernel.busy"))), ports, args);
 */
import type { Simulation, WatchedSimulation } from "../simulate/simulation.ts";

/** `see` is called before each clock; cycle 0 is the one in which the start is taken. What it gives is whether to go on looking. */
export function watched(circuit: Simulation, see: (cycle: number) => boolean): Simulation {
  let cycle: number | null = null;
  return {
    ...circuit,
    set: (input, value) => {
      circuit.set(input, value);
      if (input === "start" && value === 1n) cycle = 0;
    },
    step: (clocks = 1) => {
      let left = clocks;
      for (; left > 0 && cycle !== null; left--) {
        if (!see(cycle)) cycle = null;
        else cycle += 1;
        circuit.step();
      }
      if (left > 0) circuit.step(left);
    },
  };
}

/**
 * The same for who looks at nothing but the watched signals, as they were kept: as long as none of them changes, the circuit goes on alone,
 * so it may be ahead of the cycle that is seen.
 */
export function watchedAhead(circuit: WatchedSimulation, see: (cycle: number) => boolean): Simulation {
  let cycle: number | null = null;
  return {
    ...circuit,
    set: (input, value) => {
      circuit.set(input, value);
      if (input === "start" && value === 1n) cycle = 0;
    },
    step: (clocks = 1) => {
      let left = clocks;
      while (left > 0 && cycle !== null) {
        circuit.look();
        const alike = circuit.advance(left);
        left -= alike;
        for (let one = 0; one < alike && cycle !== null; one++) cycle = see(cycle) ? cycle + 1 : null;
      }
      if (left > 0) circuit.step(left);
    },
  };
}
