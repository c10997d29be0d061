/** NumPy 2's promotion: the smallest type that both operands convert to safely; Python numbers are weak. */
import { inRange } from "./integer.ts";
import type { BinaryOp, MathFn, UnaryOp } from "./operators.ts";
import { printType } from "./print.ts";
import {
  accept,
  integerConstant,
  integersOnly,
  isBitwise,
  isPythonBool,
  isPythonFloat,
  isShift,
  type Operand,
  type Promotion,
  type Refusal,
  refuse,
  refuseOperands,
} from "./promotion.ts";
import {
  type BoolType,
  bool,
  type FloatType,
  float,
  float16,
  float32,
  float64,
  type IntType,
  int8,
  int16,
  int32,
  int64,
  isPythonInt,
  type ScalarType,
  sameType,
  uint64,
} from "./types.ts";

/** What NumPy computes in: bool, its integers, and floats (of any format: a NumPy integer becomes that float). */
export type StrongType = BoolType | IntType | FloatType;

export function numpyBinary(op: BinaryOp, left: Operand, right: Operand): Promotion {
  const common = commonType(left, right);
  if (common === null) return refuseVariants(op, left, right);
  if (op === "div") {
    const type = common.kind === "float" && !fromIntegers(left, right) ? common : float64;
    return accept([type, type], type);
  }
  const type = loopType(op, common);
  if (type === null) return refuseType(op, common, left, right);
  const refusal =
    refuseConstant(left, type) ??
    refuseConstant(right, type) ??
    (op === "pow" ? refusePower(type, right) : null);
  return refusal ?? accept([type, type], type);
}

/** uint64 with int64 is a float64 only for want of an integer type; `/` on integers is float64 anyway. */
function fromIntegers(left: Operand, right: Operand): boolean {
  return [left, right].every(({ type }) => type.kind !== "float" && !isPythonFloat(type));
}

/** The type of the ufunc's loop: some have none for bool, or for floats. */
function loopType(op: BinaryOp, common: StrongType): StrongType | null {
  if (isBitwise(op)) return common.kind === "float" ? null : common;
  if (isShift(op)) return common.kind === "float" ? null : common.kind === "bool" ? int8 : common;
  if (common.kind !== "bool") return common;
  switch (op) {
    case "sub":
      return null;
    case "floordiv":
    case "mod":
    case "fmod":
    case "pow":
      return int8;
    default:
      return bool;
  }
}

function refuseType(op: BinaryOp, common: StrongType, left: Operand, right: Operand): Refusal {
  if (common.kind === "bool") {
    return refuseOperands(
      op,
      [left, right],
      "write `a ^ b` for truth values, or convert to an integer type first",
    );
  }
  if (left.type.kind !== "float" && right.type.kind !== "float" && fromIntegers(left, right)) {
    return refuseOperands(
      op,
      [left, right],
      "no integer type holds both: convert one operand, as in `x.astype(np.uint64)`",
    );
  }
  return refuseOperands(op, [left, right], integersOnly);
}

/** A Python int must be representable in the type it meets. */
function refuseConstant(operand: Operand, type: StrongType): Refusal | null {
  const value = isPythonInt(operand.type) ? integerConstant(operand) : null;
  if (value === null || type.kind === "bool") return null;
  if (type.kind === "float") {
    return Number.isFinite(Number(value))
      ? null
      : refuse("the Python int is too large for any float", "write a float constant");
  }
  if (inRange(value, type.bits, type.signed)) return null;
  return refuse(
    `the Python int ${value} is out of range for ${printType(type)}`,
    `convert the ${printType(type)} operand to a type that holds ${value} first, as in \`x.astype(np.int64)\``,
  );
}

function refusePower(type: StrongType, exponent: Operand): Refusal | null {
  const value = integerConstant(exponent);
  if (type.kind !== "int" || value === null || value >= 0n) return null;
  return refuse(
    `${printType(type)} to the negative power ${value} is no integer`,
    `write a float exponent: \`x ** ${value}.0\``,
  );
}

function refuseVariants(op: BinaryOp | "compare", left: Operand, right: Operand): Refusal {
  return refuseOperands(
    op,
    [left, right],
    "these float formats treat subnormals and exceptions differently: convert one of them first",
  );
}

export function numpyCompare(left: Operand, right: Operand): Promotion {
  const common = commonType(left, right);
  if (common === null) return refuseVariants("compare", left, right);
  // Integers compare by value: also int64 with uint64, and a Python int that the type does not hold.
  if (fromIntegers(left, right)) {
    const integers = [left, right].map(({ type }) => (isPythonBool(type) ? bool : type));
    if (common.kind === "float") return accept(integers, bool);
    const fits = [left, right].every((o) => {
      if (!isPythonInt(o.type) || common.kind !== "int") return !isPythonInt(o.type);
      const value = integerConstant(o);
      if (value === null) return common.bits === 64 && common.signed; // as a Python int has at most
      return inRange(value, common.bits, common.signed);
    });
    return accept(fits ? [common, common] : integers, bool);
  }
  return refuseConstant(left, common) ?? refuseConstant(right, common) ?? accept([common, common], bool);
}

export function numpyUnary(op: UnaryOp, operand: Operand): Promotion {
  const { type } = operand;
  if (op === "not") return accept([type], bool);
  if (op === "neg" && type.kind === "bool") {
    return refuseOperands(op, [operand], "write `~x` for a truth value, or convert to an integer type first");
  }
  if (op === "invert" && type.kind === "float") return refuseOperands(op, [operand], integersOnly);
  return accept([type], type);
}

export function numpyMath(fn: MathFn, args: readonly Operand[]): Promotion {
  switch (fn) {
    case "isnan":
    case "isinf":
    case "isfinite":
      return accept(args.map(strongOf), bool);
    case "floor":
    case "ceil":
    case "trunc":
    case "sign":
      return keepInteger(fn, args);
    default: {
      const type = floatOf(args);
      if (type === null) {
        return refuseOperands(fn, args, "these float formats differ in kind: convert one of them first");
      }
      return accept(
        args.map(() => type),
        type,
      );
    }
  }
}

function keepInteger(fn: MathFn, args: readonly Operand[]): Promotion {
  if (fn === "sign" && args.some((o) => strongOf(o).kind === "bool")) {
    return refuseOperands(fn, args, "convert the truth value to an integer type first");
  }
  const types = args.map(strongOf);
  return accept(types, types[0] ?? float64);
}

/** The float loop that takes every argument: int8 fits float16, int16 float32, wider integers float64. */
function floatOf(args: readonly Operand[]): FloatType | null {
  const [first, second] = args;
  if (first === undefined) return null;
  if (second === undefined) return asFloat(strongOf(first));
  const a = strongOf(first);
  const b = strongOf(second);
  if (isWeak(first.type) !== isWeak(second.type) || a.kind === "float" || b.kind === "float") {
    const common = commonType(first, second);
    return common === null ? null : asFloat(common);
  }
  return commonFloat(asFloat(a), asFloat(b));
}

function isWeak(type: ScalarType): boolean {
  return isPythonInt(type) || isPythonFloat(type);
}

/** A Python number alone is what np.asarray makes of it. */
function strongOf({ type }: Operand): StrongType {
  if (isPythonInt(type)) return int64;
  if (isPythonFloat(type)) return float64;
  return type.kind === "int" || type.kind === "float" ? type : bool;
}

/** Null for float formats of different variants. */
export function commonType(left: Operand, right: Operand): StrongType | null {
  const l = left.type;
  const r = right.type;
  if (isWeak(l) && !isWeak(r)) return withWeak(strongOf(right), isPythonFloat(l));
  if (isWeak(r) && !isWeak(l)) return withWeak(strongOf(left), isPythonFloat(r));
  return commonStrong(strongOf(left), strongOf(right));
}

function withWeak(strong: StrongType, isFloat: boolean): StrongType {
  if (strong.kind === "float") return strong;
  if (isFloat) return float64;
  return strong.kind === "bool" ? int64 : strong;
}

export function commonStrong(a: StrongType, b: StrongType): StrongType | null {
  if (a.kind === "bool") return b;
  if (b.kind === "bool") return a;
  if (a.kind === "int" && b.kind === "int") return commonInt(a, b);
  if (a.kind === "float" && b.kind === "float") return commonFloat(a, b);
  if (a.kind === "float" && b.kind === "int") return floatWithInt(a, b);
  if (a.kind === "int" && b.kind === "float") return floatWithInt(b, a);
  return null;
}

function commonInt(a: IntType, b: IntType): IntType | FloatType {
  if (a.signed === b.signed) return a.bits >= b.bits ? a : b;
  const [signed, unsigned] = a.signed ? [a, b] : [b, a];
  if (signed.bits > unsigned.bits) return signed;
  return unsigned.bits === 8 ? int16 : unsigned.bits === 16 ? int32 : unsigned.bits === 32 ? int64 : float64;
}

/** Both ranges and both precisions. */
export function commonFloat(a: FloatType, b: FloatType): FloatType | null {
  if (a.variant !== b.variant) return null;
  return float(Math.max(a.exponent, b.exponent), Math.max(a.mantissa, b.mantissa), a.variant);
}

function floatWithInt(type: FloatType, integer: IntType): FloatType | null {
  return isNumpyFloat(type) ? commonFloat(type, asFloat(integer)) : type;
}

function isNumpyFloat(type: FloatType): boolean {
  return sameType(type, float16) || sameType(type, float32) || sameType(type, float64);
}

function asFloat(type: StrongType): FloatType {
  switch (type.kind) {
    case "bool":
      return float16;
    case "int":
      return type.bits === 8 ? float16 : type.bits === 16 ? float32 : float64;
    case "float":
      return type;
  }
}

/** The float that holds a NumPy number; null for other formats. */
export function numpyFloatOf(type: ScalarType): FloatType | null {
  if (type.kind === "float") return isNumpyFloat(type) ? type : null;
  if (type.kind === "bool" || (type.kind === "int" && type.rule === "numpy")) return asFloat(type);
  return null;
}

/** np.sum and np.prod accumulate in at least 64 bits. */
export function numpyAccumulator(type: StrongType): StrongType {
  if (type.kind === "float") return type;
  return type.kind === "int" && !type.signed ? uint64 : int64;
}
