/** Which circuit an operation on types is. */

import { bug } from "../../diagnostics/bug.ts";
import type { ExactType } from "../../types/exact.ts";
import { takenApart } from "../../types/fault.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp } from "../../types/operators.ts";
import { printType } from "../../types/print.ts";
import { bool, exactInt, float64, type ScalarType } from "../../types/types.ts";
import type { Expr } from "../netlist/nodes.ts";
import {
  exactAddOrSubtract,
  exactBinary,
  exactCompare,
  exactConvert,
  exactMultiplyAdd,
  exactSign,
  exactUnary,
  fixedRound,
  fixedSqrt,
  withBits,
} from "./exact.ts";
import { floatFma } from "./float/fma.ts";
import {
  floatBinary,
  floatBitcast,
  floatCompare,
  floatConvert,
  floatMath,
  floatUnary,
  mirrored,
  mixedCompare,
} from "./float/index.ts";
import { integerQuotient } from "./float/quotient.ts";
import { and, any, high, low, mux, not, or, slice, xor } from "./gates.ts";
import { allAtOnce, type Repeat } from "./rounds.ts";

/**
 * `fma` is a * b + c, rounded once; `muladd` the same rounded after each step, where that makes a difference (floats).
 * Of integers and fixed numbers both are exact, and made a value of the result's type once. `select` takes a bool and two values; `bitcast` reads bits as another type of the same width; `getBits` gives bits
 * low .. low + width - 1, `setBits` takes a value and the bits to put there. `addsub` and `subadd` take a bool and two integers: a + b where it is
 * set and a - b elsewhere, and the other way round.
 */
export type CoreOp =
  | BinaryOp
  | UnaryOp
  | CompareOp
  | MathFn
  | "fma"
  | "muladd"
  | "addsub"
  | "subadd"
  | "convert"
  | "select"
  | "bitcast"
  | { readonly name: "getBits" | "setBits"; readonly low: number; readonly width: number };

export function circuitOf(
  op: CoreOp,
  operands: readonly ScalarType[],
  result: ScalarType,
  values: readonly Expr[],
  repeat: Repeat = allAtOnce, // how the digits of a quotient are made, and of a root
): Expr {
  const types = operands.map(plain);
  const to = plain(result);
  const [type = bool, second = type] = types;
  const [a, b = a, c = b] = values;
  if (a === undefined || b === undefined || c === undefined) return bug("a core without operands");
  if (typeof op === "object") {
    if (op.name === "getBits") return slice(a, op.low, op.width);
    const changed = withBits(a, op.low, slice(b, 0, op.width));
    return type.kind === "float" ? floatBitcast(type, changed) : changed;
  }
  switch (op) {
    case "select":
      return mux(a, b, c);
    case "fma":
    case "muladd":
      if (type.kind !== "float") {
        return exactMultiplyAdd([type, exactOf(second), exactOf(types[2] ?? to)], exactOf(to), [a, b, c]);
      }
      return op === "fma"
        ? floatFma(type, a, b, c)
        : floatBinary("add", type, floatBinary("mul", type, a, b), c);
    case "addsub":
    case "subadd":
      return exactAddOrSubtract(
        op === "subadd" ? a : not(a),
        [exactOf(second), exactOf(types[2] ?? to)],
        exactOf(to),
        [b, c],
      );
    case "bitcast":
      return to.kind === "float" ? floatBitcast(to, a) : a;
    case "convert":
      return convert(operands[0] ?? bool, type, to, a);
    case "not":
      return not(convert(type, type, bool, a));
    case "neg":
    case "abs":
    case "invert":
      if (type.kind === "float") return floatUnary(op, type, a);
      if (type.kind === "bool") return op === "invert" ? not(a) : a;
      return exactUnary(op, type, exactOf(to), a);
    case "eq":
    case "ne":
    case "lt":
    case "le":
    case "gt":
    case "ge":
      return compare(op, type, second, a, b);
    case "add":
    case "sub":
    case "mul":
    case "div":
    case "floordiv":
    case "mod":
    case "fmod":
    case "pow":
    case "shl":
    case "shr":
    case "and":
    case "or":
    case "xor":
    case "min":
    case "max":
      if (type.kind === "float") return floatBinary(op, type, a, b, repeat);
      if (type.kind === "bool") return boolBinary(op, a, b);
      // Python's ints: the exact quotient, rounded once.
      if (op === "div" && to.kind === "float")
        return integerQuotient([type, exactOf(second)], to, a, b, repeat);
      return exactBinary(op, type, exactOf(second), exactOf(to), a, b, repeat);
    default:
      return math(op, type, a, b, repeat);
  }
}

/** Python's numbers in the bits that hold them. What leaves them is a fault, which a core does not see. */
function plain(type: ScalarType): Exclude<ScalarType, { readonly kind: "python" | "complex" }> {
  if (type.kind === "complex") return takenApart();
  if (type.kind !== "python") return type;
  switch (type.name) {
    case "int":
      return exactInt(64, true);
    case "float":
      return float64;
    case "bool":
      return bool;
    case "complex":
      return takenApart();
  }
}

type PlainType = ReturnType<typeof plain>;

function exactOf(type: PlainType): ExactType {
  return type.kind === "float" ? bug(`${printType(type)} where an integer or fixed type stands`) : type;
}

function convert(written: ScalarType, from: PlainType, to: PlainType, a: Expr): Expr {
  if (from.kind !== "float" && to.kind !== "float") return exactConvert(from, to, a);
  // CPython makes a double of an int first.
  if (written.kind === "python" && written.name === "int" && to.kind === "float")
    return floatConvert(float64, to, floatConvert(from, float64, a));
  return floatConvert(from, to, a);
}

function compare(op: CompareOp, left: PlainType, right: PlainType, a: Expr, b: Expr): Expr {
  if (left.kind === "float") {
    return right.kind === "float" ? floatCompare(op, left, a, b) : mixedCompare(op, left, right, a, b);
  }
  if (right.kind === "float") return mixedCompare(mirrored[op], right, left, b, a);
  return exactCompare(op, left, right, a, b);
}

function boolBinary(op: BinaryOp, a: Expr, b: Expr): Expr {
  switch (op) {
    case "add":
    case "or":
    case "max":
      return or(a, b);
    case "mul":
    case "and":
    case "min":
      return and(a, b);
    case "xor":
      return xor(a, b);
    default:
      return bug(`bool has no operator ${op}`);
  }
}

function math(fn: MathFn, type: PlainType, a: Expr, b: Expr, repeat: Repeat): Expr {
  if (type.kind === "float") return floatMath(fn, type, a, b, repeat);
  switch (fn) {
    case "floor":
    case "ceil":
    case "trunc":
    case "rint":
      return type.kind === "fixed" ? fixedRound(fn, type, a) : a;
    case "sqrt":
      if (type.kind === "fixed") return fixedSqrt(type, a, repeat);
      return bug(`${printType(type)} has no ${fn}`);
    case "sign":
      return type.kind === "int" ? exactSign(type, a) : any(a);
    case "isnan":
    case "isinf":
      return low;
    case "isfinite":
      return high;
    default:
      return bug(`${printType(type)} has no ${fn}`);
  }
}
