import { formatOf } from "../../../types/float/format.ts";
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
  extend,
  extendAs,
  gate,
  high,
  low,
  lowest,
  mux,
  none,
  not,
  ones,
  or,
  slice,
  sub,
  top,
  zeros,
} from "../gates.ts";
import { shiftRightSticky } from "../shift.ts";
import { maxCode, minCode, signedWidth } from "./unpack.ts";

/** What a result is, where it is no ordinary number. NaN comes before infinity, infinity before zero. */
export interface Special {
  readonly sign: Expr;
  readonly isNan?: Expr;
  readonly isInf?: Expr;
  readonly isZero?: Expr;
}

/** A result before it is rounded. */
export interface Unrounded {
  readonly code: Expr; // of the exponent of the top bit, signed
  readonly plus?: Expr; // what the adder that rounds still adds to the code, as wide as it
  readonly least: number; // the least that the code can be when the result is not special
  readonly greatest: number;
  readonly significand: Expr; // as many bits as the format has, or more: the first below is the half
  readonly sticky: Expr; // there is something below them
}

/**
 * The pattern of a result, rounded to nearest even. The significand has its top bit set, or is zero (then the result
 * is a zero in ieee; the other variants need `isZero`), or is subnormal already (ieee, code 1).
 */
export function roundAndPack(type: FloatType, special: Special, x: Unrounded): Expr {
  const { mantissa } = type;
  const { subnormals, precision } = formatOf(type);
  const shifted = subnormals && x.least < 1 ? denormalize(precision, x) : x;
  // One bit below the kept ones at least.
  const bits = shifted.significand;
  const padded = bits.width > precision ? bits : concat(bits, zeros(precision + 1 - bits.width));
  const kept = slice(padded, padded.width - precision, precision);
  const half = bit(padded, padded.width - precision - 1);
  const rest = lowest(padded, padded.width - precision - 1);
  const sticky = rest === null ? shifted.sticky : or(any(rest), shifted.sticky);
  const up = and(half, or(sticky, bit(kept, 0)));

  // The carry of rounding runs into the exponent. A code too high stays too high, a negative one is below all.
  const least = Math.min(shifted.least, 0);
  const width = signedWidth(least, Math.max(shifted.greatest + 1, maxCode(type) + 1));
  const code = extendAs(true, shifted.code, width);
  const field = subnormals ? gate(top(kept), code) : code;
  const unrounded = concat(field, slice(kept, 0, mantissa));
  const rounded =
    x.plus === undefined
      ? add(unrounded, extend(up, unrounded.width))
      : addWithCarry(unrounded, concat(extendAs(true, x.plus, width), zeros(mantissa)), up);
  const { greatest } = shifted;
  const range = { least: shifted.least, greatest: greatest + 1 };
  return packRounded(type, special, slice(rounded, mantissa, width), range, slice(rounded, 0, mantissa));
}

/** A result before it is rounded, at the place where it belongs; zeros for one that is special, or zero. */
export interface Placed {
  readonly base: Expr; // the code of the exponent less 1; of subnormal numbers 0; flopoco: under a bit that says "not -1"
  readonly more: Expr; // two bits that are added to the base: the bits above the fraction
  readonly fraction: Expr;
  readonly half: Expr;
  readonly sticky: Expr;
}

/**
 * The carry of rounding runs into the exponent and makes infinity of what is too large by no more than that (flopoco:
 * into the exception bits, where ordinary numbers have 01 and infinity 10), so what is special is seen to before, in the
 * LUTs that the adder has anyway.
 */
export function roundPlaced(type: FloatType, special: Special, x: Placed): Expr {
  const { exponent, mantissa, variant } = type;
  const { sign, isNan = low, isInf = low } = special;
  const isFlopoco = variant === "flopoco";
  const above = isFlopoco ? exponent + 2 : exponent;
  const marked = isFlopoco ? concat(high, isNan, zeros(exponent)) : ones(exponent);
  const field = mux(or(isNan, isInf), marked, extend(x.base, above));
  const head = bit(x.fraction, mantissa - 1);
  const unrounded = concat(field, isFlopoco ? head : or(isNan, head), lowest(x.fraction, mantissa - 1));
  // half and (sticky or the last bit): both of these are two more places of the adder.
  const more = concat(extend(x.more, above), zeros(mantissa), constant(2, 1));
  const rounded = addWithCarry(concat(unrounded, x.half, x.sticky), more, bit(x.fraction, 0));
  const exception = isFlopoco ? slice(rounded, exponent + mantissa + 2, 2) : null;
  return concat(exception, and(sign, not(isNan)), slice(rounded, 2, exponent + mantissa));
}

/** The pattern of a rounded result whose code (signed) may be out of range: what it can be is given. */
export function packRounded(
  type: FloatType,
  special: Special,
  code: Expr,
  { least, greatest }: { readonly least: number; readonly greatest: number },
  fraction: Expr,
): Expr {
  const { subnormals } = formatOf(type);
  const negative = least < 0 ? top(code) : low;
  const tooHigh = greatest > maxCode(type) ? and(not(negative), isBeyond(type, code)) : low;
  const tooLow = subnormals || least >= minCode(type) ? low : or(negative, isZeroCode(type, code));
  return pack(
    type,
    {
      ...special,
      isInf: or(special.isInf ?? low, and(tooHigh, not(special.isZero ?? low))),
      isZero: or(special.isZero ?? low, tooLow),
    },
    slice(code, 0, type.exponent),
    fraction,
  );
}

/** A code (not negative) above those of finite numbers. */
function isBeyond(type: FloatType, code: Expr): Expr {
  const upper = any(slice(code, type.exponent, code.width - type.exponent));
  return type.variant === "flopoco" ? upper : or(upper, all(slice(code, 0, type.exponent)));
}

function isZeroCode(type: FloatType, code: Expr): Expr {
  return type.variant === "flopoco" ? low : none(code);
}

/** To the right until the code is 1, where it is below. */
function denormalize(precision: number, x: Unrounded): Unrounded {
  const bits = x.significand;
  // More bits than a subnormal number can keep make no difference to it but as one bit.
  const kept = Math.min(bits.width, precision + 2);
  const head = slice(bits, bits.width - kept, kept);
  const tail = lowest(bits, bits.width - kept);
  const width = signedWidth(Math.min(x.least, 1), Math.max(x.greatest, 1 - x.least));
  const code = extendAs(true, x.code, width);
  const distance = sub(constant(width, 1), code);
  const isLow = and(not(top(distance)), any(distance)); // 1 - code > 0
  const padded = kept > precision ? head : concat(head, zeros(precision + 1 - kept));
  const amount = gate(isLow, slice(distance, 0, width - 1));
  const { value, sticky } = shiftRightSticky(padded, amount);
  const beyond = tail === null ? low : any(tail);
  return {
    code: x.code, // what was shifted has no top bit any more, so its code does not count
    least: 1,
    greatest: x.greatest,
    significand: value,
    sticky: or(x.sticky, sticky, beyond),
  };
}

/** The pattern of a result whose code and fraction are known, where it is an ordinary number. */
export function pack(type: FloatType, special: Special, code: Expr, fraction: Expr): Expr {
  const { exponent, mantissa, variant } = type;
  const { sign, isNan = low, isInf = low, isZero = low } = special;
  const ordinary = not(or(isNan, isInf, isZero));
  const kept = gate(ordinary, fraction);
  const outSign = and(sign, not(isNan));
  if (variant === "flopoco") {
    const first = or(isNan, isInf);
    const second = or(isNan, not(or(isInf, isZero)));
    return concat(first, second, outSign, gate(ordinary, code), kept);
  }
  const codeField = mux(or(isNan, isInf), ones(exponent), gate(not(isZero), code));
  const head = or(isNan, bit(kept, mantissa - 1));
  return concat(outSign, codeField, head, lowest(kept, mantissa - 1));
}
