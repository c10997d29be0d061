import { bitLength, type Finite, finite, shiftBy } from "../exact.ts";
import type { Format } from "../format.ts";

/**
 * Fixed point for the elementary functions: an integer v with `width` fraction bits stands for v / 2^width. A product
 * is shifted right arithmetically, so it rounds down. Nothing else is needed to reproduce the functions elsewhere.
 */

/** Fraction bits of the functions of a format: 20 more than it has itself. */
export function workingWidth(format: Format): number {
  return format.precision + 20;
}

/** floor(x * 2^width) */
export function toFixed(x: Finite, width: number): bigint {
  return shiftBy(x.negative ? -x.mantissa : x.mantissa, x.exponent + width);
}

/** v / 2^width */
export function fromFixed(v: bigint, width: number): Finite {
  return v < 0n ? finite(true, -v, -width) : finite(false, v, -width);
}

/** c[0] + x (c[1] + x (c[2] + …)), every product rounded down. */
export function horner(coefficients: readonly bigint[], x: bigint, width: number): bigint {
  const shift = BigInt(width);
  let sum = 0n;
  for (let i = coefficients.length - 1; i >= 0; i--) {
    sum = ((sum * x) >> shift) + (coefficients[i] as bigint);
  }
  return sum;
}

/** The coefficients of a series, fixed-point, up to where a term is less than half a unit for |x| <= 2^-reach. */
export function series(coefficient: (n: number) => bigint, reach: number): readonly bigint[] {
  const coefficients: bigint[] = [];
  for (let n = 0; ; n++) {
    const c = coefficient(n);
    if (bitLength(c < 0n ? -c : c) - reach * n < 0 || c === 0n) return coefficients;
    coefficients.push(c);
  }
}

/** x * v / 2^width, exactly. */
export function scale(x: Finite, v: bigint, width: number): Finite {
  const product = x.mantissa * v;
  return product < 0n
    ? finite(!x.negative, -product, x.exponent - width)
    : finite(x.negative, product, x.exponent - width);
}

/** The mantissa brought to exactly `bits` bits, what is below dropped. */
export function normalize(x: Finite, bits: number): Finite {
  const shift = bits - bitLength(x.mantissa);
  return finite(x.negative, shiftBy(x.mantissa, shift), x.exponent - shift);
}

/** a / b to `bits` bits or one more, rounded toward zero. */
export function divide(a: Finite, b: Finite, bits: number): Finite {
  const shift = Math.max(0, bits + bitLength(b.mantissa) - bitLength(a.mantissa));
  const quotient = (a.mantissa << BigInt(shift)) / b.mantissa;
  return finite(a.negative !== b.negative, quotient, a.exponent - b.exponent - shift);
}
