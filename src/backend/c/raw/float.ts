/** Floats: float32, float64 and Python's by C's own, other formats by the functions of lutra_float.h. */
import { bug } from "../../../diagnostics/bug.ts";
import type { BinaryOp, MathFn, UnaryOp } from "../../../types/operators.ts";
import type { ScalarType } from "../../../types/types.ts";
import type { Evaluation, Operand } from "../dialect.ts";
import { atom, call, infix, prefix, type Text } from "../text.ts";
import { elementary, formatted, holderOf, nativeOf } from "./formats.ts";
import { pythonFloatBinary } from "./python.ts";
import type { Raw } from "./refuse.ts";
import { checked } from "./whole.ts";

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
      return guarded(raw, fn, args, from, place, () => elementary(place, fn, texts, from));
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
