import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import {
  add,
  addOrSubtract,
  all,
  and,
  any,
  below,
  bit,
  concat,
  constant,
  extend,
  gate,
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
import { leadingZeros, normalize, shiftDown, shiftLeft } from "../shift.ts";
import { roundAndPack, roundGradually } from "./pack.ts";
import {
  exponentCode,
  maxCode,
  minCode,
  orderedMagnitude,
  signedWidth,
  significand,
  type Unpacked,
  unpack,
} from "./unpack.ts";

/**
 * The larger operand first; the smaller one is shifted to its exponent, with a bit that says whether something fell
 * off; one addition or subtraction, whose result is never negative; leading zeros shifted out; rounded.
 */
export function floatAdd(type: FloatType, a: Expr, b: Expr): Expr {
  const [first, second] = [unpack(type, a), unpack(type, b)];
  const swap = below(orderedMagnitude(first, a), orderedMagnitude(second, b));
  const [large, small] = [unpack(type, mux(swap, b, a)), unpack(type, mux(swap, a, b))];
  // What a larger code has, the larger operand has if one of them has it.
  const x: Unpacked = { ...large, hidden: or(first.hidden, second.hidden) };
  const y: Unpacked = { ...small, hidden: and(first.hidden, second.hidden) };
  const { precision, subnormals } = x.format;
  const minus = xor(x.sign, y.sign);

  const code = exponentCode(x);
  const distance = sub(code, exponentCode(y));
  const shifted = shiftDown(concat(significand(y), zeros(2)), distance);
  const width = precision + 4; // a carry, the significand, two bits below it, and the sticky one
  const total = addOrSubtract(
    minus,
    concat(low, significand(x), zeros(3)),
    // Beyond all bits the sticky one may be anything: either is rounded off.
    extend(concat(gate(not(shifted.beyond), shifted.value), shifted.sticky), width),
  );
  if (subnormals) {
    const [one, other] = [all(first.code), all(second.code)];
    return gradualSum(x, or(one, other), and(one, other), minus, total);
  }

  const { value, count } = normalize(total);
  const least = minCode(type) + 1 - (2 ** count.width - 1);
  const greatest = maxCode(type) + 1;
  const bits = signedWidth(least, greatest);
  const resultCode = sub(add(extend(code, bits), constant(bits, 1)), extend(count, bits));
  const cancelled = not(top(value));
  // NaN and infinity are the largest of all, so they are x.
  return roundAndPack(
    type,
    {
      // Numbers that cancel out leave +0; -0 - 0 is -0.
      sign: and(x.sign, not(and(minus, cancelled, not(x.isInf)))),
      isNan: or(x.isNan, and(x.isInf, y.isInf, minus)),
      isInf: x.isInf,
      isZero: cancelled,
    },
    { code: resultCode, least, greatest, significand: value, sticky: low },
  );
}

/**
 * Leading zeros are shifted out as far as the exponent allows: all that there are, or fewer by as much as the code would
 * fall below the least. `x` is the larger operand, `special` and `bothSpecial` say that it, and the other, are no
 * finite numbers.
 */
function gradualSum(x: Unpacked, special: Expr, bothSpecial: Expr, minus: Expr, total: Expr): Expr {
  const { exponent, mantissa } = x.format.type;
  const code = exponentCode(x);
  const zeroes = leadingZeros(total);
  const bits = zeroes.count.width;
  // Nothing at all is below every code.
  const width = Math.max(exponent, bits) + 2;
  const fall = concat(zeroes.none, extend(zeroes.count, width - 2));
  const base = sub(extend(code, width), extend(fall, width));
  const isLow = top(base);
  // The smaller of code and count. A row of adders, as in the product: a multiplexer would make one deep tree of LUTs of
  // the count and the shifter, and synthesis buys depth with area.
  const amount = sub(extend(code, bits), gate(not(isLow), extend(base, bits)));
  const isInf = or(special, and(not(isLow), all(slice(base, 1, exponent - 1))));
  const value = gate(not(isInf), shiftLeft(total, amount));
  return roundGradually(
    x.format.type,
    {
      // Numbers that cancel out leave +0; -0 - 0 is -0.
      sign: and(x.sign, not(and(minus, zeroes.none))),
      isNan: and(special, or(any(x.fraction), and(bothSpecial, minus))),
      isInf,
    },
    {
      base: gate(not(isLow), slice(base, 0, exponent)),
      more: concat(low, top(value)),
      fraction: slice(value, 4, mantissa),
      half: bit(value, 3),
      sticky: any(slice(value, 0, 3)),
    },
  );
}

export function floatSubtract(type: FloatType, a: Expr, b: Expr): Expr {
  const at = type.exponent + type.mantissa;
  const upper = b.width > at + 1 ? slice(b, at + 1, b.width - at - 1) : null;
  return floatAdd(type, a, concat(upper, not(bit(b, at)), slice(b, 0, at)));
}
