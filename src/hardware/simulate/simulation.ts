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

/** The reset, for one clock. */
export function restart(circuit: Simulation): void {
  circuit.setReset(true);
  circuit.step();
  circuit.setReset(false);
}
