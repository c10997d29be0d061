/**
 * Numbers as the elementary functions compute with them: ± mantissa * 2^exponent, both integers of the circuit, as
 * `Finite` in types/float/exact.ts. A function takes an operand, makes such a number of it, and rounds that once.
 */
import { type Format, formatOf } from "../../../types/float/format.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { roundAndPack, type Special } from "../float/pack.ts";
import { normalized, type Unpacked, unpack } from "../float/unpack.ts";
import { concat, extendAs, high, lowest, mux, negateIf, not, or, top, xor, zeros } from "../gates.ts";
import { normalize } from "../shift.ts";
import {
  assume,
  choose,
  type Integer,
  isNegative,
  magnitude,
  minus,
  minusWithin,
  plus,
  shiftedDown,
  shiftedDownBy,
  shiftedUp,
  times,
  unsigned,
  whole,
  widened,
  widthFor,
  within,
} from "./integer.ts";

export interface Real {
  readonly negative: Expr;
  readonly mantissa: Integer; // not negative
  readonly exponent: Integer;
}

/** An operand: what it is, and where it is a number that is not zero, its parts with the top bit set. */
export interface Operand extends Unpacked {
  readonly significand: Integer; // `precision` bits
  readonly exponentOfTop: Integer;
}

export function operandOf(type: FloatType, pattern: Expr): Operand {
  const x = unpack(type, pattern);
  const { precision, bias } = x.format;
  const { code, least, greatest, significand } = normalized(x);
  // Its top bit is set, for subnormal numbers too; zeros are told apart by their flag.
  const bits = concat(high, lowest(significand, precision - 1));
  const most = (1n << BigInt(precision)) - 1n;
  return {
    ...x,
    significand: within(bits, 1n << BigInt(precision - 1), most),
    exponentOfTop: minus(within(extendAs(true, code, code.width), least, greatest), whole(bias)),
  };
}

/** The operand's magnitude as a number. */
export function sizeOf(x: Operand): Real {
  const exponent = minus(x.exponentOfTop, whole(x.format.precision - 1));
  return { negative: zeros(1), mantissa: x.significand, exponent };
}

export function realOf(x: Operand): Real {
  return { ...sizeOf(x), negative: x.sign };
}

/** floor(x * 2^fraction) for an operand below 2^(highestTop + 1) in size, negative where the flag says so. */
export function toFixed(x: Operand, negative: Expr, fraction: number, highestTop: number): Integer {
  const { precision } = x.format;
  const most = Math.min(highestTop, Number(x.exponentOfTop.greatest));
  const fine = Math.max(fraction, precision - 1 - most);
  const magnitudeBits = concat(zeros(1), x.significand.bits);
  const signed =
    negative.kind === "const" && negative.value === 0n
      ? x.significand.bits
      : negateIf(negative, magnitudeBits);
  const limit = 1n << BigInt(most + 1 + fine);
  const least = negative.kind === "const" && negative.value === 0n ? 0n : -limit;
  const placed = within(concat(signed, padding(most + fine - precision + 1)), least, limit - 1n);
  const amount = minusWithin(whole(most), x.exponentOfTop, 0, BigInt(most) - x.exponentOfTop.least);
  return shiftedDown(shiftedDownBy(placed, amount), fine - fraction);
}

function padding(width: number): Expr | null {
  return width === 0 ? null : zeros(width);
}

/** v / 2^fraction */
export function fromFixed(v: Integer, fraction: number): Real {
  return { negative: isNegative(v), mantissa: magnitude(v), exponent: whole(-fraction) };
}

/** x * v / 2^fraction, exactly. */
export function scale(x: Real, v: Integer, fraction: number): Real {
  return {
    negative: xor(x.negative, isNegative(v)),
    mantissa: times(x.mantissa, magnitude(v)),
    exponent: minus(x.exponent, whole(fraction)),
  };
}

/** Either number; the mantissas are brought to one width. */
export function either(condition: Expr, whenSet: Real, whenClear: Real): Real {
  const width = Math.max(whenSet.mantissa.bits.width, whenClear.mantissa.bits.width);
  const [a, b] = [atWidth(whenSet, width), atWidth(whenClear, width)];
  return {
    negative: mux(condition, a.negative, b.negative),
    mantissa: choose(condition, a.mantissa, b.mantissa),
    exponent: choose(condition, a.exponent, b.exponent),
  };
}

function atWidth(x: Real, width: number): Real {
  const by = width - x.mantissa.bits.width;
  return { ...x, mantissa: shiftedUp(x.mantissa, by), exponent: minus(x.exponent, whole(by)) };
}

/** A mantissa with its top bit set, and the exponent of that; all zeros for a zero. */
export interface Normalized {
  readonly negative: Expr;
  readonly mantissa: Expr;
  readonly exponentOfTop: Integer;
  readonly length: Integer; // bits that the mantissa had without leading zeros
}

/** Leading zeros shifted out: as many as the least mantissa has. */
export function normalizedReal(x: Real): Normalized {
  const { bits, least } = x.mantissa;
  const longest = bits.width - (least > 0n ? widthFor(0n, least) : 1);
  const atTop = plus(x.exponent, whole(bits.width - 1));
  const { negative } = x;
  if (longest === 0) return { negative, mantissa: bits, exponentOfTop: atTop, length: whole(bits.width) };
  const { value, count } = normalize(bits, undefined, longest);
  const zerosOut = assume(unsigned(count), 0, longest);
  const length = minus(whole(bits.width), zerosOut);
  return { negative, mantissa: value, exponentOfTop: minus(atTop, zerosOut), length };
}

/**
 * The pattern of a number, rounded. A mantissa of zero is a zero; `sticky`: there is something below the mantissa,
 * which then has more bits than the format.
 */
export function round(type: FloatType, special: Partial<Special>, x: Real, sticky: Expr = zeros(1)): Expr {
  const { negative, mantissa, exponentOfTop } = normalizedReal(x);
  const { bias } = formatOf(type);
  const code = plus(exponentOfTop, whole(bias));
  const isZero = x.mantissa.least > 0n ? special.isZero : or(special.isZero ?? zeros(1), not(top(mantissa)));
  return roundAndPack(
    type,
    { ...special, sign: special.sign ?? negative, ...(isZero === undefined ? {} : { isZero }) },
    {
      code: code.least < 0n ? code.bits : widened(code, code.bits.width + 1),
      least: Number(code.least),
      greatest: Number(code.greatest),
      significand: mantissa,
      sticky,
    },
  );
}

/** Bits of a mantissa in the model: a double's, where values are doubles. */
export function mantissaBits(format: Format): number {
  return format.isNumber ? 53 : format.precision;
}
