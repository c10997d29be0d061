/** `a[i, 1:, None]` on arrays, lists and tuples; bits of integers; offsets of map elements. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr, Gather, Load, Sub, View } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { array, bool, type Dim, elementOf, exactInt, type Shape, shapeOf } from "../../../types/types.ts";
import type { PyExpr, PySlice, PySubscript } from "../ast.ts";
import { broadcastShapes, constantInt, intConst } from "../build.ts";
import {
  describe,
  type Known,
  type KnownMixed,
  type KnownTuple,
  type KnownValue,
  knownError,
  value,
} from "../known.ts";
import { pathsOf, withPaths } from "../mixed.ts";
import { report, type Scope } from "../scope.ts";
import { toComputed, toExpr, toNumber, toStrong } from "../value.ts";
import { chosenElements } from "./chosen.ts";
import { infer, inferNumber } from "./index.ts";
import { inferOffsets } from "./offsets.ts";
import { inOrder, keep, keepExpr, withEffects } from "./order.ts";
import { type Points, pointsOf } from "./points.ts";
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
    case "mixed":
      if (!base.list) return bitsOf(scope, toExpr(scope, base, node.value.span), node);
      return elementOfList(scope, base, node);
    case "value": {
      if (base.expr.type.kind !== "array") return bitsOf(scope, base.expr, node);
      const place = inferPlace(scope, base.expr, node)?.place ?? null;
      if (place === null) return knownError;
      if (place.kind === "points") return value(place.read);
      if (place.kind === "mask") {
        const chosen = chosenElements(scope, base.expr, place.chosen, node.span);
        if (chosen !== null) return value(chosen);
        report(scope, diagnose("mask-read", node.span, {}));
        return knownError;
      }
      if (base.list && place.target.kind === "view" && node.index[0]?.kind === "Slice") {
        return { kind: "value", list: true, expr: copyOf(place.target, node.span) };
      }
      return { kind: "value", expr: place.target, list: base.list && place.target.type.kind === "array" };
    }
    default:
      report(scope, diagnose("not-subscriptable", node.value.span, { found: describe(base, printType) }));
      return knownError;
  }
}

/** `x[k]` of a list whose elements have several types in Python. */
function elementOfList(scope: Scope, list: KnownValue | KnownMixed, node: PySubscript): Known {
  const place = inferPlace(scope, list.expr, node)?.place;
  return place === undefined
    ? knownError
    : elementAt(list, place, node.span, node.index[0]?.kind === "Slice");
}

function elementAt(list: KnownValue | KnownMixed, place: Subscripted, span: Span, isSlice = false): Known {
  if (place.kind !== "place") return knownError;
  const { target } = place;
  const isPart = target.type.kind === "array";
  return withPaths(target.kind === "view" && isSlice ? copyOf(target, span) : target, pathsOf(list), isPart);
}

function copyOf(view: View, span: Span): Expr {
  return { kind: "copy", operand: view, type: view.type, span };
}

/** What a subscript of an array denotes: elements to read or write, those at places that arrays say, or under a mask. */
export type Subscripted =
  | { readonly kind: "place"; readonly target: Load | View | Gather }
  | Points
  | { readonly kind: "mask"; readonly mask: Expr; readonly chosen: Expr }; // for each element; as it was written

/** A place in `base`, or in what it was before its subscripts changed something. */
export interface PlaceIn {
  readonly base: Expr;
  readonly place: Subscripted;
}

export function inferPlace(scope: Scope, array: Expr, node: PySubscript): PlaceIn | null {
  const { result: items, before } = withEffects(
    scope,
    () => inferItems(scope, node),
    () => keepExpr(scope, array, "base"),
  );
  const base = before ?? array;
  const place = items === null ? null : placeOf(scope, base, items, node);
  return place === null ? null : { base, place };
}

function placeOf(
  scope: Scope,
  base: Expr,
  written: readonly (Item | "ellipsis")[],
  node: PySubscript,
): Subscripted | null {
  const [only] = written;
  if (written.length === 1 && only !== undefined && isMask(only))
    return maskPlace(scope, base, only.expr, node.span);
  const items = expandEllipsis(scope, base, written, node);
  if (items === null) return null;
  const index = items.flatMap((item) => (item.kind === "index" ? [item.expr] : []));
  const points = index.length < items.length ? null : pointsOf(scope, base, index, node.span);
  if (points !== null) return points;
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
      const slice = sliceOf(scope, item.bounds, size);
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
): Subscripted | null {
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

function maskPlace(scope: Scope, base: Expr, mask: Expr, span: Span): Subscripted | null {
  const [want, have] = [shapeOf(base.type), shapeOf(mask.type)];
  if (want.length === have.length && broadcastShapes(want, have) !== null)
    return { kind: "mask", mask, chosen: mask };
  // A mask of rows holds for all elements of a row.
  const isOfRows = have.length === 1 && want.length > 1 && want[0] === have[0];
  if (isOfRows) {
    const whole = {
      kind: "view",
      base: mask,
      type: array(bool, [...have, ...want.slice(1).map(() => 1)]),
      span,
    } as const;
    const subs: Sub[] = [wholeAxis, ...want.slice(1).map((): Sub => ({ kind: "newAxis" }))];
    return { kind: "mask", mask: { ...whole, subs }, chosen: mask };
  }
  report(scope, diagnose("mask-shape", span, { array: printType(base.type), mask: printType(mask.type) }));
  return null;
}

type Item =
  | { readonly kind: "newAxis" }
  | { readonly kind: "whole" }
  | { readonly kind: "slice"; readonly bounds: Bounds }
  | { readonly kind: "index"; readonly expr: Expr; readonly span: Span };

function inferItems(scope: Scope, node: PySubscript): (Item | "ellipsis")[] | null {
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

/** The bounds of a slice, as integers. */
interface Bounds {
  readonly start: Expr | null;
  readonly stop: Expr | null;
  readonly step: number;
}

function inferBounds(scope: Scope, node: PySlice): Bounds | null {
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

/** The subscript, and how many elements it can have. */
function sliceOf(
  scope: Scope,
  { start, stop, step }: Bounds,
  size: Dim,
): { readonly sub: Sub; readonly extent: Dim } {
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
    const bounds = inferBounds(scope, part);
    const range = bounds === null ? null : sliceNow({ kind: "slice", ...bounds }, base.items.length);
    if (range === null) {
      if (bounds !== null)
        report(scope, diagnose("unknown-shape", part.span, { what: "the bounds of this slice" }));
      return knownError;
    }
    const items = Array.from({ length: range.count }, (_, k) => base.items[range.first + k * range.step]);
    return { kind: "tuple", form: base.form, items: items.filter((item) => item !== undefined) };
  }
  const { result: index, before } = withEffects(
    scope,
    () => inferNumber(scope, part),
    () => keep(scope, base, "base"),
  );
  if (index === null) return knownError;
  const at = constantInt(index);
  if (at === null) return indexTable(scope, before ?? base, index, node);
  const item = base.items[at < 0 ? at + base.items.length : at];
  if (item !== undefined) return item;
  report(scope, diagnose("index-out-of-range", part.span, { index: at, axis: 0, size: base.items.length }));
  return knownError;
}

/** A tuple or list of numbers indexed while it runs is a table. */
function indexTable(scope: Scope, base: Known, index: Expr, node: PySubscript): Known {
  const table = toComputed(scope, base, node.value.span);
  if (table === null) return knownError;
  const place = placeOf(scope, table.expr, [{ kind: "index", expr: index, span: index.span }], node);
  return place === null ? knownError : elementAt(table, place, node.span);
}

/** `x[3]` and `x[0:4]` on an integer or fixed scalar: its bits, low end first, as uint<n>. */
function bitsOf(scope: Scope, operand: Expr | null, node: PySubscript): Known {
  if (operand === null) return knownError;
  const { result: range, before } = withEffects(
    scope,
    () => inferBitRange(scope, operand, node),
    () => keepExpr(scope, operand),
  );
  if (range === null) return knownError;
  return value({
    kind: "bits",
    operand: before ?? operand,
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
    const low = inferNumber(scope, part);
    if (low === null) return null;
    const at = constantInt(low);
    if (at !== null && (at < 0 || at >= bits)) {
      report(scope, diagnose("bit-out-of-range", part.span, { bit: at, type: printType(type), bits }));
      return null;
    }
    return checkedIndex(scope, low, bits, 0, part.span) === null ? null : { low, width: 1 };
  }
  const low = part.start === null ? null : inferNumber(scope, part.start);
  const high = part.stop === null ? null : inferNumber(scope, part.stop);
  if ((part.start !== null && low === null) || (part.stop !== null && high === null)) return null;
  const from = low === null ? 0 : constantInt(low);
  const to = high === null ? bits : constantInt(high);
  if (from === null || to === null || part.step !== null || from < 0 || to > bits || from >= to) {
    report(scope, diagnose("bad-bit-range", part.span, { type: printType(type), bits }));
    return null;
  }
  return { low: low ?? intConst(0, part.span), width: to - from };
}
