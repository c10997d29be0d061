/** asin, acos, atan and atan2 as angles of points, as in types/float/elementary/arc.ts. */
import type { ArcFunction } from "../../../types/float/elementary/arc.ts";
import { pi } from "../../../types/float/elementary/constants.ts";
import { workingWidth } from "../../../types/float/elementary/fixed.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { squareRoot } from "../divide.ts";
import { and, bit, concat, extend, high, low, lowest, mux, none, not, ones, or, slice } from "../gates.ts";
import { shiftRight } from "../shift.ts";
import { angle, type Side } from "./angle.ts";
import {
  assume,
  choose,
  isEqual,
  isLess,
  minus,
  minusWithin,
  plus,
  shiftedDownBy,
  shiftedUp,
  times,
  unsigned,
  whole,
} from "./integer.ts";
import { padded } from "./quotient.ts";
import { either, mantissaBits, type Operand, operandOf, type Real, realOf, round } from "./real.ts";

export function floatArc(fn: ArcFunction, type: FloatType, a: Expr): Expr {
  const x = operandOf(type, a);
  return fn === "atan" ? arcTangent(type, x) : arcSineOrCosine(fn, type, x);
}

function sideOf(x: Operand): Side {
  return { mantissa: x.significand.bits, exponentOfTop: x.exponentOfTop };
}

/** m / 2^fraction */
function exactly(m: bigint, fraction: number): Real {
  return { negative: low, mantissa: whole(m), exponent: whole(-fraction) };
}

function arcTangent(type: FloatType, x: Operand): Expr {
  const width = workingWidth(x.format) + 8;
  const one = { mantissa: high, exponentOfTop: whole(0) };
  const digits = Math.max(width, mantissaBits(x.format) - 1);
  const result = angle(sideOf(x), one, low, width, digits);
  const quarter = exactly(pi(width), width + 1);
  return round(type, { sign: x.sign, isNan: x.isNan, isZero: x.isZero }, either(x.isInf, quarter, result));
}

/** The angle between x and sqrt(1 - x^2). */
function arcSineOrCosine(fn: "asin" | "acos", type: FloatType, x: Operand): Expr {
  const width = workingWidth(x.format) + 8;
  const top = x.exponentOfTop;
  const isWhole = none(lowest(x.significand.bits, x.format.precision - 1) ?? low);
  const isOne = and(isEqual(top, whole(0)), isWhole);
  const isOutside = or(x.isInf, and(not(isOne), isLess(whole(-1), top)));
  const isTiny = or(x.isZero, isLess(top, whole(-width)));
  const isNan = or(x.isNan, and(isOutside, not(x.isZero)));
  const other = coside(x, width);
  const quarterTurn = pi(width);
  if (fn === "asin") {
    const inner = angle(sideOf(x), other, low, width);
    // At 1 the model takes a unit less than an angle of 0 from pi/2.
    const known = either(
      isTiny,
      { ...realOf(x), negative: low },
      either(isOne, exactly(quarterTurn + 1n, width + 1), inner),
    );
    return round(type, { sign: x.sign, isNan, isZero: x.isZero }, known);
  }
  const inner = angle(other, sideOf(x), x.sign, width);
  const known = either(
    isTiny,
    exactly(quarterTurn, width + 1),
    either(isOne, exactly(quarterTurn, width), inner),
  );
  return round(type, { sign: low, isNan, isZero: and(isOne, not(x.sign), not(x.isZero)) }, known);
}

/**
 * sqrt(1 - x^2) of an operand between 2^-width and 1, to as many fraction bits as the model has of it: those of x as it
 * is there, or width + 2 and half of the leading zeros of 1 - x^2.
 */
function coside(x: Operand, width: number): Side {
  const { precision } = x.format;
  const bits = mantissaBits(x.format);
  const top = assume(x.exponentOfTop, -width, -1);
  const least = Math.max(-width, Number(x.exponentOfTop.least));
  const digits = Math.max(bits - 1 - least, width + 3);
  const fraction = 2 * digits; // of 1 - x^2; x^2 itself has 2 (precision - least - 1), which is no more
  const square = times(x.significand, x.significand);
  const placed = shiftedUp(square, fraction - 2 * precision); // x^2 if the top bit of x is at 2^-1
  const below = minusWithin(whole(-1), top, 0, -1 - least);
  const taken = shiftedDownBy(placed, shiftedUp(below, 1));
  const unit = 1n << BigInt(fraction);
  const rest = minusWithin(whole(unit), taken, 1, unit - 1n);

  // Pairs of leading zeros go; there are some where x is above sqrt 1/2, as many as there are bits in x.
  const pairs = leadingPairs(rest.bits, precision);
  const { root } = squareRoot(pairs.value);
  const half = unsigned(pairs.count);
  const isOdd = not(bit(pairs.value, pairs.value.width - 1));
  const roundedUp = plus(half, unsigned(extend(isOdd, 1))); // half of the leading zeros, rounded up
  const wanted = plus(roundedUp, whole(width + 2));
  const own = minus(whole(bits - 1), top);
  const places = choose(isLess(wanted, own), own, wanted);
  const kept = assume(minus(places, half), 1, digits);
  const mask = not(shiftRight(ones(root.width), kept.bits));
  return { mantissa: and(root, mask), exponentOfTop: minus(whole(-1), half) };
}

/** The value times 4^count, no leading pair of zeros left; there are at most `longest` leading zeros. */
function leadingPairs(x: Expr, longest: number): { readonly value: Expr; readonly count: Expr } {
  const rows = Math.max(1, Math.ceil(Math.log2(longest / 2 + 1)));
  let value = x;
  const count: Expr[] = [];
  for (let k = rows - 1; k >= 0; k--) {
    const by = Math.min(2 * 2 ** k, x.width - 2);
    const moves = none(slice(value, x.width - by, by));
    value = mux(moves, padded(slice(value, 0, x.width - by), x.width), value);
    count.push(moves);
  }
  return { value, count: concat(...count) };
}

/** The angle of the point (x, y), between -pi and pi. */
export function floatAtan2(type: FloatType, a: Expr, b: Expr): Expr {
  const y = operandOf(type, a);
  const x = operandOf(type, b);
  const width = workingWidth(x.format) + 8;
  const quarterTurn = pi(width);
  const inner = angle(sideOf(y), sideOf(x), x.sign, width);
  const eighth = either(
    x.sign,
    exactly(2n * quarterTurn - (quarterTurn >> 1n), width + 1),
    exactly(quarterTurn, width + 2),
  );
  const isFlat = or(y.isZero, x.isInf); // an angle of 0 or pi, unless y is infinite
  const known = either(
    y.isInf,
    either(x.isInf, eighth, exactly(quarterTurn, width + 1)),
    either(isFlat, exactly(quarterTurn, width), either(x.isZero, exactly(quarterTurn, width + 1), inner)),
  );
  return round(
    type,
    {
      sign: y.sign,
      isNan: or(x.isNan, y.isNan),
      isZero: and(isFlat, not(y.isInf), not(x.sign)),
    },
    known,
  );
}
