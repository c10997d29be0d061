/** `a[i, 1:, None]` on arrays, lists and tuples; bits of integers; offsets of map elements. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr, Gather, Load, Sub, View } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { array, type Dim, elementOf, exactInt, type Shape, shapeOf } from "../../../types/types.ts";
import type { PyExpr, PySlice, PySubscript } from "../ast.ts";
import { broadcastShapes, constantInt, intConst } from "../build.ts";
import { describe, type Known, type KnownTuple, knownError, value } from "../known.ts";
import { withWeakItems } from "../mixed.ts";
import { report, type Scope } from "../scope.ts";
import { toExpr, toStrong } from "../value.ts";
import { infer, inferExpr } from "./index.ts";
import { inferOffsets } from "./offsets.ts";
import { mergeViews, sliceExtent, sliceNow, wholeAxis } from "./slices.ts";

export function inferSubscript(scope: Scope, node: PySubscript): Known {
  const base = infer(scope, node.value);
  switch (base.kind) {
    case "error":
      return knownError;
    case "cursor":
      return inferOffsets(scope, base, node);
    case "tuple":
      return indexTuple(scope, base, node);
    case "value": {
      if (base.expr.type.kind !== "array") return bitsOf(scope, base.expr, node);
      const place = inferPlace(scope, base.expr, node);
      if (place === null) return knownError;
      if (place.kind === "mask") {
        report(scope, diagnose("mask-read", node.span, {}));
        return knownError;
      }
      if (base.list && place.target.kind === "view") {
        return { kind: "value", list: true, expr: copyOf(place.target, node.span) };
      }
      return { kind: "value", expr: place.target, list: base.list && place.target.type.kind === "array" };
    }
    default:
      report(scope, diagnose("not-subscriptable", node.value.span, { found: describe(base, printType) }));
      return knownError;
  }
}

function copyOf(view: View, span: Span): Expr {
  return { kind: "copy", operand: view, type: view.type, span };
}

/** What a subscript of an array denotes: elements to read or write, or those under a boolean mask. */
export type Place =
  | { readonly kind: "place"; readonly target: Load | View | Gather }
  | { readonly kind: "mask"; readonly mask: Expr };

export function inferPlace(scope: Scope, base: Expr, node: PySubscript): Place | null {
  const written = inferItems(scope, node);
  if (written === null) return null;
  const [only] = written;
  if (written.length === 1 && only !== undefined && isMask(only))
    return maskPlace(scope, base, only.expr, node.span);
  const items = expandEllipsis(scope, base, written, node);
  if (items === null) return null;
  const subs: Sub[] = [];
  const shape: Dim[] = [];
  let gather: GatherAxis | null = null;
  let axis = 0;
  const dims = shapeOf(base.type);
  for (const item of items) {
    if (item.kind === "newAxis") {
      subs.push({ kind: "newAxis" });
      shape.push(1);
      continue;
    }
    const size = dims[axis] ?? 1;
    if (item.kind === "whole") {
      subs.push(wholeAxis);
      shape.push(size);
    } else if (item.kind === "slice") {
      const slice = inferSlice(scope, item.node, size);
      if (slice === null) return null;
      subs.push(slice.sub);
      shape.push(slice.extent);
    } else {
      const index = item.expr;
      if (index.type.kind === "array") {
        if (index.type.element.kind === "bool") return maskPlace(scope, base, index, node.span);
        if (gather !== null) {
          report(scope, diagnose("two-index-arrays", item.span, {}));
          return null;
        }
        gather = { index, axis: shape.length, sub: subs.length };
        subs.push(wholeAxis);
        shape.push(size);
      } else {
        const at = checkedIndex(scope, index, size, axis, item.span);
        if (at === null) return null;
        subs.push({ kind: "at", index: at });
      }
    }
    axis++;
  }
  const element = elementOf(base.type);
  const span = node.span;
  if (gather !== null) return gatherPlace(scope, base, subs, shape, gather, span);
  if (shape.length === 0) {
    const index = subs.flatMap((sub) => (sub.kind === "at" ? [sub.index] : []));
    return { kind: "place", target: loadOf(base, index, span) };
  }
  return {
    kind: "place",
    target: mergeViews({ kind: "view", base, subs, type: array(element, shape), span }),
  };
}

/** `a[i][j]` is `a[i, j]`: an element of a view taken with integers is an element of its base. */
function loadOf(base: Expr, index: readonly Expr[], span: Span): Load {
  const type = elementOf(base.type);
  if (base.kind === "view" && base.subs.every((sub) => sub.kind === "at" || isWhole(sub))) {
    const rest = [...index];
    const merged = base.subs.map((sub) => (sub.kind === "at" ? sub.index : rest.shift()));
    const full = merged.filter((expr) => expr !== undefined);
    if (full.length === merged.length && rest.length === 0) return loadOf(base.base, full, span);
  }
  return { kind: "load", base, index, type, span };
}

function isWhole(sub: Sub): boolean {
  return sub.kind === "slice" && sub.start === null && sub.stop === null && sub.step === 1;
}

interface GatherAxis {
  readonly index: Expr;
  readonly axis: number; // of the result without the integers
  readonly sub: number; // which subscript it was
}

function gatherPlace(
  scope: Scope,
  base: Expr,
  subs: readonly Sub[],
  shape: Shape,
  gather: GatherAxis,
  span: Span,
): Place | null {
  // NumPy moves the gathered axes to the front when an integer stands apart from the index array.
  const advanced = subs.flatMap((sub, i) => (sub.kind === "at" || i === gather.sub ? [i] : []));
  if (advanced.some((at, i) => i > 0 && at !== (advanced[i - 1] ?? 0) + 1)) {
    report(scope, diagnose("two-index-arrays", gather.index.span, {}));
    return null;
  }
  const type = elementOf(gather.index.type);
  if (type.kind !== "int") {
    report(scope, diagnose("bad-index", gather.index.span, { found: printType(gather.index.type) }));
    return null;
  }
  const whole = subs.every(isWhole);
  const source: Expr = whole
    ? base
    : { kind: "view", base, subs, type: array(elementOf(base.type), shape), span };
  const result = [
    ...shape.slice(0, gather.axis),
    ...shapeOf(gather.index.type),
    ...shape.slice(gather.axis + 1),
  ];
  return {
    kind: "place",
    target: {
      kind: "gather",
      base: source,
      index: gather.index,
      axis: gather.axis,
      type: array(elementOf(base.type), result),
      span,
    },
  };
}

function isMask(item: Item | "ellipsis"): item is Extract<Item, { kind: "index" }> {
  return (
    item !== "ellipsis" &&
    item.kind === "index" &&
    item.expr.type.kind === "array" &&
    item.expr.type.element.kind === "bool"
  );
}

function maskPlace(scope: Scope, base: Expr, mask: Expr, span: Span): Place | null {
  const [want, have] = [shapeOf(base.type), shapeOf(mask.type)];
  if (want.length === have.length && broadcastShapes(want, have) !== null) return { kind: "mask", mask };
  report(scope, diagnose("mask-shape", span, { array: printType(base.type), mask: printType(mask.type) }));
  return null;
}

type Item =
  | { readonly kind: "newAxis" }
  | { readonly kind: "whole" }
  | { readonly kind: "slice"; readonly node: PySlice }
  | { readonly kind: "index"; readonly expr: Expr; readonly span: Span };

function inferItems(scope: Scope, node: PySubscript): (Item | "ellipsis")[] | null {
  const items: (Item | "ellipsis")[] = [];
  for (const part of node.index) {
    const item = inferItem(scope, part);
    if (item === null) return null;
    if (Array.isArray(item)) items.push(...item);
    else items.push(item);
  }
  return items;
}

/** One item an axis: `...` and missing axes become whole ones. */
function expandEllipsis(
  scope: Scope,
  base: Expr,
  items: readonly (Item | "ellipsis")[],
  node: PySubscript,
): Item[] | null {
  const rank = shapeOf(base.type).length;
  const used = items.filter((item) => item !== "ellipsis" && item.kind !== "newAxis").length;
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
  return at < 0
    ? [...plain(items), ...missing]
    : [...plain(items.slice(0, at)), ...missing, ...plain(items.slice(at + 1))];
}

function inferItem(scope: Scope, part: PyExpr): Item | "ellipsis" | Item[] | null {
  if (part.kind === "Slice") return { kind: "slice", node: part };
  const known = infer(scope, part);
  switch (known.kind) {
    case "error":
      return null;
    case "none":
      return { kind: "newAxis" };
    case "ellipsis":
      return "ellipsis";
    case "tuple": {
      if (known.form === "list") {
        const index = toStrong(scope, known, part.span);
        return index === null ? null : { kind: "index", expr: index, span: part.span };
      }
      const items: Item[] = [];
      for (const item of known.items) {
        const expr = toExpr(scope, item, part.span);
        if (expr === null) return null;
        items.push({ kind: "index", expr, span: part.span });
      }
      return items;
    }
    default: {
      const expr = toExpr(scope, known, part.span);
      return expr === null ? null : { kind: "index", expr, span: part.span };
    }
  }
}

/** An integer, and inside the axis where both are known. */
function checkedIndex(scope: Scope, index: Expr, size: Dim, axis: number, span: Span): Expr | null {
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

/** Bounds of a slice as integers, and how many elements it can have. */
export function inferSlice(scope: Scope, node: PySlice, size: Dim): { sub: Sub; extent: Dim } | null {
  const bounds: (Expr | null)[] = [];
  for (const part of [node.start, node.stop, node.step]) {
    if (part === null || (part.kind === "Constant" && part.value === null)) {
      bounds.push(null);
      continue;
    }
    const expr = inferExpr(scope, part);
    if (expr === null) return null;
    const type = elementOf(expr.type);
    const integer = type.kind === "int" || (type.kind === "python" && type.name === "int");
    if (!integer || expr.type.kind === "array") {
      report(scope, diagnose("bad-index", part.span, { found: printType(expr.type) }));
      return null;
    }
    bounds.push(expr);
  }
  const [start = null, stop = null, stepExpr = null] = bounds;
  const step = stepExpr === null ? 1 : constantInt(stepExpr);
  if (step === null || step === 0) {
    report(scope, diagnose("bad-slice-step", node.step?.span ?? node.span, { zero: step === 0 }));
    return null;
  }
  return {
    sub: { kind: "slice", start, stop, step },
    extent: sliceExtent(scope, start, stop, step, size),
  };
}

function indexTuple(scope: Scope, base: KnownTuple, node: PySubscript): Known {
  const [part] = node.index;
  if (part === undefined || node.index.length > 1) {
    report(scope, diagnose("not-subscriptable", node.span, { found: describe(base, printType) }));
    return knownError;
  }
  if (part.kind === "Slice") {
    const slice = inferSlice(scope, part, base.items.length);
    const range = slice === null ? null : sliceNow(slice.sub, base.items.length);
    if (range === null) {
      if (slice !== null)
        report(scope, diagnose("unknown-shape", part.span, { what: "the bounds of this slice" }));
      return knownError;
    }
    const items = Array.from({ length: range.count }, (_, k) => base.items[range.first + k * range.step]);
    return { kind: "tuple", form: base.form, items: items.filter((item) => item !== undefined) };
  }
  const index = inferExpr(scope, part);
  if (index === null) return knownError;
  const at = constantInt(index);
  if (at === null) return indexTable(scope, base, node);
  const item = base.items[at < 0 ? at + base.items.length : at];
  if (item !== undefined) return item;
  report(scope, diagnose("index-out-of-range", part.span, { index: at, axis: 0, size: base.items.length }));
  return knownError;
}

/** A tuple or list of numbers indexed while it runs is a table. */
function indexTable(scope: Scope, base: KnownTuple, node: PySubscript): Known {
  const table = toExpr(scope, base, node.value.span);
  if (table === null) return knownError;
  const place = inferPlace(scope, table, node);
  if (place === null || place.kind === "mask") return knownError;
  const { target } = place;
  if (target.type.kind === "array") return { kind: "value", expr: target, list: true };
  return withWeakItems(value(target), base);
}

/** `x[3]` and `x[0:4]` on an integer or fixed scalar: its bits, low end first, as uint<n>. */
function bitsOf(scope: Scope, operand: Expr, node: PySubscript): Known {
  const range = inferBitRange(scope, operand, node);
  if (range === null) return knownError;
  return value({
    kind: "bits",
    operand,
    low: range.low,
    type: exactInt(range.width, false),
    span: node.span,
  });
}

export function inferBitRange(
  scope: Scope,
  operand: Expr,
  node: PySubscript,
): { readonly low: Expr; readonly width: number } | null {
  const type = elementOf(operand.type);
  const [part] = node.index;
  if ((type.kind !== "int" && type.kind !== "fixed") || part === undefined || node.index.length > 1) {
    report(scope, diagnose("not-subscriptable", node.value.span, { found: printType(operand.type) }));
    return null;
  }
  const bits = type.kind === "int" ? type.bits : type.width;
  if (part.kind !== "Slice") {
    const low = inferExpr(scope, part);
    if (low === null) return null;
    const at = constantInt(low);
    if (at !== null && (at < 0 || at >= bits)) {
      report(scope, diagnose("bit-out-of-range", part.span, { bit: at, type: printType(type), bits }));
      return null;
    }
    return checkedIndex(scope, low, bits, 0, part.span) === null ? null : { low, width: 1 };
  }
  const low = part.start === null ? null : inferExpr(scope, part.start);
  const high = part.stop === null ? null : inferExpr(scope, part.stop);
  if ((part.start !== null && low === null) || (part.stop !== null && high === null)) return null;
  const from = low === null ? 0 : constantInt(low);
  const to = high === null ? bits : constantInt(high);
  if (from === null || to === null || part.step !== null || from < 0 || to > bits || from >= to) {
    report(scope, diagnose("bad-bit-range", part.span, { type: printType(type), bits }));
    return null;
  }
  return { low: low ?? intConst(0, part.span), width: to - from };
}
