/** Cube root and hypotenuse, correctly rounded, so that only the first digits and whether more follow are needed. */
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { squareRoot } from "../divide.ts";
import {
  add,
  and,
  any,
  below,
  concat,
  constant,
  extend,
  low,
  mux,
  not,
  or,
  slice,
  sub,
  zeros,
} from "../gates.ts";
import { shiftRightSticky } from "../shift.ts";
import {
  assume,
  choose,
  type Integer,
  isEqual,
  isLess,
  maximum,
  minus,
  minusWithin,
  plus,
  shiftedDown,
  shiftedUp,
  times,
  whole,
  widened,
  widthFor,
  within,
} from "./integer.ts";
import { operandOf, round } from "./real.ts";

/** The significand times 1, 2 or 4, so that the exponent divides by 3: between 1 and 8, its root between 1 and 2. */
export function floatCbrt(type: FloatType, a: Expr): Expr {
  const x = operandOf(type, a);
  const { precision } = x.format;
  const third = Math.floor(Number(x.exponentOfTop.least) / 3);
  const { quotient, rest } = divideByThree(minus(x.exponentOfTop, whole(3 * third)));
  const one = shiftedUp(x.significand, 1);
  const two = shiftedUp(x.significand, 2);
  const grown = choose(isEqual(rest, whole(2)), two, choose(isEqual(rest, whole(1)), one, x.significand));
  const digits = precision + 2;
  const radicand = shiftedUp(grown, 3 * (digits - 1) - (precision - 1));
  const { root, sticky } = cubeRoot(widened(radicand, 3 * digits), digits);
  return round(
    type,
    { sign: x.sign, isNan: x.isNan, isInf: x.isInf, isZero: x.isZero },
    {
      negative: x.sign,
      mantissa: within(root, 1n << BigInt(digits - 1), (1n << BigInt(digits)) - 1n),
      exponent: plus(quotient, whole(third - (digits - 1))),
    },
    sticky,
  );
}

/** Of a number that is not negative: times a third, rounded up in so many bits that it does not matter. */
function divideByThree(x: Integer): { readonly quotient: Integer; readonly rest: Integer } {
  const bits = widthFor(0n, x.greatest) + 2;
  const reciprocal = ((1n << BigInt(bits)) + 2n) / 3n;
  const quotient = shiftedDown(times(assume(x, 0, x.greatest), whole(reciprocal)), bits);
  return { quotient, rest: minusWithin(x, times(quotient, whole(3)), 0, 2) };
}

/**
 * floor of the cube root, a digit in each row: with r so far, another 1 takes (2r + 1)^3 - (2r)^3 = 12 r^2 + 6 r + 1
 * from what is left. 3 r^2 goes along.
 */
function cubeRoot(radicand: Expr, digits: number): { readonly root: Expr; readonly sticky: Expr } {
  let rest: Expr = zeros(1);
  let root: Expr = zeros(1);
  let threeSquares: Expr = zeros(1);
  for (let k = digits - 1; k >= 0; k--) {
    const done = digits - k; // digits after this row
    const width = 2 * done + 4; // the rest stays below 3 r^2 + 3 r + 1
    const shifted = extend(concat(rest, slice(radicand, 3 * k, 3)), width);
    const sixRoots = add(extend(concat(root, zeros(2)), width), extend(concat(root, zeros(1)), width));
    const fourths = extend(concat(threeSquares, zeros(2)), width);
    const step = add(add(fourths, sixRoots), constant(width, 1));
    const isOne = not(below(shifted, step));
    rest = mux(isOne, sub(shifted, step), shifted);
    threeSquares = mux(isOne, add(add(step, sixRoots), constant(width, 2)), fourths);
    root = k === digits - 1 ? isOne : concat(root, isOne);
  }
  return { root, sticky: any(rest) };
}

/** sqrt(x^2 + y^2): the larger square with six bits below it, and whatever of the smaller reaches these. */
export function floatHypot(type: FloatType, a: Expr, b: Expr): Expr {
  const x = operandOf(type, a);
  const y = operandOf(type, b);
  const { precision } = x.format;
  const isFirst = or(y.isZero, and(not(isLess(x.exponentOfTop, y.exponentOfTop)), not(x.isZero)));
  const large = choose(isFirst, x.significand, y.significand);
  const small = choose(isFirst, y.significand, x.significand);
  const top = choose(isFirst, x.exponentOfTop, y.exponentOfTop);
  const isAlone = or(x.isZero, y.isZero);
  const difference = minus(x.exponentOfTop, y.exponentOfTop);
  const most = maximum(difference.greatest, -difference.least); // either may be a constant
  const distance = choose(isFirst, assume(difference, 0, most), minusWithin(whole(0), difference, 0, most));
  const guard = 6;
  const square = concat(times(small, small).bits, zeros(guard));
  const moved = shiftRightSticky(square, widened(shiftedUp(distance, 1), distance.bits.width + 1));
  const width = 2 * precision + guard + 2;
  const other = mux(isAlone, zeros(width), extend(moved.value, width));
  const sum = add(extend(concat(times(large, large).bits, zeros(guard)), width), other);
  const { root, sticky } = squareRoot(sum);
  const digits = width / 2;
  return round(
    type,
    {
      sign: low,
      isNan: and(or(x.isNan, y.isNan), not(or(x.isInf, y.isInf))),
      isInf: or(x.isInf, y.isInf),
      isZero: and(x.isZero, y.isZero),
    },
    {
      negative: low,
      mantissa: within(root, 1n << BigInt(digits - 2), (1n << BigInt(digits)) - 1n),
      exponent: minus(top, whole(precision - 1 + guard / 2)),
    },
    or(sticky, and(not(isAlone), moved.sticky)),
  );
}
