/**
 * Numbers as C++ for Vitis HLS: NumPy's integers and floats are the built-in types, float16 is `half`, exact types are
 * ap_int and ap_fixed, other formats `lutra::floating`. What C++ means otherwise than NumPy or Python is a function of
 * the headers in include/.
 */

import { assertNever } from "../../../diagnostics/bug.ts";
import { takenApart } from "../../../types/fault.ts";
import type { ScalarType } from "../../../types/types.ts";
import type { Evaluation, Numbers, Operand } from "../../c/dialect.ts";
import { conditional, prefix, type Text } from "../../c/text.ts";
import { bitcast, bits } from "./bits.ts";
import { boolBinary } from "./bool.ts";
import { compare } from "./compare.ts";
import { convert, truthOf } from "./convert.ts";
import { inType, isExact, isPythonFloat, isTruth, nativeOf, sameCtype, typeName } from "./ctypes.ts";
import { exactBinary, exactMath, exactUnary } from "./exact.ts";
import { floatBinary, floatMath, floatUnary } from "./float.ts";
import { integerBinary, integerUnary } from "./integer.ts";
import { literal } from "./literal.ts";
import { pythonBinary, pythonFloatBinary, pythonFloatMath, pythonUnary } from "./python.ts";

export const numbers: Numbers = {
  refusal(type) {
    if (type.kind !== "float" || type.variant !== "flopoco" || type.exponent < 11) return null;
    return "FloPoCo formats with 11 exponent bits outrange the doubles that C++ computes them in";
  },
  typeName,
  literal,
  unary(op, operand, type, place) {
    const from = operand.expr.type;
    if (op === "not") return prefix("!", truthOf(operand), "bool");
    if (isTruth(from)) return op === "invert" ? prefix("!", operand.text, "bool") : operand.text;
    switch (from.kind) {
      case "complex":
        return takenApart();
      case "bool":
        return operand.text;
      case "int":
        return isExact(from) ? exactUnary(op, operand, type, place) : integerUnary(op, operand, from, place);
      case "fixed":
        return exactUnary(op, operand, type, place);
      case "float":
        return floatUnary(op, operand, place);
      case "python":
        return from.name === "int" ? pythonUnary(op, operand, place) : floatUnary(op, operand, place);
      default:
        return assertNever(from);
    }
  },
  binary(op, left, right, type, place) {
    const from = left.expr.type;
    if (isTruth(from)) return boolBinary(op, left, right);
    switch (from.kind) {
      case "complex":
        return takenApart();
      case "bool":
        return boolBinary(op, left, right);
      case "int":
        return isExact(from)
          ? exactBinary(op, left, right, type, place)
          : integerBinary(op, left, right, from, place);
      case "fixed":
        return exactBinary(op, left, right, type, place);
      case "float":
        return floatBinary(op, left, right, from, place);
      case "python":
        return from.name === "int"
          ? pythonBinary(op, left, right, place)
          : pythonFloatBinary(op, left, right, place);
      default:
        return assertNever(from);
    }
  },
  compare,
  math(fn, args, type, place) {
    const [first] = args;
    if (first === undefined) throw new Error(`bug: ${fn} of nothing`);
    const from = first.expr.type;
    if (isExact(from) || from.kind === "int" || isTruth(from)) return exactMath(fn, first, type, place);
    if (isPythonFloat(from)) return pythonFloatMath(fn, args, place);
    if (from.kind === "float") return floatMath(fn, args, from, place);
    return exactMath(fn, first, type, place);
  },
  cast: convert,
  bits,
  bitcast,
  select(condition, then, otherwise, type, place) {
    return selected(condition, then, otherwise, type, place);
  },
  truth: truthOf,
  index({ text, range }) {
    if (nativeOf(text.ctype) !== null) return text;
    return inType(typeName({ kind: "python", name: "int" }, range), text);
  },
  bound({ text }, ctype) {
    const native = nativeOf(text.ctype);
    return native !== null && (native.signed || native.bits < 32) ? text : inType(ctype, text);
  },
  assigned({ text }, ctype) {
    if (text.plain !== undefined && sameCtype(text.ctype, ctype)) return text.plain;
    return text;
  },
  settled({ expr, text, range }) {
    return inType(typeName(expr.type, range), text);
  },
};

/** Both sides must be of one type, or of two that C++ joins to one that holds both. */
function selected(
  condition: Text,
  then: Operand,
  otherwise: Operand,
  type: ScalarType,
  place: Evaluation,
): Text {
  const [a, b] = [then.text, otherwise.text];
  if (sameCtype(a.ctype, b.ctype)) {
    const loose = a.loose ?? b.loose;
    const text = conditional(condition, a, b, a.ctype);
    return loose === undefined ? text : { ...text, loose };
  }
  if (type.kind === "python" && type.name === "int") {
    const wide = typeName(type, place.range);
    const joins = [a, b].every(({ ctype }) => {
      const native = nativeOf(ctype);
      return native !== null && (native.signed || native.bits < 32);
    });
    if (joins)
      return conditional(condition, a, b, [a, b].some((t) => t.ctype === "int64_t") ? "int64_t" : "int");
    return conditional(condition, inType(wide, a), inType(wide, b), wide);
  }
  const ctype = typeName(type, place.range);
  return conditional(condition, inType(ctype, a), inType(ctype, b), ctype);
}
