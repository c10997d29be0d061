/** A loop's bound as what it is made of: floors of sums, and the least or greatest of such. */

import { type Affine, affineOf, constant, plus, symbol, times } from "../loops/analysis/affine.ts";
import { namesRead } from "../loops/analysis/effects.ts";
import { constantOf, sameExpr } from "../loops/indices.ts";
import type { Expr } from "../loops/nodes.ts";

export type Bound =
  | { readonly kind: "floor"; readonly form: Affine; readonly by: number } // floor(form / by)
  | { readonly kind: "min" | "max"; readonly parts: readonly Bound[] };

/** Parts that are no sums and read no variable of the nest, under names of their own. */
export type Opaque = Map<string, Expr>;

/** Null where variables of the nest are in it in another way. */
export function boundOf(expr: Expr, inner: ReadonlySet<string>, opaque: Opaque): Bound | null {
  const sum = affineOf(expr);
  if (sum !== null) return { kind: "floor", form: sum, by: 1 };
  if (![...namesRead(expr)].some((name) => inner.has(name))) return named(expr, opaque);
  if (expr.kind !== "binary") return null;
  const left = boundOf(expr.left, inner, opaque);
  const right = left && boundOf(expr.right, inner, opaque);
  if (left === null || right === null) return null;
  switch (expr.op) {
    case "min":
    case "max":
      return { kind: expr.op, parts: [left, right] };
    case "add":
      return isSum(right) ? shifted(left, right.form) : isSum(left) ? shifted(right, left.form) : null;
    case "sub":
      return isSum(right) ? shifted(left, times(right.form, -1)) : null;
    case "floordiv": {
      const by = constantOf(expr.right);
      return by !== null && by > 0 ? divided(left, by) : null;
    }
    default:
      return null;
  }
}

function named(expr: Expr, opaque: Opaque): Bound {
  const known = [...opaque].find(([, other]) => sameExpr(other, expr));
  const name = known?.[0] ?? `(${opaque.size})`; // no identifier
  opaque.set(name, expr);
  return { kind: "floor", form: symbol(name), by: 1 };
}

function isSum(bound: Bound): bound is Extract<Bound, { kind: "floor" }> {
  return bound.kind === "floor" && bound.by === 1;
}

function shifted(bound: Bound, sum: Affine): Bound {
  if (bound.kind !== "floor") return { ...bound, parts: bound.parts.map((part) => shifted(part, sum)) };
  return { ...bound, form: plus(bound.form, times(sum, bound.by)) };
}

/** Rounding down keeps the order, so it goes inside. */
function divided(bound: Bound, by: number): Bound {
  if (bound.kind !== "floor") return { ...bound, parts: bound.parts.map((part) => divided(part, by)) };
  const { form } = bound;
  if (form.terms.size === 0 && bound.by === 1)
    return { ...bound, form: constant(Math.floor(form.constant / by)) };
  return { ...bound, by: bound.by * by };
}
