/**
 * What one iteration of a loop reads of an array: a box that slides along one dimension as the loop goes on.
 *
 *     for i: for j: for r in range(3): ... a[2 * i + r, j] ...
 *
 * At `i` the box has 3 rows from row 2 * i, all columns, and moves by 2 rows: one row of it is read again.
 */

import { certainLoads, loadsOf } from "../loops/analysis/accesses.ts";
import {
  type Affine,
  affineOf,
  affineRange,
  constant,
  gcd,
  loopRange,
  plus,
  type Ranges,
  sameAffine,
  symbol,
  termsOf,
  times,
} from "../loops/analysis/affine.ts";
import { namesRead, writesOf } from "../loops/analysis/effects.ts";
import { arrayNamed, pathTo } from "../loops/find.ts";
import type { Expr, For, Load, Loops, Stmt } from "../loops/nodes.ts";
import { bodiesOf } from "../loops/walk.ts";
import type { Interval } from "../types/interval.ts";

export interface Window {
  readonly axes: readonly Axis[]; // one a dimension of the array
  readonly dim: number; // along which it slides
  readonly advance: number; // places an iteration, negative when it slides down; less than its extent
  readonly ranges: Ranges; // of all loops around and inside
}

/** Elements base, base + stride, ... of a dimension. The base may grow with variables of loops around. */
export interface Axis {
  readonly base: Affine; // without the sliding loop's variable
  readonly factor: number; // of the sliding loop's variable; 0 along other dimensions
  readonly stride: number;
  readonly extent: number;
}

export type WindowProblem =
  | { readonly problem: "not-read" }
  | { readonly problem: "same" } // every iteration reads the same elements
  | {
      readonly problem: "no-overlap";
      readonly extent: number;
      readonly advance: number;
      readonly load: Load;
    }
  | { readonly problem: "two-dimensions"; readonly dims: readonly number[]; readonly load: Load }
  | { readonly problem: "irregular"; readonly dim: number; readonly load: Load; readonly other?: Load }
  | { readonly problem: "outside"; readonly dim: number; readonly load: Load };

export function windowOf(loops: Loops, loop: For, array: string): Window | WindowProblem {
  const loads = loadsOf(loop.body, array);
  const [first] = loads;
  if (first === undefined) return { problem: "not-read" };
  const { shape } = arrayNamed(loops, array);
  const scope = scopeOf(loops, loop);
  const outside = readOutside(scope, certainLoads(loop.body, array), shape);
  if (outside !== null) return outside;
  const dims = shape.map((_, dim) => dim);
  const moved = dims.filter((dim) => loads.some((load) => moves(scope, load.index[dim], loop.variable)));
  const direct = moved.filter((dim) => loads.some((load) => mentions(load.index[dim], loop.variable)));
  // Where loops inside move with it, too, that dimension is kept whole.
  const [dim, ...others] = direct.length === 0 ? moved : direct;
  if (dim === undefined) return { problem: "same" };
  if (others.length > 0) return { problem: "two-dimensions", dims: [dim, ...others], load: first };
  const sliding = axisOf(scope, loop, loads, dim);
  if (sliding === null || sliding.factor === 0) {
    const alone = loads.find((one) => partsOf(scope, loop, one, dim) === null);
    const other = alone ?? loads.find((one) => axisOf(scope, loop, [first, one], dim) === null);
    if (other === undefined || other === first) return { problem: "irregular", dim, load: first };
    return alone === undefined
      ? { problem: "irregular", dim, load: first, other }
      : { problem: "irregular", dim, load: alone };
  }
  const advance = (sliding.factor * loop.step) / sliding.stride;
  if (Math.abs(advance) >= sliding.extent) {
    return { problem: "no-overlap", extent: sliding.extent, advance: Math.abs(advance), load: first };
  }
  const axes = shape.map((size, at) => {
    if (at === dim) return sliding;
    const axis = axisOf(scope, loop, loads, at);
    return axis === null || axis.factor !== 0 || axis.extent >= size ? whole(size) : axis;
  });
  return { axes, dim, advance, ranges: scope.ranges };
}

/** Such a read is a fault when it runs; a buffer would hide it. */
function readOutside(scope: Scope, loads: readonly Load[], shape: readonly number[]): WindowProblem | null {
  for (const load of loads) {
    for (const [dim, size] of shape.entries()) {
      const index = load.index[dim];
      const affine = index === undefined ? null : affineOf(index);
      if (affine === null) continue;
      // Two ways to bound it; where loops are not rectangular, one may be too wide.
      const reaches = [affine, fromStarts(affine, scope.starts)].map((one) => affineRange(one, scope.ranges));
      const isInside = ({ low, high }: Interval): boolean => low >= 0 && high < size;
      if (reaches.every((reach) => reach !== null && !isInside(reach)))
        return { problem: "outside", dim, load };
    }
  }
  return null;
}

function whole(size: number): Axis {
  return { base: constant(0), factor: 0, stride: 1, extent: size };
}

interface Scope {
  readonly ranges: Ranges;
  readonly inner: ReadonlySet<string>; // variables of loops inside, and what they count from their start
  readonly starts: ReadonlyMap<string, Affine>; // a variable inside as its start and the count from there
  readonly following: ReadonlySet<string>; // variables inside whose bounds move with the loop in another way
  readonly varying: ReadonlySet<string>; // scalars set inside: their value is not known
}

function scopeOf(loops: Loops, loop: For): Scope {
  const ranges = new Map<string, Interval>();
  const inner = new Set<string>();
  const starts = new Map<string, Affine>();
  const following = new Set<string>();
  const varying = writesOf(loop.body);
  const enter = (one: For): void => {
    const range = loopRange(one, ranges);
    if (range !== null) ranges.set(one.variable, range);
  };
  const inside = (body: readonly Stmt[]): void => {
    for (const stmt of body) {
      if (stmt.kind === "for") {
        enter(stmt);
        inner.add(stmt.variable);
        const moving = movingStart(stmt, starts, ranges);
        const moved = [stmt.from, stmt.to].some((bound) =>
          movesWith(bound, loop.variable, starts, following),
        );
        if (moving !== null && [...moving.start.terms.keys()].every((name) => !varying.has(name))) {
          const count = `${stmt.variable} from its start`;
          ranges.set(count, { low: 0, high: moving.count - 1 });
          inner.add(count);
          starts.set(stmt.variable, plus(moving.start, symbol(count)));
        } else if (moved) following.add(stmt.variable);
      }
      for (const list of bodiesOf(stmt)) inside(list);
    }
  };
  for (const outer of pathTo(loops, loop.name).loops) enter(outer);
  enter(loop);
  inside(loop.body);
  return { ranges, inner, starts, following, varying };
}

/** Where a loop starts, if that changes with other variables, and how far it goes from there at most. */
function movingStart(
  loop: For,
  starts: ReadonlyMap<string, Affine>,
  ranges: Ranges,
): { readonly start: Affine; readonly count: number } | null {
  let best: { readonly start: Affine; readonly count: number } | null = null;
  for (const from of partsOfBound(loop.from, "max", starts)) {
    for (const to of partsOfBound(loop.to, "min", starts)) {
      const count = affineRange(plus(to, times(from, -1)), ranges)?.high;
      if (count === undefined || count <= 0 || from.terms.size === 0) continue;
      if (best === null || count < best.count) best = { start: from, count };
    }
  }
  return best;
}

/** Each part of `max(p, q)` is a lower bound; of `min(p, q)`, an upper one. */
function partsOfBound(expr: Expr, op: "min" | "max", starts: ReadonlyMap<string, Affine>): readonly Affine[] {
  if (expr.kind === "binary" && expr.op === op)
    return [...partsOfBound(expr.left, op, starts), ...partsOfBound(expr.right, op, starts)];
  const affine = affineOf(expr);
  return affine === null ? [] : [fromStarts(affine, starts)];
}

function fromStarts(affine: Affine, starts: ReadonlyMap<string, Affine>): Affine {
  return [...affine.terms].reduce<Affine>((sum, [name, factor]) => {
    const start = starts.get(name);
    return plus(sum, start === undefined ? symbol(name, factor) : times(start, factor));
  }, constant(affine.constant));
}

function movesWith(
  expr: Expr,
  name: string,
  starts: ReadonlyMap<string, Affine>,
  following: ReadonlySet<string>,
): boolean {
  const affine = affineOf(expr);
  const names = affine === null ? namesRead(expr) : fromStarts(affine, starts).terms;
  if (names.has(name) || [...following].some((one) => names.has(one))) return true;
  if (affine !== null) return false;
  return [...starts].some(([inner, start]) => names.has(inner) && start.terms.has(name));
}

function mentions(expr: Expr | undefined, name: string): boolean {
  if (expr === undefined) return false;
  return affineOf(expr)?.terms.has(name) ?? namesRead(expr).has(name);
}

/** Itself, or through the bounds of loops inside. */
function moves({ starts, following }: Scope, expr: Expr | undefined, name: string): boolean {
  return expr !== undefined && movesWith(expr, name, starts, following);
}

/** Null when the reads do not share one base and one factor, or their reach is not known. */
function axisOf(scope: Scope, loop: For, loads: readonly Load[], dim: number): Axis | null {
  const parts = loads.map((load) => partsOf(scope, loop, load, dim));
  const [first] = parts;
  if (first === undefined || first === null) return null;
  let low = first.low;
  let high = first.high;
  let stride = Math.abs(first.factor * loop.step);
  for (const part of parts) {
    if (part === null || part.factor !== first.factor || !sameAffine(part.base, first.base)) return null;
    low = Math.min(low, part.low);
    high = Math.max(high, part.high);
    stride = part.strides.reduce(gcd, gcd(stride, part.low - first.low));
  }
  if (stride === 0) stride = 1;
  return { base: plus(first.base, low), factor: first.factor, stride, extent: (high - low) / stride + 1 };
}

interface Parts {
  readonly base: Affine; // of what stays the same in the loop, without a constant
  readonly factor: number;
  readonly low: number; // reach of what varies in an iteration, the constant included
  readonly high: number;
  readonly strides: readonly number[];
}

function partsOf(scope: Scope, loop: For, load: Load, dim: number): Parts | null {
  const { ranges, inner, starts, following, varying } = scope;
  const index = load.index[dim];
  const found = index === undefined ? null : affineOf(index);
  if (found === null) return null;
  const affine = fromStarts(found, starts);
  if ([...affine.terms.keys()].some((name) => varying.has(name))) return null;
  const own = affine.terms.has(loop.variable);
  if (own && [...affine.terms.keys()].some((name) => following.has(name))) return null;
  const within = plus(
    termsOf(affine, (name) => inner.has(name)),
    affine.constant,
  );
  const reach = affineRange(within, ranges);
  if (reach === null) return null;
  return {
    base: termsOf(affine, (name) => !inner.has(name) && name !== loop.variable),
    factor: affine.terms.get(loop.variable) ?? 0,
    low: reach.low,
    high: reach.high,
    strides: [...within.terms.values()],
  };
}

/** The place of a read in the window along one axis: (index - base - factor * variable) / stride. */
export function placeOf(axis: Axis, loop: For, index: Expr): Affine | null {
  const affine = affineOf(index);
  if (affine === null) return null;
  const start = plus(axis.base, { constant: 0, terms: new Map([[loop.variable, axis.factor]]) });
  const offset = plus(affine, times(axis.factor === 0 ? axis.base : start, -1));
  return {
    constant: offset.constant / axis.stride,
    terms: new Map([...offset.terms].map(([name, factor]) => [name, factor / axis.stride])),
  };
}
