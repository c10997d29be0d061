/** What is known of a PolyBench kernel's circuit: `polybench/NAME.json`, written when the circuit has been verified. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { predicted, type Synthesized } from "../../src/hardware/index.ts";
import { reportOf } from "../../src/hardware/report/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { digestOf } from "./record.ts";

export const periodNs = 6;

export interface Measured {
  readonly cycles: number; // simulated at full size, and as predicted
  readonly multiplies: number; // units of float32
  readonly adds: number; // and subtractions
  readonly others: number; // divisions, roots
  readonly dsps: number; // as others count: 3 a multiply, 2 an add
  readonly registers: number; // bits
  readonly verified: string; // digest of the Verilog of the circuit that was compared with the reference
}

export function measuredOf(made: Synthesized, cycles: number): Measured {
  const { operators, registers } = reportOf(made);
  const floats = operators.filter(({ operation }) => operation.includes("float"));
  const unitsOf = (...ops: readonly string[]): number =>
    floats
      .filter(({ operation }) => ops.includes(operation.split(" ")[0] ?? ""))
      .reduce((sum, { units }) => sum + units, 0);
  const [multiplies, adds] = [unitsOf("mul"), unitsOf("add", "sub")];
  return {
    cycles,
    multiplies,
    adds,
    others: unitsOf("div", "sqrt"),
    dsps: 3 * multiplies + 2 * adds,
    registers: registers.bits,
    verified: digestOf(made.design),
  };
}

/** Of a call; they do not depend on data. */
export function predictedOf(loops: Loops): number {
  const { least, most } = predicted(loops, { target: { family: "xcup", periodNs } });
  if (least !== most) throw new Error(`${loops.name} takes ${least} to ${most} cycles`);
  return most;
}

export function readMeasured(folder: string, name: string): Measured | null {
  const file = join(folder, `${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Measured) : null;
}

export function writeMeasured(folder: string, name: string, measured: Measured): void {
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(measured, null, 2)}\n`);
}
