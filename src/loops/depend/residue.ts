/**
 * Subscripts that are never equal because of what is left when they are divided: a tile's size times anything, and a place
 * within the tile. Quotients and rests count as wholes here, with the range that each has; as sums of loop variables
 * they are more than the integer solver can take.
 *
 *     c[(t // 2 * 4 + k // 8) * 8 + w // 8]         0 to 3, and a multiple of 8
 *     c[(t // 2 * 4 + k // 8) * 8 + 4 + w // 8]     4 to 7, and a multiple of 8
 */
import type { Interval } from "../../types/interval.ts";
import { isPythonInt, type Ranges, rangeOf } from "../analysis/affine.ts";
import { constantOf } from "../indices.ts";
import type { Expr } from "../nodes.ts";

/** The index of an access, and the ranges of the variables around it. */
export interface Indexed {
  readonly index: readonly Expr[];
  readonly ranges: Ranges;
}

export function neverMeetByRest(a: Indexed, b: Indexed): boolean {
  return a.index.some((one, dim) => {
    const other = b.index[dim];
    if (other === undefined) return false;
    const difference = [...termsOf(one, 1, a.ranges), ...termsOf(other, -1, b.ranges)];
    const divisors = new Set(difference.map(({ factor }) => Math.abs(factor)).filter((factor) => factor > 1));
    return [...divisors].some((divisor) => hasNoMultiple(restOf(difference, divisor), divisor));
  });
}

interface Term {
  readonly factor: number;
  readonly range: Interval | null;
}

/** A sum, of which each part is a factor times something that is not looked into. */
function termsOf(expr: Expr, factor: number, ranges: Ranges): readonly Term[] {
  const value = constantOf(expr);
  if (value !== null) return [{ factor: 1, range: { low: value * factor, high: value * factor } }];
  if (expr.kind === "binary" && isPythonInt(expr)) {
    const { op, left, right } = expr;
    if (op === "add") return [...termsOf(left, factor, ranges), ...termsOf(right, factor, ranges)];
    if (op === "sub") return [...termsOf(left, factor, ranges), ...termsOf(right, -factor, ranges)];
    const times = op === "mul" ? constantOf(right) : null;
    if (times !== null && times !== 0) return termsOf(left, factor * times, ranges);
  }
  return [{ factor, range: isPythonInt(expr) ? rangeOf(expr, ranges) : null }];
}

/** Of the parts that are no multiples of the divisor; null: it may be anything. */
function restOf(terms: readonly Term[], divisor: number): Interval | null {
  let [low, high] = [0, 0];
  for (const { factor, range } of terms) {
    if (factor % divisor === 0) continue;
    if (range === null) return null;
    low += factor * (factor > 0 ? range.low : range.high);
    high += factor * (factor > 0 ? range.high : range.low);
  }
  return { low, high };
}

function hasNoMultiple(rest: Interval | null, divisor: number): boolean {
  return rest !== null && Math.floor(rest.high / divisor) < Math.ceil(rest.low / divisor);
}
