/** Conversions between the types, as Python text. */
import type { FixedType, IntType, PythonType, ScalarType, Type } from "../../types/types.ts";
import {
  elementOf,
  float64,
  isComplex,
  isNumpy,
  partOf,
  sameType,
  shapeOf,
  withShape,
} from "../../types/types.ts";
import { dropBits, inRange } from "./counted.ts";
import { atom, attribute, call, infix, method, number, type Text } from "./precedence.ts";
import type { Printer } from "./printer.ts";
import { dtypeOf, fractionOf, isCounted, isPythonFloat, isWide, rangeOf, widthOf } from "./representation.ts";

/** `x`, of type `from`, with the element type of `to`. */
export function printCast(p: Printer, x: Text, from: Type, to: Type): Text {
  const source = elementOf(from);
  const target = elementOf(to);
  if (sameType(source, target)) return x;
  if (isComplex(source) && !isComplex(target) && !isTruth(target))
    return printCast(p, attribute(x, "real"), withShape(partOf(source), shapeOf(from)), to);
  const isArray = from.kind === "array";
  if (isNumpy(target)) return toNumpy(p, x, source, target, isArray);
  switch (target.kind) {
    case "python":
      return toPython(p, x, source, target, isArray);
    case "float":
      return call(`${p.format(target)}.of`, exactValue(p, x, source));
    case "int":
    case "fixed":
      return toCounted(p, x, source, target, isArray);
    case "bool":
    case "complex":
      return toNumpy(p, x, source, target, isArray);
  }
}

function isTruth(type: ScalarType): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

/** A NumPy scalar or array as Python numbers; other values are those already. */
export function pythonNumbers(x: Text, type: Type): Text {
  const element = elementOf(type);
  if (!isNumpy(element)) return x;
  if (type.kind === "array") return method(x, "astype", "object");
  if (element.kind === "complex") return call("complex", x);
  return call(element.kind === "int" ? "int" : element.kind === "bool" ? "bool" : "float", x);
}

/** Python numbers as a NumPy scalar or array. */
export function numpyValue(x: Text, dtype: string, isArray: boolean): Text {
  return isArray ? method(x, "astype", dtype) : call(dtype, x);
}

function toNumpy(p: Printer, x: Text, from: ScalarType, to: ScalarType, isArray: boolean): Text {
  p.need("seterr");
  const dtype = dtypeOf(to);
  if (isNumpy(from)) return numpyValue(x, dtype, isArray);
  if (isPythonFloat(from)) {
    // NumPy checks a Python number it makes an integer of; a float of any other type is cut off.
    const cut = to.kind === "int" && from.kind === "float";
    return cut
      ? method(numpyValue(x, "np.float64", isArray), "astype", dtype)
      : numpyValue(x, dtype, isArray);
  }
  if (from.kind === "float") {
    // No double holds it: round in the target's own format first.
    if (to.kind === "float")
      return numpyValue(call(`${p.format(to)}.of`, exactValue(p, x, from)), dtype, isArray);
    const value = call(`${p.format(from)}.number`, x);
    if (to.kind === "bool") return numpyValue(infix(value, "!=", atom("0")), dtype, isArray);
    if (to.kind === "int") return numpyValue(toCounted(p, x, from, to, isArray), dtype, isArray);
  }
  if (isCounted(from)) {
    if (to.kind === "int") return numpyValue(toCounted(p, x, from, to, isArray), dtype, isArray);
    if (to.kind === "float") {
      const inDouble = widthOf(from) <= 53 && Math.abs(fractionOf(from)) < 900;
      return numpyValue(
        inDouble ? scaled(x, from) : call(`${p.format(to)}.of`, exactValue(p, x, from)),
        dtype,
        isArray,
      );
    }
  }
  return numpyValue(x, dtype, isArray);
}

function toPython(p: Printer, x: Text, from: ScalarType, to: PythonType, isArray: boolean): Text {
  const each = (part: "int" | "float" | "bool" | "complex", value: Text): Text =>
    isArray ? call(p.need(part), value) : call(part, value);
  switch (to.name) {
    case "bool":
      return each("bool", exactValue(p, x, from));
    case "complex":
      return each("complex", exactValue(p, x, from));
    case "int":
      if (from.kind === "int" && !isNumpy(from)) return x;
      if (from.kind === "fixed") return dropBits(p, x, fractionOf(from), "toward_zero");
      if (from.kind === "float" && isWide(from)) return each("int", call(`${p.format(from)}.number`, x));
      return each("int", x);
    case "float":
      // Rounded by the prelude: float() refuses what is too large for it.
      if (from.kind === "fixed" || (from.kind === "float" && isWide(from))) {
        return call(`${p.format(float64)}.of`, exactValue(p, x, from));
      }
      return each("float", x);
  }
}

function toCounted(p: Printer, x: Text, from: ScalarType, to: IntType | FixedType, isArray: boolean): Text {
  const rounding = to.kind === "fixed" ? to.rounding : "toward_zero";
  if (from.kind === "float" || (from.kind === "python" && from.name === "float")) {
    const value = from.kind === "float" && isWide(from) ? call(`${p.format(from)}.number`, x) : x;
    const raw = call(p.need("raw"), value, String(fractionOf(to)), `"${rounding}"`);
    return inRange(p, { text: raw, fraction: fractionOf(to), range: null }, to);
  }
  const type = isArray ? ({ kind: "array", element: from, shape: [] } as const) : from;
  const integers =
    from.kind === "python" && from.name === "int" ? x : isCounted(from) ? pythonNumbers(x, type) : null;
  if (isCounted(from)) {
    return inRange(p, { text: integers ?? x, fraction: fractionOf(from), range: rangeOf(from) }, to);
  }
  if (integers !== null) {
    if (to.kind === "int") return call(p.need("checked"), x, String(to.bits), to.signed ? "True" : "False");
    return inRange(p, { text: integers, fraction: 0, range: null }, to);
  }
  // bool
  const bit = isArray ? call(p.need("int"), x) : call("int", x);
  return inRange(p, { text: bit, fraction: 0, range: { low: 0n, high: 1n } }, to);
}

/** Something whose Python value is the exact value: an int, a float or a Fraction. */
function exactValue(p: Printer, x: Text, from: ScalarType): Text {
  if (from.kind === "fixed") return call(p.need("ratio"), x, String(fractionOf(from)));
  if (from.kind === "float" && isWide(from)) return call(`${p.format(from)}.number`, x);
  return x;
}

/** A raw integer of at most 53 bits as a float, exactly. */
function scaled(x: Text, from: IntType | FixedType): Text {
  const fraction = fractionOf(from);
  return fraction === 0 ? x : infix(x, "*", infix(atom("2.0"), "**", number(String(-fraction))));
}
