/** Code for one scalar operation: native where JavaScript's own arithmetic is exact, a closure of `types/` elsewhere. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { binaryInterval, type Interval } from "../../types/interval.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp } from "../../types/operators.ts";
import { float32, float64, type IntType, isComplex, type ScalarType, sameType } from "../../types/types.ts";
import {
  binaryClosure,
  compareClosure,
  complexBinaryClosure,
  complexCompareClosure,
  complexMathClosure,
  complexUnaryClosure,
  mathClosure,
  unaryClosure,
} from "./closures.ts";
import { type Code, help, site } from "./code.ts";

/** What an operation is about; intervals are given where they are known. */
export interface Operand {
  readonly text: string;
  readonly type: ScalarType;
  readonly range?: Interval | null;
}

export function binary(
  code: Code,
  op: BinaryOp,
  left: Operand,
  right: Operand,
  result: ScalarType,
  span: Span,
): string {
  if (isComplex(left.type))
    return `${complexBinaryClosure(code, op, left.type, span)}(${left.text}, ${right.text})`;
  const native = nativeBinary(code, op, left, right, result, span);
  if (native !== null) return native;
  return `${binaryClosure(code, op, left.type, right.type, result, span)}(${left.text}, ${right.text})`;
}

function nativeBinary(
  code: Code,
  op: BinaryOp,
  left: Operand,
  right: Operand,
  result: ScalarType,
  span: Span,
): string | null {
  const type = left.type;
  const [a, b] = [left.text, right.text];
  if (isExact(type) && isExact(right.type)) return exactBinary(code, op, left, right, result);
  if (!sameType(type, right.type) || !sameType(type, result)) return null;
  if (isDouble(type)) return doubleBinary(code, op, type, a, b, span);
  if (sameType(type, float32)) return singleBinary(code, op, a, b);
  if (type.kind === "bool") return boolBinary(op, a, b);
  if (type.kind === "int") {
    return type.bits <= 32
      ? smallBinary(code, op, type, a, b)
      : wideBinary(code, op, left, right, type, span);
  }
  if (type.kind === "python" && type.name === "int") return wideBinary(code, op, left, right, type, span);
  return null;
}

function doubleBinary(
  code: Code,
  op: BinaryOp,
  type: ScalarType,
  a: string,
  b: string,
  span: Span,
): string | null {
  switch (op) {
    case "add":
      return `(${a} + ${b})`;
    case "sub":
      return `(${a} - ${b})`;
    case "mul":
      return `(${a} * ${b})`;
    case "div":
      return type.kind === "python" ? help(code, "divPy", a, b, site(code, span)) : `(${a} / ${b})`;
    case "min":
      return type.kind === "python" ? null : help(code, "minFloat", a, b);
    case "max":
      return type.kind === "python" ? null : help(code, "maxFloat", a, b);
    default:
      return null;
  }
}

/** One rounding: a double holds sum, product and quotient of two singles well enough for that. */
function singleBinary(code: Code, op: BinaryOp, a: string, b: string): string | null {
  switch (op) {
    case "add":
      return `Math.fround(${a} + ${b})`;
    case "sub":
      return `Math.fround(${a} - ${b})`;
    case "mul":
      return `Math.fround(${a} * ${b})`;
    case "div":
      return `Math.fround(${a} / ${b})`;
    case "min":
      return help(code, "minFloat", a, b);
    case "max":
      return help(code, "maxFloat", a, b);
    default:
      return null;
  }
}

/** NumPy's bool: + and | are the same, as are * and &. Both sides are always evaluated. */
function boolBinary(op: BinaryOp, a: string, b: string): string | null {
  switch (op) {
    case "add":
    case "or":
    case "max":
      return `((${a} | ${b}) !== 0)`;
    case "mul":
    case "and":
    case "min":
      return `((${a} & ${b}) !== 0)`;
    case "xor":
      return `(${a} !== ${b})`;
    default:
      return null;
  }
}

/** NumPy integers of at most 32 bits: the low bits of a double or of a 32-bit operation. */
function smallBinary(code: Code, op: BinaryOp, type: IntType, a: string, b: string): string | null {
  if (type.rule !== "numpy") return null;
  switch (op) {
    case "add":
      return wrapSmall(type, `(${a} + ${b})`);
    case "sub":
      return wrapSmall(type, `(${a} - ${b})`);
    case "mul":
      return wrapSmall(type, type.bits === 32 ? `Math.imul(${a}, ${b})` : `(${a} * ${b})`);
    case "floordiv":
      return wrapSmall(type, help(code, "floordiv32", a, b));
    case "mod":
      return help(code, "mod32", a, b);
    case "and":
      return wrapUnsigned32(type, `(${a} & ${b})`);
    case "or":
      return wrapUnsigned32(type, `(${a} | ${b})`);
    case "xor":
      return wrapUnsigned32(type, `(${a} ^ ${b})`);
    case "shl":
      return wrapSmall(type, help(code, "shl32", a, b));
    case "shr":
      return help(code, type.signed ? "shr32" : "ushr32", a, b);
    case "min":
      return help(code, "min", a, b);
    case "max":
      return help(code, "max", a, b);
    default:
      return null;
  }
}

/** Brings an integer, given exactly or at least modulo 2^32, into an integer type of at most 32 bits. */
export function wrapSmall(type: { readonly bits: number; readonly signed: boolean }, text: string): string {
  if (type.bits === 32) return type.signed ? `(${text} | 0)` : `(${text} >>> 0)`;
  const shift = 32 - type.bits;
  return type.signed ? `(${text} << ${shift} >> ${shift})` : `(${text} & ${2 ** type.bits - 1})`;
}

function wrapUnsigned32(type: IntType, text: string): string {
  return type.bits === 32 && !type.signed ? `(${text} >>> 0)` : text;
}

/** int64, uint64 and Python's int. */
function wideBinary(
  code: Code,
  op: BinaryOp,
  left: Operand,
  right: Operand,
  type: ScalarType,
  span: Span,
): string | null {
  const [a, b] = [left.text, right.text];
  const known = left.range && right.range ? binaryInterval(op, left.range, right.range) : null;
  const numbers = left.range != null && right.range != null;
  const fits =
    known !== null && (known.low >= 0 || type.kind === "python" || (type.kind === "int" && type.signed));
  const closure = (): string => binaryClosure(code, op, type, type, type, span);
  const suffix = type.kind === "python" ? "Py" : type.kind === "int" && type.signed ? "I64" : "U64";
  const where = type.kind === "python" ? [site(code, span)] : [];
  switch (op) {
    case "add":
      return fits ? `(${a} + ${b})` : help(code, `add${suffix}`, a, b, ...where);
    case "sub":
      return fits ? `(${a} - ${b})` : help(code, `sub${suffix}`, a, b, ...where);
    case "mul": {
      if (!fits) return help(code, `mul${suffix}`, a, b, ...where);
      // A product of zero and a negative number is -0, which no integer is.
      const mayBeMinusZero = left.range && right.range && (left.range.low < 0 || right.range.low < 0);
      return mayBeMinusZero ? `(${a} * ${b} + 0)` : `(${a} * ${b})`;
    }
    case "floordiv": {
      const small = numbers && inside32(left.range) && inside32(right.range) && positive(right.range);
      return small ? `Math.floor(${a} / ${b})` : help(code, "floordivWide", a, b, closure());
    }
    case "mod":
      if (numbers && (left.range?.low ?? -1) >= 0 && positive(right.range)) return `(${a} % ${b})`;
      return help(code, "modWide", a, b, closure());
    case "and":
      return help(code, "andWide", a, b, closure());
    case "or":
      return help(code, "orWide", a, b, closure());
    case "xor":
      return help(code, "xorWide", a, b, closure());
    case "shl":
      return help(code, "shlWide", a, b, closure());
    case "shr":
      return help(code, "shrWide", a, b, closure());
    case "min":
      return type.kind === "python" ? null : help(code, "min", a, b);
    case "max":
      return type.kind === "python" ? null : help(code, "max", a, b);
    default:
      return null;
  }
}

function inside32(range: Interval | null | undefined): boolean {
  return range != null && range.low >= -(2 ** 31) && range.high < 2 ** 32;
}

function positive(range: Interval | null | undefined): boolean {
  return range != null && range.low > 0;
}

/** int<N>, uint<N>, fixed: raw integers. Native where the result type holds every result exactly. */
function exactBinary(
  code: Code,
  op: BinaryOp,
  left: Operand,
  right: Operand,
  result: ScalarType,
): string | null {
  if (!isExact(result) || (op !== "add" && op !== "sub" && op !== "mul")) return null;
  const [p, q, r] = [left.type, right.type, result].map(fractionBits);
  if (p === undefined || q === undefined || r === undefined) return null;
  const up = op === "mul" ? [0, 0] : [r - p, r - q];
  if (op === "mul" ? p + q !== r : up.some((shift) => shift < 0 || shift > 52)) return null;
  const [x, y] = [left.type, right.type].map(rawBounds);
  const bounds = rawBounds(result);
  if (x === undefined || y === undefined || bounds === undefined) return null;
  const scaled = [x, y].map(({ low, high }, i) => {
    const factor = 1n << BigInt(up[i] ?? 0);
    return { low: low * factor, high: high * factor };
  });
  const reach = bigBounds(op, scaled);
  if (reach.low < bounds.low || reach.high > bounds.high) return null;
  const safe = BigInt(Number.MAX_SAFE_INTEGER);
  const isSafe = (b: Bounds): boolean => b.low >= -safe && b.high <= safe;
  if (!isSafe(reach) || !scaled.every(isSafe)) {
    return up.every((shift) => shift === 0) ? help(code, `${op}Big`, left.text, right.text) : null;
  }
  const [a, b] = [left.text, right.text].map((text, i) =>
    up[i] === 0 ? text : `${text} * ${2 ** (up[i] ?? 0)}`,
  );
  const symbol = { add: "+", sub: "-", mul: "*" }[op];
  return op === "mul" && reach.low < 0n ? `(${a} * ${b} + 0)` : `(${a} ${symbol} ${b})`;
}

interface Bounds {
  readonly low: bigint;
  readonly high: bigint;
}

function bigBounds(op: "add" | "sub" | "mul", operands: readonly Bounds[]): Bounds {
  const [x, y] = operands;
  if (x === undefined || y === undefined) return { low: 0n, high: 0n };
  if (op === "add") return { low: x.low + y.low, high: x.high + y.high };
  if (op === "sub") return { low: x.low - y.high, high: x.high - y.low };
  const ends = [x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high];
  const [low = 0n] = ends.toSorted((a, b) => Number(a > b) - Number(a < b));
  const [high = 0n] = ends.toSorted((a, b) => Number(a < b) - Number(a > b));
  return { low, high };
}

function rawBounds(type: ScalarType): Bounds {
  const bits = BigInt(type.kind === "int" ? type.bits : type.kind === "fixed" ? type.width : 1);
  const signed = (type.kind === "int" || type.kind === "fixed") && type.signed;
  return signed
    ? { low: -(1n << (bits - 1n)), high: (1n << (bits - 1n)) - 1n }
    : { low: 0n, high: (1n << bits) - 1n };
}

function fractionBits(type: ScalarType): number {
  return type.kind === "fixed" ? type.width - type.integer : 0;
}

function isExact(type: ScalarType): boolean {
  return type.kind === "fixed" || (type.kind === "int" && type.rule === "exact");
}

/** Python's float computes as float64 does; only division differs. */
export function isDouble(type: ScalarType): boolean {
  return (type.kind === "python" && type.name === "float") || sameType(type, float64);
}

export function isNativeFloat(type: ScalarType): boolean {
  return isDouble(type) || sameType(type, float32);
}

export function isInteger(type: ScalarType): boolean {
  return type.kind === "int" || (type.kind === "python" && type.name === "int");
}

export function isBool(type: ScalarType): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

// One operand

export function unary(code: Code, op: UnaryOp, operand: Operand, result: ScalarType, span: Span): string {
  if (isComplex(operand.type)) return `${complexUnaryClosure(code, op, operand.type)}(${operand.text})`;
  return (
    nativeUnary(code, op, operand, result, span) ??
    `${unaryClosure(code, op, operand.type, result, span)}(${operand.text})`
  );
}

function nativeUnary(
  code: Code,
  op: UnaryOp,
  { text, type, range }: Operand,
  result: ScalarType,
  span: Span,
): string | null {
  if (isBool(type)) return (op === "not" || op === "invert") && isBool(result) ? `!${text}` : null;
  if (op === "not" || !sameType(type, result)) return null;
  if (isNativeFloat(type)) {
    if (op === "neg") return `(-${text})`;
    return op === "abs" ? `Math.abs(${text})` : null;
  }
  if (type.kind === "int" && type.rule === "numpy" && type.bits <= 32) {
    if (op === "neg") return wrapSmall(type, `(0 - ${text})`);
    if (op === "invert") return wrapSmall(type, `(~${text})`);
    return wrapSmall(type, `Math.abs(${text})`);
  }
  const wide = (type.kind === "int" && type.rule === "numpy" && type.signed) || isInteger(type);
  if (!wide || (type.kind === "int" && (!type.signed || type.rule === "exact"))) return null;
  if (op === "neg" && range) return `(0 - ${text})`;
  const name = op === "neg" ? "negWide" : op === "abs" ? "absWide" : "invertWide";
  return help(code, name, text, unaryClosure(code, op, type, result, span));
}

// Comparison

const symbols: Record<CompareOp, string> = { eq: "===", ne: "!==", lt: "<", le: "<=", gt: ">", ge: ">=" };

export function compare(code: Code, op: CompareOp, left: Operand, right: Operand): string {
  if (isComplex(left.type) || isComplex(right.type)) return compareComplex(code, op, left, right);
  const comparable =
    (isInteger(left.type) && isInteger(right.type)) ||
    (isBool(left.type) && isBool(right.type)) ||
    (isNativeFloat(left.type) && isNativeFloat(right.type)) ||
    (left.type.kind === "fixed" &&
      right.type.kind === "fixed" &&
      fractionBits(left.type) === fractionBits(right.type));
  if (comparable) return `(${left.text} ${symbols[op]} ${right.text})`;
  return `${compareClosure(code, op, left.type, right.type)}(${left.text}, ${right.text})`;
}

// Functions

/** Python compares a complex number with any other by value; NumPy's have one type by now. */
function compareComplex(code: Code, op: CompareOp, left: Operand, right: Operand): string {
  const [a, b] = [left, right].map(({ text, type }) => {
    if (isComplex(type)) return text;
    const part = isBool(type) ? `Number(${text})` : text; // as it is: JavaScript compares a bigint and a number exactly
    return `({ re: ${part}, im: 0 })`;
  });
  return `${complexCompareClosure(code, op)}(${a}, ${b})`;
}

export function math(code: Code, fn: MathFn, args: readonly string[], type: ScalarType, span: Span): string {
  if (fn === "complex") return `({ re: ${args[0]}, im: ${args[1]} })`;
  if (isComplex(type)) {
    if (fn === "real" || fn === "imag") return `${args[0]}.${fn === "real" ? "re" : "im"}`;
    return `${complexMathClosure(code, fn, type)}(${args[0]})`;
  }
  const [x] = args;
  const single = sameType(type, float32);
  if (x !== undefined && (single || sameType(type, float64))) {
    switch (fn) {
      case "sqrt":
        return single ? `Math.fround(Math.sqrt(${x}))` : `Math.sqrt(${x})`;
      case "floor":
      case "ceil":
      case "trunc":
        return `Math.${fn}(${x})`;
      case "isfinite":
        return `Number.isFinite(${x})`;
    }
  }
  return `${mathClosure(code, fn, type, span)}(${args.join(", ")})`;
}
