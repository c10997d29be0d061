import {
  bitLength,
  compareMagnitude,
  type Exact,
  type Finite,
  finite,
  infinity,
  isZero,
  nan,
  nearest,
  shiftBy,
  zero,
} from "./exact.ts";
import type { Format } from "./format.ts";

/**
 * The operations by definition: the exact result of two values of the format, rounded once. Slow and right; native
 * closures must agree with these, and fall back on them where a double cannot tell.
 */
export const exactly = { add, sub, mul, div, fmod };

export type ExactOp = keyof typeof exactly;

/** a * b + c, rounded once. */
export function exactFma(format: Format, a: Exact, b: Exact, c: Exact): Exact {
  if (a.kind === "nan" || b.kind === "nan" || c.kind === "nan") return nan;
  const negative = a.negative !== b.negative;
  if (a.kind === "inf" || b.kind === "inf") {
    if (isZero(a) || isZero(b)) return nan;
    return c.kind === "inf" && c.negative !== negative ? nan : infinity(negative);
  }
  if (c.kind === "inf") return c;
  // The product is exact, though no value of the format; the sum rounds it.
  return add(format, finite(negative, a.mantissa * b.mantissa, a.exponent + b.exponent), c);
}

export function negate(x: Exact): Exact {
  return x.kind === "nan" ? x : { ...x, negative: !x.negative };
}

function add(format: Format, a: Exact, b: Exact): Exact {
  if (a.kind === "nan" || b.kind === "nan") return nan;
  if (a.kind === "inf") return b.kind === "inf" && a.negative !== b.negative ? nan : a;
  if (b.kind === "inf") return b;
  const base = Math.min(a.exponent, b.exponent);
  const sum = signed(a, base) + signed(b, base);
  if (sum === 0n) return zero(a.negative && b.negative);
  return nearest(format, finite(sum < 0n, sum < 0n ? -sum : sum, base));
}

function sub(format: Format, a: Exact, b: Exact): Exact {
  return add(format, a, negate(b));
}

function signed(x: Finite, base: number): bigint {
  const magnitude = x.mantissa === 0n ? 0n : shiftBy(x.mantissa, x.exponent - base);
  return x.negative ? -magnitude : magnitude;
}

function mul(format: Format, a: Exact, b: Exact): Exact {
  if (a.kind === "nan" || b.kind === "nan") return nan;
  const negative = a.negative !== b.negative;
  if (a.kind === "inf" || b.kind === "inf") return isZero(a) || isZero(b) ? nan : infinity(negative);
  return nearest(format, finite(negative, a.mantissa * b.mantissa, a.exponent + b.exponent));
}

function div(format: Format, a: Exact, b: Exact): Exact {
  if (a.kind === "nan" || b.kind === "nan") return nan;
  const negative = a.negative !== b.negative;
  if (a.kind === "inf") return b.kind === "inf" ? nan : infinity(negative);
  if (b.kind === "inf") return zero(negative);
  if (b.mantissa === 0n) return a.mantissa === 0n ? nan : infinity(negative);
  if (a.mantissa === 0n) return zero(negative);
  const scale = BigInt(bitLength(b.mantissa) + 60); // so many quotient bits that the rest only matters as "not zero"
  const dividend = a.mantissa << scale;
  const quotient = dividend / b.mantissa;
  const sticky = quotient * b.mantissa !== dividend;
  return nearest(format, finite(negative, quotient, a.exponent - b.exponent - Number(scale)), sticky);
}

/** C's fmod: a - b * trunc(a / b), exact but for a flush; the sign of a. */
function fmod(format: Format, a: Exact, b: Exact): Exact {
  if (a.kind === "nan" || b.kind === "nan" || a.kind === "inf" || isZero(b)) return nan;
  if (b.kind === "inf" || a.mantissa === 0n || compareMagnitude(a, b) < 0) return a;
  const base = Math.min(a.exponent, b.exponent);
  const rest = shiftBy(a.mantissa, a.exponent - base) % shiftBy(b.mantissa, b.exponent - base);
  return nearest(format, finite(a.negative, rest, base));
}

export function exactSqrt(format: Format, x: Exact): Exact {
  if (x.kind === "nan" || isZero(x)) return x;
  if (x.negative) return nan;
  if (x.kind === "inf") return x;
  // An even exponent, and a radicand long enough for a root of more than 53 + 2 bits.
  const lengthen = Math.max(0, 116 - bitLength(x.mantissa));
  const shift = (x.exponent - lengthen) % 2 === 0 ? lengthen : lengthen + 1;
  const radicand = x.mantissa << BigInt(shift);
  const exponent = x.exponent - shift;
  const root = integerSqrt(radicand);
  return nearest(format, finite(false, root, exponent / 2), root * root !== radicand);
}

/** floor(sqrt(x)) by Newton's steps from a double's guess. */
export function integerSqrt(x: bigint): bigint {
  if (x < 2n) return x;
  let root =
    x < 1n << 1000n ? BigInt(Math.floor(Math.sqrt(Number(x)))) : 1n << BigInt(x.toString(2).length >> 1);
  for (;;) {
    const next = (root + x / root) >> 1n;
    const change = next - root;
    root = next;
    if (change >= -1n && change <= 1n) break;
  }
  while (root * root > x) root -= 1n;
  while ((root + 1n) * (root + 1n) <= x) root += 1n;
  return root;
}

export type Order = -1 | 0 | 1 | undefined;

/** How a stands to b; undefined when either is NaN. -0 equals 0. */
export function order(a: Exact, b: Exact): Order {
  if (a.kind === "nan" || b.kind === "nan") return undefined;
  const left = signOf(a);
  const right = signOf(b);
  if (left !== right) return left < right ? -1 : 1;
  if (left === 0) return 0;
  const magnitude = a.kind === "inf" || b.kind === "inf" ? infinitiesFirst(a, b) : compareMagnitude(a, b);
  return magnitude === 0 ? 0 : magnitude * left < 0 ? -1 : 1;
}

function signOf(x: Exact): number {
  return x.kind === "nan" || isZero(x) ? 0 : x.negative ? -1 : 1;
}

function infinitiesFirst(a: Exact, b: Exact): number {
  return Number(a.kind === "inf") - Number(b.kind === "inf");
}

export type IntegralRule = "floor" | "ceil" | "trunc" | "rint";

/** To an integer; one beyond the largest finite value (where that is no integer) rounds to infinity. */
export function toIntegral(format: Format, rule: IntegralRule, x: Exact): Exact {
  if (x.kind !== "finite" || x.exponent >= 0 || x.mantissa === 0n) return x;
  const distance = BigInt(-x.exponent);
  const below = x.mantissa >> distance;
  const rest = x.mantissa - (below << distance);
  const half = 1n << (distance - 1n);
  const away =
    rest !== 0n &&
    ((rule === "floor" && x.negative) ||
      (rule === "ceil" && !x.negative) ||
      (rule === "rint" && (rest > half || (rest === half && (below & 1n) === 1n))));
  return nearest(format, finite(x.negative, away ? below + 1n : below, 0));
}
