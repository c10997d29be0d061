/**
 * tanh x = q / (q + 2), q = e^2|x| - 1, as in types/float/elementary/exp.ts. Once q is beyond 2^(precision + 4), what
 * the model divides rounds to 1.
 */
import { workingWidth } from "../../../types/float/elementary/fixed.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { and, low, mux, not, or, zeros } from "../gates.ts";
import { expm1Series, seriesOrPower, topBelow } from "./exp.ts";
import {
  assume,
  choose,
  isLess,
  minus,
  minusWithin,
  plus,
  shiftedDown,
  shiftedDownBy,
  shiftedUpBy,
  unsigned,
  whole,
} from "./integer.ts";
import { padded, quotientOf } from "./quotient.ts";
import {
  either,
  fromFixed,
  mantissaBits,
  type Normalized,
  normalizedReal,
  operandOf,
  round,
} from "./real.ts";

export function floatTanh(type: FloatType, a: Expr): Expr {
  const x = operandOf(type, a);
  const { precision } = x.format;
  const width = workingWidth(x.format);
  const most = precision + 4;
  const double = { ...x, exponentOfTop: plus(x.exponentOfTop, whole(1)) };
  const top = double.exponentOfTop;
  const highest = topBelow((most + 2) * Math.LN2);
  const isSmall = isLess(top, whole(-2));
  const { small, large } = seriesOrPower(double, low, highest, isSmall, expm1Series(width));
  const isOne = or(
    x.isInf,
    and(
      not(x.isZero),
      or(isLess(whole(highest), top), and(not(isSmall), isLess(whole(most), large.exponent))),
    ),
  );

  // q, and q with W fraction bits
  const grown = shiftedUpBy(large.significand, assume(large.exponent, 0, most));
  const fixed = minusWithin(grown, whole(1n << BigInt(width)), 1n << BigInt(width - 3), grown.greatest);
  const smallQ = normalizedReal(small);
  const largeQ = normalizedReal(fromFixed(fixed, width));
  // q is below 2^-1: with its top bit at 2^-2 first, then further down.
  const placed = shiftedDown(unsigned(smallQ.mantissa), smallQ.mantissa.width - width + 1);
  const below = minusWithin(whole(-2), smallQ.exponentOfTop, 0, -2n - smallQ.exponentOfTop.least);
  const floor = shiftedDownBy(placed, below);
  const q = choose(isSmall, assume(floor, 0, 1n << BigInt(width - 1)), fixed);
  const sum = normalizedReal(fromFixed(plus(q, whole(2n << BigInt(width))), width));

  const size = Math.max(smallQ.mantissa.width, largeQ.mantissa.width);
  const dividend: Normalized = {
    negative: low,
    mantissa: mux(isSmall, padded(smallQ.mantissa, size), padded(largeQ.mantissa, size)),
    exponentOfTop: choose(isSmall, smallQ.exponentOfTop, largeQ.exponentOfTop),
    length: whole(size),
  };
  // Digits in the model: the difference of lengths, or W if that is more. Only the small q is long.
  const length = plus(smallQ.length, whole(mantissaBits(x.format) - precision));
  const difference = minus(length, whole(width + 2));
  const digits = choose(and(isSmall, isLess(whole(width), difference)), difference, whole(width));
  const { value, sticky } = quotientOf(dividend, sum, assume(digits, width, digits.greatest), precision);
  const one = { negative: low, mantissa: whole(1), exponent: whole(0) };
  return round(
    type,
    { sign: x.sign, isNan: x.isNan, isZero: x.isZero },
    either(isOne, one, value),
    mux(isOne, zeros(1), sticky),
  );
}
