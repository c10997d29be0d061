/**
 * Subscripts that are never equal because of what is left when they are divided: a tile's size times anything, and a place
 * within the tile. Quotients and rests count as wholes here, with the range that each has; as sums of loop variables
 * they are more than the integer solver can take.
 *
 *     c[(t // 2 * 4 + k // 8) * 8 + w // 8]         0 to 3, and a multiple of 8
 *     c[(t // 2 * 4 + k // 8) * 8 + 4 + w // 8]     4 to 7, and a multiple of 8
 */
import type { Interval } from "../../types/interval.ts";
import { mixedOf, type Ranges, rangeOf } from "../analysis/affine.ts";
import type { Expr } from "../nodes.ts";

/** The index of an access, and the ranges of the variables around it. */
export interface Indexed {
  readonly index: readonly Expr[];
  readonly ranges: Ranges;
}

export function neverMeetByRest(a: Indexed, b: Indexed): boolean {
  return a.index.some((one, dim) => {
    const other = b.index[dim];
    const [left, right] = [termsOf(one, 1, a.ranges), other && termsOf(other, -1, b.ranges)];
    if (!left || !right) return false;
    const difference = [...left, ...right];
    const divisors = new Set(difference.map(({ factor }) => Math.abs(factor)).filter((factor) => factor > 1));
    return [...divisors].some((divisor) => hasNoMultiple(restOf(difference, divisor), divisor));
  });
}

interface Term {
  readonly factor: number;
  readonly range: Interval | null;
}

/** A sum, each part a factor times something that is not looked into; null: it is none of Python ints. */
function termsOf(expr: Expr, sign: 1 | -1, ranges: Ranges): readonly Term[] | null {
  const mixed = mixedOf(expr, (name) => ranges.has(name));
  if (mixed === null) return null;
  const { sum, others } = mixed;
  const constant = sign * sum.constant;
  return [
    { factor: 1, range: { low: constant, high: constant } },
    ...[...sum.terms].map(([name, factor]) => ({ factor: sign * factor, range: ranges.get(name) ?? null })),
    ...others.map(({ expr: part, factor }) => ({ factor: sign * factor, range: rangeOf(part, ranges) })),
  ];
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
