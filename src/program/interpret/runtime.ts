/** What generated code calls once in a while: faults, overlap of memory, sorting, ranges. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { ArithmeticFault } from "../../types/fault.ts";
import type { Value } from "../../types/operators.ts";
import { noEnd, RunFault, tooLong } from "./fault.ts";

/** Functions by the names generated code knows them by. */
export interface Runtime {
  raise(code: string, message: string, site: number): never;
  badIndex(index: Value, extent: number, axis: number, name: string, site: number): never;
  badShapes(left: readonly number[], right: readonly number[], site: number): never;
  guard(compute: (a: Value, b: Value) => Value, site: number): (a: Value, b: Value) => Value;
  noEnd(site: number, most: number): never;
  tooLong(site: number, rounds: number, most: number): never;
  rangeCount(from: number | bigint, to: number | bigint, step: number | bigint, site: number): number;
  overlap(
    offset: number,
    shape: readonly number[],
    strides: readonly number[],
    otherOffset: number,
    otherShape: readonly number[],
    otherStrides: readonly number[],
  ): boolean;
  bits(value: Value, total: number, low: Value, width: number, site: number): Value;
  withBits(
    value: Value,
    total: number,
    signed: boolean,
    low: Value,
    width: number,
    bits: Value,
    site: number,
  ): Value;
  sort(
    data: Sortable,
    pairs: "" | "int64" | "uint64",
    outer: number,
    count: number,
    inner: number,
    order: Order | null,
  ): void;
  argsort(
    data: Sortable,
    pairs: "" | "int64" | "uint64",
    outer: number,
    count: number,
    inner: number,
    order: Order | null,
  ): Int32Array;
}

type Sortable = Float32Array | Float64Array | Int32Array | Uint8Array | bigint[];
/** How two elements compare, where their own `<` does not say it. */
type Order = (a: number | bigint, b: number | bigint) => number;

export function createRuntime(sites: readonly Span[]): Runtime {
  const nowhere: Span = { from: 0, to: 0 };
  const raise = (code: string, message: string, site: number): never => {
    throw new RunFault(code, message, sites[site] ?? nowhere);
  };
  return {
    raise,
    noEnd: (site, most) => {
      throw noEnd(sites[site] ?? nowhere, most);
    },
    tooLong: (site, rounds, most) => {
      throw tooLong(sites[site] ?? nowhere, rounds, most);
    },
    badIndex: (index, extent, axis, name, site) =>
      raise("index-out-of-range", indexMessage(index, extent, axis, name), site),
    badShapes: (left, right, site) =>
      raise("shape-mismatch", `shapes ${shapeText(left)} and ${shapeText(right)} do not broadcast`, site),
    guard: (compute, site) => (a, b) => {
      try {
        return compute(a, b);
      } catch (error) {
        if (error instanceof ArithmeticFault) return raise(error.code, error.message, site);
        throw error;
      }
    },
    rangeCount: (from, to, step, site) => {
      if (step === 0) raise("zero-step", "the step of range() is zero", site);
      if (typeof from === "number" && typeof to === "number" && typeof step === "number") {
        return Math.max(0, Math.ceil((to - from) / step));
      }
      const [f, t, s] = [BigInt(from), BigInt(to), BigInt(step)];
      const count = s > 0n ? (t - f + s - 1n) / s : (f - t - s - 1n) / -s;
      return count > 0n ? Number(count) : 0;
    },
    overlap: (offset, shape, strides, otherOffset, otherShape, otherStrides) => {
      const [low, high] = extent(offset, shape, strides);
      const [otherLow, otherHigh] = extent(otherOffset, otherShape, otherStrides);
      return low <= otherHigh && otherLow <= high;
    },
    bits: (value, total, low, width, site) => {
      const at = bitPosition(raise, total, low, width, site);
      if (typeof value === "number" && total <= 32) {
        return width === 32 ? value >>> 0 : ((value >> at) & (2 ** width - 1)) >>> 0;
      }
      return canonical(BigInt.asUintN(width, BigInt(value) >> BigInt(at)));
    },
    withBits: (value, total, signed, low, width, bits, site) => {
      const at = BigInt(bitPosition(raise, total, low, width, site));
      const mask = ((1n << BigInt(width)) - 1n) << at;
      const raw = (BigInt.asUintN(total, BigInt(value)) & ~mask) | ((BigInt(bits) << at) & mask);
      return canonical(signed ? BigInt.asIntN(total, raw) : raw);
    },
    sort: (data, pairs, outer, count, inner, order) =>
      sortAxis(elements(data, pairs), outer, count, inner, order),
    argsort: (data, pairs, outer, count, inner, order) =>
      argsortAxis(elements(data, pairs), outer, count, inner, order),
  };
}

function indexMessage(index: Value, extent: number, axis: number, name: string): string {
  const array = name === "" ? "an array" : `\`${name}\``;
  const elements = extent === 1 ? "1 element" : `${extent} elements`;
  return `index ${index} is out of range for axis ${axis} of ${array}, which has ${elements}`;
}

function shapeText(shape: readonly number[]): string {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}

function bitPosition(
  raise: Runtime["raise"],
  total: number,
  low: Value,
  width: number,
  site: number,
): number {
  const at = Number(low);
  if (at < 0 || at + width > total) {
    raise("bit-range", `bits ${at} to ${at + width - 1} are outside a value of ${total} bits`, site);
  }
  return at;
}

/** The least and greatest position that a view touches; an empty one touches nothing. */
function extent(offset: number, shape: readonly number[], strides: readonly number[]): [number, number] {
  let low = offset;
  let high = offset;
  for (const [axis, count] of shape.entries()) {
    if (count === 0) return [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const reach = (count - 1) * (strides[axis] ?? 0);
    if (reach < 0) low += reach;
    else high += reach;
  }
  return [low, high];
}

function canonical(value: bigint): number | bigint {
  return BigInt.asIntN(54, value) === value && value !== -9007199254740992n ? Number(value) : value;
}

type Elements = Exclude<Sortable, never> | BigInt64Array | BigUint64Array;

/** 64-bit integers are handled as pairs of words elsewhere; to compare them they are whole again. */
function elements(data: Sortable, pairs: "" | "int64" | "uint64"): Elements {
  if (pairs === "" || Array.isArray(data)) return data;
  return pairs === "int64"
    ? new BigInt64Array(data.buffer, data.byteOffset, data.length / 2)
    : new BigUint64Array(data.buffer, data.byteOffset, data.length / 2);
}

/** Ascending with NaN last; equal elements (0.0 and -0.0 too) keep their order. */
function compare(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return 0;
  const aIsNaN = Number.isNaN(a);
  const bIsNaN = Number.isNaN(b);
  return aIsNaN === bIsNaN ? 0 : aIsNaN ? 1 : -1;
}

function sortAxis(data: Elements, outer: number, count: number, inner: number, order: Order | null): void {
  const row: (number | bigint)[] = new Array(count);
  const native = order === null && !Array.isArray(data) && inner === 1;
  for (let o = 0; o < outer; o++) {
    for (let i = 0; i < inner; i++) {
      const start = o * count * inner + i;
      if (native && sortNative(data, start, count)) continue;
      for (let k = 0; k < count; k++) row[k] = data[start + k * inner] ?? 0;
      row.sort(order ?? compare);
      for (let k = 0; k < count; k++) write(data, start + k * inner, row[k] ?? 0);
    }
  }
}

/** The built-in sort puts -0.0 before 0.0, so it only serves where there is no -0.0. */
function sortNative(data: Exclude<Elements, bigint[]>, start: number, count: number): boolean {
  if (data instanceof Float32Array || data instanceof Float64Array) {
    for (let k = start; k < start + count; k++) if (Object.is(data[k], -0)) return false;
  }
  data.subarray(start, start + count).sort();
  return true;
}

function write(data: Elements, at: number, value: number | bigint): void {
  (data as { [at: number]: number | bigint })[at] = value;
}

function argsortAxis(
  data: Elements,
  outer: number,
  count: number,
  inner: number,
  order: Order | null,
): Int32Array {
  const positions = new Int32Array(2 * outer * count * inner); // int64, as pairs of words
  const by = order ?? compare;
  for (let o = 0; o < outer; o++) {
    for (let i = 0; i < inner; i++) {
      const start = o * count * inner + i;
      const row = Array.from({ length: count }, (_, k) => k);
      row.sort((a, b) => by(data[start + a * inner] ?? 0, data[start + b * inner] ?? 0));
      for (let k = 0; k < count; k++) positions[2 * (start + k * inner)] = row[k] ?? 0;
    }
  }
  return positions;
}
