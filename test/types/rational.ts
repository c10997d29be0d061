/** Exact rational arithmetic: an independent model of what exact types must compute. */
import type { FixedType, IntType, Rounding } from "../../src/types/types.ts";

export interface Rational {
  readonly n: bigint;
  readonly d: bigint; // positive
}

export function rational(n: bigint, d = 1n): Rational {
  const sign = d < 0n ? -1n : 1n;
  const divisor = gcd(n < 0n ? -n : n, d * sign) || 1n;
  return { n: (n * sign) / divisor, d: (d * sign) / divisor };
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

export function exactValue(type: IntType | FixedType, raw: number | bigint | boolean): Rational {
  const fraction = type.kind === "fixed" ? type.width - type.integer : 0;
  return times(rational(BigInt(raw)), powerOfTwo(-fraction));
}

export function powerOfTwo(exponent: number): Rational {
  return exponent >= 0 ? rational(1n << BigInt(exponent)) : rational(1n, 1n << BigInt(-exponent));
}

export const plus = (a: Rational, b: Rational) => rational(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a: Rational, b: Rational) => rational(a.n * b.d - b.n * a.d, a.d * b.d);
export const times = (a: Rational, b: Rational) => rational(a.n * b.n, a.d * b.d);
export const over = (a: Rational, b: Rational) => rational(a.n * b.d, a.d * b.n);
export const compare = (a: Rational, b: Rational) =>
  Number(a.n * b.d - b.n * a.d > 0n) - Number(a.n * b.d - b.n * a.d < 0n);
export const equal = (a: Rational, b: Rational) => a.n === b.n && a.d === b.d;

export function floor(a: Rational): bigint {
  const q = a.n / a.d;
  return a.n < 0n && q * a.d !== a.n ? q - 1n : q;
}

export function truncate(a: Rational): bigint {
  return a.n / a.d;
}

/** By the definition of each mode: which of the two neighbours is it? */
export function round(a: Rational, mode: Rounding): bigint {
  const below = floor(a);
  if (a.d === 1n) return below;
  const above = below + 1n;
  const toBelow = minus(a, rational(below));
  const toAbove = minus(rational(above), a);
  switch (mode) {
    case "truncate":
    case "floor":
      return below;
    case "toward_zero":
      return a.n > 0n ? below : above;
    case "nearest_even":
    case "nearest_away": {
      const nearer = compare(toBelow, toAbove);
      if (nearer !== 0) return nearer < 0 ? below : above;
      if (mode === "nearest_away") return a.n > 0n ? above : below;
      return below % 2n === 0n ? below : above;
    }
  }
}

/** The raw value that a type makes of a number. */
export function quantized(a: Rational, type: FixedType): bigint {
  const raw = round(times(a, powerOfTwo(type.width - type.integer)), type.rounding);
  const low = type.signed ? -(1n << BigInt(type.width - 1)) : 0n;
  const count = 1n << BigInt(type.width);
  const high = low + count - 1n;
  if (type.overflow === "saturate" && raw < low) return low;
  if (type.overflow === "saturate" && raw > high) return high;
  return ((((raw - low) % count) + count) % count) + low;
}
