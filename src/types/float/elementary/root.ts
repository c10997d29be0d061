import {
  bitLength,
  type Exact,
  finite,
  infinity,
  isZero,
  nan,
  nearest,
  shiftBy,
  topExponent,
} from "../exact.ts";
import { integerSqrt } from "../exact-arithmetic.ts";
import type { Format } from "../format.ts";

/** The cube root, correctly rounded: the floor of the root of an exact integer, and whether anything is left. */
export function compileCbrt(format: Format): (x: Exact) => Exact {
  const bits = 3 * (format.precision + 2);
  return (x) => {
    if (x.kind !== "finite" || isZero(x)) return x;
    const least = Math.max(0, bits - bitLength(x.mantissa));
    const shift = least + ((((x.exponent - least) % 3) + 3) % 3); // so that the exponent divides by 3
    const radicand = x.mantissa << BigInt(shift);
    const root = integerCbrt(radicand);
    const exponent = (x.exponent - shift) / 3;
    return nearest(format, finite(x.negative, root, exponent), root * root * root !== radicand);
  };
}

/** floor of the cube root, one bit after the other. */
export function integerCbrt(x: bigint): bigint {
  let root = 0n;
  for (let bit = 1n << BigInt(Math.ceil(bitLength(x) / 3)); bit > 0n; bit >>= 1n) {
    const next = root | bit;
    if (next * next * next <= x) root = next;
  }
  return root;
}

/** sqrt(x^2 + y^2), correctly rounded; an infinity wins over NaN. */
export function compileHypot(format: Format): (x: Exact, y: Exact) => Exact {
  const bits = 2 * (format.precision + 2);
  return (x, y) => {
    if (x.kind === "inf" || y.kind === "inf") return infinity(false);
    if (x.kind === "nan" || y.kind === "nan") return nan;
    if (isZero(x)) return { ...y, negative: false };
    if (isZero(y)) return { ...x, negative: false };
    const [large, small] = topExponent(x) >= topExponent(y) ? [x, y] : [y, x];
    // y^2 / 2x is less than a quarter of x's last place: all it does is to lie above x.
    if (topExponent(large) - topExponent(small) > format.precision + 2) {
      return nearest(format, finite(false, large.mantissa << 64n, large.exponent - 64), true);
    }
    const base = Math.min(x.exponent, y.exponent);
    const a = shiftBy(x.mantissa, x.exponent - base);
    const b = shiftBy(y.mantissa, y.exponent - base);
    const sum = a * a + b * b;
    const shift = Math.max(0, Math.ceil((bits - bitLength(sum)) / 2));
    const radicand = sum << BigInt(2 * shift);
    const root = integerSqrt(radicand);
    return nearest(format, finite(false, root, base - shift), root * root !== radicand);
  };
}
