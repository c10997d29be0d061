/** Operators of integers and fixed numbers, with the meaning that types/integer.ts and types/fixed.ts give them. */
import { type ExactType, formOf } from "../../types/exact.ts";
import type { BinaryOp, CompareOp, UnaryOp } from "../../types/operators.ts";
import type { FixedType, IntType } from "../../types/types.ts";
import type { Expr } from "../netlist/nodes.ts";
import { divide, squareRoot } from "./divide.ts";
import {
  add,
  addOrSubtract,
  and,
  any,
  concat,
  extendAs,
  gate,
  high,
  highest,
  low,
  lowest,
  multiplyTo,
  mux,
  negateIf,
  not,
  or,
  repeat,
  shiftedUp,
  slice,
  top,
  xor,
} from "./gates.ts";
import { power } from "./power.ts";
import {
  align,
  asSigned,
  bitwise,
  countedBits,
  difference,
  isEqual,
  isLess,
  magnitude,
  negated,
  type Quantity,
  quantity,
  quantize,
  round,
  signOf,
  sum,
  widen,
} from "./quantity.ts";
import { allAtOnce, type Repeat } from "./rounds.ts";
import { shiftLeft, shiftRight } from "./shift.ts";

/** Where the model faults (a negative shift count; exact types divided by zero) any bits will do. */
export function exactBinary(
  op: BinaryOp,
  left: ExactType,
  right: ExactType,
  result: ExactType,
  a: Expr,
  b: Expr,
  repeated: Repeat = allAtOnce, // how the digits of a quotient are made
): Expr {
  const l = quantity(left, a);
  const r = quantity(right, b);
  switch (op) {
    case "add":
      return quantize(sum(l, r, countedBits(result, finer(l, r))), result);
    case "sub":
      return quantize(difference(l, r, countedBits(result, finer(l, r))), result);
    case "mul":
      return quantize(product(l, r, result), result);
    case "and":
      return quantize(bitwise(and, l, r), result);
    case "or":
      return quantize(bitwise(or, l, r), result);
    case "xor":
      return quantize(bitwise(xor, l, r), result);
    case "min":
    case "max": {
      const second = op === "min" ? isLess(r, l) : isLess(l, r);
      return quantize(
        bitwise((x, y) => mux(second, y, x), l, r),
        result,
      );
    }
    case "floordiv":
    case "mod":
    case "fmod":
      return gate(unlessZero(left, b), quantize(wholeDivision(op, l, r, repeated), result));
    case "div":
      return quantize(trueQuotient(l, r, formOf(result).fraction, repeated), result);
    case "shl":
    case "shr":
      return quantize(shifted(op, l, quantity(right, b)), result);
    case "pow":
      return power(left, right, result, a, b);
  }
}

/** Of integers, in the bits of the result. */
export function exactAddOrSubtract(
  minus: Expr,
  [left, right]: readonly [ExactType, ExactType],
  result: ExactType,
  [a, b]: readonly [Expr, Expr],
): Expr {
  const { width } = formOf(result);
  const inBits = (type: ExactType, x: Expr): Expr =>
    x.width > width ? slice(x, 0, width) : extendAs(formOf(type).signed, x, width);
  return addOrSubtract(minus, inBits(left, a), inBits(right, b));
}

/** a * b + c: exact, then a value of the result's type. */
export function exactMultiplyAdd(
  [left, right, third]: readonly [ExactType, ExactType, ExactType],
  result: ExactType,
  [a, b, c]: readonly [Expr, Expr, Expr],
): Expr {
  const l = quantity(left, a);
  const r = quantity(right, b);
  // Where bits of c are rounded off, the sign of the sum counts, and so does every bit of the product.
  const rounds = formOf(third).fraction > formOf(result).fraction;
  const whole = rounds ? wholeProduct(l, r) : product(l, r, result);
  const addend = quantity(third, c);
  return quantize(sum(whole, addend, countedBits(result, finer(whole, addend))), result);
}

/** NumPy's integers divided by zero are zero. */
function unlessZero(type: ExactType, divisor: Expr): Expr {
  return type.kind === "int" && type.rule === "numpy" ? any(divisor) : high;
}

function finer(l: Quantity, r: Quantity): number {
  return Math.max(l.fraction, r.fraction);
}

/** Where the result wraps, only its low bits are computed. */
function product(l: Quantity, r: Quantity, result: ExactType): Quantity {
  return wholeProduct(l, r, countedBits(result, l.fraction + r.fraction));
}

/** No wider than `most`. */
function wholeProduct(l: Quantity, r: Quantity, most = Infinity): Quantity {
  const width = Math.min(l.bits.width + r.bits.width, most);
  const fraction = l.fraction + r.fraction;
  return {
    bits: multiplyTo(width, widen(l, width), widen(r, width)),
    signed: l.signed || r.signed,
    fraction,
  };
}

/**
 * Signs are taken off first: with both operands negated where the divisor is negative, a negative dividend -n
 * (n > 0) has the quotient -1 - floor((n - 1) / d) and the rest d - 1 - (n - 1) mod d, and n - 1 is the dividend's
 * complement. So nothing needs to know whether the division came out even.
 */
function wholeDivision(
  op: "floordiv" | "mod" | "fmod",
  l: Quantity,
  r: Quantity,
  repeated: Repeat,
): Quantity {
  const [a, b] = align(l, r);
  const twos = op === "fmod" ? null : exponentOf(b);
  if (twos !== null) return shiftedDivision(op, a, twos);
  if (op === "fmod") {
    const { rest } = divide(magnitude(a).bits, magnitude(b).bits, repeated);
    const sign = signOf(a);
    return { bits: negateIf(sign, concat(low, rest)), signed: true, fraction: a.fraction };
  }
  if (!a.signed) {
    const { quotient, rest } = divide(a.bits, b.bits, repeated);
    return op === "floordiv"
      ? { bits: quotient, signed: false, fraction: 0 }
      : { bits: rest, signed: false, fraction: a.fraction };
  }
  const { quotient, rest, flipped, divisor } = signedDivision(a, b, repeated);
  if (op === "floordiv") return { bits: quotient, signed: true, fraction: 0 };
  // d - 1 - rest = d + ~rest
  const width = rest.width;
  const mod = add(xor(rest, repeat(flipped, width)), gate(flipped, divisor));
  return { bits: negateIf(signOf(b), concat(low, mod)), signed: true, fraction: a.fraction };
}

/** k where the divisor is the constant 2^k. */
function exponentOf({ bits, signed }: Quantity): number | null {
  if (bits.kind !== "const" || bits.value === 0n || (bits.value & (bits.value - 1n)) !== 0n) return null;
  const exponent = bits.value.toString(2).length - 1;
  return signed && exponent === bits.width - 1 ? null : exponent;
}

/** Two's complement rounds down by itself: the quotient is the upper bits, the rest the lower ones. */
function shiftedDivision(op: "floordiv" | "mod" | "fmod", a: Quantity, twos: number): Quantity {
  const { width } = a.bits;
  if (op === "floordiv") {
    return { bits: slice(widen(a, width + twos), twos, width), signed: a.signed, fraction: 0 };
  }
  return { bits: lowest(a.bits, twos) ?? low, signed: false, fraction: a.fraction };
}

/** Of signed quantities of one width: the floor of the quotient, signed, and what the rest is made from. */
function signedDivision(
  a: Quantity,
  b: Quantity,
  repeated: Repeat,
): { readonly quotient: Expr; readonly rest: Expr; readonly flipped: Expr; readonly divisor: Expr } {
  const width = a.bits.width;
  const divisor = magnitude(b).bits;
  const dividend = negateIf(signOf(b), widen(a, width + 1)); // the lowest number's negative needs one bit more
  const flipped = top(dividend);
  const positive = slice(xor(dividend, repeat(flipped, width + 1)), 0, width);
  const division = divide(positive, divisor, repeated);
  const quotient = xor(concat(low, division.quotient), repeat(flipped, width + 1));
  return { quotient, rest: division.rest, flipped, divisor };
}

/** With two bits below those of the result: a half, and whether there is anything below it. */
function trueQuotient(l: Quantity, r: Quantity, fraction: number, repeated: Repeat): Quantity {
  const shift = r.fraction - l.fraction + fraction + 1;
  const dividend = { ...l, bits: shiftedUp(l.bits, Math.max(shift, 0)), fraction: 0 };
  const divisor = { ...r, bits: shiftedUp(r.bits, Math.max(-shift, 0)), fraction: 0 };
  const [a, b] = align(dividend, divisor);
  if (!a.signed) {
    const { quotient, rest } = divide(a.bits, b.bits, repeated);
    return { bits: concat(quotient, any(rest)), signed: false, fraction: fraction + 2 };
  }
  const { quotient, rest, flipped, divisor: positive } = signedDivision(a, b, repeated);
  // Even when flipped: the rest of n - 1 is d - 1.
  const uneven = any(add(xor(rest, repeat(flipped, rest.width)), gate(flipped, positive)));
  return { bits: concat(quotient, uneven), signed: true, fraction: fraction + 2 };
}

/** NumPy's counts beyond the width (negative ones too) leave nothing but the sign; exact types have no negative ones. */
function shifted(op: "shl" | "shr", l: Quantity, count: Quantity): Quantity {
  const bits = op === "shl" ? shiftLeft(l.bits, count.bits) : shiftRight(l.bits, count.bits, signOf(l));
  return { ...l, bits };
}

export function exactUnary(op: Exclude<UnaryOp, "not">, type: ExactType, result: ExactType, x: Expr): Expr {
  const a = quantity(type, x);
  switch (op) {
    case "neg":
      return quantize(negated(a), result);
    case "abs":
      return quantize(magnitude(a), result);
    case "invert":
      return quantize({ ...a, bits: not(x) }, result);
  }
}

export function exactCompare(op: CompareOp, left: ExactType, right: ExactType, a: Expr, b: Expr): Expr {
  const l = quantity(left, a);
  const r = quantity(right, b);
  switch (op) {
    case "eq":
      return isEqual(l, r);
    case "ne":
      return not(isEqual(l, r));
    case "lt":
      return isLess(l, r);
    case "ge":
      return not(isLess(l, r));
    case "gt":
      return isLess(r, l);
    case "le":
      return not(isLess(r, l));
  }
}

/** Among bool, integers and fixed. */
export function exactConvert(from: ExactType, to: ExactType, x: Expr): Expr {
  return to.kind === "bool" ? any(x) : quantize(quantity(from, x), to);
}

/** -1, 0 or 1 as an integer of the type. */
export function exactSign(type: IntType, x: Expr): Expr {
  const negative = type.signed ? top(x) : low;
  return type.bits === 1 ? x : concat(repeat(negative, type.bits - 1), any(x));
}

export type FixedRounding = "floor" | "ceil" | "trunc" | "rint";

/** To a whole number, in the same type. */
export function fixedRound(fn: FixedRounding, type: FixedType, x: Expr): Expr {
  const { fraction } = formOf(type);
  if (fraction <= 0) return x;
  const a = quantity(type, x);
  switch (fn) {
    case "floor":
      return quantize(round(a, fraction, "floor"), type);
    case "trunc":
      return quantize(round(a, fraction, "toward_zero"), type);
    case "rint":
      return quantize(round(a, fraction, "nearest_even"), type);
    case "ceil":
      return quantize(negated(asSigned(round(negated(a), fraction, "floor"))), type);
  }
}

/** The root of a value that is not negative, rounded once. Two bits below those of the result, as in a quotient. */
export function fixedSqrt(type: FixedType, x: Expr, repeated: Repeat = allAtOnce): Expr {
  const { fraction } = formOf(type);
  // raw of the root = sqrt(raw * 2^fraction); twice as fine, for the half.
  const shift = fraction + 2;
  const radicand = shift >= 0 ? shiftedUp(x, shift) : (highest(x, x.width + shift) ?? low);
  const dropped = shift >= 0 ? low : any(slice(x, 0, Math.min(-shift, x.width)));
  const { root, sticky } = squareRoot(radicand, repeated);
  const exact: Quantity = {
    bits: concat(root, or(sticky, dropped)),
    signed: false,
    fraction: fraction + 2,
  };
  return quantize(exact, type);
}

/** Bits from..from + width - 1, replaced. */
export function withBits(x: Expr, from: number, bits: Expr): Expr {
  const end = from + bits.width;
  return concat(x.width > end ? slice(x, end, x.width - end) : null, bits, lowest(x, from));
}
