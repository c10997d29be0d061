import {
  bitLength,
  compareMagnitude,
  type Exact,
  type Finite,
  finite,
  isZero,
  nan,
  shiftBy,
  topExponent,
  zero,
} from "../exact.ts";
import { integerSqrt } from "../exact-arithmetic.ts";
import type { Format } from "../format.ts";
import { atanOf, inverseOf, pi } from "./constants.ts";
import { divide, fromFixed, horner, scale, series, toFixed, workingWidth } from "./fixed.ts";

/**
 * The angle of a point (b, a) in the first octant, z = a/b <= 1: with j/16 the nearest to z, atan z = atan(j/16) +
 * atan t, t = (16a - jb) / (16b + ja), |t| <= 1/31; atan t = t P(t^2). The other octants by pi/2 - and pi -. asin and
 * acos are the angles of (sqrt(1 - x^2), x), the root of an exact integer. W = precision + 28 fraction bits; relative
 * error below 2^-(W-9), for an angle from j = 0 is the product t P alone.
 */
export type ArcFunction = "asin" | "acos" | "atan";

export function compileArc(fn: ArcFunction, format: Format): (x: Exact) => Exact {
  const width = workingWidth(format) + 8;
  const angle = compileAngle(width);
  const quarter = quarterTurn(width);
  const half = { ...quarter, exponent: quarter.exponent + 1 };
  const one = finite(false, 1n, 0);
  switch (fn) {
    case "atan":
      return (x) => {
        if (x.kind === "nan" || isZero(x)) return x;
        if (x.kind === "inf") return { ...quarter, negative: x.negative };
        return { ...angle({ ...x, negative: false }, one), negative: x.negative };
      };
    case "asin":
      return (x) => {
        if (x.kind !== "finite") return nan;
        if (x.mantissa === 0n || topExponent(x) < -width) return x; // asin x = x (1 + x^2/6 + …)
        const other = coside(x, width);
        if (other === undefined) return nan;
        return { ...angle({ ...x, negative: false }, other), negative: x.negative };
      };
    case "acos":
      return (x) => {
        if (x.kind !== "finite") return nan;
        if (x.mantissa === 0n || topExponent(x) < -width) return quarter;
        const other = coside(x, width);
        if (other === undefined) return nan;
        if (isZero(other)) return x.negative ? half : zero(false);
        const acute = angle(other, { ...x, negative: false });
        return x.negative ? difference(half, acute, width) : acute;
      };
  }
}

export function compileAtan2(format: Format): (y: Exact, x: Exact) => Exact {
  const width = workingWidth(format) + 8;
  const angle = compileAngle(width);
  const quarter = quarterTurn(width);
  const half = { ...quarter, exponent: quarter.exponent + 1 };
  const acute = (y: Exact, x: Exact): Finite => {
    if (y.kind === "nan" || x.kind === "nan") return zero(false);
    if (y.kind === "inf") return x.kind === "inf" ? { ...quarter, exponent: quarter.exponent - 1 } : quarter;
    if (isZero(y) || x.kind === "inf") return zero(false);
    return isZero(x) ? quarter : angle({ ...y, negative: false }, { ...x, negative: false });
  };
  return (y, x) => {
    if (y.kind === "nan" || x.kind === "nan") return nan;
    const first = acute(y, x);
    return { ...(x.negative ? difference(half, first, width) : first), negative: y.negative };
  };
}

/** atan(a / b) for positive a and b. */
function compileAngle(width: number): (a: Finite, b: Finite) => Finite {
  const table = Array.from({ length: 17 }, (_, j) => (j === 0 ? 0n : atanOf(j, 16, width)));
  const taylor = series((n) => (n % 2 === 0 ? 1n : -1n) * inverseOf(2 * n + 1, width), 9);
  const quarter = quarterTurn(width);

  const octant = (a: Finite, b: Finite): Finite => {
    const j = sixteenths(a, b);
    const t = j === 0 ? divide(a, b, width) : rotated(a, b, j, width);
    const square = shiftBy(t.mantissa * t.mantissa, 2 * t.exponent + width);
    const arc = scale(t, horner(taylor, square, width), width);
    // atan t < t: without the last unit a quotient that is a midpoint would not be seen to lie below it.
    if (j === 0) return finite(arc.negative, arc.mantissa - 1n, arc.exponent);
    return fromFixed((table[j] as bigint) + toFixed(arc, width), width);
  };

  return (a, b) => {
    return compareMagnitude(a, b) > 0 ? difference(quarter, octant(b, a), width) : octant(a, b);
  };
}

/** 16 a / b to the nearest integer (a half rounds up). */
function sixteenths(a: Finite, b: Finite): number {
  if (topExponent(a) - topExponent(b) < -6) return 0;
  const base = Math.min(a.exponent, b.exponent);
  const top = shiftBy(a.mantissa, a.exponent - base);
  const bottom = shiftBy(b.mantissa, b.exponent - base);
  return Number((32n * top + bottom) / (2n * bottom));
}

/** (16a - jb) / (16b + ja) */
function rotated(a: Finite, b: Finite, j: number, width: number): Finite {
  const base = Math.min(a.exponent, b.exponent);
  const top = shiftBy(a.mantissa, a.exponent - base);
  const bottom = shiftBy(b.mantissa, b.exponent - base);
  const across = 16n * top - BigInt(j) * bottom;
  const along = 16n * bottom + BigInt(j) * top;
  return fromFixed((across << BigInt(width)) / along, width);
}

/** sqrt(1 - x^2) to more than `width` bits; undefined when |x| > 1. */
function coside(x: Finite, width: number): Finite | undefined {
  const fraction = Math.max(0, -x.exponent);
  const mantissa = x.exponent > 0 ? x.mantissa << BigInt(x.exponent) : x.mantissa;
  const square = (1n << BigInt(2 * fraction)) - mantissa * mantissa;
  if (square < 0n) return undefined;
  if (square === 0n) return zero(false);
  const shift = Math.max(0, width + 2 - (bitLength(square) >> 1));
  return finite(false, integerSqrt(square << BigInt(2 * shift)), -fraction - shift);
}

function quarterTurn(width: number): Finite {
  return finite(false, pi(width), -width - 1);
}

/** a - b in fixed point, with one more fraction bit. */
function difference(a: Finite, b: Finite, width: number): Finite {
  return fromFixed(toFixed(a, width + 1) - toFixed(b, width + 1), width + 1);
}
