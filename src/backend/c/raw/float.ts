/** Floats: float32, float64 and Python's by C's own, other formats by the functions of lutra_float.h. */
import { bug } from "../../../diagnostics/bug.ts";
import type { BinaryOp, MathFn, UnaryOp } from "../../../types/operators.ts";
import {
  type FloatType,
  float16,
  float32,
  float64,
  type ScalarType,
  sameType,
} from "../../../types/types.ts";
import type { Evaluation, Operand } from "../dialect.ts";
import { atom, call, infix, prefix, type Text } from "../text.ts";
import { pythonFloatBinary } from "./python.ts";
import type { Raw } from "./refuse.ts";
import { checked } from "./whole.ts";

/** The C type that holds a value of the format: the same number. */
export function holderOf(type: ScalarType): "float" | "double" {
  if (type.kind !== "float") return "double";
  const exponents = type.variant === "flopoco" ? 7 : 8;
  return type.exponent <= exponents && type.mantissa <= 23 ? "float" : "double";
}

/** C's own arithmetic is the format's. */
export function nativeOf(type: ScalarType): "float" | "double" | null {
  if (type.kind === "python") return type.name === "float" ? "double" : null;
  if (type.kind !== "float") return null;
  return sameType(type, float32) ? "float" : sameType(type, float64) ? "double" : null;
}

/** The last arguments of functions that serve every format. */
export function formatOf(type: ScalarType): string {
  if (type.kind !== "float") return "LUTRA_FLOAT64";
  if (sameType(type, float16)) return "LUTRA_FLOAT16";
  if (sameType(type, float32)) return "LUTRA_FLOAT32";
  if (sameType(type, float64)) return "LUTRA_FLOAT64";
  return `${type.exponent}, ${type.mantissa}, LUTRA_${type.variant.toUpperCase()}`;
}

/** A function of lutra_float.h, with the format as its last arguments. */
export function formatted(place: Evaluation, name: string, args: readonly Text[], type: ScalarType): Text {
  place.uses.header('"lutra_float.h"');
  return call(`lutra_float_${name}`, [...args, atom(formatOf(type), "int")], "double");
}

const symbols = { add: "+", sub: "-", mul: "*" } as const;

export function floatBinary(
  raw: Raw,
  op: BinaryOp,
  left: Operand,
  right: Operand,
  type: ScalarType,
  place: Evaluation,
): Text {
  if (type.kind === "python") return pythonFloatBinary(raw, op, left, right, place);
  const native = nativeOf(type);
  const operands = [left.text, right.text];
  const suffix = native === "float" ? "f32" : "f64";
  switch (op) {
    case "add":
    case "sub":
    case "mul":
      if (native === null) return formatted(place, op, operands, type);
      return infix(left.text, symbols[op], right.text, native);
    case "div":
      if (native === null) return formatted(place, op, operands, type);
      if (native === "float" && raw.target.language === "opencl")
        return ours(place, raw, "div_f32", operands, native);
      return infix(left.text, "/", right.text, native);
    case "min":
    case "max":
      if (native === null) return formatted(place, op, operands, type);
      return ours(place, raw, `${op}_${suffix}`, operands, native);
    case "fmod":
    case "mod":
    case "floordiv":
      return formatted(place, op, operands, type);
    case "pow":
      if (native === "double") return ours(place, raw, "pow_f64", operands, native);
      return elementary(place, "pow", operands, type);
    default:
      return bug(`floats have no ${op}`);
  }
}

/** A function of lutra_c.h. */
function ours(place: Evaluation, raw: Raw, name: string, args: readonly Text[], ctype: string): Text {
  place.uses.header(raw.target.operations);
  return call(name, args, ctype);
}

export function floatUnary(raw: Raw, op: Exclude<UnaryOp, "not">, operand: Operand, place: Evaluation): Text {
  const { ctype } = operand.text;
  switch (op) {
    case "neg":
      return prefix("-", operand.text, ctype);
    case "abs":
      return library(raw, place, "fabs", [operand.text], ctype);
    case "invert":
      return bug("floats have no bits");
  }
}

/** `sqrtf` of a float in C; OpenCL has one name for all types. */
function library(raw: Raw, place: Evaluation, name: string, args: readonly Text[], ctype: string): Text {
  if (raw.target.language === "opencl") return call(name, args, ctype);
  place.uses.header("<math.h>");
  return call(ctype === "float" ? `${name}f` : name, args, ctype);
}

export function floatMath(
  raw: Raw,
  fn: MathFn,
  args: readonly Operand[],
  from: ScalarType,
  place: Evaluation,
): Text {
  const texts = args.map(({ text }) => text);
  const native = nativeOf(from);
  const holder = holderOf(from);
  switch (fn) {
    case "isnan":
    case "isinf":
    case "isfinite":
      if (raw.target.language === "c99") place.uses.header("<math.h>");
      return infix(call(fn, texts, "int"), "!=", atom("0", "int"), "int");
    case "sign":
      return ours(place, raw, holder === "float" ? "sign_f32" : "sign_f64", texts, holder);
    case "copysign":
      return ours(place, raw, holder === "float" ? "copysign_f32" : "copysign_f64", texts, holder);
    case "floor":
    case "ceil":
    case "trunc":
    case "rint":
      return native === null ? formatted(place, fn, texts, from) : library(raw, place, fn, texts, native);
    case "sqrt":
      if (native === null) return formatted(place, fn, texts, from);
      return guarded(raw, fn, args, from, place, () =>
        native === "float" && raw.target.language === "opencl"
          ? ours(place, raw, "sqrt_f32", texts, native)
          : library(raw, place, fn, texts, native),
      );
    default:
      if (native !== "double") return elementary(place, fn, texts, from);
      return guarded(raw, fn, args, from, place, () => library(raw, place, fn, texts, native));
  }
}

/** The math module raises where NumPy gives nan, or inf for a finite number. */
function guarded(
  raw: Raw,
  fn: MathFn,
  args: readonly Operand[],
  from: ScalarType,
  place: Evaluation,
  compute: () => Text,
): Text {
  const [x] = args;
  if (from.kind !== "python" || x === undefined || fn === "atan2" || fn === "hypot") return compute();
  const name = raw.target.language === "c99" ? `"${fn}"` : `LUTRA_${fn.toUpperCase()}`;
  return checked(place, raw, "checked_math", [compute(), x.text, name], "double", "domain");
}

/** Formats of up to 32 bits by the integer algorithms; wider ones by C's double function, rounded. */
function elementary(place: Evaluation, fn: MathFn | "pow", args: readonly Text[], type: ScalarType): Text {
  if (type.kind === "float" && !isDefinedByIntegers(type)) return roundedDouble(place, fn, args, type);
  place.uses.header('"lutra_elementary.h"');
  if (sameType(type, float32)) return call(`lutra_${fn}f`, args, "float");
  return call(`lutra_float_${fn}`, [...args, atom(formatOf(type), "int")], "double");
}

function isDefinedByIntegers(type: FloatType): boolean {
  return 1 + type.exponent + type.mantissa <= 32;
}

function roundedDouble(place: Evaluation, fn: MathFn | "pow", args: readonly Text[], type: FloatType): Text {
  place.uses.header("<math.h>");
  if (fn === "pow") place.uses.header('"lutra_c.h"');
  const name = fn === "pow" ? "pow_f64" : fn;
  return formatted(place, "round", [call(name, args, "double")], type);
}
