/** `a[i, 1:, None]` on arrays, lists and tuples; bits of integers; offsets of map elements. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr, Gather, Load, Sub, View } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { array, bool, type Dim, elementOf, type Shape, shapeOf } from "../../../types/types.ts";
import type { PySubscript } from "../ast.ts";
import { constantInt, printShape, sameShapes } from "../build.ts";
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
import { toComputed, toExpr } from "../value.ts";
import { bitsOf } from "./bits.ts";
import { chosenElements } from "./chosen.ts";
import { inferGrid } from "./grid.ts";
import { infer, inferNumber } from "./index.ts";
import {
  type Bounds,
  checkedIndex,
  expandEllipsis,
  type Item,
  inferBounds,
  inferItems,
  isArray,
  isMask,
} from "./items.ts";
import { inferOffsets } from "./offsets.ts";
import { keep, keepExpr, withEffects } from "./order.ts";
import { type Points, pointsOf } from "./points.ts";
import { mergeViews, sliceExtent, sliceNow, wholeAxis } from "./slices.ts";

export function inferSubscript(scope: Scope, node: PySubscript): Known {
  const grid = inferGrid(scope, node);
  if (grid !== null) return grid;
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
      const found = inferPlace(scope, base.expr, node);
      if (found === null) return knownError;
      const { place } = found;
      if (place.kind === "points") return value(place.read);
      if (place.kind === "mask") {
        const chosen = chosenElements(scope, found.base, place.chosen, place.axis, node.span);
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
  | MaskPlace;

/** Elements of `of`, which other indices beside the mask have taken from the array. */
interface MaskPlace {
  readonly kind: "mask";
  readonly of: Expr;
  readonly mask: Expr; // one for each element of `of`, by broadcasting
  readonly chosen: Expr; // as it was written: for `axis` of `of`, or for all of its axes
  readonly axis: number;
}

/** A place in `base`, or in what it was before its subscripts changed something; under a mask, what the mask chooses from. */
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
  return place === null ? null : { base: place.kind === "mask" ? place.of : base, place };
}

function placeOf(
  scope: Scope,
  base: Expr,
  written: readonly (Item | "ellipsis")[],
  node: PySubscript,
): Subscripted | null {
  const items = expandEllipsis(scope, base, written, node);
  if (items === null) return null;
  const at = items.findIndex(isMask);
  if (at >= 0) return maskPlace(scope, base, items, at, node);
  const index = items.flatMap((item) => (item.kind === "index" ? [item.expr] : []));
  const points = index.length < items.length ? null : pointsOf(scope, base, index, node.span);
  return points ?? partOf(scope, base, items, node);
}

/** The part that integers, slices and at most one array of integers take. */
function partOf(
  scope: Scope,
  base: Expr,
  items: readonly Item[],
  node: PySubscript,
): Extract<Subscripted, { kind: "place" }> | null {
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
): Extract<Subscripted, { kind: "place" }> | null {
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

/** `a[mask]`, `a[mask, 0]`, `a[:, mask]`: the other indices take a part, of which the mask chooses. */
function maskPlace(
  scope: Scope,
  base: Expr,
  items: readonly Item[],
  at: number,
  node: PySubscript,
): MaskPlace | null {
  const item = items[at];
  if (item?.kind !== "index") return null;
  const others = items.filter((one) => one !== item);
  const mask = item.expr;
  const rank = shapeOf(mask.type).length;
  // NumPy moves what is chosen to the front where an integer stands apart from the mask.
  const isApart = items.some((one, k) => one.kind === "index" && one !== item && !isBeside(items, k, at));
  if (others.some(isArray) || isApart) {
    report(scope, diagnose("two-index-arrays", item.span, {}));
    return null;
  }
  const covered = Array.from({ length: rank }, (): Item => ({ kind: "whole" }));
  const rest = [...items.slice(0, at), ...covered, ...items.slice(at + 1)];
  const isAll = rest.every(({ kind }) => kind === "whole");
  const part = isAll ? null : partOf(scope, base, rest, node);
  if (!isAll && part === null) return null;
  const of = part === null ? base : part.target;
  const axis = items.slice(0, at).filter(({ kind }) => kind !== "index").length;
  const want = shapeOf(of.type);
  const have = shapeOf(mask.type);
  if (!sameShapes(want.slice(axis, axis + rank), have)) {
    const axes = printShape(want.slice(axis, axis + rank));
    const facts = { array: printType(base.type), axes, mask: printType(mask.type) };
    report(scope, diagnose("mask-shape", item.span, facts));
    return null;
  }
  return { kind: "mask", of, mask: alongAxes(mask, axis, want.length), chosen: mask, axis };
}

/** Whether nothing but integers stands between the two. */
function isBeside(items: readonly Item[], a: number, b: number): boolean {
  return items.slice(Math.min(a, b), Math.max(a, b)).every(({ kind }) => kind === "index");
}

/** A mask of some axes holds for all elements along those after them. */
function alongAxes(mask: Expr, axis: number, rank: number): Expr {
  const have = shapeOf(mask.type);
  const after = Array.from({ length: rank - axis - have.length }, () => 1);
  if (after.length === 0) return mask;
  const subs: Sub[] = [...have.map(() => wholeAxis), ...after.map((): Sub => ({ kind: "newAxis" }))];
  return { kind: "view", base: mask, subs, type: array(bool, [...have, ...after]), span: mask.span };
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
