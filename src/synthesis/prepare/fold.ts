/** Integers and truth values that are known now, computed now, as `src/types` computes them. */

import { affineOf, write } from "../../loops/analysis/affine.ts";
import type { ArrayDecl, Binary, Expr, Load } from "../../loops/nodes.ts";
import { mapChildren } from "../../loops/walk.ts";
import { compileBinary, compileCompare, compileConvert, compileUnary } from "../../types/arithmetic.ts";
import { ArithmeticFault } from "../../types/fault.ts";
import type { Value } from "../../types/operators.ts";
import { isInteger, isPythonInt, type ScalarType } from "../../types/types.ts";

/** Whether a name is a loop variable: sums of these and of constants are far from overflow. */
export type IsCounter = (name: string) => boolean;

/** `expr` with loop variables replaced; what this makes constant is computed. */
export function replaced(expr: Expr, values: ReadonlyMap<string, Expr>, isCounter: IsCounter): Expr {
  if (expr.kind === "var") return values.get(expr.name) ?? expr;
  let changed = false;
  const next = mapChildren(expr, (child) => {
    const now = replaced(child, values, isCounter);
    changed ||= now !== child;
    return now;
  });
  return changed ? folded(next, isCounter) : expr;
}

/** The whole expression, bottom up. */
export function foldedWhole(expr: Expr, isCounter: IsCounter): Expr {
  return folded(
    mapChildren(expr, (child) => foldedWhole(child, isCounter)),
    isCounter,
  );
}

/** One node whose children are folded. */
export function folded(expr: Expr, isCounter: IsCounter): Expr {
  switch (expr.kind) {
    case "binary":
      return constantResult(expr) ?? (isPythonInt(expr.type) ? simplerInt(expr, isCounter) : expr);
    case "unary":
    case "compare":
    case "cast":
      return constantResult(expr) ?? expr;
    case "logic":
      if (expr.left.kind !== "const") return expr;
      return (expr.left.value === true) === (expr.op === "and") ? expr.right : expr.left;
    case "select":
      if (expr.condition.kind !== "const") return expr;
      return expr.condition.value === true ? expr.then : expr.otherwise;
    default:
      return expr;
  }
}

/** Null where an operand is not known, no integer and no truth value, or where it would fault. */
function constantResult(expr: Expr): Expr | null {
  const compute = computation(expr);
  if (compute === null || !isExact(expr.type)) return null;
  try {
    return { kind: "const", value: compute(), type: expr.type };
  } catch (error) {
    if (error instanceof ArithmeticFault) return null;
    throw error;
  }
}

function computation(expr: Expr): (() => Value) | null {
  switch (expr.kind) {
    case "unary": {
      const a = known(expr.operand);
      return a === null ? null : () => compileUnary(expr.op, expr.operand.type, expr.type)(a);
    }
    case "binary": {
      const [a, b] = [known(expr.left), known(expr.right)];
      if (a === null || b === null) return null;
      return () => compileBinary(expr.op, expr.left.type, expr.right.type, expr.type)(a, b);
    }
    case "compare": {
      const [a, b] = [known(expr.left), known(expr.right)];
      if (a === null || b === null) return null;
      return () => compileCompare(expr.op, expr.left.type, expr.right.type)(a, b);
    }
    case "cast": {
      const a = known(expr.operand);
      return a === null || expr.stores === true
        ? null
        : () => compileConvert(expr.operand.type, expr.type)(a, 0);
    }
    default:
      return null;
  }
}

function known(expr: Expr): Value | null {
  return expr.kind === "const" && isExact(expr.type) ? expr.value : null;
}

function isExact(type: ScalarType): boolean {
  return isInteger(type) || type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

/** `9 - (i + 1)` is `8 - i`, where nothing can overflow on the way. */
function simplerInt(expr: Binary, isCounter: IsCounter): Expr {
  const sum = isSmall(expr, isCounter) ? affineOf(expr) : null;
  return sum === null ? simplerSum(expr, isCounter) : write(sum);
}

/** `i + 2 - 1`, `i * 1`, `i + 0`. */
function simplerSum(expr: Binary, isCounter: IsCounter): Expr {
  if (!isPythonInt(expr.left.type) || !isPythonInt(expr.right.type)) return expr;
  const [a, b] = [integer(expr.left), integer(expr.right)];
  switch (expr.op) {
    case "add":
      if (a !== null) return b === null ? plus(expr, expr.right, a, isCounter) : expr;
      return b === null ? expr : plus(expr, expr.left, b, isCounter);
    case "sub":
      return b === null ? expr : plus(expr, expr.left, -b, isCounter);
    case "mul":
      if (a === 1) return expr.right;
      if (b === 1) return expr.left;
      if (a === 0 && isSmall(expr.right, isCounter)) return expr.left;
      return b === 0 && isSmall(expr.left, isCounter) ? expr.right : expr;
    case "floordiv":
      return b === 1 ? expr.left : expr;
    default:
      return expr;
  }
}

function plus(expr: Binary, base: Expr, constant: number, isCounter: IsCounter): Expr {
  if (constant === 0) return base;
  const inner = base.kind === "binary" ? addend(base) : null;
  if (base.kind === "binary" && inner !== null) {
    const sum = inner + constant;
    // `x + 5 - 3` may leave its 64 bits where `x + 2` does not.
    if (Number.isSafeInteger(sum) && (inner * constant > 0 || isSmall(base.left, isCounter)))
      return plus(expr, base.left, sum, isCounter);
  }
  const { type, span } = expr;
  const amount: Expr = { kind: "const", value: Math.abs(constant), type };
  return { kind: "binary", op: constant < 0 ? "sub" : "add", left: base, right: amount, type, span };
}

/** 3 of `x + 3`, -3 of `x - 3`. */
function addend({ op, left, right, type }: Binary): number | null {
  const value = integer(right);
  if (value === null || !isPythonInt(type) || !isPythonInt(left.type)) return null;
  return op === "add" ? value : op === "sub" ? -value : null;
}

function integer(expr: Expr): number | null {
  return expr.kind === "const" && typeof expr.value === "number" && Math.abs(expr.value) < 2 ** 31
    ? expr.value
    : null;
}

/** Loop variables and constants, added and multiplied: it never faults, and is the same until its loops go on. */
export function isSmall(expr: Expr, isCounter: IsCounter): boolean {
  switch (expr.kind) {
    case "const":
      return integer(expr) !== null;
    case "var":
      return isCounter(expr.name);
    case "binary":
      return (
        ["add", "sub", "mul", "min", "max"].includes(expr.op) &&
        isPythonInt(expr.type) &&
        isSmall(expr.left, isCounter) &&
        isSmall(expr.right, isCounter)
      );
    default:
      return false;
  }
}

/** The element of a constant array; null where its place is not known or not in it. */
export function fromTable(load: Load, { shape, table }: ArrayDecl): Expr | null {
  let at = 0;
  for (const [dim, index] of load.index.entries()) {
    const size = shape[dim] ?? 0;
    if (index.kind !== "const" || typeof index.value !== "number") return null;
    if (index.value < 0 || index.value >= size) return null;
    at = at * size + index.value;
  }
  const value = table?.[at];
  if (value === undefined || (typeof value === "number" && !Number.isFinite(value))) return null;
  return { kind: "const", value, type: load.type };
}
