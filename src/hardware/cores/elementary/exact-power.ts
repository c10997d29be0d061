/**
 * Powers that are rational: whole ones of up to 128 bits and their reciprocals, those of perfect squares, fourth powers
 * and so on to fractions; and square roots. Only they can lie at a midpoint, or too near to one for e^(y ln x) to tell.
 */
import type { Expr } from "../../netlist/nodes.ts";
import { divideFraction, squareRoot } from "../divide.ts";
import { and, bit, concat, extend, high, low, mux, none, not, or, slice, zeros } from "../gates.ts";
import {
  assume,
  choose,
  type Integer,
  isEqual,
  isLess,
  minus,
  plus,
  shiftedDown,
  shiftedUpBy,
  times,
  unsigned,
  whole,
  within,
} from "./integer.ts";
import { padded } from "./quotient.ts";
import { either, normalizedReal, type Operand, type Real } from "./real.ts";

export interface Exact {
  readonly holds: Expr; // the model takes this way
  readonly value: Real;
  readonly sticky: Expr; // the true value lies a little above
}

const longest = 128; // bits of a power that is computed

/** |x|^y for numbers that are not zero; x no power of two, unless y is 1/2. */
export function exactPower(x: Operand, y: Operand, isPowerOfTwo: Expr): Exact {
  const { precision } = x.format;
  const exponent = oddPart(y.significand.bits);
  const lowestPlace = plus(minus(y.exponentOfTop, whole(precision - 1)), exponent.zeros);
  const isHalf = and(isEqual(exponent.odd, whole(1)), isEqual(lowestPlace, whole(-1)), not(y.sign));

  const roots = rootsOf(x);
  const root = roots[0];
  const base = baseFor(x, roots, lowestPlace);
  const shortPlace = assume(choose(isLess(lowestPlace, whole(0)), whole(0), lowestPlace), 0, 7);
  const isShortPlace = isLess(lowestPlace, whole(8));
  const count = shiftedUpBy(exponent.odd, shortPlace);
  const isFew = and(isShortPlace, not(isLess(whole(longest / 2), count)));
  const few = assume(count, 0, longest / 2);
  const odd = oddPart(base.significand);
  const isShort = not(isLess(whole(longest), times(odd.length, few)));

  const power = powerOf(odd.odd, few);
  const scaleOfOdd = plus(minus(base.exponentOfTop, whole(base.significand.width - 1)), odd.zeros);
  const result: Real = { negative: low, mantissa: power, exponent: times(scaleOfOdd, few) };
  const inverse = reciprocal(result, precision);

  const isRational = and(base.holds, isFew, isShort, not(isPowerOfTwo));
  const value = either(y.sign, inverse.value, result);
  return {
    holds: or(isHalf, isRational),
    value: either(isHalf, root.value, value),
    sticky: mux(isHalf, root.sticky, and(y.sign, inverse.sticky)),
  };
}

/** x = odd * 2^zeros */
function oddPart(x: Expr): { readonly odd: Integer; readonly zeros: Integer; readonly length: Integer } {
  const rows = Math.ceil(Math.log2(x.width)) || 1;
  let value = x;
  const count: Expr[] = [];
  for (let k = rows - 1; k >= 0; k--) {
    const by = 2 ** k;
    if (by >= x.width) {
      count.push(low);
      continue;
    }
    const moves = none(slice(value, 0, by));
    value = mux(moves, extend(slice(value, by, x.width - by), x.width), value);
    count.push(moves);
  }
  const zerosOut = assume(unsigned(concat(...count)), 0, x.width - 1);
  // Its top bit is set.
  return { odd: unsigned(value), zeros: zerosOut, length: minus(whole(x.width), zerosOut) };
}

interface Root {
  readonly significand: Expr; // the top bit is set
  readonly exponentOfTop: Integer;
  readonly value: Real;
  readonly sticky: Expr; // it is not exact
}

/** The square root, the fourth root, … as long as one can be a whole number above 1 of odd mantissas. */
function rootsOf(x: Operand): readonly [Root, ...Root[]] {
  const { precision } = x.format;
  const first = rootOf(x.significand.bits, x.exponentOfTop, precision + 2);
  const roots: [Root, ...Root[]] = [first];
  let last = first;
  let bits = Math.ceil(precision / 2);
  for (let degree = 4; degree * Math.log2(3) < precision; degree *= 2) {
    // An exact root has no more bits than these.
    const head = slice(last.significand, last.significand.width - bits, bits);
    const next = rootOf(head, last.exponentOfTop, Math.ceil(bits / 2) + 1);
    last = { ...next, sticky: or(last.sticky, next.sticky) };
    roots.push(last);
    bits = Math.ceil(bits / 2);
  }
  return roots;
}

/** The significand, doubled where the exponent is odd, lies between 1 and 4: its root between 1 and 2. */
function rootOf(significand: Expr, exponentOfTop: Integer, digits: number): Root {
  const isOdd = bit(exponentOfTop.bits, 0);
  const width = 2 * digits;
  const single = padded(concat(zeros(1), significand), width);
  const radicand = mux(isOdd, padded(significand, width), single);
  const { root, sticky } = squareRoot(radicand);
  const half = shiftedDown(exponentOfTop, 1);
  const mantissa = within(root, 1n << BigInt(digits - 1), (1n << BigInt(digits)) - 1n);
  const value = { negative: low, mantissa, exponent: minus(half, whole(digits - 1)) };
  return { significand: root, exponentOfTop: half, value, sticky };
}

/** The root of x that makes a whole power of x^y, for a y whose lowest set bit stands there. */
function baseFor(
  x: Operand,
  roots: readonly Root[],
  lowestPlace: Integer,
): { readonly significand: Expr; readonly exponentOfTop: Integer; readonly holds: Expr } {
  const width = x.format.precision;
  const fitted = (bits: Expr): Expr =>
    bits.width > width ? slice(bits, bits.width - width, width) : padded(bits, width);
  let chosen = {
    significand: x.significand.bits,
    exponentOfTop: x.exponentOfTop,
    holds: not(isLess(lowestPlace, whole(0))),
  };
  for (const [i, root] of roots.entries()) {
    const isIt = isEqual(lowestPlace, whole(-1 - i));
    chosen = {
      significand: mux(isIt, fitted(root.significand), chosen.significand),
      exponentOfTop: choose(isIt, root.exponentOfTop, chosen.exponentOfTop),
      holds: or(chosen.holds, and(isIt, not(root.sticky))),
    };
  }
  return chosen;
}

/** base^count of at most 128 bits, digit by digit of the count from the top: what is there after each has room for it. */
function powerOf(base: Integer, count: Integer): Integer {
  let power: Integer = whole(1);
  for (let k = count.bits.width - 1; k >= 0; k--) {
    const bits = longest >> k;
    const room = (1n << BigInt(bits)) - 1n;
    const square = assume(times(power, power), 1, room);
    const factor = base.bits.width > bits ? unsigned(slice(base.bits, 0, bits)) : base;
    power = choose(bit(count.bits, k), assume(times(square, factor), 1, room), square);
  }
  return power;
}

/** 1 / x, its first digits. */
function reciprocal(x: Real, precision: number): { readonly value: Real; readonly sticky: Expr } {
  const { mantissa, exponentOfTop } = normalizedReal({
    ...x,
    mantissa: assume(x.mantissa, 0, x.mantissa.greatest),
  });
  const digits = precision + 3;
  const one = padded(high, mantissa.width);
  const { quotient, sticky } = divideFraction(one, mantissa, digits);
  return {
    value: {
      negative: low,
      mantissa: within(quotient, 1n << BigInt(digits - 2), (1n << BigInt(digits)) - 1n),
      exponent: minus(whole(-(digits - 1)), exponentOfTop),
    },
    sticky,
  };
}
