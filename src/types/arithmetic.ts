/**
 * Every operation of every scalar type, as a closure that computes one value.
 *
 *     const add = compileBinary("add", int8, int8, int8);
 *     add(100, 100);                                   // -56
 *
 * The types are those that promotion gives (promote.ts). A result that does not exist throws ArithmeticFault.
 */
import { compileCompare as compareByValue } from "./compare.ts";
import { compileConvert } from "./convert.ts";
import { bug, takenApart } from "./fault.ts";
import { exactBinary, exactUnary, fixedRound, fixedSqrt } from "./fixed.ts";
import { compileFloatBinary, compileFloatMath, compileFloatUnary } from "./float/index.ts";
import { type Int, numpyIntBinary, numpyIntUnary, signOf } from "./integer.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp, Value } from "./operators.ts";
import { printType } from "./print.ts";
import {
  pythonFloatBinary,
  pythonFloatMath,
  pythonIntBinary,
  pythonIntDivide,
  pythonIntUnary,
} from "./python.ts";
import type { FixedType, IntType, PythonType, ScalarType } from "./types.ts";

export { compileConvert, compileStore } from "./convert.ts";

export type Unary = (a: Value, b?: Value) => Value;
export type Binary = (a: Value, b: Value) => Value;

export function compileUnary(op: UnaryOp, type: ScalarType, result: ScalarType): Unary {
  if (op === "not") {
    const truth = compileConvert(type, { kind: "bool" });
    return (a) => !truth(a);
  }
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return op === "invert" ? (a) => !a : op === "abs" ? (a) => a : missing(op, type);
    case "int":
      if (type.rule === "numpy") return numpyIntUnary(op, type) as Unary;
      return exactUnary(op, type, exactResult(result)) as Unary;
    case "fixed":
      return exactUnary(op, type, exactResult(result)) as Unary;
    case "float":
      return compileFloatUnary(op, type);
    case "python":
      return pythonUnary(op, type);
  }
}

function pythonUnary(op: Exclude<UnaryOp, "not">, type: PythonType): Unary {
  switch (type.name) {
    case "int":
      return pythonIntUnary(op) as Unary;
    case "float":
      return op === "neg" ? (a) => -Number(a) : op === "abs" ? (a) => Math.abs(Number(a)) : missing(op, type);
    case "bool":
      return missing(op, type);
    case "complex":
      return takenApart();
  }
}

export function compileBinary(op: BinaryOp, left: ScalarType, right: ScalarType, result: ScalarType): Binary {
  switch (left.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return boolBinary(op);
    case "int":
      if (left.rule === "numpy") return numpyIntBinary(op, left) as Binary;
      return exactBinary(op, left, exactResult(right), exactResult(result)) as Binary;
    case "fixed":
      return exactBinary(op, left, exactResult(right), exactResult(result)) as Binary;
    case "float":
      return compileFloatBinary(op, left);
    case "python":
      return pythonBinary(op, left);
  }
}

/** NumPy's: `+` is or, `*` is and. Python's bools have only & | ^ (and min, max). */
function boolBinary(op: BinaryOp): Binary {
  switch (op) {
    case "add":
    case "or":
    case "max":
      return (a, b) => a === true || b === true;
    case "mul":
    case "and":
    case "min":
      return (a, b) => a === true && b === true;
    case "xor":
      return (a, b) => a !== b;
    default:
      return missing(op, { kind: "bool" });
  }
}

function pythonBinary(op: BinaryOp, type: PythonType): Binary {
  switch (type.name) {
    case "bool":
      return boolBinary(op);
    case "int":
      return (op === "div" ? pythonIntDivide : pythonIntBinary(op)) as Binary;
    case "float":
      return pythonFloatBinary(op);
    case "complex":
      return takenApart();
  }
}

export function compileCompare(op: CompareOp, left: ScalarType, right: ScalarType): Binary {
  return compareByValue(op, left, right);
}

/** `type` is that of the operands; a second operand has the same. */
export function compileMath(fn: MathFn, type: ScalarType): Binary {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "float":
      return compileFloatMath(fn, type);
    case "python":
      return type.name === "float" ? pythonFloatMath(fn) : integerMath(fn, type);
    case "bool":
    case "int":
      return integerMath(fn, type);
    case "fixed":
      return fixedMath(fn, type);
  }
}

function integerMath(fn: MathFn, type: ScalarType): Binary {
  switch (fn) {
    case "floor":
    case "ceil":
    case "trunc":
    case "rint":
      return (a) => a;
    case "sign":
      return (a) => signOf(asInt(a));
    case "isnan":
    case "isinf":
      return () => false;
    case "isfinite":
      return () => true;
    default:
      return missing(fn, type);
  }
}

function fixedMath(fn: MathFn, type: FixedType): Binary {
  switch (fn) {
    case "sqrt":
      return fixedSqrt(type) as Binary;
    case "floor":
    case "ceil":
    case "trunc":
    case "rint":
      return fixedRound(fn, type) as Binary;
    default:
      return integerMath(fn, type);
  }
}

function asInt(value: Value): Int {
  return typeof value === "boolean" ? Number(value) : value;
}

function exactResult(type: ScalarType): IntType | FixedType {
  return type.kind === "int" || type.kind === "fixed" ? type : missing("an exact operation", type);
}

function missing(op: string, type: ScalarType): never {
  return bug(`${op} on ${printType(type)}: promotion casts or refuses it first`);
}
