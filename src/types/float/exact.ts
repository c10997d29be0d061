import type { Format } from "./format.ts";

/**
 * A float taken apart: a finite one is ± mantissa * 2^exponent, mantissa a non-negative integer, `negative` also for
 * zero. All arithmetic that native doubles cannot do exactly is done on this and rounded once by `nearest`.
 */
export type Exact = Finite | { readonly kind: "inf"; readonly negative: boolean } | { readonly kind: "nan" };

export interface Finite {
  readonly kind: "finite";
  readonly negative: boolean;
  readonly mantissa: bigint;
  readonly exponent: number;
}

export const nan: Exact = { kind: "nan" };

export function finite(negative: boolean, mantissa: bigint, exponent: number): Finite {
  return { kind: "finite", negative, mantissa, exponent };
}

export function infinity(negative: boolean): Exact {
  return { kind: "inf", negative };
}

export function zero(negative: boolean): Finite {
  return finite(negative, 0n, 0);
}

export function isZero(x: Exact): boolean {
  return x.kind === "finite" && x.mantissa === 0n;
}

/**
 * The nearest value of the format, ties to even. `sticky` says that the true magnitude lies a little above the one
 * given (less than one unit of its last place); then the mantissa must have more than `precision` bits.
 *
 * ieee rounds to the subnormal grid below the smallest normal number. ftz and flopoco round as if exponents were
 * unbounded, then flush to a zero of the same sign what is below the smallest normal number.
 */
export function nearest(format: Format, x: Exact, sticky = false): Exact {
  if (x.kind !== "finite" || x.mantissa === 0n) return x;
  const top = topExponent(x);
  const grid = (format.subnormals ? Math.max(top, format.minExponent) : top) - format.precision + 1;
  const shift = grid - x.exponent;
  // Far below half the smallest value; also keeps shifts short.
  if (top < grid - 1) return zero(x.negative);
  const mantissa = roundShift(x.mantissa, shift, sticky);
  if (mantissa === 0n) return zero(x.negative);
  const rounded = grid + bitLength(mantissa) - 1;
  if (rounded > format.maxExponent) return infinity(x.negative);
  if (!format.subnormals && rounded < format.minExponent) return zero(x.negative);
  return finite(x.negative, mantissa, grid);
}

/** mantissa / 2^shift to the nearest integer, ties to even. */
function roundShift(mantissa: bigint, shift: number, sticky: boolean): bigint {
  if (shift <= 0) return mantissa << BigInt(-shift);
  const distance = BigInt(shift);
  const kept = mantissa >> distance;
  const rest = mantissa - (kept << distance);
  const half = 1n << (distance - 1n);
  if (rest > half || (rest === half && (sticky || (kept & 1n) === 1n))) return kept + 1n;
  return kept;
}

/** floor(log2(|x|)) of a number that is not zero. */
export function topExponent(x: Finite): number {
  return x.exponent + bitLength(x.mantissa) - 1;
}

/** The pieces of a double. */
export function unpackNumber(x: number): Exact {
  if (Number.isNaN(x)) return nan;
  if (x === Infinity || x === -Infinity) return infinity(x < 0);
  view.setFloat64(0, x);
  const high = view.getUint32(0);
  const code = (high >>> 20) & 0x7ff;
  const fraction = (high & 0xfffff) * 2 ** 32 + view.getUint32(4);
  const negative = high >>> 31 === 1;
  return code === 0
    ? finite(negative, BigInt(fraction), -1074)
    : finite(negative, BigInt(fraction + 2 ** 52), code - 1075);
}

const view = new DataView(new ArrayBuffer(8));

/** floor(log2(x)) + 1, and 0 for 0. */
export function bitLength(x: bigint): number {
  if (x === 0n) return 0;
  const approximate = Number(x);
  if (approximate < 2 ** 32) return 32 - Math.clz32(approximate);
  if (approximate > 1e300) {
    const digits = x.toString(16);
    return digits.length * 4 - (Math.clz32(Number.parseInt(digits.charAt(0), 16)) - 28);
  }
  view.setFloat64(0, approximate);
  const exponent = (view.getUint32(0) >>> 20) - 1023;
  return x >> BigInt(exponent) === 0n ? exponent : exponent + 1; // Number() may have rounded up to a power of two
}

/** x * 2^by, rounded down. */
export function shiftBy(x: bigint, by: number): bigint {
  return by >= 0 ? x << BigInt(by) : x >> BigInt(-by);
}

/** -1, 0 or 1 as |a| is below, at or above |b|. */
export function compareMagnitude(a: Finite, b: Finite): number {
  if (a.mantissa === 0n || b.mantissa === 0n) return Number(a.mantissa > 0n) - Number(b.mantissa > 0n);
  const tops = topExponent(a) - topExponent(b);
  if (tops !== 0) return tops < 0 ? -1 : 1;
  const base = Math.min(a.exponent, b.exponent);
  const left = shiftBy(a.mantissa, a.exponent - base);
  const right = shiftBy(b.mantissa, b.exponent - base);
  return left < right ? -1 : left > right ? 1 : 0;
}
