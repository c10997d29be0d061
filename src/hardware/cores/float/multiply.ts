import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../nodes.ts";
import {
  add,
  and,
  concat,
  constant,
  extend,
  extendAs,
  gate,
  low,
  multiply,
  mux,
  not,
  or,
  slice,
  sub,
  top,
  xor,
} from "../gates.ts";
import { normalize } from "../shift.ts";
import { roundAndPack, type Special, type Unrounded } from "./pack.ts";
import { exponentCode, maxCode, minCode, signedWidth, significand, type Unpacked, unpack } from "./unpack.ts";

/** The product of the significands lies between 1 and 4: one bit of normalizing, unless an operand is subnormal. */
export function floatMultiply(type: FloatType, a: Expr, b: Expr): Expr {
  const x = unpack(type, a);
  const y = unpack(type, b);
  const { subnormals } = x.format;
  return roundAndPack(type, specials(x, y), subnormals ? anyProduct(x, y) : normalProduct(x, y));
}

function specials(x: Unpacked, y: Unpacked): Special {
  const isInf = or(x.isInf, y.isInf);
  const isZero = or(x.isZero, y.isZero);
  return {
    sign: xor(x.sign, y.sign),
    isNan: or(x.isNan, y.isNan, and(isInf, isZero)),
    isInf,
    isZero,
  };
}

function codeSum(
  x: Unpacked,
  y: Unpacked,
): { readonly code: Expr; readonly least: number; readonly greatest: number } {
  const { type, bias } = x.format;
  const least = 2 * minCode(type) - bias;
  const greatest = 2 * maxCode(type) - bias + 1;
  const width = signedWidth(least - 1, Math.max(greatest, 2 ** type.exponent));
  const sum = add(extend(exponentCode(x), width), extend(exponentCode(y), width));
  return { code: sub(sum, constant(width, bias)), least, greatest };
}

function hiddenProduct(x: Unpacked, y: Unpacked): Expr {
  const whole = (one: Unpacked): Expr =>
    one.format.subnormals ? significand(one) : concat(constant(1, 1), one.fraction); // zeros are told apart by flags
  return multiply(whole(x), whole(y));
}

function normalProduct(x: Unpacked, y: Unpacked): Unrounded {
  const product = hiddenProduct(x, y);
  const { code, least, greatest } = codeSum(x, y);
  const large = top(product);
  const width = product.width - 1;
  return {
    code: add(code, extend(large, code.width)),
    least,
    greatest,
    significand: mux(large, slice(product, 1, width), slice(product, 0, width)),
    sticky: and(large, slice(product, 0, 1)),
  };
}

/** Leading zeros of a subnormal operand are shifted out, as far as the exponent allows. */
function anyProduct(x: Unpacked, y: Unpacked): Unrounded {
  const product = hiddenProduct(x, y);
  const { code, least, greatest } = codeSum(x, y);
  const { precision, bias } = x.format;
  const budget = gate(not(top(code)), slice(code, 0, code.width - 1));
  // Where the product of two subnormal numbers has no budget, at most one operand has leading zeros to shift out.
  const longest = 2 - bias <= 0 ? precision : product.width - 1;
  const { value, count } = normalize(product, budget, longest);
  const width = code.width;
  return {
    code: sub(add(code, constant(width, 1)), extendAs(false, count, width)),
    least: Math.min(least + 1, 1),
    greatest,
    significand: value,
    sticky: low,
  };
}
