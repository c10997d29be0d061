/** What stands between the brackets of `a[...]`, one item an axis. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { type Dim, elementOf, shapeOf } from "../../../types/types.ts";
import type { PyExpr, PySlice, PySubscript } from "../ast.ts";
import { constantInt } from "../build.ts";
import { report, type Scope } from "../scope.ts";
import { toNumber, toStrong } from "../value.ts";
import { infer, inferNumber } from "./index.ts";
import { inOrder, keepExpr } from "./order.ts";

export type Item =
  | { readonly kind: "newAxis" }
  | { readonly kind: "whole" }
  | { readonly kind: "slice"; readonly bounds: Bounds }
  | { readonly kind: "index"; readonly expr: Expr; readonly span: Span };

export function inferItems(scope: Scope, node: PySubscript): (Item | "ellipsis")[] | null {
  const parts = inOrder(
    scope,
    node.index.map((part) => () => inferItem(scope, part)),
    (items, k) => items?.map((item, i) => keepItem(scope, item, `index_${k}_${i}`)) ?? null,
  );
  const found = parts.filter((items) => items !== null);
  return found.length === parts.length ? found.flat() : null;
}

function keepItem(scope: Scope, item: Item | "ellipsis", name: string): Item | "ellipsis" {
  if (item === "ellipsis") return item;
  switch (item.kind) {
    case "newAxis":
    case "whole":
      return item;
    case "index":
      return { ...item, expr: keepExpr(scope, item.expr, name) };
    case "slice":
      return { ...item, bounds: keepBounds(scope, item.bounds, name) };
  }
}

/** One item an axis: `...` and missing axes become whole ones. */
export function expandEllipsis(
  scope: Scope,
  base: Expr,
  items: readonly (Item | "ellipsis")[],
  node: PySubscript,
): Item[] | null {
  const rank = shapeOf(base.type).length;
  const used = items.reduce((sum, item) => sum + (item === "ellipsis" ? 0 : axesOf(item)), 0);
  if (used > rank) {
    report(scope, diagnose("too-many-indices", node.span, { type: printType(base.type), rank, found: used }));
    return null;
  }
  const missing = Array.from({ length: rank - used }, (): Item => ({ kind: "whole" }));
  const at = items.indexOf("ellipsis");
  if (items.indexOf("ellipsis", at + 1) > at && at >= 0) {
    report(scope, diagnose("two-ellipses", node.span, {}));
    return null;
  }
  const plain = (list: readonly (Item | "ellipsis")[]): Item[] =>
    list.filter((item): item is Item => item !== "ellipsis");
  if (at < 0) return [...plain(items), ...missing];
  const [front, back] = [plain(items.slice(0, at)), plain(items.slice(at + 1))];
  const all = [...front, ...missing, ...back];
  // NumPy takes indices on both sides of `...` as apart, even where it stands for no axis.
  const isParted = [front, back].every((side) => side.some(({ kind }) => kind === "index"));
  if (isParted && all.some(isArray) && all.some(({ kind }) => kind !== "index")) {
    report(scope, diagnose("two-index-arrays", node.span, {}));
    return null;
  }
  return all;
}

/** How many axes of the array it takes. */
function axesOf(item: Item): number {
  if (item.kind === "newAxis") return 0;
  return isMask(item) ? shapeOf(item.expr.type).length : 1;
}

function inferItem(scope: Scope, part: PyExpr): (Item | "ellipsis")[] | null {
  if (part.kind === "Slice") {
    const bounds = inferBounds(scope, part);
    return bounds === null ? null : [{ kind: "slice", bounds }];
  }
  const known = infer(scope, part);
  switch (known.kind) {
    case "error":
      return null;
    case "none":
      return [{ kind: "newAxis" }];
    case "ellipsis":
      return ["ellipsis"];
    case "tuple": {
      if (known.form === "list") {
        const index = toStrong(scope, known, part.span);
        return index === null ? null : [{ kind: "index", expr: index, span: part.span }];
      }
      const items: Item[] = [];
      for (const item of known.items) {
        const expr = toNumber(scope, item, part.span);
        if (expr === null) return null;
        items.push({ kind: "index", expr, span: part.span });
      }
      return items;
    }
    default: {
      const expr = toNumber(scope, known, part.span);
      return expr === null ? null : [{ kind: "index", expr, span: part.span }];
    }
  }
}

export function isMask(item: Item): item is Extract<Item, { kind: "index" }> {
  return item.kind === "index" && item.expr.type.kind === "array" && item.expr.type.element.kind === "bool";
}

export function isArray(item: Item): boolean {
  return item.kind === "index" && item.expr.type.kind === "array";
}

/** The bounds of a slice, as integers. */
export interface Bounds {
  readonly start: Expr | null;
  readonly stop: Expr | null;
  readonly step: number;
}

export function inferBounds(scope: Scope, node: PySlice): Bounds | null {
  const written = [node.start, node.stop, node.step].map((part) =>
    part === null || (part.kind === "Constant" && part.value === null) ? null : part,
  );
  const typed = inOrder(
    scope,
    written.map((part) => () => (part === null ? null : inferBound(scope, part))),
    (bound, k) => (bound === null ? null : keepExpr(scope, bound, `bound_${k}`)),
  );
  if (typed.some((bound, k) => bound === null && written[k] !== null)) return null;
  const [start = null, stop = null, by = null] = typed;
  const step = by === null ? 1 : constantInt(by);
  if (step === null || step === 0) {
    report(scope, diagnose("bad-slice-step", node.step?.span ?? node.span, { zero: step === 0 }));
    return null;
  }
  return { start, stop, step };
}

function inferBound(scope: Scope, node: PyExpr): Expr | null {
  const expr = inferNumber(scope, node);
  if (expr === null) return null;
  const type = elementOf(expr.type);
  const integer = type.kind === "int" || (type.kind === "python" && type.name === "int");
  if (integer && expr.type.kind !== "array") return expr;
  report(scope, diagnose("bad-index", node.span, { found: printType(expr.type) }));
  return null;
}

function keepBounds(scope: Scope, { start, stop, step }: Bounds, name: string): Bounds {
  const bound = (expr: Expr | null, at: string): Expr | null =>
    expr === null ? null : keepExpr(scope, expr, `${name}_${at}`);
  return { start: bound(start, "start"), stop: bound(stop, "stop"), step };
}

/** An integer, and inside the axis where both are known. */
export function checkedIndex(scope: Scope, index: Expr, size: Dim, axis: number, span: Span): Expr | null {
  const type = elementOf(index.type);
  const integer = type.kind === "int" || (type.kind === "python" && type.name === "int");
  if (!integer) {
    report(scope, diagnose("bad-index", span, { found: printType(index.type) }));
    return null;
  }
  const constant = constantInt(index);
  if (constant !== null && typeof size === "number" && (constant >= size || constant < -size)) {
    report(scope, diagnose("index-out-of-range", span, { index: constant, axis, size }));
    return null;
  }
  return index;
}
