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
import { table, tableBits } from "../table.ts";
import { packRounded, roundAndPack, type Special, type Unrounded } from "./pack.ts";
import { exponentCode, maxCode, minCode, signedWidth, significand, type Unpacked, unpack } from "./unpack.ts";

/** The product of the significands lies between 1 and 4: one bit of normalizing, unless an operand is subnormal. */
export function floatMultiply(type: FloatType, a: Expr, b: Expr): Expr {
  const x = unpack(type, a);
  const y = unpack(type, b);
  const { subnormals } = x.format;
  if (subnormals) return roundAndPack(type, specials(x, y), anyProduct(x, y));
  if (2 * type.mantissa <= tableBits) return tinyProduct(x, y);
  return roundAndPack(type, specials(x, y), normalProduct(x, y));
}

/** Formats as small as (5,3): the rounded fraction, and whether the exponent rises, from a table. */
function tinyProduct(x: Unpacked, y: Unpacked): Expr {
  const { type } = x.format;
  const { mantissa } = type;
  const one = 2 ** mantissa;
  const rounded = table(concat(x.fraction, y.fraction), mantissa + 1, (index) => {
    const product = (one + Math.floor(index / one)) * (one + (index % one));
    const unit = product >= 2 * one * one ? 2 * one : one;
    const whole = roundEven(product, unit); // between one and two times one, both included
    const risen = unit > one || whole === 2 * one;
    return BigInt((risen ? one : 0) + (whole % one));
  });
  const { code, least, greatest, width } = codeSum(x, y);
  const final = add(code, lessBias(x, top(rounded), width));
  return packRounded(type, specials(x, y), final, { least, greatest }, slice(rounded, 0, mantissa));
}

function roundEven(value: number, unit: number): number {
  const low = Math.floor(value / unit);
  const rest = value - low * unit;
  return low + (2 * rest > unit || (2 * rest === unit && low % 2 === 1) ? 1 : 0);
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

/** Both codes added up; the bias is still to be taken off, after which they are signed numbers in the range given. */
function codeSum(
  x: Unpacked,
  y: Unpacked,
): { readonly code: Expr; readonly width: number; readonly least: number; readonly greatest: number } {
  const { type, bias } = x.format;
  const least = 2 * minCode(type) - bias;
  const greatest = 2 * maxCode(type) - bias + 1;
  const width = signedWidth(least - 1, Math.max(greatest + 1, 2 ** type.exponent));
  const narrow = type.exponent + 1;
  const sum = add(extend(exponentCode(x), narrow), extend(exponentCode(y), narrow));
  return { code: extend(sum, width), width, least, greatest };
}

/**
 * One where the exponent rises, less the bias, which is one less than a power of two: the power and one or two, bits
 * side by side that cost no adder.
 */
function lessBias({ format }: Unpacked, rises: Expr, width: number): Expr {
  const { type, bias } = format;
  if (type.exponent < 3) return sub(extend(rises, width), constant(width, bias));
  return concat(constant(width - 2, -(2 ** (type.exponent - 3))), rises, not(rises));
}

function hiddenProduct(x: Unpacked, y: Unpacked): Expr {
  const whole = (one: Unpacked): Expr =>
    one.format.subnormals ? significand(one) : concat(constant(1, 1), one.fraction); // zeros are told apart by flags
  return multiply(whole(x), whole(y));
}

function normalProduct(x: Unpacked, y: Unpacked): Unrounded {
  const product = hiddenProduct(x, y);
  const { code, least, greatest, width } = codeSum(x, y);
  const large = top(product);
  const bits = product.width - 1;
  return {
    ...{ code, plus: lessBias(x, large, width), least, greatest },
    significand: mux(large, slice(product, 1, bits), slice(product, 0, bits)),
    sticky: and(large, slice(product, 0, 1)),
  };
}

/** Leading zeros of a subnormal operand are shifted out, as far as the exponent allows. */
function anyProduct(x: Unpacked, y: Unpacked): Unrounded {
  const product = hiddenProduct(x, y);
  const { code: sum, least, greatest, width } = codeSum(x, y);
  const { precision, bias } = x.format;
  const code = sub(sum, constant(width, bias));
  const budget = gate(not(top(code)), slice(code, 0, code.width - 1));
  // Where the product of two subnormal numbers has no budget, at most one operand has leading zeros to shift out.
  const longest = 2 - bias <= 0 ? precision : product.width - 1;
  const { value, count } = normalize(product, budget, longest);
  return {
    code: sub(add(code, constant(width, 1)), extendAs(false, count, width)),
    least: Math.min(least + 1, 1),
    greatest,
    significand: value,
    sticky: low,
  };
}
