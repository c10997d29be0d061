/**
 * Exact types: how wide a result must be so that nothing is lost. An integer is a fixed type without fraction bits.
 *
 *     add      1 more integer bit than the wider operand          int<8> + int<4>    -> int<9>
 *     sub      the same, signed                                   uint<8> - uint<8>  -> int<9>
 *     mul      the sum of both                                    fixed<8,4> * int<3> -> fixed<11,7>
 *     div      a fixed type that holds the largest quotient, with `left.fraction + right.integer` fraction bits so
 *              that the smallest is not lost either; cut off below (rounded down)
 *     floordiv an integer that holds the largest quotient;  mod: the right type;  fmod: the smaller of both
 *     pow      the base's widths times the largest exponent
 *     shl shr  the left type: bits shifted out are gone
 *     and or xor min max      the smallest type that holds both operands
 *     neg      1 more bit, signed;  abs: the same bits, unsigned;  invert: the type itself
 *
 * The integer bits of `add`, `sub`, `mul` and `div` are those of ap_fixed; its quotient has only `left.fraction`
 * fraction bits, which makes 1 / 2 zero, so ours has more. Where a signed and an unsigned operand meet, the unsigned
 * one counts one integer bit more.
 */
import { bitLength } from "./float/exact.ts";
import type { BinaryOp } from "./operators.ts";
import { type BoolType, exactInt, type FixedType, fixed, type IntType } from "./types.ts";

/** raw * 2^-fraction, raw an integer of `width` bits. */
export interface Form {
  readonly signed: boolean;
  readonly width: number;
  readonly fraction: number; // may be negative, or exceed the width
}

export type ExactType = BoolType | IntType | FixedType;

export function formOf(type: ExactType): Form {
  switch (type.kind) {
    case "bool":
      return { signed: false, width: 1, fraction: 0 };
    case "int":
      return { signed: type.signed, width: type.bits, fraction: 0 };
    case "fixed":
      return { signed: type.signed, width: type.width, fraction: type.width - type.integer };
  }
}

export function integerBits(form: Form): number {
  return form.width - form.fraction;
}

/** The widest exponent of a power that is considered; beyond it every result is too wide. */
const manyBits = 16;

/** `exponent`: the value of the right operand of `pow` when it is known. Null: no width is enough. */
export function grow(op: BinaryOp, left: Form, right: Form, exponent?: bigint): Form | null {
  const common = holdBoth(left, right);
  switch (op) {
    case "add":
      return { ...common, width: common.width + 1 };
    case "sub":
      return { ...common, signed: true, width: common.width + 1 };
    case "mul":
      return {
        signed: left.signed || right.signed,
        width: left.width + right.width,
        fraction: left.fraction + right.fraction,
      };
    case "div":
      return fromParts(
        left.signed || right.signed,
        largestQuotient(left, right),
        left.fraction + Math.max(integerBits(right), 0),
      );
    case "floordiv":
      return fromParts(left.signed || right.signed, largestQuotient(left, right), 0);
    case "mod": {
      const integer = integerBits(right);
      const smaller = left.signed || right.signed ? integer : Math.min(integerBits(left), integer);
      return fromParts(right.signed, smaller, common.fraction);
    }
    case "fmod": {
      const divisor = integerBits(right) + (left.signed && !right.signed ? 1 : 0);
      return fromParts(left.signed, Math.min(integerBits(left), divisor), common.fraction);
    }
    case "pow":
      return growPower(left, right, exponent);
    case "shl":
    case "shr":
      return left;
    case "and":
    case "or":
    case "xor":
    case "min":
    case "max":
      return common;
  }
}

function largestQuotient(left: Form, right: Form): number {
  return integerBits(left) + right.fraction + (right.signed ? 1 : 0);
}

function growPower(base: Form, exponentForm: Form, exponent: bigint | undefined): Form | null {
  if (exponent === undefined && (exponentForm.signed || exponentForm.width > manyBits)) return null;
  const largest = exponent ?? (1n << BigInt(exponentForm.width)) - 1n;
  if (largest < 0n || bitLength(largest) > manyBits) return null;
  const times = Number(largest);
  const one = base.signed ? 2 : 1; // the zeroth power is 1
  return fromParts(
    base.signed,
    Math.max(integerBits(base) * times, exponent === undefined || times === 0 ? one : -Infinity),
    Math.max(base.fraction * times, exponent === undefined ? 0 : -Infinity) + 0,
  );
}

/** The smallest form that holds every value of both. */
export function holdBoth(a: Form, b: Form): Form {
  const signed = a.signed || b.signed;
  const integer = Math.max(integerBits(asSigned(a, signed)), integerBits(asSigned(b, signed)));
  return fromParts(signed, integer, Math.max(a.fraction, b.fraction));
}

function asSigned(form: Form, signed: boolean): Form {
  return signed && !form.signed ? { ...form, signed, width: form.width + 1 } : form;
}

/** Operands without common bits (fixed<4,-8> % fixed<4,8>) would leave no width at all: there is always one bit. */
function fromParts(signed: boolean, integer: number, fraction: number): Form {
  return { signed, width: Math.max(1, integer + fraction), fraction };
}

export function holds(outer: Form, inner: Form): boolean {
  const both = holdBoth(outer, inner);
  return both.signed === outer.signed && both.width === outer.width && both.fraction === outer.fraction;
}

/** An int where there is no fraction and both operands were integers, else a fixed type that cuts off and wraps. */
export function typeOf(form: Form, integral: boolean): IntType | FixedType {
  return integral && form.fraction === 0
    ? exactInt(form.width, form.signed)
    : fixed(form.width, form.width - form.fraction, form.signed);
}

/** The smallest form that holds mantissa * 2^exponent. */
export function formOfConstant(mantissa: bigint, exponent: number): Form {
  if (mantissa === 0n) return { signed: false, width: 1, fraction: 0 };
  const signed = mantissa < 0n;
  const bits = signed ? bitLength(-mantissa - 1n) + 1 : bitLength(mantissa);
  return { signed, width: Math.max(1, bits), fraction: 0 - exponent };
}
