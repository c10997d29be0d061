/**
 * Several steps of the innermost loop at once, in their order. Where they do not come out even, the last steps of a group
 * are under a condition, and what they read is not read beyond the end.
 *
 *     for k in range(7): s += a[k]      for k in range(0, 7, 2):
 *                                         s += a[k]
 *                                         s += a[k + 1] if k < 6 else 0
 */
import { add, compare, int, substitute, variable } from "../../loops/indices.ts";
import type { Expr, Origin, Stmt } from "../../loops/nodes.ts";
import { mapBodies, mapExpr, mapExpressions } from "../../loops/walk.ts";
import { zeroOf } from "../../loops/zeros.ts";
import { sameType } from "../../types/types.ts";
import { accumulationOf, identityOf } from "../reduction.ts";
import type { Cell } from "./cell.ts";
import { endOf } from "./frame.ts";

export function withSeveral(cell: Cell, wanted: number): Cell {
  const last = cell.inner.at(-1);
  if (last === undefined) return cell;
  const several = Math.min(wanted, last.count);
  const { variable: name, origin } = last.loop;
  const whole = last.count % several || several; // steps that every group has
  const body = Array.from({ length: several }, (_, k): readonly Stmt[] => {
    const step = substitute(cell.body, name, add(variable(name), int(k * last.step)));
    if (k < whole) return step;
    const isThere = compare("lt", variable(name), int(endOf(last) - k * last.step));
    return step.map((stmt) => onlyWhere(readWhere(stmt, isThere), isThere, origin));
  }).flat();
  const fewer = { ...last, step: last.step * several, count: Math.ceil(last.count / several) };
  return { ...cell, inner: [...cell.inner.slice(0, -1), fewer], body };
}

/** Operands come in whether or not the step is one of the program: those of others are zero. */
function readWhere(stmt: Stmt, condition: Expr): Stmt {
  const next = mapExpressions(stmt, (root) =>
    mapExpr(root, (expr) => (expr.kind === "load" ? either(condition, expr, zeroOf(expr.type)) : expr)),
  );
  return mapBodies(next, (body) => body.map((one) => readWhere(one, condition)));
}

/** A term of a sum of integers is then one that changes nothing: the terms of a group can still be added as a tree. */
function onlyWhere(stmt: Stmt, condition: Expr, origin: Origin): Stmt {
  const guarded: Stmt = { kind: "if", condition, then: [stmt], else: [], origin };
  const sum = accumulationOf(stmt);
  if (sum === null || sum.type.kind !== "int" || stmt.kind !== "assign") return guarded;
  const [{ value }, identity] = [stmt, identityOf(sum)];
  if (value.kind !== "binary" || identity === null) return guarded;
  const isOwn = (expr: Expr): boolean => expr.kind === "var" && expr.name === sum.name;
  if (!sameType(value.left.type, value.right.type)) return guarded;
  const term = (expr: Expr): Expr =>
    isOwn(expr) ? expr : either(condition, expr, { kind: "const", value: identity, type: expr.type });
  return { ...stmt, value: { ...value, left: term(value.left), right: term(value.right) } };
}

function either(condition: Expr, then: Expr, otherwise: Expr): Expr {
  const span = "span" in then ? then.span : { from: 0, to: 0 };
  return { kind: "select", condition, then, otherwise, type: then.type, span };
}
