/** Values as frames carry them: facts in the header, the elements of arrays as bytes in the body. */

import { DataError } from "../call/data_error.ts";
import { fromNpy, toNpy, typeOfNpy } from "../call/exchange.ts";
import { decodeHalf, encodeHalf } from "../call/half.ts";
import { fromHost } from "../call/host.ts";
import { type Dtype, isDtype, itemSize, type NpyArray, type NpyData } from "../call/npy.ts";
import { named } from "../diagnostics/named.ts";
import type { GivenConstant } from "../frontend/python/constants_given.ts";
import type { Value } from "../types/operators.ts";
import { printType } from "../types/print.ts";
import { isExact } from "../types/promote-exact.ts";
import {
  type ArrayData,
  allocate,
  canonical,
  dataAt,
  get,
  type NDArray,
  set,
  storageClass,
} from "../types/storage.ts";
import {
  array,
  elementOf,
  isComplex,
  pythonBool,
  pythonComplex,
  pythonFloat,
  pythonInt,
  sameShape,
  sameType,
  shapeOf,
  type Type,
} from "../types/types.ts";
import { padding } from "./frames.ts";
import { isRecord } from "./request.ts";
import type { Body } from "./segment.ts";

/** Python's own numbers go as text, which says NaN and integers of any size. */
export type WireValue = WireNumber | WireArray | WireUnread;

export interface WireNumber {
  readonly python: "int" | "float" | "bool";
  readonly value: string;
}

/** A NumPy array, or a scalar when `shape` is empty. */
export interface WireArray {
  readonly dtype: Dtype;
  readonly shape: readonly number[];
  readonly at: number; // its first byte in the body, a multiple of 8
  readonly raw?: true; // integers as an exact type of up to 64 bits stores them, not its values
}

/** An array whose elements nobody reads: they are not sent. */
export interface WireUnread {
  readonly dtype: Dtype;
  readonly shape: readonly number[];
  readonly unread: true;
}

export function isUnread(wire: WireValue): wire is WireUnread {
  return isRecord(wire) && "unread" in wire;
}

export type WireConstant =
  | WireNumber
  | WireArray
  | { readonly complex: readonly [string, string] } // a Python number, by its parts
  | { readonly tuple: readonly WireConstant[] }
  | { readonly list: readonly WireConstant[] };

/**
 * Reads values of one frame. Two that lie at one place are one array, as the caller's are. `room` is memory that an
 * argument's elements may be put in as they are.
 */
export function wireReader(body: Body): {
  argument(wire: WireNumber | WireArray, type: Type, name: string, room?: ArrayData): NDArray | Value;
  constant(wire: WireConstant): GivenConstant;
} {
  const seen = new Map<number, NDArray | Value>();
  return {
    argument: (wire, type, name, room) => {
      checkValue(wire, body);
      if ("python" in wire) return fromHost(parseNumber(wire), type, name);
      const shared = type.kind === "array" ? seen.get(wire.at) : undefined;
      if (typeof shared === "object" && sameType(shared.type, type)) return shared;
      if (room !== undefined && !Array.isArray(room) && type.kind === "array" && isPlain(wire, type)) {
        body.read(wire.at, new Uint8Array(room.buffer, room.byteOffset, room.byteLength));
        const value = { type, data: room };
        seen.set(wire.at, value);
        return value;
      }
      const content = readArray(wire, body);
      const value = wire.raw === true ? fromRaw(content, type, name) : fromNpy(content, type, name);
      seen.set(wire.at, value);
      return value;
    },
    constant: (wire) => readConstant(wire, body),
  };
}

/** Collects what a frame's body is made of. */
export function wireWriter(): {
  readonly body: Uint8Array[];
  write(type: Type, value: NDArray | Value): (WireNumber | WireArray) & { readonly type: string };
} {
  const body: Uint8Array[] = [];
  let at = 0;
  return {
    body,
    write: (type, value) => {
      if (type.kind === "python" && type.name !== "complex" && typeof value !== "object") {
        return { type: printType(type), python: type.name, value: numberText(value) };
      }
      const { dtype, shape, data, ...raw } = toRaw(type, value) ?? toNpy(type, value);
      const packed = dtype === "float16" ? encodeHalf(data as Float32Array) : data;
      const bytes = new Uint8Array(packed.buffer, packed.byteOffset, packed.byteLength);
      const wire = { type: printType(type), dtype, shape, at, ...raw };
      body.push(bytes);
      at += bytes.length + padding(bytes.length);
      return wire;
    },
  };
}

/** Are its elements, as they come, those of an argument of the type? */
function isPlain(wire: WireArray, type: Type): boolean {
  const element = elementOf(type);
  if (wire.dtype !== storageClass(element) || !sameShape(wire.shape, shapeOf(type))) return false;
  return wire.raw === true || sameType(elementOf(typeOfNpy({ ...wire, data: nothing })), element);
}

const nothing = new Uint8Array(0);

/** Arguments that are another one again: the same memory on the caller's side. */
export function givenAgain(
  args: Readonly<Record<string, WireValue>>,
  params: readonly { readonly name: string; readonly type: Type }[],
): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  const again = new Map<string, string>();
  for (const { name, type } of params) {
    const wire = named(args, name);
    if (type.kind !== "array" || !isRecord(wire) || !("at" in wire)) continue;
    const place = `${wire.at} ${printType(type)}`;
    const other = first.get(place);
    if (other === undefined) first.set(place, name);
    else again.set(name, other);
  }
  return again;
}

/** No element needs a look: the other side has checked them. */
function fromRaw(content: NpyArray, type: Type, name: string): NDArray | Value {
  if (content.dtype !== storageClass(elementOf(type)) || !sameShape(content.shape, shapeOf(type))) {
    throw new DataError(`argument ${name} is ${printType(type)}; its raw integers are of another type`);
  }
  const cell: NDArray = { type: array(elementOf(type), content.shape), data: content.data };
  return type.kind === "array" ? { type, data: content.data } : get(cell, 0);
}

function toRaw(type: Type, value: NDArray | Value): (NpyArray & { readonly raw: true }) | null {
  const element = elementOf(type);
  const dtype = storageClass(element);
  if (!isExact(element) || isComplex(element) || dtype === "bigint" || dtype === "pattern") return null;
  const cell = typeof value === "object" ? value : allocate(array(element, []));
  if (typeof value !== "object") set(cell, 0, value);
  return { dtype, shape: cell.type.shape.map(Number), data: cell.data as NpyData, raw: true };
}

function readArray({ dtype, shape, at }: WireArray, body: Body): NpyArray {
  const size = shape.reduce((product, extent) => product * extent, 1);
  const part = body.part(at, size * itemSize(dtype));
  return { dtype, shape, data: elements(dtype, part.buffer, part.at, size) };
}

function elements(dtype: Dtype, buffer: ArrayBuffer, at: number, size: number): NpyData {
  return dtype === "float16"
    ? decodeHalf(new Uint16Array(buffer, at, size))
    : dataAt(dtype, buffer, at, size);
}

/** Refuses what is no value: an unknown dtype, or elements that are not in the body. */
function checkValue(wire: unknown, body: Body): void {
  if (!isRecord(wire)) throw new DataError("a value is missing, or is something else");
  if (Object.hasOwn(wire, "python")) {
    const isNumber = ["int", "float", "bool"].includes(String(wire.python)) && typeof wire.value === "string";
    if (!isNumber) throw new DataError("a number of Python's is int, float or bool, with its value as text");
    return;
  }
  const { dtype, shape, at } = wire;
  const bytes = isDtype(dtype) ? itemSize(dtype) : null;
  const isExtent = (extent: unknown): extent is number => Number.isSafeInteger(extent) && Number(extent) >= 0;
  if (bytes === null || !Array.isArray(shape) || !shape.every(isExtent) || !isExtent(at) || at % 8 !== 0)
    throw new DataError("an array has a dtype, a shape, and a place in the message");
  const size = shape.includes(0) ? 0 : shape.reduce<number>((product, extent) => product * extent, 1);
  if (at + size * bytes > body.size) throw new DataError("the elements of an array are not in the message");
}

function readConstant(wire: WireConstant, body: Body): GivenConstant {
  if (isRecord(wire) && "tuple" in wire) return { kind: "tuple", items: itemsOf(wire.tuple, body) };
  if (isRecord(wire) && "list" in wire) return { kind: "list", items: itemsOf(wire.list, body) };
  if (isRecord(wire) && "complex" in wire) return complexConstant(wire.complex);
  checkValue(wire, body);
  if ("python" in wire) {
    const type = { int: pythonInt, float: pythonFloat, bool: pythonBool }[wire.python];
    return { kind: "scalar", type, value: constantNumber(wire) };
  }
  const content = readArray(wire, body);
  const type = typeOfNpy(content);
  const value = fromNpy(content, type, "a constant");
  if (typeof value === "object") return { kind: "array", array: value };
  if (type.kind !== "array") return { kind: "scalar", type, value };
  const cell = allocate(array(type.element, []));
  set(cell, 0, value);
  return { kind: "array", array: cell };
}

function complexConstant(parts: unknown): GivenConstant {
  if (!Array.isArray(parts) || parts.length !== 2 || parts.some((part) => typeof part !== "string"))
    throw new DataError("a complex number is two parts");
  const numbers = parts.map((value: string) => Number(parseNumber({ python: "float", value })));
  return { kind: "array", array: { type: array(pythonComplex, []), data: Float64Array.from(numbers) } };
}

function itemsOf(wires: readonly WireConstant[], body: Body): readonly GivenConstant[] {
  if (!Array.isArray(wires)) throw new DataError("a constant is missing, or is something else");
  return wires.map((item) => readConstant(item, body));
}

function constantNumber(wire: WireNumber): Value {
  const value = parseNumber(wire);
  return typeof value === "bigint" ? canonical(value) : value;
}

function parseNumber({ python, value }: WireNumber): number | bigint | boolean {
  switch (python) {
    case "bool":
      return value === "True";
    case "int":
      try {
        return BigInt(value);
      } catch {
        throw new DataError(`${value} is no integer`);
      }
    case "float":
      return Number(value.replace("inf", "Infinity"));
  }
}

/** As Python reads it: JavaScript writes the shortest text that gives the same double, and so does Python. */
function numberText(value: Value): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "bigint" || Number.isFinite(value))
    return Object.is(value, -0) ? "-0.0" : String(value);
  return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
}
