/** Arrays in memory as generated code sees them: views, the position of an element, reading and writing it. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { type StorageClass, storageClass } from "../../types/storage.ts";
import {
  type ArrayType,
  isComplex,
  partOf,
  type ScalarType,
  type Shape,
  shapeOf,
  type Type,
} from "../../types/types.ts";
import type { Expr, Func, Sub } from "../nodes.ts";
import {
  bug,
  type Code,
  emit,
  fresh,
  help,
  type NamedVariable,
  type Num,
  plus,
  product,
  show,
  site,
  spill,
  spillNum,
  times,
} from "./code.ts";
import { scalar } from "./expression.ts";
import { intervalOf } from "./interval.ts";
import { constantInt, type Layout, sliceStart, sliceStop } from "./layout.ts";

/** A view over storage. Quantities are atoms, so they may be written down any number of times. */
export interface Memory {
  readonly element: ScalarType;
  readonly data: string;
  readonly offset: Num;
  readonly shape: readonly Num[];
  readonly strides: readonly Num[];
  readonly name: string; // what a fault calls it; "" when it has no name
}

/** The JavaScript name of a program variable. Its own name may be anything, so only its letters are kept. */
export function variableName(code: Code, name: string): string {
  return code.variables.get(name)?.text ?? bug(`\`${name}\` is not a variable of ${code.func.name}`);
}

export function namedVariables(func: Func): Map<string, NamedVariable> {
  const all = [...func.params, ...func.locals];
  return new Map(all.map(({ name, type }, k) => [name, { type, text: `v${k}_${name.replace(/\W/g, "_")}` }]));
}

export function variableMemory(code: Code, name: string, type: ArrayType): Memory {
  const parts = variableParts(code, name, type);
  return { element: type.element, name, ...parts };
}

interface Parts {
  readonly data: string;
  readonly offset: Num;
  readonly shape: readonly Num[];
  readonly strides: readonly Num[];
}

function variableParts(code: Code, name: string, type: ArrayType): Parts {
  const js = variableName(code, name);
  const layout = code.module.layouts.variables.get(code.func.name)?.get(name);
  return namedParts(js, type.shape, layout ?? null);
}

/** The names that hold a view under one root name; what the layout knows is not a name but a number. */
export function namedParts(root: string, shape: Shape, layout: Layout | null): Parts {
  return {
    data: `${root}$d`,
    offset: layout?.offset ?? `${root}$o`,
    shape: shape.map((dim, axis) => (typeof dim === "number" ? dim : `${root}$n${axis}`)),
    strides: shape.map((_, axis) => layout?.strides[axis] ?? `${root}$s${axis}`),
  };
}

/** The names among a variable's parts, in a fixed order: what is declared, passed and assigned. */
export function variableNames(code: Code, name: string, type: Type): string[] {
  if (type.kind !== "array") return [variableName(code, name)];
  const { data, offset, shape, strides } = variableParts(code, name, type);
  return [data, offset, ...shape, ...strides].filter((part) => typeof part === "string");
}

/** A view's parts, for each name of the variable that it is bound to. */
export function matchingParts(code: Code, name: string, type: ArrayType, memory: Memory): string[] {
  return openParts(type.shape, code.module.layouts.variables.get(code.func.name)?.get(name) ?? null, memory);
}

/** The parts of a view that a layout leaves open. */
export function openParts(shape: Shape, layout: Layout | null, memory: Memory): string[] {
  const values: Num[] = [memory.data, memory.offset, ...memory.shape, ...memory.strides];
  const open = openFlags(shape, layout);
  return values.filter((_, i) => open[i]).map(show);
}

/** Which of data, offset, extents and strides are variables when the program runs. */
export function openFlags(shape: Shape, layout: Layout | null): boolean[] {
  const parts = namedParts("", shape, layout);
  return [parts.data, parts.offset, ...parts.shape, ...parts.strides].map((part) => typeof part === "string");
}

/** New storage for an array of this shape; what it holds at first is not defined. */
export function allocateMemory(code: Code, element: ScalarType, shape: readonly Num[]): Memory {
  const data = fresh(code, "d");
  const size = product(shape);
  // Storage that nothing can keep is made once and written again in each round of a loop.
  code.module.ownData.add(data);
  if (code.reuse && typeof size === "number" && (code.userLoops > 0 || code.loops.length > 0)) {
    code.top.push(`const ${data} = ${allocation(storageClass(element), size)};`);
  } else {
    emit(code, `const ${data} = ${allocation(storageClass(element), spillNum(code, size))};`);
  }
  return contiguousMemory(code, element, data, shape);
}

export function contiguousMemory(
  code: Code,
  element: ScalarType,
  data: string,
  shape: readonly Num[],
): Memory {
  return { element, data, offset: 0, shape, strides: contiguousStrides(code, shape), name: "" };
}

export function contiguousStrides(code: Code, shape: readonly Num[]): Num[] {
  const strides: Num[] = [];
  let stride: Num = 1;
  for (const extent of [...shape].reverse()) {
    strides.unshift(stride);
    stride = spillNum(code, times(stride, extent));
  }
  return strides;
}

function allocation(storage: StorageClass, size: Num): string {
  switch (storage) {
    case "bool":
      return `new Uint8Array(${show(size)})`;
    case "int64":
    case "uint64":
      return `new Int32Array(${show(times(2, size))})`;
    case "complex64":
    case "complex128":
      return `new Float${storage === "complex64" ? 32 : 64}Array(${show(times(2, size))})`;
    case "bigint":
    case "pattern":
      return `new Array(${show(size)}).fill(0n)`;
    default:
      return `new ${storage[0] === "u" ? `Ui${storage.slice(2)}` : capitalised(storage)}Array(${show(size)})`;
  }
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Whether row-major positions are positions in the storage, counted from the offset. */
export function isContiguous(memory: Memory): boolean {
  let stride = 1;
  for (let axis = memory.shape.length - 1; axis >= 0; axis--) {
    const extent = memory.shape[axis];
    if (extent !== 1 && memory.strides[axis] !== stride) return false;
    if (axis > 0 && typeof extent !== "number") return false;
    stride *= typeof extent === "number" ? extent : 1;
  }
  return true;
}

// Elements

/** The position in storage of an element. What does not change in an inner loop is computed before it. */
export function pointer(code: Code, memory: Memory, index: readonly Num[]): string {
  let at = memory.offset;
  const byLevel = new Map<number, Num[]>();
  const last = code.loops.length - 1;
  for (const [axis, stride] of memory.strides.entries()) {
    const i = index[axis] ?? 0;
    if (typeof i === "number" && typeof stride === "number") {
      at = typeof at === "number" ? at + i * stride : plus(at, i * stride);
      continue;
    }
    const level = typeof i === "string" ? code.loops.findIndex((loop) => loop.index === i) : -1;
    const where = level < 0 ? last : level;
    byLevel.set(where, [...(byLevel.get(where) ?? []), times(i, stride)]);
  }
  for (const [where, terms] of [...byLevel].sort(([a], [b]) => a - b)) {
    const next = terms.reduce(plus, at);
    at = where < last && where >= 0 ? hoisted(code, where, at, terms, next) : next;
  }
  return show(at);
}

function hoisted(code: Code, where: number, at: Num, terms: readonly Num[], next: Num): Num {
  const level = code.loops[where];
  if (level === undefined || typeof next === "number") return next;
  const movable = [at, ...terms].every((part) => definedOutside(code, part, where, level.index));
  if (!movable) return next;
  const known = level.pointers.get(next);
  if (known !== undefined) return known;
  const name = fresh(code, "p");
  level.prologue.push(`const ${name} = ${next};`);
  level.pointers.set(next, name);
  code.depths.set(name, where + 1);
  return name;
}

/** Whether all names in a quantity have their value before the body of that loop begins. */
function definedOutside(code: Code, part: Num, where: number, index: string): boolean {
  if (typeof part === "number") return true;
  const names = part.match(/[A-Za-z_$][\w$]*/g) ?? [];
  return names.every(
    (name) =>
      name === index ||
      (code.depths.get(name) ?? Number.POSITIVE_INFINITY) <= where ||
      code.loops.slice(0, where).some((loop) => loop.index === name),
  );
}

export function load(code: Code, memory: Memory, at: string): string {
  const data = code.snapshots.get(memory.data) ?? memory.data;
  switch (storageClass(memory.element)) {
    case "bool":
      return `(${data}[${at}] !== 0)`;
    case "int64":
      return help(code, "loadI64", data, at);
    case "uint64":
      return help(code, "loadU64", data, at);
    case "bigint":
    case "pattern":
      return help(code, "canon", `${data}[${at}]`);
    case "complex64":
    case "complex128":
      return help(code, "loadComplex", data, at);
    default:
      return `${data}[${at}]`;
  }
}

export function store(code: Code, memory: Memory, at: string, value: string): void {
  switch (storageClass(memory.element)) {
    case "bool":
      emit(code, `${memory.data}[${at}] = ${value} ? 1 : 0;`);
      return;
    case "int64":
    case "uint64":
      emit(code, `${help(code, "store64", memory.data, at, value)};`);
      return;
    case "bigint":
    case "pattern":
      emit(code, `${memory.data}[${at}] = BigInt(${value});`);
      return;
    case "complex64":
    case "complex128":
      emit(code, `${help(code, "storeComplex", memory.data, at, value)};`);
      return;
    default:
      emit(code, `${memory.data}[${at}] = ${value};`);
  }
}

// Views

/** An index as a position from the start, checked unless it cannot fail. */
export function position(code: Code, index: Expr, extent: Num, axis: number, name: string, span: Span): Num {
  const known = constantInt(index);
  if (known !== null && typeof extent === "number" && known < extent && known >= -extent) {
    return known < 0 ? known + extent : known;
  }
  const text = scalar(code, index);
  const range = intervalOf(code, index);
  if (range !== null && typeof extent === "number") {
    if (range.low >= 0 && range.high < extent) return text;
    if (range.low >= -extent && range.high < 0) return plus(text, extent);
  }
  return checkedPosition(code, text, extent, axis, name, span);
}

export function checkedPosition(
  code: Code,
  text: string,
  extent: Num,
  axis: number,
  name: string,
  span: Span,
): string {
  const quoted = JSON.stringify(name);
  return help(code, "index", text, show(extent), axis, quoted, site(code, span));
}

export function elementPointer(code: Code, memory: Memory, index: readonly Expr[], span: Span): string {
  const at = index.map((expr, axis) =>
    position(code, expr, memory.shape[axis] ?? 0, axis, memory.name, span),
  );
  return pointer(code, memory, at);
}

export function view(code: Code, base: Memory, subs: readonly Sub[], type: ArrayType, span: Span): Memory {
  let offset = base.offset;
  const shape: Num[] = [];
  const strides: Num[] = [];
  let axis = 0;
  for (const sub of subs) {
    if (sub.kind === "newAxis") {
      shape.push(1);
      strides.push(0);
      continue;
    }
    const extent = base.shape[axis] ?? bug("a view has more subscripts than axes");
    const stride = base.strides[axis] ?? 0;
    if (sub.kind === "at") {
      const at = position(code, sub.index, extent, axis, base.name, span);
      offset = plus(offset, times(spillNum(code, at), stride));
    } else {
      const slice = sliceOf(code, sub, extent);
      offset = plus(offset, times(slice.start, stride));
      shape.push(agreedExtent(code, slice.count, type.shape[shape.length] ?? null, span));
      strides.push(spillNum(code, times(stride, sub.step)));
    }
    axis += 1;
  }
  return { ...base, offset: spillNum(code, offset), shape, strides };
}

interface SliceCode {
  readonly start: Num;
  readonly count: Num;
}

export function sliceOf(code: Code, sub: Extract<Sub, { kind: "slice" }>, extent: Num): SliceCode {
  const { start, stop, step } = sub;
  if (start === null && stop === null && step === 1) return { start: 0, count: extent };
  const [from, to] = [start, stop].map((end, k) => sliceEnd(code, end, k === 0, extent, step));
  if (from === undefined || to === undefined) return bug("a slice has two ends");
  if (typeof from === "number" && typeof to === "number") {
    return { start: from, count: Math.max(0, Math.ceil((to - from) / step)) };
  }
  const length =
    step === 1 ? `${show(to)} - ${show(from)}` : `Math.ceil((${show(to)} - ${show(from)}) / ${step})`;
  return { start: from, count: spill(code, `Math.max(0, ${length})`) };
}

function sliceEnd(code: Code, end: Expr | null, first: boolean, extent: Num, step: number): Num {
  if (end === null) {
    if (first) return step > 0 ? 0 : plus(extent, -1);
    return step > 0 ? extent : -1;
  }
  const known = constantInt(end);
  if (known !== null && typeof extent === "number") {
    return (first ? sliceStart : sliceStop)(known, false, extent, step) ?? 0;
  }
  const text = spill(code, scalar(code, end));
  const range = intervalOf(code, end);
  const most = step > 0 ? extent : plus(extent, -1);
  if (range !== null && typeof most === "number" && range.low >= 0 && range.high <= most) return text;
  return spill(code, help(code, step > 0 ? "sliceLow" : "sliceHigh", text, show(extent)));
}

/** The front end may know an extent that is only computed when it runs; then the two must agree. */
export function agreedExtent(code: Code, count: Num, dim: Shape[number] | null, span: Span): Num {
  if (typeof dim !== "number" || typeof count === "number") return count;
  const message = `"the slice has " + ${count} + " elements, and ${dim} are needed"`;
  emit(code, `if (${count} !== ${dim}) raise("shape-mismatch", ${message}, ${site(code, span)});`);
  return dim;
}

export function transposed(base: Memory, axes: readonly number[]): Memory {
  return {
    ...base,
    shape: axes.map((axis) => base.shape[axis] ?? 1),
    strides: axes.map((axis) => base.strides[axis] ?? 0),
  };
}

/** The parts of complex numbers, which lie side by side. */
export function partView(code: Code, base: Memory, which: "real" | "imag"): Memory {
  return {
    ...base,
    element: partOf(base.element),
    offset: spillNum(code, plus(times(2, base.offset), which === "imag" ? 1 : 0)),
    strides: base.strides.map((stride) => spillNum(code, times(2, stride))),
  };
}

/** Memory as the numbers of its storage: a complex number is two of them. */
export function inWords(memory: Memory): Pick<Memory, "offset" | "shape" | "strides"> {
  if (!isComplex(memory.element)) return memory;
  return {
    offset: times(2, memory.offset),
    shape: [...memory.shape, 2],
    strides: [...memory.strides.map((stride) => times(2, stride)), 1],
  };
}

/** Whether two kinds of elements may lie in one storage. */
export function mayShareStorage(a: ScalarType, b: ScalarType): boolean {
  return storageClass(partOf(a)) === storageClass(partOf(b));
}

/** The same elements in row-major order under another shape; `base` must be contiguous. */
export function reshaped(code: Code, base: Memory, type: ArrayType, span: Span): Memory {
  const shape = reshapedExtents(code, product(base.shape), type.shape, span);
  return { ...base, shape, strides: contiguousStrides(code, shape) };
}

function reshapedExtents(code: Code, size: Num, shape: Shape, span: Span): Num[] {
  const known = shape.reduce<number>((total, dim) => (typeof dim === "number" ? total * dim : total), 1);
  const total = spillNum(code, size);
  const dynamic = shape.filter((dim) => typeof dim !== "number").length;
  if (dynamic > 1) bug("a reshape to more than one extent that is not known");
  if (typeof total === "number" && dynamic === 0)
    return shape.map((dim) => (typeof dim === "number" ? dim : 0));
  const test = dynamic === 0 ? `${show(total)} !== ${known}` : `${show(total)} % ${known} !== 0`;
  const message = `"an array of " + ${show(total)} + " elements does not reshape to ${shapeText(shape)}"`;
  emit(code, `if (${test}) raise("shape-mismatch", ${message}, ${site(code, span)});`);
  const rest = spill(code, `${show(total)} / ${known}`);
  return shape.map((dim) => (typeof dim === "number" ? dim : rest));
}

function shapeText(shape: Shape): string {
  return `(${shape.map((dim) => (typeof dim === "number" ? dim : -1)).join(", ")})`;
}

/** Whether two views have each element at the same place, if they are of the same storage. */
export function samePlaces(a: Memory, b: Memory): boolean {
  return (
    a.offset === b.offset &&
    a.shape.length === b.shape.length &&
    a.strides.every((stride, axis) => stride === b.strides[axis] || a.shape[axis] === 1)
  );
}

/** The shape a value of a static type has, as quantities. */
export function staticShape(type: Type): Num[] {
  return shapeOf(type).map((dim) => (typeof dim === "number" ? dim : bug("an extent is not known here")));
}
