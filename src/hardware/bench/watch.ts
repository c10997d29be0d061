/**
 * A circuit in its harness that somebody looks at in every cycle of a call.
 *
 *     callKernel(watched(circuit, (cycle) => seen.push(circuit.peek("kernel.busy"))), ports, args);
 */
import type { Simulation, WatchedSimulation } from "../simulate/simulation.ts";

/** `see` is called before each clock; cycle 0 is the one in which the start is taken. What it gives is whether to go on looking. */
export function watched(circuit: Simulation, see: See): Simulation {
  return fromStart(circuit, see, (_, seen) => {
    seen(1);
    circuit.step();
    return 1;
  });
}

/**
 * The same for who looks at nothing but the watched signals, as they were kept: as long as none of them changes, the circuit goes on alone,
 * so it may be ahead of the cycle that is seen.
 */
export function watchedAhead(circuit: WatchedSimulation, see: See): Simulation {
  return fromStart(circuit, see, (most, seen) => {
    circuit.look();
    const alike = circuit.advance(most);
    seen(alike);
    return alike;
  });
}

type See = (cycle: number) => boolean;

/** `go` runs some clocks, at most so many, and gives how many it ran; it says which cycles are seen. */
function fromStart(
  circuit: Simulation,
  see: See,
  go: (most: number, seen: (cycles: number) => void) => number,
): Simulation {
  let cycle: number | null = null;
  const seen = (cycles: number): void => {
    for (let one = 0; one < cycles && cycle !== null; one++) cycle = see(cycle) ? cycle + 1 : null;
  };
  return {
    ...circuit,
    set: (input, value) => {
      circuit.set(input, value);
      if (input === "start" && value === 1n) cycle = 0;
    },
    step: (clocks = 1) => {
      let left = clocks;
      while (left > 0 && cycle !== null) left -= go(left, seen);
      if (left > 0) circuit.step(left);
    },
  };
}
