/** Statements of an array of elements. Loops over rows and columns are written out. */
import { affineOf, write } from "../../loops/analysis/affine.ts";
import { int, logic, sub, substituteIn, variable } from "../../loops/indices.ts";
import type { ArrayDecl, Expr, For, Origin, Stmt } from "../../loops/nodes.ts";
import { mapBodies, mapExpressions } from "../../loops/walk.ts";
import { pythonBool, type ScalarType } from "../../types/types.ts";

/** Who writes: where it came from, names that are free, and the variables of loops over elements. */
export interface Writer {
  readonly origin: Origin;
  readonly fresh: (wanted: string) => string;
  readonly row: string;
  readonly column: string;
}

/** For each row, or column, of elements, all at the same time. */
export function over(
  b: Writer,
  what: "row" | "column",
  count: number,
  body: readonly Stmt[],
): readonly Stmt[] {
  if (body.length === 0) return [];
  const own = what === "row" ? b.row : b.column;
  return [writtenOut(b, own, int(count), body)];
}

export function loopOver(b: Writer, count: Expr, body: (at: Expr) => readonly Stmt[]): Stmt {
  const own = b.fresh("d");
  return writtenOut(b, own, count, body(variable(own)));
}

/** From the far end: a word is read before it is overwritten. */
export function shifted(
  b: Writer,
  count: number,
  body: (to: Expr, from: Expr) => readonly Stmt[],
): readonly Stmt[] {
  if (count === 0) return [];
  return [loopOver(b, int(count), (at) => body(sub(int(count), at), sub(int(count - 1), at)))];
}

/** Loops have unique names: one that stands in several places gets more. */
export function writtenOut(b: Writer, own: string, count: Expr, body: readonly Stmt[]): For {
  const name = b.fresh(own);
  const renamed = body.map((stmt) => renamedIn(stmt, own, variable(name)));
  return {
    kind: "for",
    name,
    variable: name,
    from: int(0),
    to: count,
    step: 1,
    body: renamed,
    attrs: { unroll: {} },
    origin: b.origin,
  };
}

export function renamedIn(stmt: Stmt, name: string, by: Expr): Stmt {
  return mapBodies(
    mapExpressions(stmt, (expr) => substituteIn(expr, name, by)),
    (inner) => inner.map((one) => renamedIn(one, name, by)),
  );
}

export function load(b: Writer, { name, element }: ArrayDecl, index: readonly Expr[]): Expr {
  return { kind: "load", array: name, index: index.map(simplified), type: element, span: b.origin.span };
}

export function store(b: Writer, { name }: ArrayDecl, index: readonly Expr[], value: Expr): Stmt {
  return { kind: "store", array: name, index: index.map(simplified), value, origin: b.origin };
}

export function simplified(index: Expr): Expr {
  const form = affineOf(index);
  return form === null ? index : write(form);
}

export const yes: Expr = { kind: "const", value: true, type: pythonBool };

export function when(b: Writer, condition: Expr, then: readonly Stmt[]): Stmt & { readonly kind: "if" } {
  return { kind: "if", condition, then, else: [], origin: b.origin };
}

export function guarded(b: Writer, condition: Expr, body: readonly Stmt[]): readonly Stmt[] {
  return condition === yes ? body : [when(b, condition, body)];
}

export function anyOf(conditions: readonly Expr[]): Expr {
  return conditions.reduce((left, right) => logic("or", left, right));
}

export function allOf(conditions: readonly Expr[]): Expr {
  const [first, ...others] = conditions.filter((one) => one !== yes);
  return first === undefined ? yes : others.reduce((left, right) => logic("and", left, right), first);
}

export function cast(b: Writer, operand: Expr, type: ScalarType): Expr {
  return JSON.stringify(operand.type) === JSON.stringify(type)
    ? operand
    : { kind: "cast", operand, type, span: b.origin.span };
}
