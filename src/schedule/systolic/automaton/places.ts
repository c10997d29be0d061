/** Which places of which arrays a row of elements keeps, and what it is told in a step. */
import { bug } from "../../../diagnostics/bug.ts";
import { affineOf } from "../../../loops/analysis/affine.ts";
import { namesRead, writesOf } from "../../../loops/analysis/effects.ts";
import { assume, type Facts, noFacts, type Ranges, rangeOf } from "../../../loops/analysis/range/index.ts";
import { arrayNamed } from "../../../loops/find.ts";
import { constantOf, sameExpr } from "../../../loops/indices.ts";
import type { Expr, For, Load, Loops, Stmt, Store } from "../../../loops/nodes.ts";
import { children } from "../../../loops/walk.ts";
import type { Interval } from "../../../types/interval.ts";

/** A read or a store of an element of an array. */
export interface Access {
  readonly array: string;
  readonly node: Load | Store;
  readonly isStore: boolean;
  readonly loop: For | null; // over places, around it
  readonly dim: number | null; // of the place, in such a loop
  readonly offset: number | null; // of the place from the variable of the loop
  readonly indices: readonly (Interval | null)[];
}

/** An array of which every element keeps a place. */
export interface Track {
  readonly array: string;
  readonly dim: number;
  readonly index: readonly Expr[]; // of the other dimensions; that of the place is not to be used
  readonly low: number; // places that elements speak of; some may be outside of the array, and are never used
  readonly high: number;
  readonly stored: Interval | null;
}

export type PlaceProblem =
  | { readonly problem: "index" | "outside"; readonly access: Load | Store }
  | { readonly problem: "apart"; readonly load: Load; readonly store: Store; readonly distance: number };

// Accesses

/** In the order of the text, with what is known of their indices where they stand. */
export function accessesOf(ranges: Ranges, time: For): readonly Access[] {
  const found: Access[] = [];
  const inExpr = (expr: Expr, loop: For | null, facts: Facts): void => {
    switch (expr.kind) {
      case "logic":
        inExpr(expr.left, loop, facts);
        inExpr(expr.right, loop, assume(ranges, facts, expr.left, expr.op === "and"));
        return;
      case "select":
        inExpr(expr.condition, loop, facts);
        inExpr(expr.then, loop, assume(ranges, facts, expr.condition, true));
        inExpr(expr.otherwise, loop, assume(ranges, facts, expr.condition, false));
        return;
      default:
        for (const child of children(expr)) inExpr(child, loop, facts);
        if (expr.kind === "load") found.push(accessOf(ranges, expr, loop, facts));
    }
  };
  const visit = (body: readonly Stmt[], loop: For | null, facts: Facts): void => {
    for (const stmt of body) {
      switch (stmt.kind) {
        case "for":
          inExpr(stmt.from, loop, facts);
          inExpr(stmt.to, loop, facts);
          visit(stmt.body, stmt, facts);
          break;
        case "if":
          inExpr(stmt.condition, loop, facts);
          visit(stmt.then, loop, assume(ranges, facts, stmt.condition, true));
          visit(stmt.else, loop, assume(ranges, facts, stmt.condition, false));
          break;
        case "assign":
          inExpr(stmt.value, loop, facts);
          break;
        case "store":
          for (const one of stmt.index) inExpr(one, loop, facts);
          inExpr(stmt.value, loop, facts);
          found.push(accessOf(ranges, stmt, loop, facts));
          break;
        default:
          break; // refused before
      }
    }
  };
  visit(time.body, null, noFacts);
  return found;
}

function accessOf(ranges: Ranges, node: Load | Store, loop: For | null, facts: Facts): Access {
  const { array, index } = node;
  const place = loop === null ? null : placeIn(index, loop.variable);
  return {
    array,
    node,
    isStore: node.kind === "store",
    loop,
    dim: place?.dim ?? null,
    offset: place?.offset ?? null,
    indices: index.map((one) => rangeOf(ranges, one, facts)),
  };
}

/** The one index that is the variable and a constant; null: there is none, or others follow the variable as well. */
function placeIn(
  index: readonly Expr[],
  variable: string,
): { readonly dim: number; readonly offset: number } | null {
  const dims = index.flatMap((one, dim) => (namesRead(one).has(variable) ? [dim] : []));
  const [dim, ...others] = dims;
  const own = dim === undefined ? undefined : index[dim];
  if (dim === undefined || own === undefined || others.length > 0) return null;
  const form = affineOf(own);
  if (form === null || form.terms.size !== 1 || form.terms.get(variable) !== 1) return null;
  return { dim, offset: form.constant };
}

// Tracks

export interface Tracks {
  readonly all: readonly Track[];
  readonly heard: readonly Load[];
}

/** `extents`: of the variables of loops over places, in all steps. */
export function tracksOf(
  loops: Loops,
  time: For,
  accesses: readonly Access[],
  extents: ReadonlyMap<string, Interval>,
): Tracks | PlaceProblem {
  const changing = new Set([...writesOf(time.body), ...extents.keys()]);
  const isFixed = (expr: Expr): boolean => [...namesRead(expr)].every((name) => !changing.has(name));
  const stored = new Set(accesses.filter(({ isStore }) => isStore).map(({ array }) => array));
  const all: Track[] = [];
  const heard: Load[] = [];
  for (const array of new Set(accesses.map((access) => access.array))) {
    const own = accesses.filter((access) => access.array === array);
    const told = stored.has(array)
      ? []
      : own.filter(({ node, loop }) => loop !== null && node.index.every(isFixed));
    for (const { node } of told) if (node.kind === "load") heard.push(node);
    const kept = own.filter(
      (access) => !told.includes(access) && (access.loop !== null || stored.has(array)),
    );
    const outside = [...told, ...kept].find((access) => !isInside(loops, access));
    if (outside !== undefined) return { problem: "outside", access: outside.node };
    const [any] = kept;
    if (any === undefined) continue;
    const first = kept.find(({ dim }) => dim !== null);
    if (first === undefined) return { problem: "index", access: any.node };
    const track = trackOf(
      first,
      kept,
      extents,
      (expr) => isFixed(expr) && !namesRead(expr).has(time.variable),
    );
    if ("problem" in track) return track;
    all.push(track);
  }
  return { all, heard };
}

function isInside(loops: Loops, { array, indices }: Access): boolean {
  const { shape } = arrayNamed(loops, array);
  return indices.every((range, dim) => range !== null && range.low >= 0 && range.high < (shape[dim] ?? 0));
}

function trackOf(
  { array, dim, node }: Access,
  kept: readonly Access[],
  extents: ReadonlyMap<string, Interval>,
  isFixed: (expr: Expr) => boolean,
): Track | PlaceProblem {
  if (dim === null) return bug("it has a place");
  const { index } = node;
  const places: { readonly isStore: boolean; readonly range: Interval }[] = [];
  for (const access of kept) {
    const range = placesOf(access, dim, extents);
    const isSame = access.node.index.every(
      (one, at) => at === dim || (isFixed(one) && sameExpr(one, index[at] ?? one)),
    );
    if (range === null || !isSame) return { problem: "index", access: access.node };
    if (range !== "none") places.push({ isStore: access.isStore, range });
  }
  const all = hull(places.map(({ range }) => range));
  if (all === null) return { problem: "index", access: node };
  const stored = hull(places.flatMap(({ isStore, range }) => (isStore ? [range] : [])));
  return { array, dim, index, ...all, stored };
}

function hull(ranges: readonly Interval[]): Interval | null {
  if (ranges.length === 0) return null;
  return {
    low: Math.min(...ranges.map(({ low }) => low)),
    high: Math.max(...ranges.map(({ high }) => high)),
  };
}

/** `none`: the loop around it never runs; null: it is no place. */
function placesOf(
  { node, loop, dim, offset }: Access,
  wanted: number,
  extents: ReadonlyMap<string, Interval>,
): Interval | "none" | null {
  if (loop === null) {
    const index = node.index[wanted];
    const place = index === undefined ? null : constantOf(index);
    return place === null ? null : { low: place, high: place };
  }
  const extent = extents.get(loop.variable);
  if (extent === undefined) return "none";
  if (dim !== wanted || offset === null) return null;
  return { low: extent.low + offset, high: extent.high + offset };
}
