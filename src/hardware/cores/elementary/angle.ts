/**
 * atan(a / b), as in types/float/elementary/arc.ts: the smaller over the larger is z, j/16 the nearest to it, and
 * atan z = atan(j/16) + atan t, with t = z where j is 0.
 */
import { atanOf, inverseOf, pi } from "../../../types/float/elementary/constants.ts";
import { series } from "../../../types/float/elementary/fixed.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { divideFraction } from "../divide.ts";
import {
  add,
  addOrSubtract,
  and,
  below,
  concat,
  gate,
  low,
  mux,
  none,
  not,
  or,
  slice,
  top,
} from "../gates.ts";
import {
  assume,
  choose,
  type Integer,
  isEqual,
  isLess,
  isNegative,
  lookUp,
  magnitude,
  minus,
  minusWithin,
  negatedIf,
  plus,
  shiftedDown,
  shiftedDownBy,
  shiftedUp,
  shiftedUpBy,
  times,
  unsigned,
  whole,
  widened,
  within,
} from "./integer.ts";
import { constants, horner } from "./polynomial.ts";
import { padded } from "./quotient.ts";
import { either, fromFixed, type Real } from "./real.ts";

/** A positive number, the top bit of its mantissa set. */
export interface Side {
  readonly mantissa: Expr;
  readonly exponentOfTop: Integer;
}

/**
 * The angle of the point (b, a); where `isObtuse`, pi less it. `flatDigits`: how many digits the model's quotient a / b
 * has where a is the smaller and j is 0; all others have `width`.
 */
export function angle(a: Side, b: Side, isObtuse: Expr, width: number, flatDigits = width): Real {
  const size = Math.max(a.mantissa.width, b.mantissa.width);
  const [left, right] = [padded(a.mantissa, size), padded(b.mantissa, size)];
  const isSteep = or(
    isLess(b.exponentOfTop, a.exponentOfTop),
    and(isEqual(a.exponentOfTop, b.exponentOfTop), below(right, left)),
  );
  const small = normal(mux(isSteep, right, left));
  const large = normal(mux(isSteep, left, right));
  const difference = minus(b.exponentOfTop, a.exponentOfTop);
  const distance = assume(negatedIf(isSteep, difference), 0, 2n ** 20n);
  const isShort = flatDigits === width ? low : isSteep;
  const octant = firstOctant(small, large, distance, width, flatDigits, isShort);

  const halfTurn = pi(width); // pi, or pi/2 with one more fraction bit
  const base = choose(and(isObtuse, not(isSteep)), whole(2n * halfTurn), whole(halfTurn));
  const isMinus = not(and(isSteep, isObtuse));
  const turned = plus(base, negatedIf(isMinus, octant.fixed));
  const positive = assume(turned, halfTurn / 4n, 2n * halfTurn);
  return either(or(isSteep, isObtuse), fromFixed(positive, width + 1), octant.value);
}

/** Bits with the top one set, as an integer. */
function normal(bits: Expr): Integer {
  return within(bits, 1n << BigInt(bits.width - 1), (1n << BigInt(bits.width)) - 1n);
}

interface Octant {
  readonly value: Real;
  readonly fixed: Integer; // with width + 1 fraction bits
}

/**
 * atan(small / large / 2^distance), at most pi/4; the mantissas are integers of one length. The quotient has `digits`
 * after the first, where `isShort` only `width`.
 */
function firstOctant(
  small: Integer,
  large: Integer,
  distance: Integer,
  width: number,
  digits: number,
  isShort: Expr,
): Octant {
  // With more than 5 places between them j is 0. Else z = near / 32 large.
  const isFar = isLess(whole(5), distance);
  const near = shiftedUpBy(small, minusWithin(whole(5), distance, 0, 5));
  const { j: nearJ, rest } = sixteenths(near, large);
  const j = choose(isFar, whole(0), nearJ);
  const isFirst = none(j.bits);

  // z = small / large, below 2; or 16 t = 256 (rest - large) / (512 large + j near), below 1: one division.
  const across = minus(rest, large);
  const along = plus(shiftedUp(large, 9), times(j, near));
  const size = along.bits.width;
  const by = size - large.bits.width;
  const numerator = choose(isFirst, shiftedUp(small, by), shiftedUp(magnitude(across), 8));
  const denominator = choose(isFirst, shiftedUp(large, by), along);
  const { quotient } = divideFraction(widened(numerator, size), widened(denominator, size), digits + 1);
  // |t| = mantissa / 2^(digits + place)
  const whenFirst = mux(isShort, onlyHighest(quotient, width + 1), quotient);
  const whenLater = shiftedUp(unsigned(slice(onlyHighest(quotient, width - 3), 0, digits)), 1);
  const mantissa = choose(isFirst, unsigned(whenFirst), whenLater);
  const place = choose(isFirst, assume(distance, 5, distance.greatest), whole(5));
  const beyond = minus(place, whole(5));

  const squareAtFive = shiftedDown(times(mantissa, mantissa), 2 * digits - width + 10);
  const square = assume(shiftedDownBy(squareAtFive, shiftedUp(beyond, 1)), 0, 1n << BigInt(width - 9));
  const polynomial = horner(constants(atanSeries(width)), square, width);
  const arc = times(mantissa, polynomial);

  // j = 0: a unit of the model's less than the product. Else the sum with the table's, rounded down.
  const unit = choose(isShort, whole(1n << BigInt(digits - width)), whole(1));
  const first = assume(minus(arc, unit), 1n << BigInt(digits + width - 2), arc.greatest);
  const entries = Array.from({ length: 17 }, (_, n) => (n === 0 ? 0n : atanOf(n, 16, width)));
  const tail = shiftedDown(negatedIf(isNegative(across), arc), digits + 5);
  const sum = plus(lookUp(j, entries), tail);
  const later = assume(sum, 1n << BigInt(width - 6), sum.greatest);
  return {
    value: either(
      isFirst,
      { negative: low, mantissa: first, exponent: minus(whole(-digits - width), place) },
      fromFixed(later, width),
    ),
    fixed: choose(isFirst, shiftedDownBy(shiftedDown(first, digits + 4), beyond), shiftedUp(later, 1)),
  };
}

/** The others cleared. */
function onlyHighest(bits: Expr, kept: number): Expr {
  return kept >= bits.width ? bits : padded(slice(bits, bits.width - kept, kept), bits.width);
}

function atanSeries(width: number): readonly bigint[] {
  return series((n) => (n % 2 === 0 ? 1n : -1n) * inverseOf(2 * n + 1, width), 9);
}

/**
 * 16 z to the nearest integer (a half rounds up), z = near / 32 large: (near + large) / (2 large), five digits, without
 * restoring. The rest is what is left of the dividend, below 2 large.
 */
function sixteenths(near: Integer, large: Integer): { readonly j: Integer; readonly rest: Integer } {
  const dividend = plus(near, large);
  const width = Math.max(dividend.bits.width, large.bits.width + 5) + 1;
  const step = (k: number): Expr => widened(shiftedUp(large, k + 1), width);
  let rest: Expr = widened(dividend, width);
  let negative: Expr = low;
  const digits: Expr[] = [];
  for (let k = 4; k >= 0; k--) {
    rest = addOrSubtract(not(negative), rest, step(k));
    negative = top(rest);
    digits.push(not(negative));
  }
  const restored = add(rest, gate(negative, step(0)));
  return { j: within(concat(...digits), 0, 16), rest: within(restored, 0, 2n * large.greatest) };
}
