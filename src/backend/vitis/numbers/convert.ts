/** Conversions. A cast that C++ makes by itself where the value goes is left to it: `Text.plain`. */
import { bug } from "../../../diagnostics/bug.ts";
import { within } from "../../../loops/analysis/range/index.ts";
import { highest, lowest } from "../../../types/integer.ts";
import type { Interval } from "../../../types/interval.ts";
import {
  type FixedType,
  type IntType,
  isPythonInt,
  type ScalarType,
  sameType,
} from "../../../types/types.ts";
import type { Evaluation, Operand } from "../../c/dialect.ts";
import { atom, call, infix, type Text } from "../../c/text.ts";
import {
  castText,
  inType,
  isBuiltIn,
  isExact,
  isFloating,
  isNumpyInt,
  isPythonFloat,
  isTruth,
  nativeOf,
  typeName,
} from "./ctypes.ts";
import { asExact } from "./exact.ts";
import { check, exactly, operation, useFloating, useHalf } from "./uses.ts";

export function convert(operand: Operand, to: ScalarType, stores: boolean, place: Evaluation): Text {
  const from = operand.expr.type;
  if (sameType(from, to)) return operand.text;
  if (isTruth(to)) return isTruth(from) ? operand.text : nonZero(operand, place);
  if (to.kind === "int")
    return to.rule === "numpy" ? toNumpy(operand, to, stores, place) : toExact(operand, to, place);
  if (to.kind === "fixed") return toExact(operand, to, place);
  if (isPythonInt(to)) return toPythonInt(operand, place);
  return toFloat(operand, to, place);
}

/** As a condition. */
export function truthOf(operand: Operand, place?: Evaluation): Text {
  const { expr, text } = operand;
  if (isTruth(expr.type)) return text;
  return nonZero(operand, place);
}

function nonZero({ expr, text }: Operand, place?: Evaluation): Text {
  const { type } = expr;
  const ctype = typeName(type);
  if (text.plain?.ctype === "bool") return text.plain; // a bit
  if (type.kind === "float" && !isFloating(ctype)) {
    if (place !== undefined) (ctype === "half" ? useHalf : useFloating)(place);
    return infix(inType(ctype, text), "!=", atom(`${ctype}(0)`, ctype), "bool");
  }
  return infix(text.loose ? inType(ctype, text) : text, "!=", atom("0", "int"), "bool");
}

function holdsAll(type: IntType, range: Interval | null): boolean {
  return (
    range !== null &&
    BigInt(range.low) >= lowest(type.bits, type.signed) &&
    BigInt(range.high) <= highest(type.bits, type.signed)
  );
}

function toNumpy(operand: Operand, to: IntType, stores: boolean, place: Evaluation): Text {
  const { expr, text, range } = operand;
  const from = expr.type;
  const ctype = typeName(to);
  const name = `checked_${to.signed ? "" : "u"}int${to.bits}`;
  const isWide = isPythonInt(from) && to.signed && to.bits === 64;
  const fits = isWide || holdsAll(to, range);
  if (isTruth(from)) return widened(text, ctype);
  if (isNumpyInt(from)) {
    const mayLose = from.signed ? from.bits > to.bits : from.bits >= to.bits;
    if (stores && to.signed && mayLose && !fits) {
      return check(place, "out-of-range", name, [settled(operand)], ctype);
    }
    if (fits) return widened(settled(operand), ctype);
    return castText(ctype, to.bits > from.bits ? settled(operand) : text);
  }
  if (isPythonInt(from)) {
    if (fits) return widened(text, ctype);
    return check(place, "out-of-range", name, [text], ctype);
  }
  if (isPythonFloat(from) || (from.kind === "float" && stores && to.signed && isBuiltIn(typeName(from)))) {
    return check(place, "out-of-range", name, [inType(typeName(from), text)], ctype);
  }
  if (from.kind === "float" && stores && to.signed && typeName(from) === "half") {
    return check(place, "out-of-range", name, [castText("float", inType("half", text))], ctype);
  }
  if (from.kind === "float")
    return operation(place, `truncate_to<${ctype}>`, [asDouble(operand, place)], ctype);
  if (isExact(from)) {
    const x = asExact(operand, place);
    const cast = castText(ctype, x);
    const { plain: _, ...explicit } = cast;
    return from.kind === "fixed" || from.bits > 64 ? explicit : cast;
  }
  return bug("a conversion from nothing");
}

/** Text whose value the type holds: as it is where C++ computes with it as with an int, else with a cast. */
function widened(text: Text, ctype: string): Text {
  const [from, to] = [nativeOf(text.ctype), nativeOf(ctype)];
  if (from === null || to === null) return castText(ctype, text);
  const promotes = to.bits < 32 || (to.bits === 32 && to.signed);
  const isIntLike = from.bits < 32 || (from.bits === 32 && from.signed);
  return promotes && isIntLike ? text : inType(ctype, text);
}

/** The value itself, in a type that C++ does not mistake. */
function settled({ expr, text }: Operand): Text {
  return text.loose ? inType(typeName(expr.type), text) : text;
}

/** A float of any format as a C++ float, which all formats fit into. */
function asDouble({ expr, text }: Operand, place: Evaluation): Text {
  const ctype = typeName(expr.type);
  if (isFloating(ctype)) return text;
  if (ctype === "half") {
    useHalf(place);
    return castText("float", inType(ctype, text));
  }
  useFloating(place);
  const { plain: _, ...explicit } = castText("double", inType(ctype, text)); // nothing converts a `floating` unasked
  return explicit;
}

function toExact(operand: Operand, to: IntType | FixedType, place: Evaluation): Text {
  const { expr, text, range } = operand;
  const from = expr.type;
  const ctype = typeName(to);
  place.uses.header('"ap_int.h"');
  if (to.kind === "fixed" || from.kind === "fixed") place.uses.header('"ap_fixed.h"');
  if (isPythonInt(from) && to.kind === "int" && !holdsAll(to, range) && !(to.signed && to.bits >= 64)) {
    const name = `checked_exact_${to.signed ? "" : "u"}int<${to.bits}>`;
    const checked = check(place, "out-of-range", name, [text], "int64_t");
    return castText(ctype, checked);
  }
  if (from.kind === "float" || isPythonFloat(from)) return castText(ctype, asDouble(operand, place));
  if (from.kind === "fixed" && to.kind === "int") {
    // Toward zero: said in so many words, also where C++ would convert by itself.
    const { plain: _, ...explicit } = castText(ctype, asExact(operand, place));
    return explicit;
  }
  if (isExact(from)) {
    return castText(ctype, text.ctype.startsWith("ap_") ? text : asExact(operand, place));
  }
  return castText(ctype, settled(operand));
}

function toPythonInt(operand: Operand, place: Evaluation): Text {
  const { expr, text, range } = operand;
  const from = expr.type;
  const ctype = typeName({ kind: "python", name: "int" }, range);
  if (isTruth(from)) return text;
  if (isNumpyInt(from)) {
    if (from.bits < 64 || from.signed || range !== null) return settled(operand);
    return check(place, "out-of-range", "checked_python_int", [text], "int64_t");
  }
  if (from.kind === "float" || isPythonFloat(from)) {
    return check(place, "out-of-range", "checked_python_int", [asDouble(operand, place)], "int64_t");
  }
  const x = asExact(operand, place);
  if (from.kind === "int" && (from.signed ? from.bits <= 64 : from.bits < 64)) {
    return castText(ctype === "int" && from.bits <= 32 ? "int" : "int64_t", x);
  }
  const whole = from.kind === "fixed" ? exactly(place, "whole_of", [x], `ap_int<${wholeBits(from)}>`) : x;
  if (from.kind === "fixed" && wholeBits(from) <= 64) return castText("int64_t", whole);
  return check(place, "out-of-range", "checked_python_int", [whole], "int64_t");
}

function wholeBits({ integer }: FixedType): number {
  return Math.max(integer, 0) + 1;
}

function toFloat(operand: Operand, to: ScalarType, place: Evaluation): Text {
  const { expr, text, range } = operand;
  const from = expr.type;
  const ctype = typeName(to);
  if (ctype === "half") useHalf(place);
  else if (!isFloating(ctype)) useFloating(place);
  if (isTruth(from) || isNumpyInt(from)) return castText(ctype, settled(operand));
  if (isPythonInt(from)) {
    // CPython makes a double of it first, so a wide int rounds twice on its way to float32.
    if (ctype === "double" || within(range, -(2 ** 53), 2 ** 53)) return castText(ctype, text);
    return castText(ctype, castText("double", text));
  }
  if (from.kind === "float" || isPythonFloat(from)) {
    const source = asDouble(operand, place);
    return source.ctype === ctype ? source : castText(ctype, source);
  }
  return exactToFloat(operand, ctype, place);
}

/** Rounded once. */
function exactToFloat(operand: Operand, ctype: string, place: Evaluation): Text {
  const x = asExact(operand, place);
  if (ctype === "half") return exactly(place, "half_of", [x], "half");
  if (isFloating(ctype)) return member(x, `to_${ctype}`, ctype);
  const [exponent, mantissa, variant = "LUTRA_IEEE"] = ctype.replace(/^.*<|>$/g, "").split(", ");
  place.uses.header('"lutra_exact_float.h"');
  return call(`floating_of<${exponent}, ${mantissa}, ${variant}>`, [x], ctype);
}

function member(x: Text, name: string, ctype: string): Text {
  return atom(`${x.level < 16 ? `(${x.text})` : x.text}.${name}()`, ctype);
}
