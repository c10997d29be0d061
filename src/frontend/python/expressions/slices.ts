/** Slices: their extents, and views of views as one view. */
import type { Expr, Sub, View } from "../../../program/nodes.ts";
import type { Dim } from "../../../types/types.ts";
import { constantInt, intConst } from "../build.ts";
import { constantDifference, rangeOf } from "../ranges.ts";
import type { Scope } from "../scope.ts";

export const wholeAxis: Sub = { kind: "slice", start: null, stop: null, step: 1 };

/** How many elements `start:stop:step` has on an axis: a number where it is known now, else a bound. */
export function sliceExtent(
  scope: Scope,
  start: Expr | null,
  stop: Expr | null,
  step: number,
  size: Dim,
): Dim {
  const from = start === null ? null : constantInt(start);
  const to = stop === null ? null : constantInt(stop);
  const known = (start === null || from !== null) && (stop === null || to !== null);
  if (typeof size === "number" && known) return indices(from, to, step, size).count;
  if (start === null && stop === null && step === 1) return size;
  const most = typeof size === "number" ? size : size.max;
  if (start !== null && stop !== null && step > 0) {
    const width = constantDifference(stop, start);
    if (width !== null && width <= 0 && inside(scope, start, most) && inside(scope, stop, most)) return 0;
    if (width !== null && width > 0) {
      const extent = Math.ceil(width / step);
      const fits = typeof size === "number" && inside(scope, start, most) && inside(scope, stop, most);
      return fits ? extent : { max: Math.min(extent, Math.ceil(most / step)) };
    }
  }
  return { max: Math.ceil(most / Math.abs(step)) };
}

/** Whether a bound always lies in 0..size, where Python neither wraps nor clips it. */
function inside(scope: Scope, bound: Expr, size: number): boolean {
  const range = rangeOf(scope, bound);
  return range !== null && range.low >= 0 && range.high <= size;
}

/** The positions first, first + step, … that a slice takes: three numbers however long the axis is. */
export interface Positions {
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

/** Least and greatest of them, when there are any. */
export function extremes({ first, step, count }: Positions): readonly [number, number] {
  const last = first + (count - 1) * step;
  return step > 0 ? [first, last] : [last, first];
}

/** The positions a slice with known bounds takes. */
export function sliceNow(sub: Sub, size: number): Positions | null {
  if (sub.kind !== "slice") return null;
  const from = sub.start === null ? null : constantInt(sub.start);
  const to = sub.stop === null ? null : constantInt(sub.stop);
  if ((sub.start !== null && from === null) || (sub.stop !== null && to === null)) return null;
  return indices(from, to, sub.step, size);
}

/** Python's slice.indices(). */
function indices(from: number | null, to: number | null, step: number, size: number): Positions {
  const clip = (x: number, low: number, high: number): number => Math.max(low, Math.min(high, x));
  const wrap = (x: number): number => (x < 0 ? x + size : x);
  const [low, high] = step > 0 ? [0, size] : [-1, size - 1];
  const start = from === null ? (step > 0 ? 0 : size - 1) : clip(wrap(from), low, high);
  const stop = to === null ? (step > 0 ? size : -1) : clip(wrap(to), low, high);
  const count = Math.max(0, Math.ceil((stop - start) / step));
  return { first: start, step, count };
}

/** `a[2:][:3]` is `a[2:5]`: one view, so that offsets and analyses see the array itself. */
export function mergeViews(view: View): View {
  const inner = view.base;
  if (inner.kind !== "view") return view;
  if ([...view.subs, ...inner.subs].some((sub) => sub.kind === "newAxis")) return view;
  const subs: Sub[] = [];
  const outer = [...view.subs];
  for (const [axis, sub] of inner.subs.entries()) {
    if (sub.kind === "at") {
      subs.push(sub);
      continue;
    }
    const next = outer.shift();
    const merged = next === undefined ? null : compose(sub, next, axisSize(inner, axis));
    if (merged === null) return view;
    subs.push(merged);
  }
  return { ...view, base: inner.base, subs };
}

function axisSize(view: View, axis: number): Dim {
  return view.base.type.kind === "array" ? (view.base.type.shape[axis] ?? 1) : 1;
}

/** The subscript that takes `second` of what `first` took; null where bounds are not known now. */
function compose(first: Sub, second: Sub, size: Dim): Sub | null {
  if (isWhole(first)) return second;
  if (isWhole(second)) return first;
  if (typeof size !== "number") return null;
  const positions = sliceNow(first, size);
  if (positions === null || first.kind !== "slice") return null;
  if (second.kind === "at") {
    const at = constantInt(second.index);
    const k = at !== null && at < 0 ? at + positions.count : at;
    if (k === null || k < 0 || k >= positions.count) return null;
    return { kind: "at", index: intConst(positions.first + k * positions.step, second.index.span) };
  }
  const taken = sliceNow(second, positions.count);
  if (taken === null || taken.count === 0 || second.kind !== "slice") return null;
  const start = positions.first + taken.first * positions.step;
  return sliceOf({ first: start, step: first.step * second.step, count: taken.count }, first);
}

function isWhole(sub: Sub): boolean {
  return sub.kind === "slice" && sub.start === null && sub.stop === null && sub.step === 1;
}

function sliceOf({ first, step, count }: Positions, like: Sub): Sub | null {
  if (like.kind !== "slice") return null;
  const span = like.start?.span ?? like.stop?.span ?? { from: 0, to: 0 };
  const end = first + count * step;
  return {
    kind: "slice",
    start: intConst(first, span),
    stop: end < 0 ? null : intConst(end, span),
    step,
  };
}
