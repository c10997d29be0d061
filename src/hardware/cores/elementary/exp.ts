/**
 * e^x = 2^k e^(i/32) e^s as in types/float/elementary/exp.ts. There the exponents are bounded by 2^13; here by what the
 * format can hold, for what is beyond overflows or rounds to zero.
 */

import { expOf, inverseFactorial, inverseLn2, ln2 } from "../../../types/float/elementary/constants.ts";
import type { ExpFunction } from "../../../types/float/elementary/exp.ts";
import { series, workingWidth } from "../../../types/float/elementary/fixed.ts";
import type { Format } from "../../../types/float/format.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { and, high, low, not, or } from "../gates.ts";
import {
  assume,
  choose,
  type Integer,
  isLess,
  lookUp,
  minus,
  minusWithin,
  plus,
  shiftedDown,
  shiftedDownBy,
  shiftedUp,
  signedLow,
  times,
  whole,
} from "./integer.ts";
import { shortMultiple } from "./multiple.ts";
import { constants, eitherPolynomial, horner } from "./polynomial.ts";
import {
  either,
  fromFixed,
  type Operand,
  operandOf,
  type Real,
  realOf,
  round,
  scale,
  toFixed,
} from "./real.ts";

export function floatExp(fn: Exclude<ExpFunction, "tanh">, type: FloatType, a: Expr): Expr {
  const x = operandOf(type, a);
  switch (fn) {
    case "exp":
    case "exp2":
      return plainPower(fn, type, x);
    case "expm1":
      return lessOne(type, x);
    case "sinh":
    case "cosh":
      return hyperbolic(fn, type, x);
  }
}

/** e^x and 2^x: 1 at zero, 0 at minus infinity. */
function plainPower(fn: "exp" | "exp2", type: FloatType, x: Operand): Expr {
  const { format } = x;
  const width = workingWidth(format);
  const highest = highestTop(format, fn === "exp" ? Math.LN2 : 1);
  const { significand, exponent } = fn === "exp" ? power(x, x.sign, highest) : powerOfTwo(x, highest);
  const one = { negative: low, mantissa: whole(1n << BigInt(width)), exponent: whole(-width) };
  const result = { negative: low, mantissa: significand, exponent: minus(exponent, whole(width)) };
  const isBeyond = or(x.isInf, isLess(whole(highest), x.exponentOfTop));
  const isOutside = and(isBeyond, not(x.isZero));
  return round(
    type,
    { sign: low, isNan: x.isNan, isInf: and(isOutside, not(x.sign)), isZero: and(isOutside, x.sign) },
    either(x.isZero, one, result),
  );
}

export interface Power {
  readonly significand: Integer; // 0.7 to 1.42, W fraction bits
  readonly exponent: Integer;
}

/** Every x with a higher top bit makes e^x (or 2^x, where the unit is 1) overflow, and e^-x round to zero. */
export function highestTop(format: Format, unit: number): number {
  const reach = Math.max(format.maxExponent + 1, format.precision + 1 - format.minExponent);
  return topBelow(reach * unit);
}

/** The top bit of the largest number of one bit that is smaller; no more than 12, where the model stops. */
export function topBelow(bound: number): number {
  return Math.min(12, Math.ceil(Math.log2(bound)) - 1);
}

/** e^x, or e^-x, of an operand's size, if its top bit is no higher. */
export function power(x: Operand, negative: Expr, highest: number): Power {
  const width = workingWidth(x.format);
  const wide = width + 12;
  const argument = toFixed(x, negative, wide, highest);
  const k = shortMultiple(x, negative, highest, inverseLn2(wide), wide);
  return powerOfFixed(argument, k, width);
}

/** e^argument, k being its number of ln 2; `width` + 12 fraction bits. */
export function powerOfFixed(argument: Integer, k: Integer, width: number): Power {
  const reduced = reduce(argument, k, width);
  const polynomial = horner(constants(expSeries(width)), reduced.s, width);
  return { significand: shiftedDown(times(reduced.factor, polynomial), width), exponent: k };
}

interface Reduced {
  readonly factor: Integer; // e^(i/32)
  readonly s: Integer;
}

function reduce(argument: Integer, k: Integer, width: number): Reduced {
  const wide = width + 12;
  const bound = (7n << BigInt(wide)) / 20n; // 0.35; half of ln 2 is 0.3466
  const rest = minusWithin(argument, times(k, whole(ln2(wide))), -bound, bound);
  return nearTable(shiftedDown(rest, 12), width);
}

/** r = i/32 + s for |r| <= 0.36: e^(i/32) from a table. */
function nearTable(r: Integer, width: number): Reduced {
  const i = shiftedDown(plus(r, whole(1n << BigInt(width - 6))), width - 5);
  const entries = Array.from({ length: Number(i.greatest - i.least) + 1 }, (_, n) =>
    expOf(n + Number(i.least), 32, width),
  );
  return { factor: lookUp(minus(i, whole(i.least)), entries), s: signedLow(r, width - 5) };
}

function expSeries(width: number): readonly bigint[] {
  return series((n) => inverseFactorial(n, width), 6);
}

function powerOfTwo(x: Operand, highest: number): Power {
  const width = workingWidth(x.format);
  const argument = toFixed(x, x.sign, width, highest);
  const exponent = shiftedDown(plus(shiftedDown(argument, width - 1), whole(1)), 1); // nearest integer
  const rest = signedLow(argument, width);
  const r = shiftedDown(times(rest, whole(ln2(width))), width);
  const { factor, s } = nearTable(r, width);
  const polynomial = horner(constants(expSeries(width)), s, width);
  return { significand: shiftedDown(times(factor, polynomial), width), exponent };
}

/** e^x - 1. Below 1/4 a series of its own, by the same multipliers. */
function lessOne(type: FloatType, x: Operand): Expr {
  const { format } = x;
  const { precision } = format;
  const width = workingWidth(format);
  const highest = highestTop(format, Math.LN2);
  const isSmall = isLess(x.exponentOfTop, whole(-2));
  const { small, large } = seriesOrPower(x, x.sign, highest, isSmall, expm1Series(width));
  // Once e^x is below the format's last place, how far is no matter.
  const lowest = -precision - 5;
  const { exponent, significand } = large;
  const isTiny = isLess(exponent, whole(lowest));
  const down = choose(isTiny, whole(-lowest), assume(minus(whole(0), exponent), 0, -lowest));
  const isDown = isLess(exponent, whole(0));
  const shifted = shiftedDownBy(significand, choose(isDown, down, whole(0)));
  const up = choose(isDown, whole(0), assume(exponent, 0, exponent.greatest));
  const one = shiftedUp(shiftedDownBy(whole(1n << BigInt(width)), up), width); // none beyond 2^W, as in the model
  const bound = 2n << BigInt(2 * width);
  const difference = minusWithin(shiftedUp(shifted, width), one, -bound, bound);
  const isBeyond = isLess(whole(highest), x.exponentOfTop);
  const minusOne = { negative: high, mantissa: whole(1), exponent: whole(0) };
  const fixed = fromFixed(difference, 2 * width);
  const result = either(isSmall, small, { ...fixed, exponent: plus(fixed.exponent, up) });
  return round(
    type,
    {
      isNan: x.isNan,
      isInf: and(or(x.isInf, isBeyond), not(x.sign), not(x.isZero)),
      isZero: x.isZero,
      sign: x.sign,
    },
    either(and(or(x.isInf, isBeyond), x.sign), minusOne, result),
  );
}

export function expm1Series(width: number): readonly bigint[] {
  return series((n) => inverseFactorial(n + 1, width), 2);
}

/** x * series(argument) and e^x, of which one is needed: one polynomial computes either. */
export function seriesOrPower(
  x: Operand,
  negative: Expr,
  highest: number,
  isSmall: Expr,
  coefficients: readonly bigint[],
  argument: Integer = toFixed(x, negative, workingWidth(x.format), -3),
): { readonly small: Real; readonly large: Power } {
  const width = workingWidth(x.format);
  const wide = width + 12;
  const exponent = shortMultiple(x, negative, highest, inverseLn2(wide), wide);
  const reduced = reduce(toFixed(x, negative, wide, highest), exponent, width);
  const polynomial = horner(
    eitherPolynomial(isSmall, coefficients, expSeries(width)),
    choose(isSmall, argument, reduced.s),
    width,
  );
  const small = scale({ ...realOf(x), negative }, polynomial, width);
  const significand = shiftedDown(times(reduced.factor, polynomial), width);
  return { small, large: { significand, exponent } };
}

/** (e^|x| ± e^-|x|) / 2 */
function hyperbolic(fn: "sinh" | "cosh", type: FloatType, x: Operand): Expr {
  const { format } = x;
  const width = workingWidth(format);
  const highest = topBelow((format.maxExponent + 2) * Math.LN2); // half of e^x overflows beyond
  const down = power(x, high, highest);
  const isBeyond = isLess(whole(highest), x.exponentOfTop);
  const special = { isNan: x.isNan, isInf: or(x.isInf, and(isBeyond, not(x.isZero))) };
  const halfSum = (up: Power, combine: typeof plus): Real => {
    const aligned = shiftedDownBy(down.significand, assume(minus(up.exponent, down.exponent), 0, 2n ** 20n));
    const sum = combine(up.significand, aligned);
    return {
      negative: low,
      mantissa: assume(sum, 0, sum.greatest),
      exponent: minus(up.exponent, whole(1 + width)),
    };
  };
  if (fn === "cosh") {
    const result = halfSum(power(x, low, highest), plus);
    const one = { negative: low, mantissa: whole(1), exponent: whole(0) };
    return round(type, { ...special, sign: low }, either(x.isZero, one, result));
  }
  const isSmall = isLess(x.exponentOfTop, whole(-2));
  const square = squared(x, width);
  const odd = series((n) => inverseFactorial(2 * n + 1, width), 4);
  const { small, large } = seriesOrPower(x, low, highest, isSmall, odd, square);
  const result = either(isSmall, small, halfSum(large, minus));
  return round(type, { ...special, sign: x.sign, isZero: x.isZero }, result);
}

/** x^2, fixed-point, for an operand below 1/4. */
function squared(x: Operand, width: number): Integer {
  const { precision } = x.format;
  const square = times(x.significand, x.significand);
  // m^2 2^(2e + W), e = top - precision + 1; top at -3 first, then two places for each below.
  const placed = shiftedDown(square, -(2 * (-3 - precision + 1) + width));
  const below = minusWithin(whole(-3), x.exponentOfTop, 0, -3n - x.exponentOfTop.least);
  return shiftedDownBy(placed, shiftedUp(below, 1));
}
