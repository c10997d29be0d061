/** Multiplexers of multiplexers that are one row of LUTs. */
import type { Expr } from "../netlist/nodes.ts";
import type { Stages } from "./stages.ts";

/** One of four values by two bits: a LUT of six inputs for each bit. */
export interface ChoiceOfFour {
  readonly choices: readonly [upper: Expr, lower: Expr];
  readonly two: Expr;
  readonly one: Expr;
  readonly values: readonly [both: Expr, two: Expr, one: Expr, none: Expr];
}

/** Null where it is none, or a register stands in it. */
export function choiceOfFour(expr: Expr, stages: Stages): ChoiceOfFour | null {
  if (expr.kind !== "mux" || expr.then.kind !== "mux" || expr.else.kind !== "mux") return null;
  if (expr.width < fewestBits) return null;
  const { condition: two, then: upper, else: lower } = expr;
  const stage = stages.get(expr);
  if (upper.condition !== lower.condition || stages.get(upper) !== stage || stages.get(lower) !== stage)
    return null;
  return {
    choices: [upper, lower],
    two,
    one: upper.condition,
    values: [upper.then, upper.else, lower.then, lower.else],
  };
}

/** Shifters of small floats are found as they are. */
const fewestBits = 20;
