/**
 * Floats that are whole multiples of a power of two, from a range: what integers can stand for. Every operation here is one
 * that a float type does without rounding; null where it might round.
 */
import type { FloatType } from "../../types/types.ts";

/** k * 2^exponent, low <= k <= high. */
export interface Grid {
  readonly exponent: number;
  readonly low: bigint;
  readonly high: bigint;
  readonly negativeZero: boolean; // whether it may be -0.0, which no integer is
}

export function integers(low: bigint, high: bigint, exponent = 0): Grid {
  return { exponent, low, high, negativeZero: false };
}

/** Null: not finite. */
export function gridOfValue(value: number): Grid | null {
  if (!Number.isFinite(value)) return null;
  if (value === 0) return { ...integers(0n, 0n), negativeZero: Object.is(value, -0) };
  let [whole, exponent] = [value, 0];
  while (!Number.isInteger(whole)) [whole, exponent] = [whole * 2, exponent - 1];
  let k = BigInt(whole);
  while ((k & 1n) === 0n) [k, exponent] = [k >> 1n, exponent + 1];
  return integers(k, k, exponent);
}

/** Whether a type has every value of it: as many bits, and no exponent that it lacks. */
export function isHeld({ low, high, exponent }: Grid, { mantissa, exponent: bits }: FloatType): boolean {
  const most = 1n << BigInt(mantissa + 1);
  const bias = 2 ** (bits - 1) - 1;
  return -most <= low && high <= most && exponent >= 1 - bias && exponent + mantissa + 1 <= bias;
}

/** In steps of a finer exponent. */
export function inSteps(
  { low, high, exponent }: Grid,
  finer: number,
): { readonly low: bigint; readonly high: bigint } {
  const by = BigInt(exponent - finer);
  return { low: low << by, high: high << by };
}

export function joined(a: Grid, b: Grid): Grid {
  const exponent = finest(a, b);
  const [x, y] = [inSteps(a, exponent), inSteps(b, exponent)];
  return {
    exponent,
    low: least(x.low, y.low),
    high: most(x.high, y.high),
    negativeZero: a.negativeZero || b.negativeZero,
  };
}

export function finest(a: Grid, b: Grid): number {
  return Math.min(a.exponent, b.exponent);
}

/** x + -x is +0: a sum is -0 only where both are. */
export function plus(a: Grid, b: Grid): Grid {
  const exponent = finest(a, b);
  const [x, y] = [inSteps(a, exponent), inSteps(b, exponent)];
  return {
    exponent,
    low: x.low + y.low,
    high: x.high + y.high,
    negativeZero: a.negativeZero && b.negativeZero,
  };
}

export function minus(a: Grid, b: Grid): Grid {
  const turned = negated(b);
  return plus(a, turned);
}

export function negated({ exponent, low, high }: Grid): Grid {
  return { exponent, low: -high, high: -low, negativeZero: low <= 0n && high >= 0n };
}

export function absolute({ exponent, low, high }: Grid): Grid {
  const largest = most(most(low, -low), most(high, -high));
  return { exponent, low: low > 0n ? low : high < 0n ? -high : 0n, high: largest, negativeZero: false };
}

export function times(a: Grid, b: Grid): Grid {
  const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  // A zero and something of the other sign.
  const turns = (one: Grid, other: Grid): boolean =>
    (one.low <= 0n && one.high >= 0n && other.low < 0n) || (one.negativeZero && other.high >= 0n);
  return {
    exponent: a.exponent + b.exponent,
    low: corners.reduce(least),
    high: corners.reduce(most),
    negativeZero: turns(a, b) || turns(b, a),
  };
}

export function extreme(op: "min" | "max", a: Grid, b: Grid): Grid {
  const exponent = finest(a, b);
  const [x, y] = [inSteps(a, exponent), inSteps(b, exponent)];
  const pick = op === "min" ? least : most;
  const negativeZero = a.negativeZero || b.negativeZero;
  return { exponent, low: pick(x.low, y.low), high: pick(x.high, y.high), negativeZero };
}

export type RoundingFn = "rint" | "floor" | "ceil";

/** To whole numbers. */
export function rounded(fn: RoundingFn, grid: Grid): Grid {
  if (grid.exponent >= 0) return grid;
  const negativeZero = grid.negativeZero || (fn !== "floor" && grid.low < 0n);
  return {
    exponent: 0,
    low: roundedBy(fn, grid.low, -grid.exponent),
    high: roundedBy(fn, grid.high, -grid.exponent),
    negativeZero,
  };
}

function roundedBy(fn: RoundingFn, k: bigint, bits: number): bigint {
  const by = BigInt(bits);
  switch (fn) {
    case "floor":
      return k >> by;
    case "ceil":
      return -(-k >> by);
    case "rint":
      return (k + (1n << (by - 1n)) - 1n + ((k >> by) & 1n)) >> by;
  }
}

/** The sum of up to `count` terms, and of none. */
export function repeated({ exponent, low, high, negativeZero }: Grid, count: number): Grid {
  const by = BigInt(count);
  return { exponent, low: least(low * by, 0n), high: most(high * by, 0n), negativeZero };
}

export function same(a: Grid, b: Grid): boolean {
  return (
    a.exponent === b.exponent && a.low === b.low && a.high === b.high && a.negativeZero === b.negativeZero
  );
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
