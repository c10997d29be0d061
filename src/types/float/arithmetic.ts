import type { BinaryOp, CompareOp, UnaryOp, Value } from "../operators.ts";
import type { FloatType } from "../types.ts";
import {
  type BinaryClosure,
  type CompareClosure,
  onExact,
  onExacts,
  onNumber,
  onNumbers,
  type UnaryClosure,
} from "./closures.ts";
import { compileDivmod } from "./divmod.ts";
import { compileBinaryElementary } from "./elementary.ts";
import { isZero } from "./exact.ts";
import { type ExactOp, exactFma, exactly, negate, order } from "./exact-arithmetic.ts";
import { type Format, formatOf, isFloat16 } from "./format.ts";
import { compileNative } from "./native.ts";
import { pack, unpack } from "./value.ts";

/** The fastest exact closure of a binary operator on values of the type; the result is of the type too. */
export function compileFloatBinary(op: BinaryOp, type: FloatType): BinaryClosure {
  const format = formatOf(type);
  switch (op) {
    case "add":
    case "sub":
    case "mul":
    case "div":
    case "fmod":
      return format.isNumber ? onNumbers(compileNative(op, format)) : exactBinary(op, format);
    case "floordiv":
    case "mod":
      return compileDivmod(op, type);
    case "pow":
      return compileBinaryElementary("pow", format);
    case "min":
    case "max":
      return compileExtreme(op, format);
    case "shl":
    case "shr":
    case "and":
    case "or":
    case "xor":
      throw new Error(`bug: float values have no operator ${op}`);
  }
}

/** The operation by definition, in BigInt, for any format. */
export function exactBinary(op: ExactOp, format: Format): BinaryClosure {
  const apply = exactly[op];
  return onExacts(format, (a, b) => apply(format, a, b));
}

/** a * b + c, rounded once: no operator of kernels, but what a circuit may compute instead of both. */
export function compileFloatFma(type: FloatType): (a: Value, b: Value, c: Value) => Value {
  const format = formatOf(type);
  return (a, b, c) => pack(format, exactFma(format, unpack(format, a), unpack(format, b), unpack(format, c)));
}

/** `not` is true for zeros alone, as in Python. */
export function compileFloatUnary(op: UnaryOp, type: FloatType): UnaryClosure {
  const format = formatOf(type);
  switch (op) {
    case "neg":
      return format.isNumber ? onNumber((a) => -a) : onExact(format, negate);
    case "abs":
      return format.isNumber
        ? onNumber(Math.abs)
        : onExact(format, (a) => (a.kind === "nan" ? a : { ...a, negative: false }));
    case "not":
      return format.isNumber ? (a) => a === 0 : (a) => isZero(unpack(format, a));
    case "invert":
      throw new Error("bug: float values have no operator invert");
  }
}

export function compileFloatCompare(op: CompareOp, type: FloatType): CompareClosure {
  const format = formatOf(type);
  if (format.isNumber) return numberComparisons[op] as CompareClosure;
  const holds = orderTests[op];
  return (a, b) => holds(order(unpack(format, a), unpack(format, b)));
}

const numberComparisons: Record<CompareOp, (a: number, b: number) => boolean> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
};

const orderTests: Record<CompareOp, (order: -1 | 0 | 1 | undefined) => boolean> = {
  eq: (o) => o === 0,
  ne: (o) => o !== 0,
  lt: (o) => o === -1,
  le: (o) => o === -1 || o === 0,
  gt: (o) => o === 1,
  ge: (o) => o === 1 || o === 0,
};

/**
 * NaN wins. Of two equal operands, which can be told apart only when they are zeros of different sign, the second
 * is the result, as NumPy gives on x86 (MINPS); for float16 NumPy gives the first.
 */
function compileExtreme(op: "min" | "max", format: Format): BinaryClosure {
  if (!format.isNumber) {
    const wanted = op === "min" ? -1 : 1;
    return (a, b) => {
      const left = unpack(format, a);
      if (left.kind === "nan") return a;
      const right = unpack(format, b);
      return right.kind !== "nan" && order(left, right) === wanted ? a : b;
    };
  }
  if (isFloat16(format.type)) {
    return op === "min"
      ? onNumbers((a, b) => (a <= b || Number.isNaN(a) ? a : b))
      : onNumbers((a, b) => (a >= b || Number.isNaN(a) ? a : b));
  }
  return op === "min"
    ? onNumbers((a, b) => (a < b || Number.isNaN(a) ? a : b))
    : onNumbers((a, b) => (a > b || Number.isNaN(a) ? a : b));
}
