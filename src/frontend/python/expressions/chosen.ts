/**
 * `a[mask]` as an array: the elements where the mask is true, one after the other, in memory for all of them. How many there
 * are is counted when the kernel runs:
 *
 *     count = 0
 *     for k in range(n):
 *         if mask[k]:
 *             chosen[count] = a[k]
 *             count += 1
 *     … chosen[:count]
 */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr, Stmt, Sub, View } from "../../../program/nodes.ts";
import {
  array,
  elementOf,
  maxSize,
  pythonBool,
  pythonInt,
  type ScalarType,
  shapeOf,
  type Type,
} from "../../../types/types.ts";
import { boolConst, cast, intConst } from "../build.ts";
import { raveled, reshape, type Site, transpose } from "../builtins/make.ts";
import { type Scope, slotAt } from "../scope.ts";
import { extentOf } from "../value.ts";
import { wholeAxis } from "./slices.ts";

/** Of the mask's axes, from `axis` on. Null where nothing can be computed before the value: in a lambda, behind `and`. */
export function chosenElements(scope: Scope, base: Expr, mask: Expr, axis: number, span: Span): Expr | null {
  if (scope.lazy > 0 || scope.closed > 0) return null;
  const at = { scope, span };
  const rank = shapeOf(mask.type).length;
  const others = shapeOf(base.type).flatMap((_, k) => (k < axis || k >= axis + rank ? [k] : []));
  const axes = Array.from({ length: rank }, (_, k) => axis + k);
  const front = axis === 0 ? base : transpose(at, base, [...axes, ...others]);
  const chosen = chosenInFront(scope, inOneAxis(at, front, rank), inOneAxis(at, mask, rank), span);
  if (chosen === null || axis === 0) return chosen;
  const back = others.map((_, k) => k + 1);
  return transpose(at, chosen, [...back.slice(0, axis), 0, ...back.slice(axis)]);
}

/** The first axes as one. */
function inOneAxis(at: Site, base: Expr, rank: number): Expr {
  const shape = shapeOf(base.type);
  const sizes = shape.filter((dim) => typeof dim === "number");
  if (rank === 1 || sizes.length < shape.length) return base;
  if (rank === shape.length) return raveled(at, base);
  const count = sizes.slice(0, rank).reduce((a, b) => a * b, 1);
  return reshape(at, base, [count, ...sizes.slice(rank)]);
}

function chosenInFront(scope: Scope, from: Expr, where: Expr, span: Span): View | null {
  const [size = 0, ...rest] = shapeOf(from.type);
  const [marks = 0, ...more] = shapeOf(where.type);
  const count = maxSize([size]);
  const isKnown = typeof size === "number" && typeof marks === "number";
  const zero = cast(scope, intConst(0, span), elementOf(from.type));
  if (more.length > 0 || rest.some((dim) => typeof dim !== "number")) return null;
  if ((isKnown && marks !== size) || zero === null) return null;
  const assign = (name: string, value: Expr, type: Type = value.type): Expr & { readonly kind: "var" } => {
    const slot = slotAt(scope, name, span, type);
    scope.out.push({ kind: "assign", target: slot, value, span });
    return { kind: "var", name: slot, type, span };
  };
  const [elements, isChosen] = [assign("chosen_from", from), assign("chosen_where", where)];
  const length = isKnown ? intConst(count, span) : extentOf(elements, 0, span);
  if (!isKnown) {
    const [left, right, type] = [extentOf(isChosen, 0, span), length, pythonBool];
    const condition: Expr = { kind: "compare", op: "eq", left, right, type, span };
    scope.out.push({
      kind: "assert",
      condition,
      message: "the mask has another length than the array",
      span,
    });
  }
  const type = array(elementOf(from.type), [count, ...rest]);
  const chosen = assign("chosen", { kind: "fill", value: zero, overwritten: true, type, span });
  const total = assign("chosen_count", intConst(0, span));
  const k: Expr & { readonly kind: "var" } = {
    kind: "var",
    name: slotAt(scope, "chosen_index", span, pythonInt),
    type: pythonInt,
    span,
  };
  const next: Expr = {
    kind: "binary",
    op: "add",
    left: total,
    right: intConst(1, span),
    type: pythonInt,
    span,
  };
  const body: Stmt = {
    kind: "if",
    condition: truth(scope, { kind: "load", base: isChosen, index: [k], type: elementOf(where.type), span }),
    then: [
      {
        kind: "store",
        target: place(chosen, total, rest.length, span),
        value: place(elements, k, rest.length, span),
        span,
      },
      { kind: "assign", target: total.name, value: next, span },
    ],
    else: [],
    span,
  };
  const [start, to, step] = [intConst(0, span), length, intConst(1, span)];
  scope.out.push({ kind: "for", variable: k.name, from: start, to, step, body: [body], attrs: {}, span });
  return {
    kind: "view",
    base: chosen,
    subs: [{ kind: "slice", start: null, stop: total, step: 1 }, ...rest.map(() => wholeAxis)],
    type: array(elementOf(from.type), [{ max: count }, ...rest]),
    span,
  };
}

function place(base: Expr, at: Expr, rank: number, span: Span): Extract<Expr, { kind: "load" | "view" }> {
  const element: ScalarType = elementOf(base.type);
  if (rank === 0) return { kind: "load", base, index: [at], type: element, span };
  const subs: Sub[] = [{ kind: "at", index: at }, ...Array.from({ length: rank }, () => wholeAxis)];
  return { kind: "view", base, subs, type: array(element, shapeOf(base.type).slice(1)), span };
}

function truth(scope: Scope, expr: Expr): Expr {
  return cast(scope, expr, { kind: "python", name: "bool" }) ?? boolConst(true, expr.span);
}
