/** Bounds of Python integers and differences between them: enough to know the extent of `a[i:i+3]` before it runs. */
import type { Expr } from "../../program/nodes.ts";
import { type IntType, shapeOf } from "../../types/types.ts";
import { constantInt } from "./build.ts";
import type { Range, Scope } from "./scope.ts";

export function rangeOf(scope: Scope, expr: Expr): Range | null {
  const constant = constantInt(expr);
  if (constant !== null) return { low: constant, high: constant };
  if (expr.type.kind !== "python") return null;
  if (expr.kind === "var") return scope.ranges.get(expr.name) ?? null;
  if (expr.kind === "extent") {
    const dim = shapeOf(expr.array.type)[expr.axis] ?? 0;
    return typeof dim === "number" ? { low: dim, high: dim } : { low: 0, high: dim.max };
  }
  if (expr.kind === "unary" && expr.op === "neg") {
    const x = rangeOf(scope, expr.operand);
    return x === null ? null : { low: -x.high, high: -x.low };
  }
  if (expr.kind === "cast" && expr.operand.type.kind === "int") return rangeOfBits(expr.operand.type);
  if (expr.kind !== "binary") return null;
  const a = rangeOf(scope, expr.left);
  const b = rangeOf(scope, expr.right);
  if (expr.op === "mod" && b !== null) return b.low > 0 ? { low: 0, high: b.high - 1 } : null;
  if (expr.op === "and") return masked(a, b);
  if (a === null || b === null) return null;
  switch (expr.op) {
    case "add":
      return { low: a.low + b.low, high: a.high + b.high };
    case "sub":
      return { low: a.low - b.high, high: a.high - b.low };
    case "mul": {
      const products = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
      return { low: Math.min(...products), high: Math.max(...products) };
    }
    case "floordiv":
      return b.low === b.high && b.low > 0
        ? { low: Math.floor(a.low / b.low), high: Math.floor(a.high / b.low) }
        : null;
    case "min":
      return { low: Math.min(a.low, b.low), high: Math.min(a.high, b.high) };
    case "max":
      return { low: Math.max(a.low, b.low), high: Math.max(a.high, b.high) };
    default:
      return null;
  }
}

/** What a number of a type as narrow as an index can be. */
function rangeOfBits({ bits, signed }: IntType): Range | null {
  if (bits > 32) return null;
  const half = 2 ** (bits - 1);
  return signed ? { low: -half, high: half - 1 } : { low: 0, high: 2 * half - 1 };
}

/** A bitwise "and" is no more than the side that is not negative. */
function masked(a: Range | null, b: Range | null): Range | null {
  const tops = [a, b].flatMap((side) => (side !== null && side.low >= 0 ? [side.high] : []));
  return tops.length === 0 ? null : { low: 0, high: Math.min(...tops) };
}

/** `a - b` where it is the same number whatever the variables hold. */
export function constantDifference(a: Expr, b: Expr): number | null {
  const x = linear(a);
  const y = linear(b);
  if (x === null || y === null) return null;
  const names = new Set([...x.terms.keys(), ...y.terms.keys()]);
  for (const name of names) if ((x.terms.get(name) ?? 0) !== (y.terms.get(name) ?? 0)) return null;
  return x.constant - y.constant;
}

interface Linear {
  readonly terms: ReadonlyMap<string, number>;
  readonly constant: number;
}

/** A sum of variables times constants, over Python integers, which do not wrap. */
function linear(expr: Expr): Linear | null {
  const constant = constantInt(expr);
  if (constant !== null) return { terms: new Map(), constant };
  if (expr.type.kind !== "python" || expr.type.name !== "int") return null;
  if (expr.kind === "var") return { terms: new Map([[expr.name, 1]]), constant: 0 };
  if (expr.kind === "unary" && expr.op === "neg") return scale(linear(expr.operand), -1);
  if (expr.kind !== "binary") return null;
  switch (expr.op) {
    case "add":
      return sum(linear(expr.left), linear(expr.right));
    case "sub":
      return sum(linear(expr.left), scale(linear(expr.right), -1));
    case "mul": {
      const left = constantInt(expr.left);
      const right = constantInt(expr.right);
      if (left !== null) return scale(linear(expr.right), left);
      return right === null ? null : scale(linear(expr.left), right);
    }
    default:
      return null;
  }
}

function scale(x: Linear | null, by: number): Linear | null {
  if (x === null) return null;
  return { terms: new Map([...x.terms].map(([name, k]) => [name, k * by])), constant: x.constant * by };
}

function sum(x: Linear | null, y: Linear | null): Linear | null {
  if (x === null || y === null) return null;
  const terms = new Map(x.terms);
  for (const [name, k] of y.terms) terms.set(name, (terms.get(name) ?? 0) + k);
  return { terms, constant: x.constant + y.constant };
}
