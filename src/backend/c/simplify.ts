/**
 * Loops as a person would have put them: no question that has one answer (a comparison that the types decide, or of a
 * thing with itself), of which compilers warn, and no branch that holds only another.
 */

import { sameExpr } from "../../loops/indices.ts";
import type { Compare, Expr, If, Loops, Stmt } from "../../loops/nodes.ts";
import { mapBodies, mapExpr, mapExpressions } from "../../loops/walk.ts";
import { typeInterval } from "../../types/interval.ts";
import type { CompareOp } from "../../types/operators.ts";
import { pythonBool, type ScalarType } from "../../types/types.ts";

/** `faults`: whether an expression may fault, which must be kept. */
export function simplified(loops: Loops, faults: (expr: Expr) => boolean): Loops {
  const inExpr = (root: Expr): Expr => mapExpr(root, (expr) => simpler(expr, faults));
  const visit = (body: readonly Stmt[]): readonly Stmt[] =>
    body.flatMap((stmt) => {
      const changed = mapBodies(mapExpressions(stmt, inExpr), visit);
      if (changed.kind !== "if") return [changed];
      if (changed.condition.kind !== "const") return [joined(changed)];
      return changed.condition.value === true ? changed.then : changed.else;
    });
  return { ...loops, body: visit(loops.body) };
}

/** `if a: if b: ...` is `if a and b: ...`. */
function joined(outer: If): Stmt {
  const [inner, other] = outer.then;
  if (inner?.kind !== "if" || other !== undefined || inner.else.length > 0 || outer.else.length > 0)
    return outer;
  const { span } = outer.origin;
  const both = { left: outer.condition, right: inner.condition, type: pythonBool, span };
  return { ...inner, condition: { kind: "logic", op: "and", ...both }, origin: outer.origin };
}

function simpler(expr: Expr, faults: (expr: Expr) => boolean): Expr {
  switch (expr.kind) {
    case "compare": {
      if (faults(expr.left) || faults(expr.right)) return expr;
      const known = answer(expr);
      return known === null ? expr : { kind: "const", value: known, type: expr.type };
    }
    case "cast": {
      if (!isTruth(expr.type) || faults(expr.operand)) return expr;
      const zero: Expr = { kind: "const", value: 0, type: expr.operand.type };
      const known = isTruth(expr.operand.type) ? null : answer({ op: "ne", left: expr.operand, right: zero });
      return known === null ? expr : { kind: "const", value: known, type: expr.type };
    }
    case "math": {
      const [operand] = expr.args;
      if (operand === undefined || faults(operand) || isFloat(operand.type)) return expr;
      if (expr.fn === "isfinite") return { kind: "const", value: true, type: expr.type };
      return expr.fn === "isnan" || expr.fn === "isinf"
        ? { kind: "const", value: false, type: expr.type }
        : expr;
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

function isTruth(type: ScalarType): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

function isFloat(type: ScalarType): boolean {
  return type.kind === "float" || (type.kind === "python" && type.name === "float");
}

/** What the types alone say. Floats are left out: NaN is not itself. */
export function answer({ op, left, right }: Pick<Compare, "op" | "left" | "right">): boolean | null {
  if (!isWhole(left.type) || !isWhole(right.type)) return null;
  if (sameExpr(left, right)) return op === "eq" || op === "le" || op === "ge";
  if ((op === "eq" || op === "ne") && (bitsDiffer(left, right) || bitsDiffer(right, left)))
    return op === "ne";
  const [a, b] = [boundsOf(left), boundsOf(right)];
  return a === null || b === null ? null : ordered(op, a, b);
}

/** `x & 6` is never 1, and `x | 6` never 0. */
function bitsDiffer(masked: Expr, constant: Expr): boolean {
  if (masked.kind === "cast" && isWhole(masked.operand.type)) return bitsDiffer(masked.operand, constant);
  const value = constantOf(constant);
  if (masked.kind !== "binary" || value === null) return false;
  const mask = constantOf(masked.left) ?? constantOf(masked.right);
  if (mask === null) return false;
  if (masked.op === "and") return (value & ~mask) !== 0n;
  return masked.op === "or" && (mask & ~value) !== 0n;
}

/** A constant, cast without loss or not at all. */
function constantOf(expr: Expr): bigint | null {
  if (expr.kind === "const") return BigInt(expr.value);
  const bounds = expr.kind === "cast" && isWhole(expr.operand.type) ? boundsOf(expr) : null;
  return bounds !== null && bounds.low === bounds.high ? BigInt(bounds.low) : null;
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
