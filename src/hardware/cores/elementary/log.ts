/** ln x = k ln 2 - ln c + ln(1 + t), as in types/float/elementary/log.ts. */
import { inverseLn2, inverseLn10, ln2, logOf } from "../../../types/float/elementary/constants.ts";
import { workingWidth } from "../../../types/float/elementary/fixed.ts";
import { type LogFunction, logSeries, reciprocals } from "../../../types/float/elementary/log.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { and, mux, none, not, or, slice } from "../gates.ts";
import {
  assume,
  choose,
  count,
  type Integer,
  isEqual,
  isLess,
  isNegative,
  lookUp,
  maximum,
  minimum,
  minus,
  plus,
  shiftedDown,
  shiftedUp,
  times,
  whole,
  within,
} from "./integer.ts";
import { constants, horner } from "./polynomial.ts";
import {
  either,
  fromFixed,
  normalizedReal,
  operandOf,
  type Real,
  realOf,
  round,
  scale,
  toFixed,
} from "./real.ts";

export function floatLog(fn: LogFunction, type: FloatType, a: Expr): Expr {
  if (fn === "log1p") return floatLog1p(type, a);
  const x = operandOf(type, a);
  const width = workingWidth(x.format) + 8;
  const result = naturalLog(x.significand, x.exponentOfTop, width);
  const scaled =
    fn === "log"
      ? result
      : scale(result, whole(fn === "log2" ? inverseLn2(width) : inverseLn10(width)), width);
  return round(
    type,
    {
      sign: mux(or(x.isZero, x.isInf), x.isZero, scaled.negative),
      isNan: or(x.isNan, and(x.sign, not(x.isZero))),
      isInf: or(x.isInf, x.isZero),
    },
    scaled,
  );
}

/** ln of a significand with its top bit set, of that exponent. */
export function naturalLog(significand: Integer, exponentOfTop: Integer, width: number): Real {
  const reduced = reduceLog(significand, exponentOfTop);
  const t = shiftedDown(reduced.t, reduced.fraction - width);
  return sumOfLogs(reduced, horner(constants(logSeries(width)), t, width), width);
}

interface Reduced {
  readonly k: Integer;
  readonly index: Integer; // of the reciprocal
  readonly t: Integer;
  readonly fraction: number; // bits of t
}

function reduceLog(significand: Integer, exponentOfTop: Integer): Reduced {
  const sixBits = shiftedUp(significand, Math.max(0, 7 - significand.bits.width));
  const fraction = sixBits.bits.width; // of z: one more than the significand has
  const isUpper = not(isLess(shiftedDown(sixBits, fraction - 6), whole(45)));
  const unit = BigInt(fraction - 6);
  const z = assume(choose(isUpper, sixBits, shiftedUp(sixBits, 1)), 45n << unit, (90n << unit) - 1n);
  const index = minus(shiftedDown(z, fraction - 6), whole(45));
  const product = times(z, lookUp(index, reciprocals));
  const ends = reciprocals.flatMap((c, i) => [BigInt(c * (i + 45)), BigInt(c * (i + 46))]);
  const [least, greatest] = [ends.reduce(minimum), ends.reduce(maximum)].map(
    (end) => (end - (256n << 6n)) << unit,
  ) as [bigint, bigint];
  const t = assume(minus(product, whole(1n << BigInt(fraction + 8))), least, greatest);
  return { k: plus(exponentOfTop, count(isUpper)), index, t, fraction: fraction + 8 };
}

/** Next to 1, where k = 0 and c = 1, the product t P alone. */
function sumOfLogs({ k, index, t, fraction }: Reduced, polynomial: Integer, width: number): Real {
  const product = times(t, polynomial);
  const first = reciprocals.indexOf(256);
  const isOne = or(isEqual(index, whole(first)), isEqual(index, whole(first + 1)));
  const logs = reciprocals.map((c) => logOf(256, c, width));
  const whenFar = plus(
    plus(times(k, whole(ln2(width))), lookUp(index, logs)),
    shiftedDown(product, fraction),
  );
  return either(
    and(isOne, isEqual(k, whole(0))),
    fromFixed(product, fraction + width),
    fromFixed(whenFar, width),
  );
}

/** Below 2^-6 the series of x itself, by the same multipliers; else ln of the exact 1 + x, down to the working width. */
function floatLog1p(type: FloatType, a: Expr): Expr {
  const x = operandOf(type, a);
  const { precision } = x.format;
  const width = workingWidth(x.format) + 8;
  const top = x.exponentOfTop;
  const isSmall = isLess(top, whole(-6));
  const isHuge = isLess(whole(width), top); // 1 + x is x, to this width

  const fine = precision + 5; // of numbers from 2^-6 on, none has more fraction bits
  const sum = plus(toFixed(x, x.sign, fine, width), whole(1n << BigInt(fine)));
  const isBelow = isNegative(sum);
  const isNothing = none(sum.bits);
  const positive = assume(sum, 0, sum.greatest);
  const normal = normalizedReal(fromFixed(positive, fine));
  const kept = Math.min(normal.mantissa.width, width + 1);
  const head = within(
    slice(normal.mantissa, normal.mantissa.width - kept, kept),
    1n << BigInt(kept - 1),
    (1n << BigInt(kept)) - 1n,
  );
  const sameWidth = shiftedUp(x.significand, kept - precision);
  const reduced = reduceLog(choose(isHuge, sameWidth, head), choose(isHuge, top, normal.exponentOfTop));
  const t = choose(isSmall, toFixed(x, x.sign, width, -7), shiftedDown(reduced.t, reduced.fraction - width));
  const polynomial = horner(constants(logSeries(width)), t, width);
  const result = either(isSmall, scale(realOf(x), polynomial, width), sumOfLogs(reduced, polynomial, width));

  const isFar = and(not(isSmall), not(isHuge), not(x.isInf));
  const isPole = and(isFar, isNothing);
  const isOutside = or(and(isFar, isBelow), and(or(isHuge, x.isInf), x.sign));
  return round(
    type,
    {
      sign: mux(or(x.isZero, x.isInf, isPole), x.sign, result.negative),
      isNan: or(x.isNan, and(isOutside, not(x.isZero))),
      isInf: or(x.isInf, and(isPole, not(x.isZero))),
      isZero: x.isZero,
    },
    result,
  );
}
