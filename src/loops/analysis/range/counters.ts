/** Scalars that only grow by bounded steps, a bounded number of times: `count += 1` in loops whose trips are known. */
import { type Interval, interval } from "../../../types/interval.ts";
import type { Assign, Expr } from "../../nodes.ts";

/** What all additions to a scalar come to at most, and at least. */
export interface Growth {
  readonly low: number; // not above 0
  readonly high: number; // not below 0
}

/** What is added, where an assignment adds to its own target. */
export function stepOf({ target, value }: Assign): { readonly by: Expr; readonly sign: 1 | -1 } | null {
  if (value.kind !== "binary" || (value.op !== "add" && value.op !== "sub")) return null;
  const isTarget = (expr: Expr): boolean => expr.kind === "var" && expr.name === target;
  if (isTarget(value.left)) return { by: value.right, sign: value.op === "add" ? 1 : -1 };
  return value.op === "add" && isTarget(value.right) ? { by: value.left, sign: 1 } : null;
}

/** `times` is how often it may happen in all. Null: no bound. */
export function grown(
  before: Growth | null,
  by: Interval | null,
  sign: 1 | -1,
  times: number,
): Growth | null {
  if (before === null || by === null || !Number.isSafeInteger(times)) return null;
  const [low, high] = sign === 1 ? [by.low, by.high] : [-by.high, -by.low];
  return { low: before.low + Math.min(0, low * times), high: before.high + Math.max(0, high * times) };
}

/** From what it is set to otherwise, or the 0 that it starts as. */
export function afterGrowth(set: Interval | null | undefined, growth: Growth | null): Interval | null {
  if (set === null || growth === null) return null;
  const start = set ?? { low: 0, high: 0 };
  return interval(Math.min(start.low, 0) + growth.low, Math.max(start.high, 0) + growth.high);
}
