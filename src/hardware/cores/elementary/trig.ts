/** x = n pi/2 + r by a window of the bits of 2/pi, then Taylor polynomials: as in types/float/elementary/trig.ts. */
import { inverseFactorial, pi, twoOverPi } from "../../../types/float/elementary/constants.ts";
import { series, workingWidth } from "../../../types/float/elementary/fixed.ts";
import type { TrigFunction } from "../../../types/float/elementary/trig.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { add, bit, constant, extend, highest, low, mux, not, or, slice, top, xor } from "../gates.ts";
import {
  assume,
  choose,
  type Integer,
  isLess,
  isNegative,
  magnitude,
  minus,
  minusWithin,
  plus,
  shiftedDown,
  shiftedDownBy,
  shiftedUp,
  signedLow,
  times,
  unsigned,
  unsignedLow,
  whole,
  within,
} from "./integer.ts";
import { constants, eitherPolynomial, horner } from "./polynomial.ts";
import { padded, quotientOf } from "./quotient.ts";
import {
  either,
  fromFixed,
  mantissaBits,
  type Normalized,
  normalizedReal,
  type Operand,
  operandOf,
  type Real,
  round,
} from "./real.ts";

export function floatTrig(fn: TrigFunction, type: FloatType, a: Expr): Expr {
  const x = operandOf(type, a);
  const reduced = reduce(x);
  return fn === "tan" ? tangent(type, x, reduced) : sineOrCosine(fn, type, x, reduced);
}

/** |r| <= pi/4, with the top bit of its mantissa set. */
interface Reduced {
  readonly quadrant: Expr; // n mod 4
  readonly negative: Expr;
  readonly mantissa: Integer;
  readonly exponentOfTop: Integer;
  readonly extra: Integer; // bits of the mantissa beyond those that it has in the model
}

/** Only one of both polynomials is needed: one row of multipliers. */
function sineOrCosine(fn: "sin" | "cos", type: FloatType, x: Operand, r: Reduced): Expr {
  const width = workingWidth(x.format);
  const isOdd = bit(r.quadrant, 0);
  const isCosine = fn === "sin" ? isOdd : not(isOdd);
  const polynomial = horner(
    eitherPolynomial(isCosine, cosines(width), sines(width)),
    squared(r, width),
    width,
  );
  const result = either(isCosine, fromFixed(polynomial, width), sineOf(r, polynomial, width));
  // sin changes its sign in quadrants 2 and 3, cos in 1 and 2; of x = 0, cos is 1, for r = 0 is the top bit alone.
  const isTurned = fn === "sin" ? bit(r.quadrant, 1) : xor(bit(r.quadrant, 1), bit(r.quadrant, 0));
  const sign = xor(isTurned, result.negative);
  const isNan = or(x.isNan, x.isInf);
  if (fn === "sin")
    return round(type, { isNan, isZero: x.isZero, sign: mux(x.isZero, x.sign, sign) }, result);
  const one = { negative: low, mantissa: whole(1), exponent: whole(0) };
  const whenZero = either(x.isZero, one, { ...result, negative: sign });
  return round(type, { isNan }, whenZero);
}

function tangent(type: FloatType, x: Operand, r: Reduced): Expr {
  const width = workingWidth(x.format);
  const square = squared(r, width);
  const cosine = normalizedReal(fromFixed(horner(constants(cosines(width)), square, width), width));
  const sine = sineOf(r, horner(constants(sines(width)), square, width), width);
  const normalSine = normalizedReal(sine);
  const isOdd = bit(r.quadrant, 0);
  // Digits of the model's quotient: the difference of lengths, or `width` + 2 if that is more.
  const lengthOfSine = minus(normalSine.length, r.extra);
  const difference = minus(lengthOfSine, cosine.length);
  const least = whole(width + 2);
  const digits = choose(or(isOdd, isLess(difference, least)), least, difference);
  const size = Math.max(normalSine.mantissa.width, cosine.mantissa.width);
  const pick = (whenOdd: Normalized, whenEven: Normalized): Normalized => ({
    negative: low,
    mantissa: mux(isOdd, padded(whenOdd.mantissa, size), padded(whenEven.mantissa, size)),
    exponentOfTop: choose(isOdd, whenOdd.exponentOfTop, whenEven.exponentOfTop),
    length: whole(size),
  });
  const { value, sticky } = quotientOf(
    pick(cosine, normalSine),
    pick(normalSine, cosine),
    assume(digits, width + 2, digits.greatest),
    x.format.precision,
  );
  return round(
    type,
    {
      isNan: or(x.isNan, x.isInf),
      isZero: x.isZero,
      sign: mux(x.isZero, x.sign, xor(isOdd, sine.negative)),
    },
    value,
    sticky,
  );
}

function sines(width: number): readonly bigint[] {
  return series((n) => alternate(n, inverseFactorial(2 * n + 1, width)), 0);
}

function cosines(width: number): readonly bigint[] {
  return series((n) => alternate(n, inverseFactorial(2 * n, width)), 0);
}

function alternate(n: number, value: bigint): bigint {
  return n % 2 === 0 ? value : -value;
}

function sineOf(r: Reduced, polynomial: Integer, width: number): Real {
  return {
    negative: r.negative,
    mantissa: times(r.mantissa, magnitude(polynomial)),
    exponent: minus(r.exponentOfTop, whole(r.mantissa.bits.width - 1 + width)),
  };
}

/** r^2 with `width` fraction bits, from the top bits of r. */
function squared(r: Reduced, width: number): Integer {
  const kept = Math.min(width, r.mantissa.bits.width);
  const short = shiftedDown(r.mantissa, r.mantissa.bits.width - kept);
  // r is below 1: with the top bit at 2^-1 the square loses 2 kept - width bits; two more for each place below.
  const placed = shiftedDown(times(short, short), 2 * kept - width);
  const below = minusWithin(whole(-1), r.exponentOfTop, 0, -1n - r.exponentOfTop.least);
  const square = shiftedDownBy(placed, shiftedUp(below, 1));
  return assume(square, 0, (5n << BigInt(width)) >> 3n); // (pi/4)^2 = 0.617
}

function reduce(x: Operand): Reduced {
  const { format, significand, sign } = x;
  const { precision } = format;
  const width = workingWidth(format);
  const fraction = width + 2 * precision + format.type.exponent + 8;
  const fine = width + 8;
  const isSmall = isLess(x.exponentOfTop, whole(-1)); // then it is r

  const turns = unsignedLow(times(significand, windowOf(x, fraction)), fraction + 2);
  const offset = signedLow(turns, fraction);
  // To the nearest integer: one more where the first fraction bit is set.
  const n = add(slice(turns.bits, fraction, 2), extend(bit(turns.bits, fraction - 1), 2));
  const normal = normalizedReal(fromFixed(offset, fraction));
  const head = highest(normal.mantissa, fine) ?? normal.mantissa;
  const quarterTurn = pi(fine); // pi/2 with one more fraction bit
  const product = times(within(head, 1n << BigInt(fine - 1), (1n << BigInt(fine)) - 1n), whole(quarterTurn));
  const size = product.bits.width;
  const isLong = top(product.bits);
  const full = (1n << BigInt(size)) - 1n;
  const filled = within(
    mux(isLong, product.bits, padded(slice(product.bits, 0, size - 1), size)),
    1n << BigInt(size - 1),
    full,
  );
  // The top bits of head and pi / 2 stand at 2^exponent and 2^0; their product's there or one higher.
  const exponentOfTop = plus(normal.exponentOfTop, within(isLong, 0, 1));
  const small = within(padded(significand.bits, size), 1n << BigInt(size - 1), full);
  const negativeN = minusWithin(whole(0), unsigned(n), -3, 0);
  return {
    quadrant: mux(isSmall, constant(2, 0), mux(sign, slice(negativeN.bits, 0, 2), n)),
    negative: mux(isSmall, sign, xor(sign, isNegative(offset))),
    mantissa: choose(isSmall, small, filled),
    exponentOfTop: choose(
      isSmall,
      assume(x.exponentOfTop, -(2n ** 30n), -2),
      assume(exponentOfTop, -(2n ** 30n), -1),
    ),
    extra: choose(isSmall, whole(size - mantissaBits(format)), choose(isLong, whole(0), whole(1))),
  };
}

/** The bits of 2/pi that count for an operand of this exponent, from 2^(-exponent + 2) on. */
function windowOf(x: Operand, fraction: number): Integer {
  const { precision, maxExponent } = x.format;
  const reach = Math.max(0, maxExponent - precision + 1);
  const width = fraction + 2;
  const most = reach + precision; // at exponent -1
  const amount = minusWithin(whole(reach + precision - 1), x.exponentOfTop, 0, most);
  let bits: Expr = constant(width + 2 ** amount.bits.width, twoOverPi(fraction + reach));
  for (let k = amount.bits.width - 1; k >= 0; k--) {
    const kept = width + 2 ** k - 1; // all that the smaller shifts still need
    const by = Math.min(2 ** k, bits.width);
    const moved = by === bits.width ? constant(1, 0) : slice(bits, by, bits.width - by);
    bits = mux(bit(amount.bits, k), extend(moved, kept), extend(bits, kept));
  }
  return unsigned(bits);
}
