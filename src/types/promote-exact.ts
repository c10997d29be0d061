/**
 * Exact types meeting anything: results grow (see exact.ts). On the way there
 *
 *     a NumPy integer is the int<N> of the same range, bool is uint<1>
 *     a Python int is the smallest int that holds it, int<64> when it is not known now
 *     a Python float constant is the smallest fixed type that holds it, if 64 bits from its highest integer bit to its
 *     lowest fraction bit do; else it is rounded to the type of the fixed operand. One not known now makes a float64
 *     with a float, the result is that float
 */
import { type Form, formOf, formOfConstant, grow, holdBoth, typeOf } from "./exact.ts";
import { floatToExact } from "./float/index.ts";
import type { BinaryOp, MathFn, UnaryOp } from "./operators.ts";
import { maxBits } from "./parse.ts";
import { printType } from "./print.ts";
import { commonFloat } from "./promote-numpy.ts";
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
  bool,
  exactInt,
  type FixedType,
  type FloatType,
  fixed,
  float16,
  float32,
  float64,
  type IntType,
  isPythonInt,
  pythonInt,
  type ScalarType,
  sameType,
} from "./types.ts";

export function isExact(type: ScalarType): type is IntType | FixedType {
  return type.kind === "fixed" || (type.kind === "int" && type.rule === "exact");
}

/** One operand at least is exact. */
export function exactBinary(op: BinaryOp, left: Operand, right: Operand): Promotion {
  const float = floatPartner(left, right);
  if (float !== null) {
    if (isBitwise(op) || isShift(op)) return refuseOperands(op, [left, right], integersOnly);
    return accept([float, float], float);
  }
  // 1 << n: the Python int is what is shifted, and it has room.
  if (isShift(op) && left.type.kind === "python") return pythonShift(left, right);
  const l = asExact(left, right, op);
  const r = asExact(right, left, op);
  if ("ok" in l) return l;
  if ("ok" in r) return r;
  if (isShift(op) && r.kind === "fixed") {
    return refuseOperands(op, [left, right], "shift by an integer count");
  }
  if (op === "pow") return exactPower(l, r, left, right);
  if (keepsCommonType(op) && sameType(l, r)) return accept([l, r], l);
  if (isShift(op)) return accept([l, r], l);
  return grown(op, l, r);
}

/** The smallest type that holds both is that of the operands, its modes included. */
function keepsCommonType(op: BinaryOp): boolean {
  return isBitwise(op) || op === "min" || op === "max";
}

function pythonShift(left: Operand, right: Operand): Promotion {
  if (right.type.kind !== "int") return refuseOperands("shl", [left, right], "shift by an integer count");
  if (isPythonFloat(left.type)) return refuseOperands("shl", [left, right], integersOnly);
  return accept([pythonInt, pythonInt], pythonInt);
}

function grown(op: BinaryOp, l: IntType | FixedType, r: IntType | FixedType): Promotion {
  const form = grow(op, formOf(l), formOf(r));
  if (form === null || form.width > maxBits) return refuseWidth(op, l, r, form);
  const integral = op === "floordiv" || (l.kind === "int" && r.kind === "int" && op !== "div");
  return accept([l, r], typeOf(form, integral));
}

function refuseWidth(op: BinaryOp, l: ScalarType, r: ScalarType, form: Form | null): Refusal {
  const width = form === null ? `more than ${maxBits}` : String(form.width);
  return refuse(
    `the exact result of ${op} on ${printType(l)} and ${printType(r)} needs ${width} bits; ${maxBits} is the most`,
    "convert the operands, or a result before this one, to a narrower type",
  );
}

function exactPower(
  base: IntType | FixedType,
  exponent: IntType | FixedType,
  left: Operand,
  right: Operand,
): Promotion {
  const constant = integerConstant(right) ?? undefined;
  if (exponent.kind === "fixed") {
    return refuseOperands(
      "pow",
      [left, right],
      "write an integer exponent, or convert to a float type first",
    );
  }
  if (constant !== undefined && constant < 0n) {
    return refuse(
      `${printType(base)} to the negative power ${constant} has no exact type`,
      `write \`1 / x ** ${-constant}\`, or convert to a float type first`,
    );
  }
  const form = grow("pow", formOf(base), formOf(exponent), constant);
  if (form === null && constant === undefined) {
    return refuse(
      `the width of ${printType(base)} ** ${printType(exponent)} is not known: the exponent has no small bound`,
      "write a constant exponent, convert it to a narrow unsigned type such as uint<3>, or convert the base to a NumPy or float type",
    );
  }
  if (form === null || form.width > maxBits) return refuseWidth("pow", base, exponent, form);
  return accept([base, exponent], typeOf(form, base.kind === "int"));
}

export function exactCompare(left: Operand, right: Operand): Promotion {
  const float = floatPartner(left, right);
  if (float !== null) return accept([float, float], bool);
  const l = asExact(left, right, "compare");
  const r = asExact(right, left, "compare");
  if ("ok" in l) return l;
  if ("ok" in r) return r;
  return accept([l, r], bool);
}

export function exactUnary(op: UnaryOp, operand: Operand, type: IntType | FixedType): Promotion {
  const form = formOf(type);
  switch (op) {
    case "not":
      return accept([type], bool);
    case "invert":
      return accept([type], type);
    case "abs":
      return accept([type], type.signed ? typeOf({ ...form, signed: false }, type.kind === "int") : type);
    case "neg": {
      const wider: Form = { ...form, signed: true, width: form.width + 1 };
      if (wider.width > maxBits) {
        return refuseOperands(
          op,
          [operand],
          `the result needs ${wider.width} bits; convert to a narrower type first`,
        );
      }
      return accept([type], typeOf(wider, type.kind === "int"));
    }
  }
}

/** sqrt and rounding stay in a fixed type; other functions use the smallest NumPy float that holds the operand. */
export function exactMath(fn: MathFn, args: readonly Operand[]): Promotion {
  const [first, second] = args;
  const only = second === undefined ? first?.type : undefined;
  if (only !== undefined && isExact(only)) {
    switch (fn) {
      case "isnan":
      case "isinf":
      case "isfinite":
        return accept([only], bool);
      case "floor":
      case "ceil":
      case "trunc":
      case "rint":
        return accept([only], only);
      case "sign":
        return accept([only], only.kind === "int" ? only : exactInt(2, true));
      case "sqrt":
        if (only.kind === "fixed") return accept([only], only);
    }
  }
  const float = args.map(({ type }) => floatFor(type)).reduce<FloatType | null>(joinFloats, null);
  if (float === null) return refuseOperands(fn, args, "convert the operands to a float type first");
  return accept(
    args.map(() => float),
    float,
  );
}

function joinFloats(a: FloatType | null, b: FloatType | null): FloatType | null {
  if (a === null || b === null) return a ?? b;
  return commonFloat(a, b);
}

/** Null for a Python number, which takes the type of the other argument. */
function floatFor(type: ScalarType): FloatType | null {
  if (type.kind === "float") return type;
  if (type.kind === "python" || type.kind === "complex") return null;
  const { width, signed, fraction } = formOf(type);
  const fits = (float: FloatType) => {
    const bias = 2 ** (float.exponent - 1) - 1;
    const significant = signed ? width - 1 : width;
    return (
      significant <= float.mantissa + 1 && width - fraction <= bias && fraction <= bias - 1 + float.mantissa
    );
  };
  return fits(float16) ? float16 : fits(float32) ? float32 : float64;
}

/** The float type that the pair computes in, if one of them is a float. */
function floatPartner(left: Operand, right: Operand): FloatType | null {
  for (const { type, constant } of [left, right]) {
    if (type.kind === "float") return type;
    if (isPythonFloat(type) && (constant === undefined || !Number.isFinite(Number(constant)))) return float64;
  }
  return null;
}

/** The exact type an operand takes part in. */
function asExact(
  operand: Operand,
  partner: Operand,
  op: BinaryOp | "compare",
): IntType | FixedType | Refusal {
  const { type, constant } = operand;
  if (type.kind === "fixed") return type;
  if (type.kind === "int") return exactInt(type.bits, type.signed);
  if (type.kind === "bool" || isPythonBool(type)) return exactInt(1, false);
  if (isPythonInt(type)) {
    if (constant === undefined) return exactInt(64, true);
    const form = formOfConstant(BigInt(constant), 0);
    if (form.width <= maxBits) return exactInt(form.width, form.signed);
    return refuse(
      `the Python int needs ${form.width} bits; ${maxBits} is the most`,
      "write a smaller constant",
    );
  }
  return floatConstant(Number(constant), partner.type, op);
}

function floatConstant(
  x: number,
  partner: ScalarType,
  op: BinaryOp | "compare",
): IntType | FixedType | Refusal {
  const exact = smallestFixed(x);
  const span = Math.max(exact.integer, 0) + Math.max(exact.width - exact.integer, 0);
  if (span <= 64 || (op === "compare" && span <= maxBits)) return exact;
  if (partner.kind === "fixed" && inside(x, partner)) return { ...partner, rounding: "nearest_even" };
  return refuse(
    `the constant ${x} has no fixed type of 64 bits, and ${printType(partner)} does not hold it`,
    "convert the other operand to float64, or write a constant with fewer digits",
  );
}

/** Neither rounded to zero nor out of range. */
function inside(x: number, type: FixedType): boolean {
  const step = 2 ** (type.integer - type.width);
  const top = 2 ** (type.signed ? type.integer - 1 : type.integer);
  return Math.abs(x) > step / 2 && x <= top - step && x >= (type.signed ? -top : 0);
}

function smallestFixed(x: number): FixedType {
  const exact = floatToExact(float64, x);
  let mantissa = exact.kind === "finite" ? exact.mantissa : 0n;
  let exponent = exact.kind === "finite" ? exact.exponent : 0;
  while (mantissa !== 0n && (mantissa & 1n) === 0n) {
    mantissa >>= 1n;
    exponent += 1;
  }
  const form = formOfConstant(mantissa, exponent);
  return fixed(form.width, form.width - form.fraction, form.signed);
}

/** As `joinExact`, where one is exact and the other may be a NumPy integer or a Python number. */
export function joinExactOperands(left: Operand, right: Operand): IntType | FixedType | null {
  if (floatPartner(left, right) !== null) return null;
  const l = asExact(left, right, "compare");
  const r = asExact(right, left, "compare");
  if ("ok" in l || "ok" in r) return null;
  return joinExact(withModes(l, left.type, right.type), withModes(r, right.type, left.type));
}

/** A Python number rounds and overflows as the fixed type it meets. */
function withModes(type: IntType | FixedType, own: ScalarType, partner: ScalarType): IntType | FixedType {
  if (type.kind !== "fixed" || own.kind === "fixed" || partner.kind !== "fixed") return type;
  return { ...type, rounding: partner.rounding, overflow: partner.overflow };
}

/** The smallest type that holds all values of both; null when they round or overflow differently. */
function joinExact(a: IntType | FixedType, b: IntType | FixedType): IntType | FixedType | null {
  const form = holdBoth(formOf(a), formOf(b));
  if (form.width > maxBits) return null;
  if (a.kind !== "fixed" && b.kind !== "fixed") return exactInt(form.width, form.signed);
  const modes = a.kind === "fixed" ? a : b.kind === "fixed" ? b : null;
  if (modes === null) return null;
  if (a.kind === "fixed" && b.kind === "fixed" && (a.rounding !== b.rounding || a.overflow !== b.overflow))
    return null;
  return fixed(form.width, form.width - form.fraction, form.signed, modes.rounding, modes.overflow);
}

/** The exact accumulator of `count` elements. */
export function exactAccumulator(
  op: "sum" | "prod",
  type: IntType | FixedType,
  count: number | undefined,
): Promotion {
  if (count === undefined) {
    return refuse(
      `the width of the exact ${op} of ${printType(type)} depends on how many elements there are`,
      "convert the array to a NumPy or float type, or sum a part of known size",
    );
  }
  const { signed, width, fraction } = formOf(type);
  const form: Form =
    op === "sum"
      ? { signed, width: width + Math.ceil(Math.log2(Math.max(count, 1))), fraction }
      : { signed, width: width * Math.max(count, 1), fraction: fraction * Math.max(count, 1) };
  if (form.width > maxBits) {
    return refuse(
      `the exact ${op} of ${count} elements of ${printType(type)} needs ${form.width} bits; ${maxBits} is the most`,
      "convert the array to a narrower, a NumPy or a float type first",
    );
  }
  const accumulator = typeOf(form, type.kind === "int");
  return accept([accumulator], accumulator);
}
