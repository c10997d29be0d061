/** How often loops run. */
import { constantOf } from "../indices.ts";
import type { Expr, For } from "../nodes.ts";
import { affineOf, plus, times } from "./affine.ts";

/** How often the loop runs each time that it is reached, where that is one number: `range(i, i + 4)` runs four times. */
export function tripCount({ from, to, step }: For): number | null {
  const length = constantDifference(to, from);
  return length === null ? null : Math.max(0, Math.ceil(length / step));
}

/** `a - b` where it is one number whatever the variables are. */
export function constantDifference(a: Expr, b: Expr): number | null {
  const [first, second] = [constantOf(a), constantOf(b)];
  if (first !== null && second !== null) return first - second;
  const left = affineOf(a);
  const right = affineOf(b);
  if (left === null || right === null) return null;
  const { terms, constant } = plus(left, times(right, -1));
  return terms.size === 0 ? constant : null;
}
