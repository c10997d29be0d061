/**
 * Scalars that one assignment sets, to a sum of loop variables: bounds of loops say the sum itself, so that everybody
 * sees how often they run.
 *
 *     half = s + 1
 *     for k in range(half):        =>      for k in range(s + 1):
 */
import { isPythonInt } from "../../types/types.ts";
import { affineOf } from "../analysis/affine.ts";
import type { Expr } from "../nodes.ts";
import { mapExpr } from "../walk.ts";
import { rangeOf } from "./integers.ts";
import type { State } from "./state.ts";

export function noteOnce(st: State, target: string, value: Expr): void {
  if (!isPythonInt(value.type)) return;
  const range = rangeOf(value, st.ranges);
  if (range !== null) st.ranges.set(target, range);
  if (affineOf(value, (name) => st.stable.has(name)) !== null) st.sums.set(target, { value, out: st.out });
}

/** Where the assignment is sure to have run in this iteration of the loops around. */
export function withSums(st: State, bound: Expr): Expr {
  const next = mapExpr(bound, (expr) => {
    const sum = expr.kind === "var" ? st.sums.get(expr.name) : undefined;
    return sum !== undefined && (sum.out === st.out || st.open.has(sum.out)) ? sum.value : expr;
  });
  return next !== bound && affineOf(next, (name) => st.stable.has(name)) !== null ? next : bound;
}
