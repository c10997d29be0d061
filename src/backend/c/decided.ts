/**
 * Without questions that have one answer: comparisons that the types decide, or of a thing with itself. Compilers warn
 * of them, and what only they asked for is then not needed either.
 */
import type { Compare, Expr, Loops, Stmt } from "../../loops/nodes.ts";
import { mapBodies, mapExpr, mapExpressions } from "../../loops/walk.ts";
import { typeInterval } from "../../program/interpret/interval.ts";
import { sameExpr } from "../../schedule/indices.ts";
import type { CompareOp } from "../../types/operators.ts";
import type { ScalarType } from "../../types/types.ts";

/** `faults`: whether an expression may fault, which must be kept. */
export function withoutDecided(loops: Loops, faults: (expr: Expr) => boolean): Loops {
  const simpler = (root: Expr): Expr => mapExpr(root, (expr) => simplified(expr, faults));
  const visit = (body: readonly Stmt[]): readonly Stmt[] =>
    body.flatMap((stmt) => {
      const changed = mapBodies(mapExpressions(stmt, simpler), visit);
      if (changed.kind !== "if" || changed.condition.kind !== "const") return [changed];
      return changed.condition.value === true ? changed.then : changed.else;
    });
  return { ...loops, body: visit(loops.body) };
}

function simplified(expr: Expr, faults: (expr: Expr) => boolean): Expr {
  switch (expr.kind) {
    case "compare": {
      if (faults(expr.left) || faults(expr.right)) return expr;
      const known = answer(expr);
      return known === null ? expr : { kind: "const", value: known, type: expr.type };
    }
    case "logic":
      // What stands on the right is never asked.
      return expr.left.kind !== "const"
        ? expr
        : (expr.left.value === true) === (expr.op === "and")
          ? expr.right
          : expr.left;
    case "unary":
      return expr.op === "not" && expr.operand.kind === "const" && typeof expr.operand.value === "boolean"
        ? { kind: "const", value: !expr.operand.value, type: expr.type }
        : expr;
    case "select":
      if (expr.condition.kind !== "const") return expr;
      return expr.condition.value === true ? expr.then : expr.otherwise;
    default:
      return expr;
  }
}

/** Floats are left out: NaN is not itself. */
function answer({ op, left, right }: Compare): boolean | null {
  if (!isWhole(left.type) || !isWhole(right.type)) return null;
  if (sameExpr(left, right)) return op === "eq" || op === "le" || op === "ge";
  const [a, b] = [boundsOf(left), boundsOf(right)];
  return a === null || b === null ? null : ordered(op, a, b);
}

function ordered(op: CompareOp, a: Bounds, b: Bounds): boolean | null {
  if (a.high < b.low) return op === "lt" || op === "le" || op === "ne";
  if (a.low > b.high) return op === "gt" || op === "ge" || op === "ne";
  if (a.high <= b.low && (op === "le" || op === "gt")) return op === "le";
  if (a.low >= b.high && (op === "ge" || op === "lt")) return op === "ge";
  return null;
}

function isWhole(type: ScalarType): boolean {
  return type.kind === "int" || type.kind === "bool" || (type.kind === "python" && type.name !== "float");
}

interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Of the type, of a constant, or of what was cast without loss: compilers look through that. */
function boundsOf(expr: Expr): Bounds | null {
  const { type } = expr;
  if (expr.kind === "cast" && isWhole(expr.operand.type)) {
    const [before, after] = [boundsOf(expr.operand), ofType(type)];
    const kept =
      before !== null && (after === null || (before.low >= after.low && before.high <= after.high));
    return kept && (after !== null || isWide(type)) ? before : after;
  }
  if (expr.kind === "const" && typeof expr.value !== "bigint") {
    return { low: Number(expr.value), high: Number(expr.value) };
  }
  return ofType(type);
}

function ofType(type: ScalarType): Bounds | null {
  if (type.kind === "bool" || (type.kind === "python" && type.name === "bool")) return { low: 0, high: 1 };
  if (type.kind !== "int") return null;
  return typeInterval(type) ?? (type.signed ? null : { low: 0, high: Number.POSITIVE_INFINITY });
}

/** Signed, and wider than a double is exact: it holds all that has bounds. */
function isWide(type: ScalarType): boolean {
  return (type.kind === "int" && type.signed) || (type.kind === "python" && type.name === "int");
}
