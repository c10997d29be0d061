/** What is known of a PolyBench kernel's circuit: `polybench/NAME.json`, written when the circuit has been verified. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Loops } from "../../src/loops/nodes.ts";
import { predicted, type Synthesized } from "../../src/synthesis/index.ts";
import { itemsIn } from "../../src/synthesis/plan/walk.ts";
import { reportOf } from "../../src/synthesis/report/index.ts";
import { operatorOf } from "../../src/synthesis/scheduling/problem.ts";
import { digestOf } from "./record.ts";

export const periodNs = 6;

export interface Measured {
  readonly cycles: number; // simulated at full size, and as predicted
  readonly multiplies: number; // units of float32
  readonly constants?: number; // multiplies by a constant that are a few sums in LUTs: no multiplier, no DSP
  readonly adds: number; // and subtractions
  readonly others: number; // divisions, roots
  readonly dsps: number; // as others count: 3 a multiply, 2 an add
  readonly registers: number; // bits
  readonly verified: string; // digest of the Verilog of the circuit that was compared with the reference
}

export function measuredOf(made: Synthesized, cycles: number): Measured {
  const units = unitsIn(made);
  const count = (isOne: (unit: Units) => boolean): number =>
    units.filter(isOne).reduce((sum, unit) => sum + unit.count, 0);
  const multiplies = count(({ op, dsps }) => op === "mul" && dsps > 0);
  const constants = count(({ op, dsps }) => op === "mul" && dsps === 0);
  const adds = count(({ op }) => op === "add" || op === "sub");
  return {
    cycles,
    multiplies,
    ...(constants === 0 ? {} : { constants }),
    adds,
    others: count(({ op }) => op === "div" || op === "sqrt"),
    dsps: 3 * multiplies + 2 * adds,
    registers: reportOf(made).registers.bits,
    verified: digestOf(made.design),
  };
}

interface Units {
  readonly op: string;
  readonly dsps: number; // of one
  readonly count: number;
}

/** Of floats, by operator. */
function unitsIn({ plan, built, target }: Synthesized): readonly Units[] {
  const found = new Map<string, Units>();
  for (const item of itemsIn(plan.body)) {
    if (item.kind !== "block" && item.kind !== "pipeline") continue;
    for (const op of item.graph.ops) {
      if (op.kind !== "compute" || op.type.kind !== "float" || typeof op.op !== "string") continue;
      const { key, cost } = operatorOf(item.graph, op, target);
      found.set(key, { op: op.op, dsps: cost.dsps, count: built.get(key) ?? 0 });
    }
  }
  return [...found.values()];
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

/** DSPs of our circuits on UltraScale+: two a multiply of float32, none an add. */
export function ownDsps({ multiplies }: Measured): number {
  return 2 * multiplies;
}
