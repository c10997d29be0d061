/** NumPy's arrays as views of memory: what basic indexing, `.T` and `.reshape` share, and reading and writing elements. */

import type { Value } from "../../../types/operators.ts";
import { allocate, get, type NDArray, set } from "../../../types/storage.ts";
import { array, type ScalarType, shapeOf } from "../../../types/types.ts";
import { canShare } from "../builtins/strides.ts";
import type { ArrayObj, Memory } from "./objects.ts";

/** A new array with these elements. */
export function newArray(data: NDArray, shape: readonly number[]): ArrayObj {
  const flat: NDArray = { type: array(data.type.element, [sizeOf(shape)]), data: data.data };
  const memory: Memory = { kind: "memory", data: flat, copies: new Set(), lost: null };
  return { kind: "array", memory, offset: 0, shape, strides: rowMajor(shape) };
}

export function arrayOf(values: readonly Value[], element: ScalarType, shape: readonly number[]): ArrayObj {
  const data = allocate(array(element, [values.length]));
  for (const [i, value] of values.entries()) set(data, i, value);
  return newArray(data, shape);
}

export function elementType(a: ArrayObj): ScalarType {
  return a.memory.data.type.element;
}

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((x, y) => x * y, 1);
}

export function rowMajor(shape: readonly number[]): number[] {
  const strides: number[] = [];
  let stride = 1;
  for (const extent of [...shape].reverse()) {
    strides.unshift(stride);
    stride *= extent;
  }
  return strides;
}

/** Whether row-major positions are positions in memory, counted from the offset. */
export function isContiguous({ shape, strides }: ArrayObj): boolean {
  if (sizeOf(shape) === 0) return true;
  const wanted = rowMajor(shape);
  return shape.every((extent, axis) => extent === 1 || strides[axis] === wanted[axis]);
}

/** Where the elements lie in memory, in row-major order. */
export function positions(a: Pick<ArrayObj, "offset" | "shape" | "strides">): number[] {
  const found: number[] = [];
  const walk = (axis: number, at: number): void => {
    const extent = a.shape[axis];
    if (extent === undefined) {
      found.push(at);
      return;
    }
    const stride = a.strides[axis] ?? 0;
    for (let i = 0; i < extent; i++) walk(axis + 1, at + i * stride);
  };
  walk(0, a.offset);
  return found;
}

export function elements(a: ArrayObj): Value[] {
  return positions(a).map((at) => get(a.memory.data, at));
}

/** The elements in memory of their own. Whoever only reads may have the array's own. */
export function contiguous(a: ArrayObj, changes: boolean): NDArray {
  const { data } = a.memory;
  const type = array(data.type.element, a.shape);
  const whole = a.offset === 0 && isContiguous(a) && sizeOf(a.shape) === shapeOf(data.type)[0];
  if (whole) return { type, data: changes ? copyOf(data.data) : data.data };
  const out = allocate(array(data.type.element, [sizeOf(a.shape)]));
  for (const [i, at] of positions(a).entries()) set(out, i, get(data, at));
  return { type, data: out.data };
}

function copyOf(data: NDArray["data"]): NDArray["data"] {
  return data.slice();
}

/** One element, by its index in every axis; null when it is out of range. */
export function positionOf(a: ArrayObj, index: readonly number[]): number | null {
  let at = a.offset;
  for (const [axis, extent] of a.shape.entries()) {
    const i = index[axis] ?? 0;
    if (i < -extent || i >= extent) return null;
    at += (i < 0 ? i + extent : i) * (a.strides[axis] ?? 0);
  }
  return at;
}

export type Sub =
  | { readonly kind: "at"; readonly index: number }
  | { readonly kind: "slice"; readonly first: number; readonly step: number; readonly count: number }
  | { readonly kind: "newAxis" };

/** Basic indexing: one sub an axis, `newAxis` besides; indices are in range. */
export function viewOf(a: ArrayObj, subs: readonly Sub[]): ArrayObj {
  let { offset } = a;
  const shape: number[] = [];
  const strides: number[] = [];
  let axis = 0;
  for (const sub of subs) {
    if (sub.kind === "newAxis") {
      shape.push(1);
      strides.push(0);
      continue;
    }
    const extent = a.shape[axis] ?? 1;
    const stride = a.strides[axis] ?? 0;
    axis++;
    if (sub.kind === "at") {
      offset += stride * (sub.index < 0 ? sub.index + extent : sub.index);
      continue;
    }
    if (sub.count > 0) offset += stride * sub.first;
    shape.push(sub.count);
    strides.push(stride * sub.step);
  }
  return { ...a, offset, shape, strides };
}

export function transposed(a: ArrayObj, axes: readonly number[]): ArrayObj {
  return {
    ...a,
    shape: axes.map((axis) => a.shape[axis] ?? 1),
    strides: axes.map((axis) => a.strides[axis] ?? 0),
  };
}

/** As NumPy's reshape: a view where the strides allow one, else null. */
export function reshaped(a: ArrayObj, shape: readonly number[]): ArrayObj | null {
  if (isContiguous(a)) return { ...a, shape, strides: rowMajor(shape) };
  if (!canShare({ shape: a.shape, strides: a.strides }, shape)) return null;
  return { ...a, shape, strides: sharedStrides(a, shape) };
}

/** The strides of the view that `canShare` allows: axes that hold the same elements go together. */
function sharedStrides(a: ArrayObj, wanted: readonly number[]): number[] {
  const old = a.shape
    .map((extent, k) => [extent, a.strides[k] ?? 0] as const)
    .filter(([extent]) => extent !== 1);
  const strides = wanted.map(() => 0);
  const axes = wanted.flatMap((extent, k) => (extent === 1 ? [] : [k]));
  let [i, j] = [0, 0];
  while (i < old.length && j < axes.length) {
    const group = [axes[j] ?? 0];
    let had = old[i]?.[0] ?? 1;
    let has = wanted[axes[j] ?? 0] ?? 1;
    while (had !== has) {
      if (had < has) had *= old[++i]?.[0] ?? 1;
      else {
        const axis = axes[++j] ?? 0;
        group.push(axis);
        has *= wanted[axis] ?? 1;
      }
    }
    let stride = old[i]?.[1] ?? 0;
    for (const axis of group.reverse()) {
      strides[axis] = stride;
      stride *= wanted[axis] ?? 1;
    }
    i++;
    j++;
  }
  return strides;
}

/** NumPy's rule: shapes match from the right, where one of them is 1 or missing the other wins. */
export function broadcastTo(a: ArrayObj, shape: readonly number[]): ArrayObj | null {
  const missing = shape.length - a.shape.length;
  const own = missing < 0 ? a.shape.slice(0, -missing) : [];
  if (own.some((extent) => extent !== 1)) return null; // leading axes of extent 1 are dropped by a store
  const base = missing < 0 ? { ...a, shape: a.shape.slice(-missing), strides: a.strides.slice(-missing) } : a;
  const strides: number[] = [];
  for (const [k, extent] of shape.entries()) {
    const at = k - Math.max(missing, 0);
    const have = at < 0 ? 1 : (base.shape[at] ?? 1);
    if (have !== extent && have !== 1) return null;
    strides.push(have === 1 || at < 0 ? 0 : (base.strides[at] ?? 0));
  }
  return { ...base, shape, strides };
}
