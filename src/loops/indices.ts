/** Arithmetic on python ints, for bounds and indices: constants are folded, so that what is printed stays short. */

import type { CompareOp } from "../types/operators.ts";
import { pythonBool, pythonInt } from "../types/types.ts";
import type { Binary, Compare, Expr, Stmt } from "./nodes.ts";
import { mapBodies, mapChildren, mapExpressions } from "./walk.ts";

const span = { from: 0, to: 0 };

export function int(value: number): Expr {
  return { kind: "const", value: value + 0, type: pythonInt }; // no -0
}

export function variable(name: string): Expr {
  return { kind: "var", name, type: pythonInt };
}

/** The value of a constant that is a small enough integer. */
export function constantOf(expr: Expr): number | null {
  return expr.kind === "const" && typeof expr.value === "number" && Number.isSafeInteger(expr.value)
    ? expr.value
    : null;
}

export function add(left: Expr, right: Expr): Expr {
  const a = constantOf(left);
  const b = constantOf(right);
  if (a !== null && b !== null) return int(a + b);
  if (a !== null) return add(right, left);
  if (b === null) return binary("add", left, right);
  if (b === 0) return left;
  const inner = addend(left);
  if (inner !== null) return add(inner.base, int(inner.constant + b));
  return b < 0 ? binary("sub", left, int(-b)) : binary("add", left, right);
}

export function sub(left: Expr, right: Expr): Expr {
  const b = constantOf(right);
  if (b !== null) return add(left, int(-b));
  return sameExpr(left, right) ? int(0) : binary("sub", left, right);
}

export function mul(left: Expr, right: Expr): Expr {
  const a = constantOf(left);
  const b = constantOf(right);
  if (a !== null && b !== null) return int(a * b);
  if (a !== null) return mul(right, left);
  if (b === 0) return int(0);
  return b === 1 ? left : binary("mul", left, right);
}

export function floordiv(left: Expr, right: Expr): Expr {
  const a = constantOf(left);
  const b = constantOf(right);
  if (a !== null && b !== null && b !== 0) return int(Math.floor(a / b));
  if (b !== null && b > 0 && left.kind === "binary" && left.op === "mul" && constantOf(left.right) === b) {
    return left.left;
  }
  return b === 1 ? left : binary("floordiv", left, right);
}

export function mod(left: Expr, right: Expr): Expr {
  return constantOf(right) === 1 ? int(0) : binary("mod", left, right);
}

export function minimum(left: Expr, right: Expr): Expr {
  return extreme("min", left, right);
}

export function maximum(left: Expr, right: Expr): Expr {
  return extreme("max", left, right);
}

export function compare(op: CompareOp, left: Expr, right: Expr): Compare {
  return { kind: "compare", op, left, right, type: pythonBool, span };
}

export function not(operand: Expr): Expr {
  return { kind: "unary", op: "not", operand, type: pythonBool, span };
}

export function logic(op: "and" | "or", left: Expr, right: Expr): Expr {
  return { kind: "logic", op, left, right, type: pythonBool, span };
}

/** ceil(left / right), right positive. */
export function ceildiv(left: Expr, right: number): Expr {
  return floordiv(add(left, int(right - 1)), int(right));
}

/** The same but for where it stands in the source. */
export function sameExpr(a: Expr, b: Expr): boolean {
  return a === b || JSON.stringify(a, plain) === JSON.stringify(b, plain);
}

function plain(key: string, value: unknown): unknown {
  if (key === "span") return undefined;
  return typeof value === "bigint" ? `${value}n` : Object.is(value, -0) ? "-0" : value;
}

/** `body` with every use of a loop variable replaced; sums that this makes are folded. */
export function substitute(body: readonly Stmt[], name: string, by: Expr): readonly Stmt[] {
  return body.map((stmt) =>
    mapBodies(
      mapExpressions(stmt, (expr) => substituteIn(expr, name, by)),
      (inner) => substitute(inner, name, by),
    ),
  );
}

export function substituteIn(expr: Expr, name: string, by: Expr): Expr {
  if (expr.kind === "var") return expr.name === name ? by : expr;
  let changed = false;
  const next = mapChildren(expr, (child) => {
    const replaced = substituteIn(child, name, by);
    if (replaced !== child) changed = true;
    return replaced;
  });
  return changed ? folded(next) : expr;
}

/** What is made anew stands where the expression stood: it may fault there. */
function folded(expr: Expr): Expr {
  if (expr.kind !== "binary") return expr;
  const found = simpler(expr);
  return found.kind === "binary" && found.span === span ? { ...found, span: expr.span } : found;
}

function simpler(expr: Binary): Expr {
  if (expr.type.kind !== "python" || expr.type.name !== "int") return expr;
  if (expr.op === "add") return add(expr.left, expr.right);
  if (expr.op === "sub") return sub(expr.left, expr.right);
  if (expr.op === "floordiv" && constantOf(expr.left) === null) return floordiv(expr.left, expr.right);
  return expr.op === "mul" ? mul(expr.left, expr.right) : expr;
}

/** `x + 3` and `x - 3` as x and the number. */
function addend(expr: Expr): { readonly base: Expr; readonly constant: number } | null {
  if (expr.kind !== "binary" || (expr.op !== "add" && expr.op !== "sub")) return null;
  const constant = constantOf(expr.right);
  return constant === null ? null : { base: expr.left, constant: expr.op === "add" ? constant : -constant };
}

function extreme(op: "min" | "max", left: Expr, right: Expr): Expr {
  const a = constantOf(left);
  const b = constantOf(right);
  if (a !== null && b !== null) return int(op === "min" ? Math.min(a, b) : Math.max(a, b));
  return sameExpr(left, right) ? left : binary(op, left, right);
}

function binary(op: Binary["op"], left: Expr, right: Expr): Expr {
  return { kind: "binary", op, left, right, type: pythonInt, span };
}
