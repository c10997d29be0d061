/** NumPy's indexing of known arrays: integers and slices give views, index arrays and masks new arrays. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import { ArithmeticFault } from "../../../types/fault.ts";
import { allocate, get, type NDArray, set } from "../../../types/storage.ts";
import { array } from "../../../types/types.ts";
import { dtype } from "../builtins/dtype_names.ts";
import { lookupBuiltin } from "../builtins/index.ts";
import {
  broadcastTo,
  contiguous,
  elements,
  elementType,
  newArray,
  positions,
  rowMajor,
  type Sub,
  sizeOf,
  viewOf,
} from "./arrays.ts";
import { compute, countElements, indices, operand, touch } from "./compute.ts";
import { convertArray, storedNumber } from "./convert.ts";
import { because, fresh, lose, type Machine, raises, unknown } from "./machine.ts";
import { type ArrayObj, known, number, type Obj, type Unknown } from "./objects.ts";
import { indexOf, lostPart } from "./operators.ts";
import { boundsOf } from "./subscript.ts";

export function readArray(m: Machine, a: ArrayObj, index: Obj, span: Span): Obj {
  const place = placeOf(m, a, index, span);
  switch (place.kind) {
    case "unknown":
      return place;
    case "view": {
      if (!place.scalar) return place.view;
      const { memory, offset } = place.view;
      if (memory.lost !== null) return because(memory.lost.cause);
      return number(get(memory.data, offset), elementType(a));
    }
    case "elements": {
      if (a.memory.lost !== null) return because(a.memory.lost.cause);
      const out = allocate(array(elementType(a), [place.at.length]));
      for (const [i, at] of place.at.entries()) set(out, i, get(a.memory.data, at));
      return fresh(m, newArray(out, place.shape));
    }
  }
}

export function storeArray(m: Machine, a: ArrayObj, index: Obj, value: Obj, span: Span): void {
  const place = placeOf(m, a, index, span);
  if (place.kind === "unknown") return lose(m, a.memory, place.cause);
  if (!touch(m, a)) return;
  const [shape, at] =
    place.kind === "view" ? [place.view.shape, positions(place.view)] : [place.shape, place.at];
  countElements(m, at.length);
  const values = storedValues(m, a, value, shape, span);
  if (values.kind === "unknown") return lose(m, a.memory, values.cause);
  for (const [i, position] of at.entries()) set(a.memory.data, position, get(values.data, i));
}

type StoredValues = { readonly kind: "values"; readonly data: NDArray } | Unknown;

/** As many elements as the shape has, of the array's type. */
function storedValues(
  m: Machine,
  a: ArrayObj,
  value: Obj,
  shape: readonly number[],
  span: Span,
): StoredValues {
  const element = elementType(a);
  const lost = lostPart(value);
  if (lost !== null) return because(lost);
  if (value.kind === "number") {
    const stored = storedNumber(value, element, span);
    if (stored.kind !== "number")
      return stored.kind === "unknown" ? stored : unknown(raises("no number"), span);
    const data = allocate(array(element, [sizeOf(shape)]));
    for (let i = 0; i < sizeOf(shape); i++) set(data, i, stored.value);
    return { kind: "values", data };
  }
  const from = value.kind === "array" ? value : asArray(m, value, span, a);
  if (from.kind !== "array") {
    if (from.kind === "number") return storedValues(m, a, from, shape, span);
    return from.kind === "unknown" ? from : unknown(raises("this is no array"), span);
  }
  const wide = broadcastTo(from, shape);
  if (wide === null) return unknown(raises(`shape (${from.shape}) does not fit shape (${shape})`), span);
  try {
    return { kind: "values", data: convertArray(contiguous(wide, true), element) };
  } catch (fault) {
    if (fault instanceof ArithmeticFault) return unknown(raises(fault.message), span);
    throw fault;
  }
}

/** np.array(value), in the type of another array where one is given. */
export function asArray(m: Machine, value: Obj, span: Span, like: ArrayObj | null = null): Obj {
  const make = lookupBuiltin("numpy", "array");
  if (make === null) return unknown(raises("no np.array"), span);
  const keywords = like === null ? [] : [{ name: "dtype", value: operand(2, span), span }];
  const type = like === null ? [] : [known(dtype(elementType(like), "dtype"))];
  const node = { kind: "Call", callee: operand(0, span), args: [operand(1, span)], keywords, span } as const;
  return compute(m, node, [known(make), value, ...type]);
}

type Place =
  | { readonly kind: "view"; readonly view: ArrayObj; readonly scalar: boolean }
  | { readonly kind: "elements"; readonly shape: readonly number[]; readonly at: readonly number[] }
  | Unknown;

type Item =
  | { readonly kind: "at"; readonly index: number }
  | { readonly kind: "slice"; readonly first: number; readonly step: number; readonly count: number }
  | { readonly kind: "newAxis" }
  | { readonly kind: "array"; readonly shape: readonly number[]; readonly values: readonly number[] };

function placeOf(m: Machine, a: ArrayObj, index: Obj, span: Span): Place {
  const parts = index.kind === "tuple" ? index.items : [index];
  const wrong = (message: string): Unknown => unknown(raises(message), span);
  const axesOf = new Map<Obj, number>();
  const converted: Obj[] = [];
  for (const part of parts) {
    const item = part.kind === "list" || part.kind === "tuple" ? asArray(m, part, span) : part;
    if (item.kind === "unknown") return item;
    const isMask = item.kind === "array" && elementType(item).kind === "bool";
    if (item.kind === "number" && typeof item.value === "boolean") return wrong("a truth value as an index");
    axesOf.set(item, isNewAxis(item) || isEllipsis(item) ? 0 : isMask ? item.shape.length : 1);
    converted.push(item);
  }
  const used = converted.reduce((sum, item) => sum + (axesOf.get(item) ?? 0), 0);
  const ellipses = converted.filter(isEllipsis).length;
  if (used > a.shape.length || ellipses > 1) return wrong(`too many indices for ${a.shape.length} axes`);
  if (ellipses === 0) converted.push(known({ kind: "ellipsis" }));
  const items: Item[] = [];
  let axis = 0;
  for (const part of converted) {
    if (isEllipsis(part)) {
      for (let k = used; k < a.shape.length; k++)
        items.push({ kind: "slice", first: 0, step: 1, count: a.shape[axis++] ?? 0 });
      continue;
    }
    const extent = a.shape[axis] ?? 1;
    const found = itemOf(a, part, axis, extent);
    if (typeof found === "string") return wrong(found);
    items.push(...found);
    axis += axesOf.get(part) ?? 0;
  }
  if (items.some((item) => item.kind === "array")) return gathered(m, a, items, span);
  const subs = items.filter((item): item is Sub => item.kind !== "array");
  const view = viewOf(a, subs);
  return { kind: "view", view, scalar: view.shape.length === 0 && ellipses === 0 };
}

function isNewAxis(item: Obj): boolean {
  return item.kind === "none" || (item.kind === "known" && item.known.kind === "none");
}

function isEllipsis(item: Obj): boolean {
  return item.kind === "known" && item.known.kind === "ellipsis";
}

/** One part of an index, or what is wrong with it. */
function itemOf(a: ArrayObj, part: Obj, axis: number, extent: number): readonly Item[] | string {
  if (isNewAxis(part)) return [{ kind: "newAxis" }];
  if (part.kind === "slice") {
    const bounds = boundsOf(part);
    if (bounds === null) return "a slice has integers and no step of 0";
    return [{ kind: "slice", ...indices(bounds.start, bounds.stop, bounds.step, extent) }];
  }
  if (part.kind === "array" && part.shape.length > 0) {
    const type = elementType(part);
    if (type.kind === "bool") return maskItems(a, part, axis);
    if (type.kind !== "int") return "an index array has integers";
    const values = elements(part).map(Number);
    const outside = values.find((i) => i >= extent || i < -extent);
    if (outside !== undefined) return `index ${outside} is out of range for axis ${axis} with size ${extent}`;
    return [{ kind: "array", shape: part.shape, values: values.map((i) => (i < 0 ? i + extent : i)) }];
  }
  const at = indexOf(part);
  if (at === null) return "an index is an integer";
  if (at >= extent || at < -extent) return `index ${at} is out of range for axis ${axis} with size ${extent}`;
  return [{ kind: "at", index: at }];
}

/** A mask is the positions where it is true, one index array an axis. */
function maskItems(a: ArrayObj, mask: ArrayObj, axis: number): readonly Item[] | string {
  if (mask.shape.some((extent, k) => extent !== a.shape[axis + k])) return "the mask has another shape";
  const strides = rowMajor(mask.shape);
  const chosen = elements(mask).flatMap((on, i) => (on === true ? [i] : []));
  return mask.shape.map((extent, k) => ({
    kind: "array",
    shape: [chosen.length],
    values: chosen.map((i) => Math.floor(i / (strides[k] ?? 1)) % extent),
  }));
}

/** Index arrays broadcast against each other; their axes stand where they stood, or first if something is between. */
function gathered(m: Machine, a: ArrayObj, items: readonly Item[], span: Span): Place {
  const advanced = items.flatMap((item, i) => (item.kind === "array" || item.kind === "at" ? [i] : []));
  const shape = broadcastAll(items.flatMap((item) => (item.kind === "array" ? [item.shape] : [])));
  if (shape === null) return unknown(raises("the index arrays have different shapes"), span);
  const together = advanced.every((at, k) => k === 0 || at === (advanced[k - 1] ?? 0) + 1);
  const offsets = new Array<number>(sizeOf(shape)).fill(a.offset);
  const rest = new Map<number, { readonly shape: number[]; readonly strides: number[] }>();
  let axis = 0;
  for (const [i, item] of items.entries()) {
    const stride = a.strides[axis] ?? 0;
    const extent = a.shape[axis] ?? 1;
    if (item.kind !== "newAxis") axis++;
    if (item.kind === "at") {
      const at = (item.index < 0 ? item.index + extent : item.index) * stride;
      for (const k of offsets.keys()) offsets[k] = (offsets[k] ?? 0) + at;
    } else if (item.kind === "array") {
      const wide = spread(item, shape);
      for (const k of offsets.keys()) offsets[k] = (offsets[k] ?? 0) + (wide[k] ?? 0) * stride;
    } else if (item.kind === "slice") {
      for (const k of offsets.keys()) offsets[k] = (offsets[k] ?? 0) + item.first * stride;
      rest.set(i, { shape: [item.count], strides: [item.step * stride] });
    } else rest.set(i, { shape: [1], strides: [0] });
  }
  const first = together ? (advanced[0] ?? 0) : 0;
  const before = [...rest].filter(([i]) => together && i < first).map(([, part]) => part);
  const after = [...rest].filter(([i]) => !together || i > first).map(([, part]) => part);
  return collect(m, before, shape, offsets, after);
}

interface Axes {
  readonly shape: readonly number[];
  readonly strides: readonly number[];
}

function collect(
  m: Machine,
  before: readonly Axes[],
  shape: readonly number[],
  offsets: readonly number[],
  after: readonly Axes[],
): Place {
  const steps = (axes: readonly Axes[]): number[] =>
    positions({ offset: 0, shape: axes.flatMap((x) => x.shape), strides: axes.flatMap((x) => x.strides) });
  const [outer, inner] = [steps(before), steps(after)];
  countElements(m, outer.length * offsets.length * inner.length);
  const at = outer.flatMap((x) => offsets.flatMap((y) => inner.map((z) => x + y + z)));
  return {
    kind: "elements",
    shape: [...before.flatMap((x) => x.shape), ...shape, ...after.flatMap((x) => x.shape)],
    at,
  };
}

function broadcastAll(shapes: readonly (readonly number[])[]): readonly number[] | null {
  const rank = Math.max(0, ...shapes.map((shape) => shape.length));
  const result: number[] = [];
  for (let k = 0; k < rank; k++) {
    const extents = new Set(
      shapes.map((shape) => shape[shape.length - rank + k] ?? 1).filter((n) => n !== 1),
    );
    if (extents.size > 1) return null;
    result.push([...extents][0] ?? 1);
  }
  return result;
}

function spread(item: Extract<Item, { kind: "array" }>, shape: readonly number[]): number[] {
  const strides = rowMajor(item.shape);
  const missing = shape.length - item.shape.length;
  const wide = shape.map((_, k) =>
    k < missing || item.shape[k - missing] === 1 ? 0 : (strides[k - missing] ?? 0),
  );
  return positions({ offset: 0, shape, strides: wide }).map((at) => item.values[at] ?? 0);
}
