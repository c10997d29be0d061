/** Code that changes a scalar's type. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { typeInterval } from "../../types/interval.ts";
import { printType } from "../../types/print.ts";
import {
  float32,
  type IntType,
  isComplex,
  isNumpy,
  partOf,
  type ScalarType,
  sameType,
} from "../../types/types.ts";
import { convertClosure, storeClosure } from "./closures.ts";
import { type Code, help, literal, site, spill } from "./code.ts";
import { isBool, isDouble, isInteger, isNativeFloat, type Operand, wrapSmall } from "./scalar.ts";

export function convert(code: Code, operand: Operand, to: ScalarType, span: Span): string {
  if (sameType(operand.type, to)) return operand.text;
  if (isComplex(operand.type)) return fromComplex(code, operand, to, span);
  if (isComplex(to)) return `({ re: ${convert(code, operand, partOf(to), span)}, im: 0 })`;
  return (
    nativeConvert(code, operand, to, span) ??
    `${convertClosure(code, operand.type, to, span)}(${operand.text})`
  );
}

/** NumPy leaves the imaginary part out where the type has none. */
function fromComplex(code: Code, { text, type }: Operand, to: ScalarType, span: Span): string {
  const name = spill(code, text);
  const part = (which: "re" | "im"): Operand => ({ text: `${name}.${which}`, type: partOf(type) });
  if (isBool(to)) return `(${name}.re !== 0 || ${name}.im !== 0)`;
  if (!isComplex(to)) return convert(code, part("re"), to, span);
  const [re, im] = [part("re"), part("im")].map((one) => convert(code, one, partOf(to), span));
  return `({ re: ${re}, im: ${im} })`;
}

/** `array[i] = value`: checked where NumPy checks it, and where it can fail. */
export function convertStored(code: Code, operand: Operand, to: ScalarType, span: Span): string {
  const { type, range } = operand;
  const own = typeInterval(to);
  const fits = range != null && own !== null && range.low >= own.low && range.high <= own.high;
  const checked = to.kind === "int" && to.rule === "numpy" && to.signed && isNumpy(type) && !isBool(type);
  if (!checked || fits || sameType(type, to)) return convert(code, operand, to, span);
  return `${storeClosure(code, type, to, span)}(${operand.text})`;
}

function nativeConvert(
  code: Code,
  { text, type, range }: Operand,
  to: ScalarType,
  span: Span,
): string | null {
  if (isBool(to)) {
    if (isBool(type)) return text;
    return isInteger(type) || isNativeFloat(type) ? `(${text} !== 0)` : null;
  }
  if (isBool(type)) return isInteger(to) || isNativeFloat(to) ? `(${text} ? 1 : 0)` : null;
  if (isInteger(type)) {
    if (isDouble(to)) return range ? text : `Number(${text})`;
    // A bigint would be rounded twice on its way to a single.
    if (sameType(to, float32)) return range ? `Math.fround(${text})` : null;
    return isInteger(to) ? integerToInteger(code, { text, type, range: range ?? null }, to, span) : null;
  }
  if (isNativeFloat(type)) {
    if (isDouble(to)) return text;
    if (sameType(to, float32)) return `Math.fround(${text})`;
    if (to.kind === "int" && to.rule === "numpy" && to.bits <= 32) {
      const own = typeInterval(to);
      if (own === null) return null;
      const closure = convertClosure(code, type, to, span);
      return help(code, "truncateFloat", text, literal(own.low - 1), literal(own.high + 1), closure);
    }
    if (to.kind === "int" && to.rule === "numpy" && to.signed) {
      const closure = convertClosure(code, type, to, span);
      return help(code, "truncateFloat", text, "-9007199254740991", "9007199254740991", closure);
    }
  }
  return null;
}

function integerToInteger(code: Code, operand: Operand, to: ScalarType, span: Span): string | null {
  const { text, type, range } = operand;
  const own = typeInterval(to);
  const signed = to.kind !== "int" || to.signed;
  const fits =
    range != null &&
    (own === null ? signed || range.low >= 0 : range.low >= own.low && range.high <= own.high);
  if (fits) return text;
  if (to.kind === "python") {
    return type.kind === "int" && type.bits <= (type.signed ? 64 : 63) ? text : null;
  }
  if (to.kind !== "int") return null;
  if (type.kind === "python") return checkedInteger(code, text, to, span);
  if (to.rule !== "numpy") return null;
  if (to.bits <= 32) {
    return wrapSmall(to, range ? text : help(code, "low32", text));
  }
  return help(code, to.signed ? "toI64" : "toU64", text);
}

/** A Python integer that meets an integer type must fit it. */
function checkedInteger(code: Code, text: string, to: IntType, span: Span): string {
  const low = to.signed ? -(1n << BigInt(to.bits - 1)) : 0n;
  const high = (1n << BigInt(to.signed ? to.bits - 1 : to.bits)) - 1n;
  const name = JSON.stringify(printType(to));
  const [least, most] = [low, high].map((end) => literal(canonical(end)));
  return help(code, "checked", text, least ?? "0", most ?? "0", name, site(code, span));
}

function canonical(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
