/**
 * Floats that are whole multiples of a power of two, from a range: what integers can stand for. Operations are those of exact
 * numbers, as long as a float type does them without rounding (`isHeld`); what floats have besides is the sign of a zero.
 */
import {
  absolute,
  add,
  type ExactRange,
  floored,
  hull,
  larger,
  multiply,
  negate,
  rangeOfValue,
  repeated as repeatedRange,
  smaller,
} from "../../types/exact_range.ts";
import { type FloatType, float64 } from "../../types/types.ts";

export interface Grid extends ExactRange {
  readonly negativeZero: boolean; // whether it may be -0.0, which no integer is
}

export function plainGrid(range: ExactRange): Grid {
  return { ...range, negativeZero: false };
}

export const zero: Grid = { low: 0n, high: 0n, fraction: 0, negativeZero: false };

/** Null: not finite. */
export function gridOfValue(value: number): Grid | null {
  const range = Number.isFinite(value) ? rangeOfValue(value, float64) : null;
  return range === null ? null : { ...range, negativeZero: Object.is(value, -0) };
}

/** Whether a type has every value of it: as many bits, and no exponent that it lacks. */
export function isHeld({ low, high, fraction }: Grid, { mantissa, exponent }: FloatType): boolean {
  const most = 1n << BigInt(mantissa + 1);
  const bias = 2 ** (exponent - 1) - 1;
  return -most <= low && high <= most && fraction < bias && mantissa + 1 - fraction <= bias;
}

/** How many steps of 2^-fraction it is; these are no coarser than its own. */
export function inSteps({ low, high, fraction: own }: ExactRange, fraction: number): ExactRange {
  const by = BigInt(fraction - own);
  return { low: low << by, high: high << by, fraction };
}

export function joined(a: Grid, b: Grid): Grid {
  return { ...hull(a, b), negativeZero: a.negativeZero || b.negativeZero };
}

/** x + -x is +0: a sum is -0 only where both are. */
export function plus(a: Grid, b: Grid): Grid {
  return { ...add(a, b), negativeZero: a.negativeZero && b.negativeZero };
}

export function minus(a: Grid, b: Grid): Grid {
  return plus(a, negated(b));
}

export function negated(a: Grid): Grid {
  return { ...negate(a), negativeZero: hasZero(a) };
}

function hasZero({ low, high }: ExactRange): boolean {
  return low <= 0n && high >= 0n;
}

export function magnitude(a: Grid): Grid {
  return plainGrid(absolute(a));
}

export function times(a: Grid, b: Grid): Grid {
  // A zero and something of the other sign.
  const turns = (one: Grid, other: Grid): boolean =>
    (hasZero(one) && other.low < 0n) || (one.negativeZero && other.high >= 0n);
  return { ...multiply(a, b), negativeZero: turns(a, b) || turns(b, a) };
}

export function extreme(op: "min" | "max", a: Grid, b: Grid): Grid {
  const range = op === "min" ? smaller(a, b) : larger(a, b);
  return { ...range, negativeZero: a.negativeZero || b.negativeZero };
}

export type RoundingFn = "rint" | "floor" | "ceil";

/** To whole numbers. */
export function rounded(fn: RoundingFn, grid: Grid): Grid {
  if (grid.fraction <= 0) return grid;
  const negativeZero = grid.negativeZero || (fn !== "floor" && grid.low < 0n);
  return { ...roundedRange(fn, grid), negativeZero };
}

function roundedRange(fn: RoundingFn, range: ExactRange): ExactRange {
  switch (fn) {
    case "floor":
      return floored(range);
    case "ceil":
      return negate(floored(negate(range)));
    case "rint": {
      const by = BigInt(range.fraction);
      const even = (k: bigint): bigint => (k + (1n << (by - 1n)) - 1n + ((k >> by) & 1n)) >> by;
      return { low: even(range.low), high: even(range.high), fraction: 0 };
    }
  }
}

/** The sum of up to `count` terms, and of none. */
export function repeated(grid: Grid, count: number): Grid {
  return { ...repeatedRange(grid, BigInt(count)), negativeZero: grid.negativeZero };
}

/** One over a power of two; null of anything else. */
export function inverse({ low, high, fraction }: Grid): Grid | null {
  if (low !== high || (low !== 1n && low !== -1n)) return null;
  return plainGrid({ low, high, fraction: -fraction });
}

export function same(a: Grid, b: Grid): boolean {
  return (
    a.fraction === b.fraction && a.low === b.low && a.high === b.high && a.negativeZero === b.negativeZero
  );
}
