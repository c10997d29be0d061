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
  if (typeof size === "number" && known) return indices(from, to, step, size).length;
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

/** The positions a slice with known bounds takes. */
export function sliceNow(sub: Sub, size: number): number[] | null {
  if (sub.kind !== "slice") return null;
  const from = sub.start === null ? null : constantInt(sub.start);
  const to = sub.stop === null ? null : constantInt(sub.stop);
  if ((sub.start !== null && from === null) || (sub.stop !== null && to === null)) return null;
  return indices(from, to, sub.step, size);
}

/** Python's slice.indices(). */
function indices(from: number | null, to: number | null, step: number, size: number): number[] {
  const clip = (x: number, low: number, high: number): number => Math.max(low, Math.min(high, x));
  const wrap = (x: number): number => (x < 0 ? x + size : x);
  const [low, high] = step > 0 ? [0, size] : [-1, size - 1];
  const start = from === null ? (step > 0 ? 0 : size - 1) : clip(wrap(from), low, high);
  const stop = to === null ? (step > 0 ? size : -1) : clip(wrap(to), low, high);
  const count = Math.max(0, Math.ceil((stop - start) / step));
  return Array.from({ length: count }, (_, k) => start + k * step);
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
    const position = at === null ? undefined : positions[at < 0 ? at + positions.length : at];
    return position === undefined ? null : { kind: "at", index: intConst(position, second.index.span) };
  }
  const taken = sliceNow(second, positions.length);
  if (taken === null || second.kind !== "slice") return null;
  return sliceOf(
    taken.flatMap((i) => positions[i] ?? []),
    first.step * second.step,
    first,
  );
}

function isWhole(sub: Sub): boolean {
  return sub.kind === "slice" && sub.start === null && sub.stop === null && sub.step === 1;
}

function sliceOf(positions: readonly number[], step: number, like: Sub): Sub | null {
  const first = positions[0];
  if (first === undefined || like.kind !== "slice") return null;
  const span = like.start?.span ?? like.stop?.span ?? { from: 0, to: 0 };
  const end = first + positions.length * step;
  return {
    kind: "slice",
    start: intConst(first, span),
    stop: end < 0 ? null : intConst(end, span),
    step,
  };
}
