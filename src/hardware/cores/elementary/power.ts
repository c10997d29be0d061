/**
 * x^y as in types/float/elementary/power.ts: exactly where the model takes an exact way (exact-power.ts), else
 * e^(y ln x); then C's cases of zeros, ones, infinities and NaN.
 */
import { inverseLn2 } from "../../../types/float/elementary/constants.ts";
import { workingWidth } from "../../../types/float/elementary/fixed.ts";
import type { Format } from "../../../types/float/format.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { add, and, any, bit, extend, low, lowest, none, not, or, repeat, slice, xor } from "../gates.ts";
import { shiftLeft, shiftRightSticky } from "../shift.ts";
import { exactPower } from "./exact-power.ts";
import { highestTop, powerOfFixed } from "./exp.ts";
import {
  choose,
  type Integer,
  isEqual,
  isLess,
  minus,
  minusWithin,
  plus,
  shiftedDown,
  times,
  whole,
  widened,
  within,
} from "./integer.ts";
import { naturalLog } from "./log.ts";
import { padded } from "./quotient.ts";
import {
  either,
  type Normalized,
  normalizedReal,
  type Operand,
  operandOf,
  type Real,
  round,
  scale,
} from "./real.ts";

export function floatPower(type: FloatType, a: Expr, b: Expr): Expr {
  const x = operandOf(type, a);
  const y = operandOf(type, b);
  const { precision } = x.format;
  const isPowerOfTwo = none(lowest(x.significand.bits, precision - 1) ?? low);
  const isOneInSize = and(
    isPowerOfTwo,
    isEqual(x.exponentOfTop, whole(0)),
    not(x.isZero),
    not(x.isInf),
    not(x.isNan),
  );
  const isOne = or(y.isZero, and(isOneInSize, or(not(x.sign), y.isInf)));
  const isUnit = or(isOne, isOneInSize); // the power is 1 or -1, or NaN
  const { isOdd, isFraction } = parity(y);
  const sign = and(x.sign, isOdd, not(isOne));

  const near = approximate(x, y);
  const exact = exactPower(x, y, isPowerOfTwo);
  const isApproximate = not(exact.holds);
  const value = either(exact.holds, exact.value, near.value);
  const one = { negative: low, mantissa: whole(1), exponent: whole(0) };

  // Infinite, or zero, as the exponent grows: for x above 1 and y positive, or both the other way round.
  const isLarge = or(x.isInf, and(not(x.isZero), not(isLess(x.exponentOfTop, whole(0)))));
  const isExtreme = or(x.isInf, x.isZero, y.isInf, and(isApproximate, near.isBeyond));
  const grows = not(xor(isLarge, not(y.sign)));
  const isHalfOfLeast = and(isApproximate, isTieAtZero(x, y, isPowerOfTwo));
  return round(
    type,
    {
      sign: and(sign, not(y.isInf)),
      isNan: and(not(isOne), or(x.isNan, y.isNan, and(x.sign, isFraction, not(x.isInf), not(x.isZero)))),
      isInf: and(not(isUnit), isExtreme, grows),
      isZero: and(not(isUnit), or(and(isExtreme, not(grows)), isHalfOfLeast)),
    },
    either(isUnit, one, value),
    and(not(isUnit), exact.holds, exact.sticky),
  );
}

/** Of an exponent that is neither zero nor infinite; infinities count as even. */
function parity(y: Operand): { readonly isOdd: Expr; readonly isFraction: Expr } {
  const { precision } = y.format;
  const top = y.exponentOfTop;
  const isWhole = not(isLess(top, whole(0)));
  const hasUnit = and(isWhole, isLess(top, whole(precision)));
  const amount = minusWithin(top, whole(0), 0, precision - 1);
  const placed = shiftLeft(extend(y.significand.bits, 2 * precision), amount.bits);
  const below = any(lowest(placed, precision - 1) ?? low);
  const finite = and(not(y.isInf), not(y.isZero));
  return {
    isOdd: and(finite, hasUnit, bit(placed, precision - 1), not(below)),
    isFraction: and(finite, or(not(isWhole), and(hasUnit, below))),
  };
}

/** e^(y ln |x|); beyond the format's range where `isBeyond`. */
function approximate(x: Operand, y: Operand): { readonly value: Real; readonly isBeyond: Expr } {
  const { format } = x;
  const width = workingWidth(format);
  const wide = width + 12;
  const logarithm = naturalLog(x.significand, x.exponentOfTop, width + format.type.exponent + 20);
  const product = normalizedReal(scale({ ...logarithm, negative: low }, y.significand, format.precision - 1));
  const exponentOfTop = plus(product.exponentOfTop, y.exponentOfTop);
  const highest = highestTop(format, Math.LN2);
  const argument = toFixed({ ...product, exponentOfTop }, xor(logarithm.negative, y.sign), wide, highest);
  const k = shiftedDown(
    plus(times(argument, whole(inverseLn2(wide))), whole(1n << BigInt(2 * wide - 1))),
    2 * wide,
  );
  const { significand, exponent } = powerOfFixed(argument, k, width);
  return {
    value: { negative: low, mantissa: significand, exponent: minus(exponent, whole(width)) },
    isBeyond: isLess(whole(highest), exponentOfTop),
  };
}

/** floor(± x * 2^fraction) of a number below 2^(highest + 1). */
function toFixed(x: Normalized, negative: Expr, fraction: number, highest: number): Integer {
  const width = highest + 1 + fraction;
  const head = padded(x.mantissa, width);
  const kept = slice(head, head.width - width, width);
  const rest = lowest(head, head.width - width);
  const amount = minusWithin(whole(highest), x.exponentOfTop, 0, BigInt(highest) - x.exponentOfTop.least);
  const moved = shiftRightSticky(kept, amount.bits);
  const isExact = not(rest === null ? moved.sticky : or(moved.sticky, any(rest)));
  const limit = 1n << BigInt(width);
  const bits = extend(moved.value, width + 1);
  // -m, or one less where something was lost: the complement of m.
  const signed = add(xor(bits, repeat(negative, width + 1)), extend(and(negative, isExact), width + 1));
  return within(signed, -limit, limit - 1n);
}

/** Half the least subnormal number, as a power of 2^e: a tie, which goes to zero. The other powers round as they are. */
function isTieAtZero(x: Operand, y: Operand, isPowerOfTwo: Expr): Expr {
  const { format } = x;
  if (!format.subnormals) return low;
  const exponent = tieExponent(format); // negative
  const e = x.exponentOfTop;
  const size = choose(isLess(e, whole(0)), minus(whole(0), e), e);
  const product = times(within(size.bits, 0, size.greatest), y.significand); // |e y| 2^(precision - 1 - top of y)
  const { precision } = format;
  const down = minusWithin(
    whole(precision - 1),
    y.exponentOfTop,
    0,
    BigInt(precision - 1) - y.exponentOfTop.least,
  );
  const tie = whole(-exponent);
  const wanted = shiftLeft(widened(tie, product.bits.width + tie.bits.width), down.bits); // nothing is lost in range
  const isInRange = and(isLess(y.exponentOfTop, whole(precision)), isLess(down, whole(product.bits.width)));
  const isSame = isEqual(within(wanted, 0, (1n << BigInt(wanted.width)) - 1n), product);
  return and(isPowerOfTwo, isInRange, isSame, xor(isLess(e, whole(0)), y.sign));
}

function tieExponent(format: Format): number {
  return format.minExponent - format.precision;
}
