/** Conversions from and to floats, as types/convert.ts has them. */
import type { ExactType } from "../../../types/exact.ts";
import { formOf } from "../../../types/exact.ts";
import { formatOf } from "../../../types/float/format.ts";
import type { FloatType, IntType, Rounding } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import {
  add,
  and,
  any,
  below,
  bit,
  concat,
  constant,
  extend,
  extendAs,
  gate,
  low,
  lowest,
  mux,
  negateIf,
  not,
  ones,
  or,
  repeat,
  slice,
  sub,
  top,
  xor,
  zeros,
} from "../gates.ts";
import { magnitude, type Quantity, quantity, roundingOf, settle, signOf } from "../quantity.ts";
import { normalize, shiftRightSticky } from "../shift.ts";
import { roundAndPack } from "./pack.ts";
import {
  exponentCode,
  minCode,
  normalized,
  signedWidth,
  significand,
  type Unpacked,
  unpack,
} from "./unpack.ts";

export function floatToFloat(from: FloatType, to: FloatType, a: Expr): Expr {
  const x = unpack(from, a);
  const source = x.format;
  const target = formatOf(to);
  // Subnormal numbers so far below the target's that they are zeros there need no normalizing.
  const vanish = source.subnormals && source.minExponent < target.minExponent - target.precision - 1;
  const normal = vanish
    ? {
        code: extend(x.code, from.exponent + 1),
        least: minCode(from),
        greatest: 2 ** from.exponent - 2,
        significand: significand(x),
      }
    : normalized(x);
  const shift = target.bias - source.bias;
  const least = normal.least + shift;
  const greatest = normal.greatest + shift;
  const width = signedWidth(Math.min(least, 0, shift), Math.max(greatest, normal.greatest, shift));
  return roundAndPack(
    to,
    {
      sign: x.sign,
      isNan: x.isNan,
      isInf: x.isInf,
      isZero: vanish ? not(x.hidden) : x.isZero,
    },
    {
      code: add(extendAs(true, normal.code, width), constant(width, shift)),
      least,
      greatest,
      significand: normal.significand,
      sticky: low,
    },
  );
}

/** The magnitude without its leading zeros, rounded. Zero is +0. */
export function exactToFloat(from: ExactType, to: FloatType, a: Expr): Expr {
  const value = quantity(from, a);
  const { bits } = magnitude(value);
  const normal = normalize(bits);
  const { bias } = formatOf(to);
  const greatest = bits.width - 1 - value.fraction + bias;
  const least = greatest - (bits.width - 1);
  const width = signedWidth(greatest - 2 ** normal.count.width, Math.max(greatest, 0));
  return roundAndPack(
    to,
    { sign: signOf(value), isZero: not(top(normal.value)) },
    {
      code: sub(constant(width, greatest), extend(normal.count, width)),
      least,
      greatest,
      significand: normal.value,
      sticky: low,
    },
  );
}

/** NaN is 0; infinity, like all that is too large, wraps to 0 or saturates. NumPy's integers do as x86 does. */
export function floatToExact(from: FloatType, to: ExactType, a: Expr): Expr {
  const x = unpack(from, a);
  if (to.kind === "bool") return not(x.isZero);
  // Of formats that outrange a double (flopoco with 11 exponent bits) the model wraps instead.
  if (to.kind === "int" && to.rule === "numpy" && x.format.isNumber) return asX86(x, to);
  const { width, fraction } = formOf(to);
  const wraps = to.kind !== "fixed" || to.overflow === "wrap";
  // Where it wraps, a large number's low bits count for as long as any of them falls into the result.
  const limit = width - 1 - fraction + (wraps ? x.format.precision - 1 : 0);
  const { whole, half, rest, isLarge } = fixedPoint(x, limit, fraction);
  const up = roundsUp(roundingOf(to), x.sign, whole, half, rest);
  const bits = whole.width + 2;
  const signed = add(xor(extend(whole, bits), repeat(x.sign, bits)), extend(xor(x.sign, up), bits));
  const fitted = settle({ bits: signed, signed: true, fraction }, to);
  const beyond = or(isLarge, x.isInf);
  const extreme = wraps
    ? zeros(width)
    : settle({ bits: concat(x.sign, repeat(not(x.sign), width + 1)), signed: true, fraction }, to);
  return gate(not(x.isNan), mux(beyond, extreme, fitted));
}

function roundsUp(rounding: Rounding, negative: Expr, whole: Expr, half: Expr, rest: Expr): Expr {
  switch (rounding) {
    case "truncate":
    case "floor":
      return and(negative, or(half, rest));
    case "toward_zero":
      return low;
    case "nearest_even":
      return and(half, or(rest, bit(whole, 0)));
    case "nearest_away":
      return half;
  }
}

interface FixedPoint {
  readonly whole: Expr; // the magnitude, in units of 2^-fraction
  readonly half: Expr;
  readonly rest: Expr; // something below the half
  readonly isLarge: Expr; // the exponent is above the limit (or more): the others mean nothing
}

/** The significand starts at the highest place that counts, and is shifted down from there. */
function fixedPoint(x: Unpacked, limit: number, fraction: number): FixedPoint {
  const { precision, minExponent, maxExponent, bias } = x.format;
  const highest = Math.max(Math.min(maxExponent, limit), minExponent, -fraction);
  const width = Math.max(highest + fraction + 2, precision);
  const code = exponentCode(x);
  const bits = Math.max(code.width, highest + bias > 0 ? signedWidth(0, highest + bias) - 1 : 1);
  const start = constant(bits, highest + bias);
  const placed = concat(significand(x), width > precision ? zeros(width - precision) : null);
  const { value, sticky } = shiftRightSticky(placed, sub(start, extend(code, bits)));
  const wholeWidth = highest + fraction + 1;
  const below1 = width - wholeWidth; // one at least
  const dropped = below1 > 0 ? bit(value, below1 - 1) : low;
  const rest = lowest(value, below1 - 1);
  return {
    whole: slice(value, below1, wholeWidth),
    half: dropped,
    rest: rest === null ? sticky : or(any(rest), sticky),
    isLarge: highest < maxExponent ? below(start, extend(code, bits)) : low,
  };
}

/**
 * A float beside numbers of a form, in the same order and equal where the float is: what is below their last place is
 * one bit, what is beyond them all a number a little beyond them. NaN is the caller's.
 */
export function floatBeside(type: FloatType, other: ExactType, a: Expr): Quantity {
  const { width, fraction } = formOf(other);
  const x = unpack(type, a);
  const { whole, half, rest, isLarge } = fixedPoint(x, width - 1 - fraction, fraction);
  const place = concat(extend(whole, Math.max(width, whole.width)), or(half, rest));
  const size = mux(or(isLarge, x.isInf), ones(place.width), place);
  return { bits: negateIf(x.sign, concat(low, size)), signed: true, fraction: fraction + 1 };
}

/** What C casts compile to on x86-64: into 32 or 64 bits, and one number for all that they do not hold; its low bits. */
function asX86(x: Unpacked, to: IntType): Expr {
  if (to.bits === 64 && !to.signed) return asUnsigned64(x);
  const bits = to.bits < 32 || (to.bits === 32 && to.signed) ? 32 : 64;
  const { whole, isLarge } = fixedPoint(x, bits - 2, 0);
  const isOutside = or(isLarge, x.isNan, x.isInf);
  const signed = negateIf(x.sign, extend(whole, bits));
  return slice(mux(isOutside, constant(bits, 1n << BigInt(bits - 1)), signed), 0, to.bits);
}

/** From 2^63 on positive numbers are converted less 2^63, so that what is too large gives 0. */
function asUnsigned64(x: Unpacked): Expr {
  const { whole, isLarge } = fixedPoint(x, 63, 0);
  const magnitude = extend(whole, 64);
  const beyond = or(isLarge, x.isInf);
  const indefinite = constant(64, 1n << 63n);
  const negative = mux(or(beyond, top(magnitude)), indefinite, negateIf(x.sign, magnitude));
  const positive = gate(not(beyond), magnitude);
  return mux(x.isNan, indefinite, mux(x.sign, negative, positive));
}
