/** Faults that a circuit can watch for: what Python and NumPy refuse while a kernel runs. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { rangeOf, within } from "../../loops/analysis/range/index.ts";
import type { Binary, Bits, Cast, Expr, MathCall, Unary } from "../../loops/nodes.ts";
import { bitWidth } from "../../types/bits.ts";
import { binaryInterval } from "../../types/interval.ts";
import { printType } from "../../types/print.ts";
import { alwaysDefined } from "../../types/python.ts";
import { bool, exactInt, float64, isInteger, isPythonInt, type ScalarType } from "../../types/types.ts";
import type { Element } from "./address.ts";
import { value } from "./expression.ts";
import { compute, constant, converted, or, typeOf } from "./graph.ts";
import type { OpId } from "./nodes.ts";
import { type Writing, watch } from "./writing.ts";

/** An index outside its axis. */
export function watchIndex(w: Writing, expr: Expr, { array, axis, size, span }: Element): void {
  if (within(rangeOf(w.planning.ranges, expr, w.facts), 0, size - 1)) return;
  const elements = size === 1 ? "1 element" : `${size} elements`;
  const raises = w.planning.loops.arrays.find(({ name }) => name === array)?.raises ?? {
    code: "index-out-of-range",
    message: `index {value} is out of range for axis ${axis} of \`${array}\`, which has ${elements}`,
  };
  const told = value(w, expr);
  watch(
    w,
    () => {
      const at = value(w, expr);
      const below = compute(w.ops, "lt", [at, number(w, 0)], bool, span);
      const above = compute(w.ops, "ge", [at, number(w, size)], bool, span);
      return or(w.ops, below, above, span);
    },
    raises.code,
    raises.message,
    span,
    told,
  );
}

function number(w: Writing, given: number | bigint): OpId {
  const bits = BigInt(given < 0 ? -BigInt(given) : given).toString(2).length + 1;
  return constant(w.ops, exactInt(bits, true), given, { from: 0, to: 0 });
}

/** What a Python int cannot hold, in a type that can. */
function overflows(
  w: Writing,
  expr: Binary | Unary,
  op: "add" | "sub" | "mul" | "neg" | "abs",
  operands: readonly OpId[],
): OpId {
  const { span } = expr;
  const wide = exactInt(op === "mul" ? 130 : 66, true);
  const exact = compute(w.ops, op, operands, wide, span);
  return outside(w, exact, exactInt(64, true), expr);
}

/** Whether a value is not in an integer type. */
function outside(w: Writing, id: OpId, type: ScalarType, { span }: { readonly span: Span }): OpId {
  const inside = converted(w.ops, id, type, span);
  return compute(w.ops, "ne", [id, inside], bool, span);
}

export function watchUnary(w: Writing, expr: Unary, operand: OpId): void {
  if (!isPythonInt(expr.type)) return;
  if (expr.op !== "neg" && expr.op !== "abs") return;
  if (rangeOf(w.planning.ranges, expr.operand, w.facts) !== null) return;
  const { op } = expr;
  watch(w, () => overflows(w, expr, op, [operand]), "overflow", tooLarge, expr.span);
}

const tooLarge = "the result does not fit the 64 bits of a Python int";

export function watchBinary(w: Writing, expr: Binary, operands: readonly OpId[]): void {
  const { op, left, right, span } = expr;
  const { ranges } = w.planning;
  const [a, b] = operands;
  if (a === undefined || b === undefined) return;
  const first = rangeOf(ranges, left, w.facts);
  const second = rangeOf(ranges, right, w.facts);
  switch (op) {
    case "add":
    case "sub":
    case "mul":
      if (!isPythonInt(expr.type)) return;
      if (first !== null && second !== null && binaryInterval(op, first, second) !== null) return;
      watch(w, () => overflows(w, expr, op, operands), "overflow", tooLarge, span);
      return;
    case "div":
    case "floordiv":
    case "mod":
    case "fmod": {
      const type = left.type;
      const isSilent = type.kind === "float" || (type.kind === "int" && type.rule === "numpy");
      if (isSilent || within(second, 1, Number.MAX_SAFE_INTEGER)) return;
      watch(w, () => isZero(w, b, span), "zero-division", "division by zero", span);
      if (op === "floordiv" && isPythonInt(expr.type) && first === null) {
        const lowest = compute(w.ops, "eq", [a, number(w, -(2n ** 63n))], bool, span);
        const minusOne = compute(w.ops, "eq", [b, number(w, -1)], bool, span);
        watch(w, () => compute(w.ops, "and", [lowest, minusOne], bool, span), "overflow", tooLarge, span);
      }
      return;
    }
    case "shl":
    case "shr": {
      if (left.type.kind === "int" && left.type.rule === "numpy") return;
      if (within(second, 0, 63) && (op === "shr" || first !== null)) {
        const known = first === null || second === null ? null : binaryInterval(op, first, second);
        if (op === "shr" || known !== null) return;
      }
      watch(
        w,
        () => compute(w.ops, "lt", [b, number(w, 0)], bool, span),
        "negative-shift",
        "a shift by a negative count",
        span,
      );
      if (op === "shl" && isPythonInt(expr.type)) watchLeftShift(w, expr, a, b);
      return;
    }
    case "pow": {
      if (!isInteger(right.type) || within(second, 0, Number.MAX_SAFE_INTEGER)) return;
      watch(
        w,
        () => compute(w.ops, "lt", [b, number(w, 0)], bool, span),
        "negative-power",
        "an integer to a negative power",
        span,
      );
      return;
    }
    default:
      return;
  }
}

/** A Python float to a constant power: where NumPy gives inf or nan, Python raises. */
export function watchPower(w: Writing, expr: Binary, [base]: readonly OpId[], result: OpId): void {
  const { right, span, type } = expr;
  if (base === undefined || right.kind !== "const" || typeof right.value === "boolean") return;
  if (type.kind !== "python" || type.name !== "float" || isInteger(expr.left.type)) return;
  const exponent = Number(right.value);
  const is = (question: "isinf" | "isfinite", id: OpId): OpId => compute(w.ops, question, [id], bool, span);
  const both = (a: OpId, b: OpId): OpId => compute(w.ops, "and", [a, b], bool, span);
  if (exponent < 0) watch(w, () => isZero(w, base, span), "zero-division", "division by zero", span);
  if (!Number.isInteger(exponent)) {
    const negative = (): OpId => {
      const zero = constant(w.ops, typeOf(w.ops, base), 0, span);
      return both(compute(w.ops, "lt", [base, zero], bool, span), is("isfinite", base));
    };
    watch(w, negative, "domain", "a negative number to a fractional power is complex", span);
  }
  if (exponent >= 0 && exponent <= 1) return;
  const beyond = (): OpId => both(is("isinf", result), is("isfinite", base));
  watch(w, beyond, "overflow", "the power is too large for a float", span);
}

/** Shifted left and back again it must be what it was. */
function watchLeftShift(w: Writing, expr: Binary, a: OpId, b: OpId): void {
  const { span } = expr;
  watch(
    w,
    () => {
      const wide = exactInt(128, true);
      const far = compute(w.ops, "gt", [b, number(w, 63)], bool, span);
      const something = compute(w.ops, "ne", [a, number(w, 0)], bool, span);
      const count = converted(w.ops, b, exactInt(6, false), span);
      const shifted = compute(w.ops, "shl", [converted(w.ops, a, wide, span), count], wide, span);
      const lost = outside(w, shifted, exactInt(64, true), expr);
      return or(w.ops, lost, compute(w.ops, "and", [far, something], bool, span), span);
    },
    "overflow",
    tooLarge,
    span,
  );
}

function isZero(w: Writing, id: OpId, span: Span): OpId {
  return compute(w.ops, "not", [converted(w.ops, id, bool, span)], bool, span);
}

/** Fixed types have no roots of negative numbers; Python refuses what NumPy gives as nan, or inf of a finite number. */
export function watchMath(w: Writing, expr: MathCall, [x]: readonly OpId[], result: OpId): void {
  const { fn, args, span } = expr;
  const type = args[0]?.type;
  if (x === undefined) return;
  if (fn === "sqrt" && type?.kind === "fixed") {
    const message = "the square root of a negative number";
    watch(w, () => compute(w.ops, "lt", [x, number(w, 0)], bool, span), "domain", message, span);
  }
  if (type?.kind !== "python" || type.name !== "float" || alwaysDefined.has(fn)) return;
  const is = (question: "isnan" | "isinf" | "isfinite", id: OpId): OpId =>
    compute(w.ops, question, [id], bool, span);
  const both = (a: OpId, b: OpId): OpId => compute(w.ops, "and", [a, b], bool, span);
  const wrong = (): OpId => {
    const nothing = both(is("isnan", result), compute(w.ops, "not", [is("isnan", x)], bool, span));
    return or(w.ops, nothing, both(is("isinf", result), is("isfinite", x)), span);
  };
  watch(w, wrong, "domain", `${fn} has no value at {value}`, span, x);
}

/**
 * A Python number on its way to an integer type that may not hold it; a NumPy number on its way into a signed element.
 * Exact types wrap whatever is no Python int.
 */
export function watchCast(w: Writing, expr: Cast, operand: OpId): void {
  const { operand: from, type: to, span } = expr;
  const message = `{value} is out of range for ${printType(to)}`;
  const isTarget = (to.kind === "int" && (to.rule === "numpy" || isPythonInt(from.type))) || isPythonInt(to);
  if (!isTarget || from.type.kind === "bool") return;
  const isStored = expr.stores === true && to.kind === "int" && to.signed;
  const isChecked = from.type.kind === "python" || isPythonInt(to) || isStored;
  if (!isChecked) return;
  const whole: ScalarType = to.kind === "int" ? to : exactInt(64, true);
  if (isInteger(from.type)) {
    const range = rangeOf(w.planning.ranges, from, w.facts);
    if (isInside(range, whole) || fits(typeOf(w.ops, operand), whole)) return;
    watch(w, () => outside(w, operand, whole, expr), "out-of-range", message, span, operand);
    return;
  }
  if (from.type.kind === "fixed") {
    const wide = exactInt(Math.max(bitWidth(from.type), 1) + Math.max(from.type.integer, 0) + 1, true);
    if (fits(wide, whole)) return;
    watch(
      w,
      () => outside(w, converted(w.ops, operand, wide, span), whole, expr),
      "out-of-range",
      message,
      span,
      operand,
    );
    return;
  }
  if (from.type.kind === "float" || from.type.kind === "python") {
    watch(w, () => floatOutside(w, operand, whole, expr), "out-of-range", message, span, operand);
  }
}

/** Toward zero it must be in the type: low - 1 < x < high + 1. */
function floatOutside(w: Writing, operand: OpId, type: ScalarType, { span }: Cast): OpId {
  const bits = bitWidth(type);
  const signed = type.kind === "int" && type.signed;
  const high = 2 ** (signed ? bits - 1 : bits);
  const low = signed ? -(2 ** (bits - 1)) : 0;
  const double = converted(w.ops, operand, float64, span);
  // For 64 bits low - 1 is no double, and low itself is inside.
  const isWide = bits > 53 && signed;
  const limit = constant(w.ops, float64, isWide ? low : low - 1, span);
  const above = compute(w.ops, "lt", [double, constant(w.ops, float64, high, span)], bool, span);
  const below = compute(w.ops, isWide ? "ge" : "gt", [double, limit], bool, span);
  return compute(w.ops, "not", [compute(w.ops, "and", [above, below], bool, span)], bool, span);
}

function isInside(range: { readonly low: number; readonly high: number } | null, type: ScalarType): boolean {
  const bits = bitWidth(type);
  if (range === null) return false;
  const signed = type.kind === "int" && type.signed;
  return within(range, signed ? -(2 ** (bits - 1)) : 0, 2 ** (signed ? bits - 1 : bits) - 1);
}

/** Whether every value of one integer type is in another. */
function fits(from: ScalarType, to: ScalarType): boolean {
  if (!isInteger(from)) return false;
  const signed = from.kind === "int" ? from.signed : true;
  const wanted = to.kind === "int" && to.signed;
  if (signed && !wanted) return false;
  return bitWidth(from) + (wanted && !signed ? 1 : 0) <= bitWidth(to);
}

export function watchBits(w: Writing, expr: Bits, low: OpId): void {
  const { span } = expr;
  const last = bitWidth(expr.operand.type) - bitWidth(expr.type);
  if (within(rangeOf(w.planning.ranges, expr.low, w.facts), 0, last)) return;
  watch(
    w,
    () => {
      const below = compute(w.ops, "lt", [low, number(w, 0)], bool, span);
      const above = compute(w.ops, "gt", [low, number(w, last)], bool, span);
      return or(w.ops, below, above, span);
    },
    "bit-range",
    `${bitWidth(expr.type) === 1 ? "bit {value} is" : `${bitWidth(expr.type)} bits from {value} on are`} outside a value of ${bitWidth(expr.operand.type)} bits`,
    span,
    low,
  );
}
