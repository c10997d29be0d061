import {
  bitLength,
  type Exact,
  type Finite,
  finite,
  infinity,
  isZero,
  nan,
  nearest,
  shiftBy,
  topExponent,
  zero,
} from "../exact.ts";
import { exactly, exactSqrt, integerSqrt, order } from "../exact-arithmetic.ts";
import type { Format } from "../format.ts";
import { compilePower } from "./exp.ts";
import { scale, workingWidth } from "./fixed.ts";
import { compileLn } from "./log.ts";

/**
 * x^y = e^(y ln x), with ln x to precision + exponent + 40 fraction bits so that the product has W = precision + 20.
 * Rational cases are computed exactly and rounded once, for they alone can hit a midpoint: a power of two to a power
 * that leaves it one, whole powers of up to 128 bits (x^2 = x * x, x^-1 = 1 / x), and x^(n/2^j) of perfect squares;
 * also x^0.5 = sqrt x. Zeros, infinities, NaN and negative x are as C's pow has them. The result is rounded.
 */
export function compilePowKernel(format: Format): (x: Exact, y: Exact) => Exact {
  const width = workingWidth(format);
  const logWidth = width + format.type.exponent + 20;
  const ln = compileLn(logWidth);
  const power = compilePower(width, 2 ** (format.type.exponent + 1));
  const approximate = (x: Finite, y: Finite): Finite => {
    const logarithm = ln(x);
    const exponent = scale(y, logarithm.mantissa, -logarithm.exponent);
    const { significand, exponent: k } = power({ ...exponent, negative: logarithm.negative !== y.negative });
    return finite(false, significand, k - width);
  };
  return (x, y) => {
    const special = specialPower(x, y);
    if (special !== undefined) return special;
    if (x.kind !== "finite" || y.kind !== "finite") return nan; // cannot be: all such cases are special
    const negative = x.negative && parity(y) === "odd";
    const base = { ...x, negative: false };
    const exact = exactPower(format, base, y);
    const result = exact ?? nearest(format, approximate(base, y));
    return result.kind === "nan" ? nan : { ...result, negative };
  };
}

/** C's cases: where either is zero, one, infinite or NaN, or a negative number meets a fraction. */
function specialPower(x: Exact, y: Exact): Exact | undefined {
  if (isZero(y) || isOne(x, false)) return finite(false, 1n, 0);
  if (x.kind === "nan" || y.kind === "nan") return nan;
  if (y.kind === "inf") {
    const size = order({ ...x, negative: false }, finite(false, 1n, 0));
    if (size === 0) return finite(false, 1n, 0);
    return (size === 1) !== y.negative ? infinity(false) : zero(false);
  }
  const negative = x.negative && parity(y) === "odd";
  if (x.kind === "inf") return y.negative ? zero(negative) : infinity(negative);
  if (isZero(x)) return y.negative ? infinity(negative) : zero(negative);
  return x.negative && parity(y) === "fraction" ? nan : undefined;
}

function isOne(x: Exact, negative: boolean): boolean {
  return (
    x.kind === "finite" &&
    x.negative === negative &&
    order({ ...x, negative: false }, finite(false, 1n, 0)) === 0
  );
}

function parity(y: Exact): "odd" | "even" | "fraction" {
  if (y.kind !== "finite" || isZero(y)) return "even";
  const { exponent } = reduced(y);
  return exponent < 0 ? "fraction" : exponent === 0 ? "odd" : "even";
}

/** With an odd mantissa. */
function reduced(x: Finite): Finite {
  const zeros = bitLength(x.mantissa & -x.mantissa) - 1;
  return finite(x.negative, x.mantissa >> BigInt(zeros), x.exponent + zeros);
}

function exactPower(format: Format, x: Finite, y: Finite): Exact | undefined {
  let base = reduced(x);
  let times = reduced(y);
  if (times.mantissa === 1n && times.exponent === -1 && !times.negative) return exactSqrt(format, x);
  if (base.mantissa === 1n) return powerOfPower(format, base.exponent, times);
  while (times.exponent < 0) {
    const root = integerSqrt(base.mantissa);
    if (root * root !== base.mantissa || base.exponent % 2 !== 0) return undefined;
    base = finite(false, root, base.exponent / 2);
    times = { ...times, exponent: times.exponent + 1 };
  }
  if (topExponent(times) > 7) return undefined;
  const count = Number(times.mantissa << BigInt(times.exponent));
  if (bitLength(base.mantissa) * count > 128) return undefined;
  const result = finite(false, base.mantissa ** BigInt(count), base.exponent * count);
  return times.negative ? exactly.div(format, finite(false, 1n, 0), result) : nearest(format, result);
}

/** (2^e)^y where e * y is an integer. */
function powerOfPower(format: Format, e: number, y: Finite): Exact | undefined {
  const product = BigInt(e) * y.mantissa;
  if (y.exponent < 0 && product % (1n << BigInt(-y.exponent)) !== 0n) return undefined;
  const far = 2 ** 20; // beyond every format
  const size = topExponent(y) > 14 ? Math.sign(e) * far : Number(shiftBy(product, y.exponent));
  return nearest(format, finite(false, 1n, y.negative ? -size : size));
}
