import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import {
  add,
  addOrSubtract,
  and,
  below,
  bit,
  concat,
  constant,
  extend,
  low,
  mux,
  none,
  not,
  or,
  slice,
  sub,
  top,
  xor,
  zeros,
} from "../gates.ts";
import { normalize, shiftRightSticky } from "../shift.ts";
import { roundAndPack } from "./pack.ts";
import {
  exponentCode,
  maxCode,
  minCode,
  orderedMagnitude,
  signedWidth,
  significand,
  unpack,
} from "./unpack.ts";

/**
 * The larger operand first; the smaller one is shifted to its exponent, with a bit that says whether something fell
 * off; one addition or subtraction, whose result is never negative; leading zeros shifted out; rounded.
 */
export function floatAdd(type: FloatType, a: Expr, b: Expr): Expr {
  const swap = below(orderedMagnitude(unpack(type, a), a), orderedMagnitude(unpack(type, b), b));
  const x = unpack(type, mux(swap, b, a));
  const y = unpack(type, mux(swap, a, b));
  const { precision, subnormals } = x.format;
  const minus = xor(x.sign, y.sign);

  const code = exponentCode(x);
  const distance = sub(code, exponentCode(y));
  const shifted = shiftRightSticky(concat(significand(y), zeros(2)), distance);
  const width = precision + 4; // a carry, the significand, two bits below it, and the sticky one
  const total = addOrSubtract(
    minus,
    concat(low, significand(x), zeros(3)),
    extend(concat(shifted.value, shifted.sticky), width),
  );

  const { value, count } = normalize(total, subnormals ? code : undefined);
  const least = subnormals ? 1 : minCode(type) + 1 - (2 ** count.width - 1);
  const greatest = maxCode(type) + 1;
  const bits = signedWidth(least, greatest);
  const resultCode = sub(add(extend(code, bits), constant(bits, 1)), extend(count, bits));
  const cancelled = not(top(value));
  // NaN and infinity are the largest of all, so they are x.
  return roundAndPack(
    type,
    {
      // Numbers that cancel out leave +0; -0 - 0 is -0.
      sign: and(x.sign, not(and(minus, subnormals ? none(value) : cancelled, not(x.isInf)))),
      isNan: or(x.isNan, and(x.isInf, y.isInf, minus)),
      isInf: x.isInf,
      ...(subnormals ? {} : { isZero: cancelled }),
    },
    { code: resultCode, least, greatest, significand: value, sticky: low },
  );
}

export function floatSubtract(type: FloatType, a: Expr, b: Expr): Expr {
  const at = type.exponent + type.mantissa;
  const upper = b.width > at + 1 ? slice(b, at + 1, b.width - at - 1) : null;
  return floatAdd(type, a, concat(upper, not(bit(b, at)), slice(b, 0, at)));
}
