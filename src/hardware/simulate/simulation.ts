/** A circuit that runs, whoever runs it. */

export interface Simulation {
  /** The value of an input, from now on. Inputs start as zero. */
  set(input: string, value: bigint): void;
  /** Whether the reset is up, from now on. It starts down. */
  setReset(up: boolean): void;
  /** An output, as it is for the inputs and the state of this moment. */
  get(output: string): bigint;
  /** That many clocks. */
  step(clocks?: number): void;
  /** What a register, a wire, or read data is now; inside the instance `u` they are called `u.x`. */
  peek(name: string): bigint;
  /** A word of a memory. */
  word(memory: string, index: number): bigint;
  setWord(memory: string, index: number, value: bigint): void;
}

/** A circuit of which some signals are watched, which were named before it was made. */
export interface WatchedSimulation extends Simulation {
  /** Keeps what the watched signals are now. */
  look(): void;
  /** Clocks until one of them is another than was kept, at most so many; gives how many those were. What was kept stays. */
  advance(most: number): number;
  /** What was kept of one. */
  watched(name: string): Watched;
}

export interface Watched {
  /** Whether it is not 0. */
  is(): boolean;
  value(): bigint;
}

/** The reset, for one clock. */
export function restart(circuit: Simulation): void {
  circuit.setReset(true);
  circuit.step();
  circuit.setReset(false);
}
