import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import {
  add,
  addWithCarry,
  all,
  and,
  any,
  bit,
  concat,
  constant,
  equal,
  extend,
  extendAs,
  gate,
  high,
  low,
  lowest,
  multiply,
  mux,
  not,
  or,
  slice,
  sub,
  top,
  xor,
  zeros,
} from "../gates.ts";
import { leadingZeros, windowOf } from "../shift.ts";
import { table, tableBits } from "../table.ts";
import { packRounded, roundAndPack, roundPlaced, type Special, type Unrounded } from "./pack.ts";
import { exponentCode, maxCode, minCode, signedWidth, significand, type Unpacked, unpack } from "./unpack.ts";

/** The product of the significands lies between 1 and 4: one bit of normalizing, unless an operand is subnormal. */
export function floatMultiply(type: FloatType, a: Expr, b: Expr): Expr {
  const x = unpack(type, a);
  const y = unpack(type, b);
  const { subnormals } = x.format;
  if (subnormals) return gradualProduct(x, y);
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
  const final = add(code, extend(top(rounded), width));
  return packRounded(type, specials(x, y), final, { least, greatest }, slice(rounded, 0, mantissa));
}

function roundEven(value: number, unit: number): number {
  const low = Math.floor(value / unit);
  const rest = value - low * unit;
  return low + (2 * rest > unit || (2 * rest === unit && low % 2 === 1) ? 1 : 0);
}

/** Two bits say which of the four kinds a product is, so that no more than two wait for it. */
function specials(x: Unpacked, y: Unpacked): Special {
  const hasInf = or(x.isInf, y.isInf);
  const hasZero = or(x.isZero, y.isZero);
  const isNan = or(x.isNan, y.isNan, and(hasInf, hasZero));
  const first = or(isNan, hasInf);
  const second = or(isNan, not(or(hasInf, hasZero)));
  return {
    sign: and(xor(x.sign, y.sign), not(isNan)),
    isNan: and(first, second),
    isInf: and(first, not(second)),
    isZero: and(not(first), not(second)),
  };
}

/** The sum of both codes less the bias, signed, in the range that is given where the exponent may rise by one. */
function codeSum(
  x: Unpacked,
  y: Unpacked,
): { readonly code: Expr; readonly width: number; readonly least: number; readonly greatest: number } {
  const { type, bias } = x.format;
  const least = 2 * minCode(type) - bias;
  const greatest = 2 * maxCode(type) - bias + 1;
  const width = signedWidth(least - 1, Math.max(greatest + 1, 2 ** type.exponent));
  // The bias is one less than half the codes: half of them off is the top bit inverted and a sign, and one the carry.
  const own = exponentCode(y);
  const less = concat(not(top(own)), lowest(own, own.width - 1));
  const code = addWithCarry(extend(exponentCode(x), width), extendAs(true, less, width), high);
  return { code, width, least, greatest };
}

function hiddenProduct(x: Unpacked, y: Unpacked): Expr {
  const whole = (one: Unpacked): Expr =>
    one.format.subnormals ? significand(one) : concat(constant(1, 1), one.fraction); // zeros are told apart by flags
  return multiply(whole(x), whole(y));
}

/** What lies below the half in both cases is not chosen bit by bit: only whether it is zero counts. */
function normalProduct(x: Unpacked, y: Unpacked): Unrounded {
  const { mantissa } = x.format.type;
  const product = hiddenProduct(x, y);
  const { code, least, greatest, width } = codeSum(x, y);
  const large = top(product);
  const bits = mantissa + 2; // the last one is the half
  const rest = lowest(product, mantissa - 1);
  return {
    ...{ code, plus: extend(large, width), least, greatest },
    significand: mux(large, slice(product, mantissa, bits), slice(product, mantissa - 1, bits)),
    sticky: or(and(large, bit(product, mantissa - 1)), rest === null ? low : any(rest)),
  };
}

/**
 * The product is shifted once: up by its leading zeros, or where that would take the exponent below the least, to where
 * it is the least, which may be down. It is shifted out altogether where the result is special. Two subnormal numbers
 * leave nothing but what is rounded off, so there are no more leading zeros to count than one of them can have.
 */
function gradualProduct(x: Unpacked, y: Unpacked): Expr {
  const { type, precision, bias } = x.format;
  const { exponent, mantissa } = type;
  const product = hiddenProduct(x, y);
  const zeroes = leadingZeros(slice(product, precision - 2, precision + 2));
  const bits = Math.ceil(Math.log2(precision + 2));
  const fall = concat(zeroes.none, extend(zeroes.count, Math.max(exponent, zeroes.count.width)));
  const width = Math.max(signedWidth(2 - bias - (2 ** fall.width - 1), 2 * maxCode(type) - bias), bits + 2);
  // The codes of both less the bias, which is one less than half of all codes: that is the top bit inverted, and a sign.
  const own = exponentCode(y);
  const less = concat(not(top(own)), lowest(own, own.width - 1));
  const unshifted = addWithCarry(extend(exponentCode(x), width), extendAs(true, less, width), high);
  const base = sub(unshifted, extend(fall, width)); // one less than the code of the product's leading one
  const isLow = top(base);

  const hasInf = or(x.isInf, y.isInf);
  const isNan = or(x.isNan, y.isNan, and(hasInf, or(x.isZero, y.isZero)));
  // Only the product of normal numbers is too large, and it has one leading zero or none: so that is known early.
  const isLarge = and(
    not(top(unshifted)),
    or(any(slice(unshifted, exponent, width - exponent)), all(slice(unshifted, 0, exponent))),
  );
  const isInf = or(hasInf, isLarge, and(equal(unshifted, constant(width, maxCode(type))), top(product)));
  const isTiny = and(top(unshifted), not(all(slice(unshifted, bits, width - bits))));
  const kept = not(or(isNan, isInf, isTiny));
  const from = extend(unshifted, bits + 1);
  const by = sub(
    gate(kept, concat(not(top(from)), lowest(from, bits))),
    gate(and(kept, not(isLow)), extend(base, bits + 1)),
  );
  const row = concat(zeros(2 ** bits), product, zeros(2 ** bits - precision));
  const { value, sticky } = windowOf(row, by, precision + 1);
  return roundPlaced(
    type,
    { sign: xor(x.sign, y.sign), isNan, isInf },
    {
      base: gate(not(isLow), slice(base, 0, exponent)),
      more: concat(low, top(value)),
      fraction: slice(value, 1, mantissa),
      half: bit(value, 0),
      sticky,
    },
  );
}
