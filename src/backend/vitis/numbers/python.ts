/** Python's numbers: an int is `int` where it surely fits, else int64_t, and checked where even that may not do. */
import { isSmall, within } from "../../../loops/analysis/range/index.ts";
import type { BinaryOp, MathFn, UnaryOp } from "../../../types/operators.ts";
import { float64 } from "../../../types/types.ts";
import type { Evaluation, Operand } from "../../c/dialect.ts";
import { infix, prefix, type Text } from "../../c/text.ts";
import { castText, inType, nativeOf } from "./ctypes.ts";
import { elementary, floatBinary, floatMath } from "./float.ts";
import { check, operation } from "./uses.ts";

export function pythonUnary(op: Exclude<UnaryOp, "not">, operand: Operand, place: Evaluation): Text {
  const text = asPython(operand.text);
  switch (op) {
    case "neg":
      if (place.range !== null) return prefix("-", widened(text, place), wideOf(text, place));
      return check(place, "overflow", "checked_neg", [text], "int64_t");
    case "abs": {
      if (operand.range !== null && operand.range.low >= 0) return text;
      const ctype = isSmallNext(operand) && isInt(text) ? "int" : "int64_t";
      if (operand.range !== null) return operation(place, "absolute", [inType(ctype, text)], ctype);
      return check(place, "overflow", "checked_abs", [text], "int64_t");
    }
    case "invert":
      return prefix(
        "~",
        text.ctype === "bool" ? castText("int", text) : text,
        isInt(text) ? "int" : "int64_t",
      );
  }
}

const signs = { add: "+", sub: "-", mul: "*", and: "&", or: "|", xor: "^" } as const;

export function pythonBinary(op: BinaryOp, left: Operand, right: Operand, place: Evaluation): Text {
  const [a, b] = [asPython(left.text), asPython(right.text)];
  const both = isInt(a) && isInt(b) ? "int" : "int64_t";
  switch (op) {
    case "add":
    case "sub":
    case "mul":
      if (place.range === null) return check(place, "overflow", `checked_${op}`, [a, b], "int64_t");
      return infix(
        both === "int" ? widened(a, place) : a,
        signs[op],
        b,
        isSmall(place.range) ? both : "int64_t",
      );
    case "and":
    case "or":
    case "xor":
      return infix(a, signs[op], b, both);
    case "floordiv":
    case "mod":
      return quotient(op, left, right, both, place);
    case "fmod":
      if (isPositive(right)) return infix(a, "%", b, both);
      return check(place, "zero-division", "checked_fmod", [a, b], "int64_t");
    case "pow":
      place.uses.check("negative-power", place.span);
      return check(place, "overflow", "checked_pow", [a, b], "int64_t");
    case "shl":
      if (place.range !== null && within(right.range, 0, 62)) {
        const start = isSmall(place.range) ? a : inType("int64_t", a);
        return infix(start, "<<", b, isSmall(place.range) ? start.ctype : "int64_t");
      }
      place.uses.check("negative-shift", place.span);
      return check(place, "overflow", "checked_shl", [a, b], "int64_t");
    case "shr":
      if (within(right.range, 0, isInt(a) ? 31 : 63)) return infix(a, ">>", b, isInt(a) ? "int" : "int64_t");
      return check(place, "negative-shift", "checked_shr", [a, b], "int64_t");
    case "min":
    case "max":
      return operation(place, op === "min" ? "minimum" : "maximum", [inType(both, a), inType(both, b)], both);
    case "div": {
      if (!isPositive(right) && !isNegative(right)) {
        return check(place, "zero-division", "checked_truediv", [a, b], "double");
      }
      if (left.range === null || right.range === null) {
        return check(place, "zero-division", "checked_truediv", [a, b], "double");
      }
      return infix(castText("double", a), "/", b, "double");
    }
  }
}

/** Where neither side is negative, C++ divides as Python does. */
function quotient(
  op: "floordiv" | "mod",
  left: Operand,
  right: Operand,
  both: string,
  place: Evaluation,
): Text {
  const [a, b] = [asPython(left.text), asPython(right.text)];
  if (isPositive(right) && left.range !== null && left.range.low >= 0) {
    return infix(a, op === "mod" ? "%" : "/", b, both);
  }
  if (isPositive(right)) {
    return operation(place, op === "mod" ? "floormod" : "floordiv", [inType(both, a), inType(both, b)], both);
  }
  if (op === "floordiv") place.uses.check("overflow", place.span);
  return check(place, "zero-division", `checked_${op}`, [a, b], "int64_t");
}

/** As C++ computes with it: an unsigned number of 32 bits or more would make its neighbours unsigned. */
function asPython(text: Text): Text {
  const native = nativeOf(text.ctype);
  if (native === null) return castText("int64_t", text);
  return !native.signed && native.bits >= 32 ? castText("int64_t", text) : text;
}

/** Computed in 32 bits. */
function isInt({ ctype }: Text): boolean {
  const native = nativeOf(ctype);
  return native !== null && native.bits <= 32;
}

/** The first operand of something whose result needs 64 bits. */
function widened(text: Text, place: Evaluation): Text {
  return isInt(text) && !isSmall(place.range) ? castText("int64_t", text) : text;
}

function wideOf(text: Text, place: Evaluation): string {
  return isInt(text) && isSmall(place.range) ? "int" : "int64_t";
}

function isSmallNext({ range }: Operand): boolean {
  return within(range, -(2 ** 31) + 1, 2 ** 31 - 1);
}

function isPositive({ range }: Operand): boolean {
  return range !== null && range.low > 0;
}

function isNegative({ range }: Operand): boolean {
  return range !== null && range.high < 0;
}

// Floats: NumPy's float64, but that Python raises where NumPy gives inf or nan

export function pythonFloatBinary(op: BinaryOp, left: Operand, right: Operand, place: Evaluation): Text {
  const args = [left.text, right.text].map((text) => inType("double", text));
  const isConstant = right.expr.kind === "const" && right.expr.value !== 0;
  const divide = (name: string): Text => check(place, "zero-division", name, args, "double");
  switch (op) {
    case "div":
      return isConstant ? floatBinary(op, left, right, float64, place) : divide("checked_fdiv");
    case "floordiv":
      return isConstant ? floatBinary(op, left, right, float64, place) : divide("checked_ffloordiv");
    case "mod":
      return isConstant ? floatBinary(op, left, right, float64, place) : divide("checked_ffloormod");
    case "fmod":
      return isConstant ? floatBinary(op, left, right, float64, place) : divide("checked_ffmod");
    case "pow": {
      for (const code of ["zero-division", "domain"]) place.uses.check(code, place.span);
      return check(
        place,
        "overflow",
        "checked_fpow",
        [elementary("pow", args, float64, "double", place), ...args],
        "double",
      );
    }
    default:
      return floatBinary(op, left, right, float64, place);
  }
}

const alwaysDefined: ReadonlySet<MathFn> = new Set([
  "floor",
  "ceil",
  "trunc",
  "rint",
  "sign",
  "isnan",
  "isinf",
  "isfinite",
  "atan2",
  "hypot",
  "copysign",
]);

export function pythonFloatMath(fn: MathFn, args: readonly Operand[], place: Evaluation): Text {
  const text = floatMath(fn, args, float64, place);
  const [first] = args;
  if (alwaysDefined.has(fn) || first === undefined) return text;
  const name: Text = { text: `"${fn}"`, level: 16, ctype: "const char *" };
  return check(place, "domain", "checked_math", [text, first.text, name], "double");
}
