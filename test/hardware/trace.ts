/** The same inputs for every simulator, and what each says of the outputs, cycle by cycle. */
import type { Design } from "../../src/hardware/netlist/nodes.ts";
import type { Simulation } from "../../src/hardware/simulate/index.ts";
import { dice } from "./random.ts";

/** The inputs of one cycle, in the order of the ports. */
export interface Cycle {
  readonly reset: boolean;
  readonly inputs: readonly bigint[];
}

export function stimulus({ top }: Design, seed: number, cycles: number): readonly Cycle[] {
  const d = dice(seed ^ 0x5bd1e995);
  return Array.from({ length: cycles }, () => ({
    reset: d.roll(8) === 0,
    inputs: top.inputs.map(({ width }) => d.bits(width)),
  }));
}

/** A line a cycle: the outputs in hexadecimal, before the clock. */
export function trace({ top }: Design, circuit: Simulation, cycles: readonly Cycle[]): readonly string[] {
  return cycles.map(({ reset, inputs }) => {
    circuit.setReset(reset);
    for (const [index, { name }] of top.inputs.entries()) circuit.set(name, inputs[index] ?? 0n);
    const seen = top.outputs.map(({ name }) => circuit.get(name).toString(16));
    circuit.step();
    return seen.join(" ");
  });
}
