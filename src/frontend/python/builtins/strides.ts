/** Where the elements of a view lie in the array it is cut from, as far as that is known when compiling. */
import type { Expr, Sub } from "../../../program/nodes.ts";
import { shapeOf } from "../../../types/types.ts";
import { constantInt } from "../build.ts";
import { isContiguous } from "../memory.ts";
import type { Scope } from "../scope.ts";

/** Element (i, j) is number offset + i * strides[0] + j * strides[1] of `root` in row-major order. */
export interface Layout {
  readonly root: Expr;
  readonly offset: number;
  readonly shape: readonly number[];
  readonly strides: readonly number[];
}

export function layoutOf(scope: Scope, expr: Expr): Layout | null {
  switch (expr.kind) {
    case "var":
      return isContiguous(scope, expr) ? rowMajor(expr) : (scope.layouts.get(expr.name) ?? null);
    case "reshape":
      return isContiguous(scope, expr) ? rowMajor(expr) : null;
    case "transpose": {
      const base = layoutOf(scope, expr.base);
      if (base === null) return null;
      const pick = (values: readonly number[]) => expr.axes.map((axis) => values[axis] ?? 1);
      return { ...base, shape: pick(base.shape), strides: pick(base.strides) };
    }
    case "view": {
      const base = layoutOf(scope, expr.base);
      return base === null ? null : cut(base, expr.subs);
    }
    default:
      return null;
  }
}

/** The one stride from each element to the next in row-major order, or null when there is none. */
export function commonStride({ shape, strides }: Layout): number | null {
  let stride: number | null = null;
  let span = 1; // elements in the axes seen so far, from the right
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    const extent = shape[axis] ?? 1;
    if (extent === 1) continue;
    const step = strides[axis] ?? 0;
    stride ??= step;
    if (step !== stride * span) return null;
    span *= extent;
  }
  return stride ?? 1;
}

/** Whether NumPy's reshape shares memory: each group of axes that keeps its elements together has one stride. */
export function canShare(layout: Pick<Layout, "shape" | "strides">, wanted: readonly number[]): boolean {
  const old = layout.shape
    .map((extent, k) => [extent, layout.strides[k] ?? 0] as const)
    .filter(([n]) => n !== 1);
  const now = wanted.filter((extent) => extent !== 1);
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    const from = i;
    let [had, has] = [old[i++]?.[0] ?? 1, now[j++] ?? 1];
    while (had !== has) {
      if (had < has) had *= old[i++]?.[0] ?? 1;
      else has *= now[j++] ?? 1;
      if (i > old.length || j > now.length) return true; // an empty array
    }
    for (let k = from; k < i - 1; k++) {
      if (old[k]?.[1] !== (old[k + 1]?.[0] ?? 1) * (old[k + 1]?.[1] ?? 0)) return false;
    }
  }
  return true;
}

function rowMajor(root: Expr): Layout | null {
  const shape = shapeOf(root.type).filter((dim) => typeof dim === "number");
  if (shape.length < shapeOf(root.type).length) return null;
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((x, y) => x * y, 1));
  return { root, offset: 0, shape, strides };
}

function cut(base: Layout, subs: readonly Sub[]): Layout | null {
  let { offset } = base;
  const shape: number[] = [];
  const strides: number[] = [];
  let axis = 0;
  for (const sub of subs) {
    if (sub.kind === "newAxis") {
      shape.push(1);
      strides.push(0);
      continue;
    }
    const [extent, stride] = [base.shape[axis] ?? 0, base.strides[axis] ?? 0];
    axis++;
    if (sub.kind === "at") {
      const index = constantInt(sub.index);
      if (index === null) return null;
      offset += stride * (index < 0 ? index + extent : index);
      continue;
    }
    const range = sliced(sub, extent);
    if (range === null) return null;
    offset += stride * range.first;
    shape.push(range.count);
    strides.push(stride * sub.step);
  }
  return { root: base.root, offset, shape, strides };
}

function sliced(
  sub: Extract<Sub, { kind: "slice" }>,
  extent: number,
): { readonly first: number; readonly count: number } | null {
  const forward = sub.step > 0;
  const [least, most] = forward ? [0, extent] : [-1, extent - 1];
  const bound = (end: Expr | null, absent: number): number | null => {
    if (end === null) return absent;
    const given = constantInt(end);
    if (given === null) return null;
    return Math.min(Math.max(given < 0 ? given + extent : given, least), most);
  };
  const first = bound(sub.start, forward ? least : most);
  const stop = bound(sub.stop, forward ? most : least);
  if (first === null || stop === null) return null;
  return { first, count: Math.max(0, Math.ceil((stop - first) / sub.step)) };
}
