/** What stands in which stage, and when it is there. */
import type { Family } from "../../device/family.ts";
import type { Expr } from "../netlist/nodes.ts";
import { operandsOf } from "../netlist/walk.ts";
import { delayOf, dspsOf, factorOf, isCarryIn } from "./delay.ts";

export type Stages = ReadonlyMap<Expr, number>;

/** What an expression takes: so many ns, in each of its stages. Only DSPs, with registers inside, have more than one. */
export interface Step {
  readonly ns: number;
  readonly more: number;
}

export type Steps = ReadonlyMap<Expr, Step>;

export function stepsOf(order: readonly Expr[], family: Family, period: number): Steps {
  return new Map(order.map((expr) => [expr, stepOf(expr, family, period)]));
}

function stepOf(expr: Expr, family: Family, period: number): Step {
  const ns = delayOf(expr, family);
  if (ns <= period || family.dsp === null || expr.kind !== "binary" || expr.op !== "mul")
    return { ns, more: 0 };
  const isOneDsp = dspsOf(factorOf(expr.left), factorOf(expr.right), expr.width, family) === 1;
  const more = isOneDsp ? Math.min(Math.ceil(ns / period) - 1, family.dsp.stages) : 0;
  return { ns: ns / (more + 1), more };
}

export function stepIn(steps: Steps, expr: Expr): Step {
  return steps.get(expr) ?? { ns: 0, more: 0 };
}

/** Sums of the same delays in another order are not quite the same. */
export const slack = 1e-9;

/** The sum in a + b + carry, which is there when the carry has come through: one row of adders. */
export function isSumOf(expr: Expr, operand: Expr): boolean {
  return expr.kind === "binary" && isCarryIn(expr) && operand === expr.left;
}

/** When each value is there, in ns after the start of the stage that has it first. */
export function arrivals(order: readonly Expr[], steps: Steps, stages: Stages): ReadonlyMap<Expr, number> {
  const times = new Map<Expr, number>();
  for (const expr of order) {
    const { ns } = stepIn(steps, expr);
    const stage = stages.get(expr) ?? 0;
    let end = ns;
    for (const operand of operandsOf(expr)) {
      const known = (stages.get(operand) ?? 0) + stepIn(steps, operand).more;
      if (known === stage) end = Math.max(end, (times.get(operand) ?? 0) + (isSumOf(expr, operand) ? 0 : ns));
    }
    times.set(expr, end);
  }
  return times;
}
