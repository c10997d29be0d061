import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import {
  addOrSubtract,
  all,
  and,
  any,
  bit,
  concat,
  extend,
  gate,
  high,
  low,
  mux,
  not,
  or,
  slice,
  sub,
  top,
  xor,
  zeros,
} from "../gates.ts";
import { leadingZeros, shiftDown, shiftLeft } from "../shift.ts";
import { roundPlaced } from "./pack.ts";
import { exponentCode, patternMagnitude, type Unpacked, unpack } from "./unpack.ts";

/**
 * The larger operand first; the smaller one is shifted to its exponent, with a bit that says whether something fell
 * off; one addition or subtraction, whose result is never negative; leading zeros shifted out; rounded.
 */
export function floatAdd(type: FloatType, a: Expr, b: Expr): Expr {
  const [first, second] = [unpack(type, a), unpack(type, b)];
  const [left, right] = [patternMagnitude(type, a), patternMagnitude(type, b)];
  const difference = sub(extend(left, left.width + 1), extend(right, right.width + 1));
  const swap = top(difference);
  const [large, small] = [unpack(type, mux(swap, b, a)), unpack(type, mux(swap, a, b))];
  // What a larger code has, the larger operand has if one of them has it.
  const x: Unpacked = {
    ...large,
    hidden: or(first.hidden, second.hidden),
    special: or(first.special, second.special),
  };
  // By itself, for operators/fit.ts to see which difference it is chosen by.
  const fraction = mux(swap, first.fraction, second.fraction);
  const y: Unpacked = { ...small, hidden: and(first.hidden, second.hidden), fraction };
  const minus = xor(x.sign, y.sign);

  const distance = sub(exponentCode(x), exponentCode(y));
  const { value, sticky, beyond } = shiftDown(concat(y.hidden, y.fraction, zeros(2)), distance);
  // A number that is flushed to zero is taken off behind the shifter, with what is shifted out of all bits. Its sticky
  // bit may stay: it is rounded off, and there is none where the larger number is too small for that.
  const isFlushed = type.variant === "ftz" ? not(y.hidden) : low;
  const width = x.format.precision + 4; // a carry, the significand, two bits below it, and the sticky one
  const total = addOrSubtract(
    minus,
    // The fraction of a number that is flushed to zero goes with the sum, which is too small as well.
    concat(low, x.hidden, x.fraction, zeros(3)),
    // Beyond all bits the sticky one may be anything: either is rounded off.
    extend(concat(gate(not(or(beyond, isFlushed)), value), sticky), width),
  );
  return normalizedSum(x, and(first.special, second.special), minus, total);
}

/**
 * Leading zeros are shifted out as far as the exponent allows: all that there are, or fewer by as much as the code would
 * fall below the least; without subnormal numbers, nothing is left there. (Sums as small as that are exact, so rounding
 * does not lift them again.) `x` is the larger operand; `bothSpecial` says that both are no finite numbers.
 */
function normalizedSum(x: Unpacked, bothSpecial: Expr, minus: Expr, total: Expr): Expr {
  const { type, subnormals } = x.format;
  const { mantissa } = type;
  const code = exponentCode(x);
  const zeroes = leadingZeros(total);
  const bits = zeroes.count.width;
  // Nothing at all is below every code.
  const fall = concat(zeroes.none, extend(zeroes.count, Math.max(type.exponent, bits)));
  const from = type.variant === "flopoco" ? concat(high, code) : code; // there 0 is a code: -1 is not too low
  const { base, isLow, isLarge } = baseOf(type, from, fall);
  // The smaller of code and count. A row of adders, as in the product: a multiplexer would make one deep tree of LUTs of
  // the count and the shifter, and synthesis buys depth with area.
  const amount = sub(extend(from, bits), gate(not(isLow), extend(base, bits)));
  const isInf = or(x.special, isLarge);
  const value = gate(not(subnormals ? isInf : or(isInf, isLow)), shiftLeft(total, amount));
  return roundPlaced(
    type,
    {
      // Numbers that cancel out leave +0; -0 - 0 is -0.
      sign: and(x.sign, not(and(minus, isNothing(x, zeroes.none)))),
      isNan: and(x.special, or(x.rest, and(bothSpecial, minus))),
      isInf,
    },
    {
      base: gate(not(isLow), base),
      more: concat(low, top(value)),
      fraction: slice(value, 4, mantissa),
      half: bit(value, 3),
      sticky: any(slice(value, 0, 3)),
    },
  );
}

/** `base` as it is rounded (pack.ts): the code of the sum's leading one less 1, and whether that is out of range. */
function baseOf(
  { exponent, variant }: FloatType,
  from: Expr,
  fall: Expr,
): { readonly base: Expr; readonly isLow: Expr; readonly isLarge: Expr } {
  const width = fall.width + 1;
  const wide = sub(extend(from, width), extend(fall, width));
  const base = slice(wide, 0, from.width);
  const isNegative = top(wide);
  if (variant !== "flopoco")
    return { base, isLow: isNegative, isLarge: and(not(isNegative), all(slice(base, 1, exponent - 1))) };
  const isFull = all(slice(base, 0, exponent));
  return {
    base,
    isLow: or(isNegative, not(or(top(base), isFull))),
    isLarge: and(not(isNegative), top(base), isFull),
  };
}

/** The sum is zero, not only all of its bits (`empty`). */
function isNothing(x: Unpacked, empty: Expr): Expr {
  switch (x.format.type.variant) {
    case "ieee":
      return empty;
    case "ftz":
      return or(empty, not(x.hidden));
    case "flopoco":
      return and(empty, not(x.special)); // infinity has a significand of zero
  }
}

export function floatSubtract(type: FloatType, a: Expr, b: Expr): Expr {
  const at = type.exponent + type.mantissa;
  const upper = b.width > at + 1 ? slice(b, at + 1, b.width - at - 1) : null;
  return floatAdd(type, a, concat(upper, not(bit(b, at)), slice(b, 0, at)));
}
