import { type Format, formatOf } from "../../../types/float/format.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { all, and, any, bit, concat, extend, gate, highest, none, not, or, slice, sub } from "../gates.ts";
import { normalize } from "../shift.ts";

/** The parts of a pattern (types/float/pattern.ts), and what kind of number it is. */
export interface Unpacked {
  readonly format: Format;
  readonly sign: Expr;
  readonly code: Expr; // of the exponent
  readonly fraction: Expr;
  readonly hidden: Expr; // set for normal numbers
  readonly special: Expr; // infinity or NaN
  readonly rest: Expr; // of a special one: NaN
  readonly isNan: Expr;
  readonly isInf: Expr;
  readonly isZero: Expr;
}

/** ieee and ftz patterns may be any; flopoco's zeros, infinities and NaNs have a fraction and exponent of 0. */
export function unpack(type: FloatType, x: Expr): Unpacked {
  const { exponent, mantissa, variant } = type;
  const format = formatOf(type);
  const sign = bit(x, exponent + mantissa);
  const code = slice(x, mantissa, exponent);
  const fraction = slice(x, 0, mantissa);
  if (variant === "flopoco") {
    const special = bit(x, exponent + mantissa + 2);
    const second = bit(x, exponent + mantissa + 1);
    return {
      ...{ format, sign, code, fraction, special, rest: second },
      hidden: and(not(special), second),
      isNan: and(special, second),
      isInf: and(special, not(second)),
      isZero: none(concat(special, second)),
    };
  }
  const hidden = any(code);
  const special = all(code);
  const rest = any(fraction);
  return {
    ...{ format, sign, code, fraction, hidden, special, rest },
    isNan: and(special, rest),
    isInf: and(special, not(rest)),
    isZero: variant === "ftz" ? not(hidden) : and(not(hidden), not(rest)),
  };
}

/** The hidden bit and the fraction: 0 for a zero. */
export function significand({ format, hidden, fraction }: Unpacked): Expr {
  return concat(hidden, format.type.variant === "ftz" ? gate(hidden, fraction) : fraction);
}

/** The code of the exponent of the hidden bit's place: subnormal numbers have that of the smallest normal ones. */
export function exponentCode({ format, code, hidden }: Unpacked): Expr {
  if (!format.subnormals) return code;
  return concat(highest(code, code.width - 1), or(bit(code, 0), not(hidden)));
}

/** A code that may be negative, the least and the greatest that it can be, and a significand with its top bit set. */
export interface Normal {
  readonly code: Expr;
  readonly least: number;
  readonly greatest: number;
  readonly significand: Expr; // all zeros for a zero
}

/** Subnormal numbers are shifted until their top bit is set. */
export function normalized(x: Unpacked): Normal {
  const { type, precision, subnormals } = x.format;
  const greatest = maxCode(type);
  const width = type.exponent + 1;
  if (!subnormals)
    return { code: extend(x.code, width), least: minCode(type), greatest, significand: significand(x) };
  const { value, count } = normalize(significand(x));
  const least = 1 - (2 ** count.width - 1);
  const bits = signedWidth(least, greatest);
  const code = sub(extend(exponentCode(x), bits), extend(count, bits));
  return { code, least: Math.min(least, 2 - precision), greatest, significand: value };
}

/** Bits of a signed number that holds both. */
export function signedWidth(least: number, greatest: number): number {
  const bits = (x: number): number => BigInt(x < 0 ? -x - 1 : x).toString(2).length + 1;
  return Math.max(bits(least), bits(greatest));
}

/** The codes of normal numbers. */
export function minCode(type: FloatType): number {
  return type.variant === "flopoco" ? 0 : 1;
}

export function maxCode(type: FloatType): number {
  return 2 ** type.exponent - (type.variant === "flopoco" ? 1 : 2);
}

/** The magnitude as bits that are in the order of the values; NaN is above all. */
export function orderedMagnitude(x: Unpacked, pattern: Expr): Expr {
  const magnitude = patternMagnitude(x.format.type, pattern);
  return x.format.type.variant === "ftz" ? gate(x.hidden, magnitude) : magnitude;
}

/** The same of the pattern: those that stand for zero may be in any order. */
export function patternMagnitude(type: FloatType, pattern: Expr): Expr {
  const { exponent, mantissa } = type;
  const plain = slice(pattern, 0, exponent + mantissa);
  return type.variant === "flopoco" ? concat(slice(pattern, exponent + mantissa + 1, 2), plain) : plain;
}
