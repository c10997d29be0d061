/**
 * What one iteration of a loop reads of an array: a box that slides along one dimension as the loop goes on.
 *
 *     for i: for j: for r in range(3): ... a[2 * i + r, j] ...
 *
 * At `i` the box has 3 rows from row 2 * i, all columns, and moves by 2 rows: one row of it is read again.
 */
import type { Expr, For, Load, Loops, Stmt } from "../loops/nodes.ts";
import { bodiesOf, statementsIn } from "../loops/walk.ts";
import { loadsOf } from "./accesses.ts";
import {
  type Affine,
  affineOf,
  affineRange,
  constant,
  loopRange,
  plus,
  type Range,
  type Ranges,
  sameAffine,
  termsOf,
  times,
} from "./affine.ts";
import { namesRead, writesOf } from "./effects.ts";
import { arrayNamed, pathTo } from "./find.ts";

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
  | { readonly problem: "no-overlap"; readonly extent: number; readonly advance: number }
  | { readonly problem: "two-dimensions"; readonly dims: readonly number[]; readonly load: Load }
  | { readonly problem: "irregular"; readonly dim: number; readonly load: Load };

export function windowOf(loops: Loops, loop: For, array: string): Window | WindowProblem {
  const loads = loadsOf(loop.body, array);
  const [first] = loads;
  if (first === undefined) return { problem: "not-read" };
  const { shape } = arrayNamed(loops, array);
  const scope = scopeOf(loops, loop);
  const dims = shape.map((_, dim) => dim);
  const moved = dims.filter((dim) => loads.some((load) => mentions(load.index[dim], loop.variable)));
  const [dim, ...others] = moved;
  if (dim === undefined) return { problem: "same" };
  if (others.length > 0) return { problem: "two-dimensions", dims: moved, load: first };
  const sliding = axisOf(scope, loop, loads, dim);
  if (sliding === null || sliding.factor === 0) {
    const load = loads.find((one) => partsOf(scope, loop, one, dim) === null) ?? first;
    return { problem: "irregular", dim, load };
  }
  const advance = (sliding.factor * loop.step) / sliding.stride;
  if (Math.abs(advance) >= sliding.extent) {
    return { problem: "no-overlap", extent: sliding.extent, advance: Math.abs(advance) };
  }
  const axes = shape.map((size, at) => {
    if (at === dim) return sliding;
    const axis = axisOf(scope, loop, loads, at);
    return axis === null || axis.extent >= size ? whole(size) : axis;
  });
  return { axes, dim, advance, ranges: scope.ranges };
}

function whole(size: number): Axis {
  return { base: constant(0), factor: 0, stride: 1, extent: size };
}

interface Scope {
  readonly ranges: Ranges;
  readonly inner: ReadonlySet<string>; // variables of loops inside
  readonly varying: ReadonlySet<string>; // scalars set inside: their value is not known
}

function scopeOf(loops: Loops, loop: For): Scope {
  const ranges = new Map<string, Range>();
  const enter = (one: For): void => {
    const range = loopRange(one, ranges);
    if (range !== null) ranges.set(one.variable, range);
  };
  const inside = (body: readonly Stmt[]): void => {
    for (const stmt of body) {
      if (stmt.kind === "for") enter(stmt);
      for (const list of bodiesOf(stmt)) inside(list);
    }
  };
  for (const outer of pathTo(loops, loop.name).loops) enter(outer);
  enter(loop);
  inside(loop.body);
  const inner = [...statementsIn(loop.body)].flatMap((stmt) => (stmt.kind === "for" ? [stmt.variable] : []));
  return { ranges, inner: new Set(inner), varying: writesOf(loop.body) };
}

function mentions(expr: Expr | undefined, name: string): boolean {
  if (expr === undefined) return false;
  return affineOf(expr)?.factors.has(name) ?? namesRead(expr).has(name);
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

function partsOf({ ranges, inner, varying }: Scope, loop: For, load: Load, dim: number): Parts | null {
  const index = load.index[dim];
  const affine = index === undefined ? null : affineOf(index);
  if (affine === null || [...affine.factors.keys()].some((name) => varying.has(name))) return null;
  const within = plus(
    termsOf(affine, (name) => inner.has(name)),
    affine.constant,
  );
  const reach = affineRange(within, ranges);
  if (reach === null) return null;
  return {
    base: termsOf(affine, (name) => !inner.has(name) && name !== loop.variable),
    factor: affine.factors.get(loop.variable) ?? 0,
    low: reach[0],
    high: reach[1],
    strides: [...within.factors.values()],
  };
}

function gcd(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : gcd(b, a % b);
}

/** The place of a read in the window along one axis: (index - base - factor * variable) / stride. */
export function placeOf(axis: Axis, loop: For, index: Expr): Affine | null {
  const affine = affineOf(index);
  if (affine === null) return null;
  const start = plus(axis.base, { constant: 0, factors: new Map([[loop.variable, axis.factor]]) });
  const offset = plus(affine, times(axis.factor === 0 ? axis.base : start, -1));
  return {
    constant: offset.constant / axis.stride,
    factors: new Map([...offset.factors].map(([name, factor]) => [name, factor / axis.stride])),
  };
}
