/** How often loops run. */
import { constantOf } from "../indices.ts";
import type { Expr, For, Stmt } from "../nodes.ts";
import { bodiesOf } from "../walk.ts";
import { affineOf, minus } from "./affine.ts";

/** How often the loop runs each time that it is reached, where that is one number: `range(i, i + 4)` runs four times. */
export function tripCount({ from, to, step }: For): number | null {
  const length = constantDifference(to, from);
  return length === null ? null : Math.max(0, Math.ceil(length / step));
}

/** Every statement, with how often a call runs it; loops whose count nobody knows go round `unknown` times. */
export function visitRuns(
  body: readonly Stmt[],
  unknown: number,
  visit: (stmt: Stmt, runs: number) => void,
): void {
  const within = (stmts: readonly Stmt[], runs: number): void => {
    for (const stmt of stmts) {
      visit(stmt, runs);
      const trips = stmt.kind === "for" ? (tripCount(stmt) ?? unknown) : stmt.kind === "while" ? unknown : 1;
      for (const inner of bodiesOf(stmt)) within(inner, runs * trips);
    }
  };
  within(body, 1);
}

/** `a - b` where it is one number whatever the variables are. */
export function constantDifference(a: Expr, b: Expr): number | null {
  const [first, second] = [constantOf(a), constantOf(b)];
  if (first !== null && second !== null) return first - second;
  const left = affineOf(a);
  const right = affineOf(b);
  if (left === null || right === null) return null;
  const { terms, constant } = minus(left, right);
  return terms.size === 0 ? constant : null;
}
