/**
 * Index arithmetic: python ints as sums of terms with known factors, so that `a[1:][i - 1]` reads `a[i]`. Every
 * function gives the simplest form it knows; ranges tell what a sum can be.
 */
import {
  binaryInterval,
  hull,
  type Interval,
  interval,
  typeInterval,
  unaryInterval,
} from "../../types/interval.ts";
import type { CompareOp } from "../../types/operators.ts";
import { printType } from "../../types/print.ts";
import { pythonBool, pythonInt, sameType } from "../../types/types.ts";
import type { Expr } from "../nodes.ts";
import { children } from "../walk.ts";

/** What is known of loop variables and of scalars that are set once. */
export type Ranges = ReadonlyMap<string, Interval>;

const nowhere = { from: 0, to: 0 };

export function int(value: number): Expr {
  return { kind: "const", value: value + 0, type: pythonInt };
}

/** The value, when it is known now. */
export function known(expr: Expr): number | null {
  return expr.kind === "const" && typeof expr.value === "number" && Number.isSafeInteger(expr.value)
    ? expr.value
    : null;
}

export function isAtom(expr: Expr): boolean {
  return expr.kind === "const" || expr.kind === "var";
}

/** Equal texts are equal expressions. */
export function keyOf(expr: Expr): string {
  switch (expr.kind) {
    case "const": {
      const value = Object.is(expr.value, -0) ? "-0.0" : `${expr.value}`;
      return sameType(expr.type, pythonInt) ? value : `${value}:${printType(expr.type)}`;
    }
    case "var":
      return `$${expr.name}`;
    default: {
      const inside = children(expr).map(keyOf).join(",");
      const what = "op" in expr ? expr.op : "array" in expr ? expr.array : "fn" in expr ? expr.fn : "";
      const stores = expr.kind === "cast" && expr.stores ? "!" : "";
      return `${expr.kind}:${what}${stores}:${printType(expr.type)}(${inside})`;
    }
  }
}

export function sameInt(a: Expr, b: Expr): boolean {
  return a === b || keyOf(a) === keyOf(b);
}

// Sums

/** constant + sum of factor * part. */
interface Sum {
  readonly constant: number;
  readonly terms: ReadonlyMap<string, { readonly part: Expr; readonly factor: number }>;
}

/** Of constants and such variables, with nothing in it that would have to be computed once for each element. */
export function isSum(expr: Expr, isTerm: (variable: string) => boolean): boolean {
  if (expr.kind === "const") return true;
  if (expr.kind === "var") return isTerm(expr.name);
  if (expr.kind === "unary") return expr.op === "neg" && isSum(expr.operand, isTerm);
  if (expr.kind !== "binary" || !["add", "sub", "mul"].includes(expr.op)) return false;
  return isSum(expr.left, isTerm) && isSum(expr.right, isTerm);
}

function sumOf(expr: Expr): Sum {
  const value = known(expr);
  if (value !== null) return { constant: value, terms: new Map() };
  if (expr.kind === "binary" && expr.type.kind === "python") {
    if (expr.op === "add") return combined(sumOf(expr.left), sumOf(expr.right), 1);
    if (expr.op === "sub") return combined(sumOf(expr.left), sumOf(expr.right), -1);
    if (expr.op === "mul") {
      const [a, b] = [known(expr.left), known(expr.right)];
      if (a !== null) return scaled(sumOf(expr.right), a);
      if (b !== null) return scaled(sumOf(expr.left), b);
    }
  }
  if (expr.kind === "unary" && expr.op === "neg" && expr.type.kind === "python")
    return scaled(sumOf(expr.operand), -1);
  return { constant: 0, terms: new Map([[keyOf(expr), { part: expr, factor: 1 }]]) };
}

function combined(a: Sum, b: Sum, sign: number): Sum {
  const terms = new Map(a.terms);
  for (const [key, { part, factor }] of b.terms) {
    const total = (terms.get(key)?.factor ?? 0) + sign * factor;
    if (total === 0) terms.delete(key);
    else terms.set(key, { part, factor: total });
  }
  return { constant: a.constant + sign * b.constant, terms };
}

function scaled(sum: Sum, by: number): Sum {
  if (by === 0) return { constant: 0, terms: new Map() };
  return {
    constant: sum.constant * by,
    terms: new Map([...sum.terms].map(([key, { part, factor }]) => [key, { part, factor: factor * by }])),
  };
}

/** `2 * i + j - 1`: what is added first, then what is taken away. */
function written({ constant, terms }: Sum): Expr {
  const parts = [...terms.values()];
  let total: Expr | null = null;
  for (const { part, factor } of parts) {
    if (factor < 0) continue;
    const term = factor === 1 ? part : operation("mul", int(factor), part);
    total = total === null ? term : operation("add", total, term);
  }
  if (total === null) total = int(constant);
  else if (constant > 0) total = operation("add", total, int(constant));
  for (const { part, factor } of parts) {
    if (factor > 0) continue;
    total = operation("sub", total, factor === -1 ? part : operation("mul", int(-factor), part));
  }
  const negative = constant < 0 && parts.some(({ factor }) => factor > 0);
  return negative ? operation("sub", total, int(-constant)) : total;
}

function operation(
  op: "add" | "sub" | "mul" | "floordiv" | "mod" | "min" | "max",
  left: Expr,
  right: Expr,
): Expr {
  return { kind: "binary", op, left, right, type: pythonInt, span: nowhere };
}

export function add(a: Expr, b: Expr): Expr {
  if (known(b) === 0) return a;
  if (known(a) === 0) return b;
  return written(combined(sumOf(a), sumOf(b), 1));
}

export function subtract(a: Expr, b: Expr): Expr {
  if (known(b) === 0) return a;
  return written(combined(sumOf(a), sumOf(b), -1));
}

export function multiply(a: Expr, b: Expr): Expr {
  const [x, y] = [known(a), known(b)];
  if (x !== null) return x === 1 ? b : written(scaled(sumOf(b), x));
  if (y !== null) return y === 1 ? a : written(scaled(sumOf(a), y));
  return operation("mul", a, b);
}

export function product(values: readonly Expr[]): Expr {
  return values.reduce(multiply, int(1));
}

/** Floors. `by` is positive. */
export function divide(a: Expr, by: Expr): Expr {
  const [x, y] = [known(a), known(by)];
  if (y === 1) return a;
  if (x !== null && y !== null) return int(Math.floor(x / y));
  return operation("floordiv", a, by);
}

export function remainder(a: Expr, by: Expr): Expr {
  const [x, y] = [known(a), known(by)];
  if (y === 1) return int(0);
  if (x !== null && y !== null) return int(x - Math.floor(x / y) * y);
  return operation("mod", a, by);
}

export function smaller(a: Expr, b: Expr, ranges: Ranges): Expr {
  const [x, y] = [rangeOf(a, ranges), rangeOf(b, ranges)];
  if (x !== null && y !== null && x.high <= y.low) return a;
  if (x !== null && y !== null && y.high <= x.low) return b;
  return sameInt(a, b) ? a : operation("min", a, b);
}

export function larger(a: Expr, b: Expr, ranges: Ranges): Expr {
  const [x, y] = [rangeOf(a, ranges), rangeOf(b, ranges)];
  if (x !== null && y !== null && x.low >= y.high) return a;
  if (x !== null && y !== null && y.low >= x.high) return b;
  return sameInt(a, b) ? a : operation("max", a, b);
}

export function compareInts(op: CompareOp, left: Expr, right: Expr): Expr {
  return { kind: "compare", op, left, right, type: pythonBool, span: nowhere };
}

export function both(a: Expr, b: Expr): Expr {
  return { kind: "logic", op: "and", left: a, right: b, type: pythonBool, span: nowhere };
}

export function truthOf(value: boolean): Expr {
  return { kind: "const", value, type: pythonBool };
}

export function either(a: Expr, b: Expr): Expr {
  return { kind: "logic", op: "or", left: a, right: b, type: pythonBool, span: nowhere };
}

export function select(condition: Expr, then: Expr, otherwise: Expr): Expr {
  if (condition.kind === "const") return condition.value === true ? then : otherwise;
  return { kind: "select", condition, then, otherwise, type: then.type, span: nowhere };
}

// Ranges

/** What an integer can be; null when nothing useful is known. */
export function rangeOf(expr: Expr, ranges: Ranges): Interval | null {
  const own = typeInterval(expr.type);
  const found = computed(expr, ranges);
  if (found === null) return own;
  if (found.low < 0 && expr.type.kind === "int" && !expr.type.signed) return own; // it wraps to the far end
  return own === null || (found.low >= own.low && found.high <= own.high) ? found : own;
}

function computed(expr: Expr, ranges: Ranges): Interval | null {
  switch (expr.kind) {
    case "const": {
      const value = known(expr);
      return value === null ? null : interval(value, value);
    }
    case "var":
      return ranges.get(expr.name) ?? null;
    case "cast":
      return isInteger(expr.operand) ? rangeOf(expr.operand, ranges) : null;
    case "binary": {
      if (!isInteger(expr.left) || !isInteger(expr.right)) return null;
      const [a, b] = [rangeOf(expr.left, ranges), rangeOf(expr.right, ranges)];
      return a === null || b === null ? null : binaryInterval(expr.op, a, b);
    }
    case "unary": {
      const a = isInteger(expr.operand) ? rangeOf(expr.operand, ranges) : null;
      return a === null ? null : unaryInterval(expr.op, a);
    }
    case "select": {
      if (!isInteger(expr.then) || !isInteger(expr.otherwise)) return null;
      const [a, b] = [rangeOf(expr.then, ranges), rangeOf(expr.otherwise, ranges)];
      return hull(a, b);
    }
    default:
      return null;
  }
}

export function isInteger(expr: Expr): boolean {
  return expr.type.kind === "int" || (expr.type.kind === "python" && expr.type.name === "int");
}

/** Whether `0 <= expr < extent` always holds. */
export function isWithin(expr: Expr, extent: Expr, ranges: Ranges): boolean {
  const range = rangeOf(expr, ranges);
  return range !== null && range.low >= 0 && isBelow(expr, extent, ranges);
}

export function isBelow(expr: Expr, extent: Expr, ranges: Ranges): boolean {
  const gap = rangeOf(subtract(extent, expr), ranges);
  return gap !== null && gap.low > 0;
}
