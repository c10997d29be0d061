import { type Exact, type Finite, finite, infinity, nan, shiftBy, topExponent, zero } from "../exact.ts";
import type { Format } from "../format.ts";
import { expOf, inverseFactorial, inverseLn2, ln2 } from "./constants.ts";
import { divide, fromFixed, horner, scale, series, toFixed, workingWidth } from "./fixed.ts";

/**
 * e^x = 2^k * e^(i/32) * e^s: k the nearest integer to x / ln 2, i/32 the nearest to what is left, |s| <= 1/64. The
 * second factor is from a table of 25 entries, the third a Taylor polynomial. Everything has W = precision + 20
 * fraction bits, the reduction by k ln 2 another 12. Relative error below 2^-(W-5); under 1/4 expm1 and sinh are
 * series of their own, so that theirs is too.
 */
export type ExpFunction = "exp" | "exp2" | "expm1" | "sinh" | "cosh" | "tanh";

export function compileExp(fn: ExpFunction, format: Format): (x: Exact) => Exact {
  const width = workingWidth(format);
  const special = specials[fn];
  const approximate = compilers[fn](width, 2 ** (format.type.exponent + 1));
  return (x) => (x.kind === "finite" && x.mantissa !== 0n ? approximate(x) : special(x));
}

/** At NaN, the infinities and zeros. */
const specials: Record<ExpFunction, (x: Exact) => Exact> = {
  exp: (x) =>
    x.kind === "nan" ? nan : x.kind === "inf" ? (x.negative ? zero(false) : x) : finite(false, 1n, 0),
  exp2: (x) => specials.exp(x),
  expm1: (x) => (x.kind === "inf" && x.negative ? finite(true, 1n, 0) : x),
  sinh: (x) => x,
  cosh: (x) => (x.kind === "nan" ? nan : x.kind === "inf" ? infinity(false) : finite(false, 1n, 0)),
  tanh: (x) => (x.kind === "inf" ? finite(x.negative, 1n, 0) : x),
};

type Approximate = (x: Finite) => Finite;

/** `limit`: results with a larger binary exponent, either way, are out of the format's range. */
const compilers: Record<ExpFunction, (width: number, limit: number) => Approximate> = {
  exp(width, limit) {
    const power = compilePower(width, limit);
    return (x) => toFinite(power(x), width);
  },

  exp2(width, limit) {
    const core = compileCore(width);
    const log2 = ln2(width);
    return (x) => {
      if (topExponent(x) > 12) return outOfRange(x.negative, limit);
      const whole = (toFixed(x, 1) + 1n) >> 1n; // nearest integer
      const rest = toFixed(x, width) - (whole << BigInt(width));
      return finite(false, core((rest * log2) >> BigInt(width)), Number(whole) - width);
    };
  },

  expm1: compileExpm1,

  sinh(width, limit) {
    const power = compilePower(width, limit);
    const odd = series((n) => inverseFactorial(2 * n + 1, width), 4);
    return (x) => {
      if (topExponent(x) < -2) return scale(x, horner(odd, squared(x, width), width), width);
      return { ...halfSum(power, x, width, -1n), negative: x.negative };
    };
  },

  cosh(width, limit) {
    const power = compilePower(width, limit);
    return (x) => halfSum(power, x, width, 1n);
  },

  /** tanh(x) = q / (q + 2), q = expm1(2x) */
  tanh(width, limit) {
    const expm1 = compileExpm1(width, limit);
    return (x) => {
      const one = finite(x.negative, 2n ** BigInt(width) - 1n, -width); // a little less
      if (topExponent(x) > 6) return one; // tanh(128) = 1 - 2^-368
      const q = expm1({ ...x, negative: false, exponent: x.exponent + 1 });
      const sum = fromFixed(toFixed(q, width) + (2n << BigInt(width)), width);
      return { ...divide(q, sum, width), negative: x.negative };
    };
  },
};

interface Power {
  readonly significand: bigint; // 0.7 to 1.42, W fraction bits
  readonly exponent: number;
}

function toFinite(power: Power, width: number): Finite {
  return finite(false, power.significand, power.exponent - width);
}

function outOfRange(negative: boolean, limit: number): Finite {
  return finite(false, 1n, negative ? -2 * limit : 2 * limit);
}

/** e^x as significand and exponent. */
export function compilePower(width: number, limit: number): (x: Finite) => Power {
  const core = compileCore(width);
  const wide = width + 12;
  const log2 = ln2(wide);
  const inverse = inverseLn2(wide);
  const half = 1n << BigInt(2 * wide - 1);
  return (x) => {
    if (topExponent(x) > 12)
      return { significand: 1n << BigInt(width), exponent: x.negative ? -2 * limit : 2 * limit };
    const argument = toFixed(x, wide);
    const k = (argument * inverse + half) >> BigInt(2 * wide);
    const rest = argument - k * log2;
    return { significand: core(rest >> 12n), exponent: Number(k) };
  };
}

/** e^r for a fixed-point |r| < 0.36, fixed-point. */
function compileCore(width: number): (r: bigint) => bigint {
  const table = Array.from({ length: 25 }, (_, i) => expOf(i - 12, 32, width));
  const taylor = series((n) => inverseFactorial(n, width), 6);
  const halfStep = 1n << BigInt(width - 6);
  return (r) => {
    const i = (r + halfStep) >> BigInt(width - 5);
    const s = r - (i << BigInt(width - 5));
    return ((table[Number(i) + 12] as bigint) * horner(taylor, s, width)) >> BigInt(width);
  };
}

function compileExpm1(width: number, limit: number): Approximate {
  const power = compilePower(width, limit);
  const taylor = series((n) => inverseFactorial(n + 1, width), 2);
  return (x) => {
    if (topExponent(x) < -2) return scale(x, horner(taylor, toFixed(x, width), width), width);
    const { significand, exponent } = power(x);
    if (exponent > width) return finite(false, significand, exponent - width);
    return fromFixed(shiftBy(significand, Math.max(exponent, -2 * width)) - (1n << BigInt(width)), width);
  };
}

/** (e^|x| + sign * e^-|x|) / 2 */
function halfSum(power: (x: Finite) => Power, x: Finite, width: number, sign: bigint): Finite {
  const up = power({ ...x, negative: false });
  const down = power({ ...x, negative: true });
  const aligned = shiftBy(down.significand, Math.max(down.exponent - up.exponent, -2 * width));
  return finite(false, up.significand + sign * aligned, up.exponent - 1 - width);
}

/** x^2, fixed-point. */
function squared(x: Finite, width: number): bigint {
  return shiftBy(x.mantissa * x.mantissa, 2 * x.exponent + width);
}
