/**
 * Arrays in memory: the typed array that holds each element type, and reading and writing one element.
 *
 *     const a = allocate(array(int16, [4, 4]));   // zeros in an Int16Array
 *     set(a, 5, -3);
 *     get(a, 5);                                  // -3
 */
import { bug } from "../diagnostics/bug.ts";
import type { Value } from "./operators.ts";
import {
  type ArrayType,
  array,
  type FloatType,
  float64,
  isComplex,
  maxSize,
  partOf,
  type ScalarType,
} from "./types.ts";

/** Row-major and contiguous; the shape is static. */
export interface NDArray {
  readonly type: ArrayType;
  readonly data: ArrayData;
}

export type ArrayData =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array
  | bigint[];

/** Which memory holds an element type. A fixed value is kept as its raw integer. */
export type StorageClass =
  | "bool" // Uint8Array of 0 and 1
  | "int8"
  | "uint8"
  | "int16"
  | "uint16"
  | "int32"
  | "uint32"
  | "int64" // BigInt64Array
  | "uint64" // BigUint64Array
  | "float32"
  | "float64"
  | "complex64" // Float32Array, two elements each: real part, imaginary part
  | "complex128"
  | "bigint" // bigint[], integers wider than 64 bits
  | "pattern"; // bigint[], bit patterns of FloPoCo formats that outrange a double

export function storageClass(type: ScalarType): StorageClass {
  switch (type.kind) {
    case "bool":
      return "bool";
    case "int":
      return integerClass(type.bits, type.signed);
    case "fixed":
      return integerClass(type.width, type.signed);
    case "float":
      return floatClass(type);
    case "complex":
      return type.part.mantissa === 23 ? "complex64" : "complex128";
    case "python":
      if (type.name === "complex") return "complex128";
      return type.name === "int" ? "int64" : type.name === "float" ? "float64" : "bool";
  }
}

function integerClass(bits: number, signed: boolean): StorageClass {
  if (bits <= 8) return signed ? "int8" : "uint8";
  if (bits <= 16) return signed ? "int16" : "uint16";
  if (bits <= 32) return signed ? "int32" : "uint32";
  if (bits <= 64) return signed ? "int64" : "uint64";
  return "bigint";
}

/** FloPoCo formats use every exponent for finite numbers, so they need one bit more than they have. */
function floatClass(type: FloatType): StorageClass {
  if (type.variant === "flopoco") {
    if (type.exponent === 11) return "pattern";
    return type.exponent <= 7 && type.mantissa <= 23 ? "float32" : "float64";
  }
  return type.exponent <= 8 && type.mantissa <= 23 ? "float32" : "float64";
}

/** Whether an error is V8's when there is no memory for an array. */
export function isOutOfMemory(error: unknown): boolean {
  return (
    error instanceof RangeError && /allocation failed|invalid (typed )?array length/i.test(error.message)
  );
}

/** Zeros. A dynamic extent takes its bound. */
export function allocate(type: ArrayType): NDArray {
  return { type, data: allocateData(storageClass(type.element), maxSize(type.shape)) };
}

/** Elements that lie in a buffer already. Wide ones never do. */
export function dataAt(
  storage: StorageClass,
  buffer: ArrayBuffer,
  at: number,
  size: number,
): Exclude<ArrayData, bigint[]> {
  switch (storage) {
    case "bool":
    case "uint8":
      return new Uint8Array(buffer, at, size);
    case "int8":
      return new Int8Array(buffer, at, size);
    case "int16":
      return new Int16Array(buffer, at, size);
    case "uint16":
      return new Uint16Array(buffer, at, size);
    case "int32":
      return new Int32Array(buffer, at, size);
    case "uint32":
      return new Uint32Array(buffer, at, size);
    case "int64":
      return new BigInt64Array(buffer, at, size);
    case "uint64":
      return new BigUint64Array(buffer, at, size);
    case "float32":
      return new Float32Array(buffer, at, size);
    case "float64":
      return new Float64Array(buffer, at, size);
    case "complex64":
      return new Float32Array(buffer, at, 2 * size);
    case "complex128":
      return new Float64Array(buffer, at, 2 * size);
    case "bigint":
    case "pattern":
      return bug("wide elements lie in no buffer");
  }
}

export function allocateData(storage: StorageClass, size: number): ArrayData {
  switch (storage) {
    case "bool":
    case "uint8":
      return new Uint8Array(size);
    case "int8":
      return new Int8Array(size);
    case "int16":
      return new Int16Array(size);
    case "uint16":
      return new Uint16Array(size);
    case "int32":
      return new Int32Array(size);
    case "uint32":
      return new Uint32Array(size);
    case "int64":
      return new BigInt64Array(size);
    case "uint64":
      return new BigUint64Array(size);
    case "float32":
      return new Float32Array(size);
    case "float64":
      return new Float64Array(size);
    case "complex64":
      return new Float32Array(2 * size);
    case "complex128":
      return new Float64Array(2 * size);
    case "bigint":
    case "pattern":
      return new Array<bigint>(size).fill(0n);
  }
}

/** The element at a row-major position. Complex numbers are seen as their parts: see `partsOf`. */
export function get(nd: NDArray, flatIndex: number): Value {
  const raw = nd.data[flatIndex];
  if (raw === undefined) throw new RangeError(`position ${flatIndex} is outside the array`);
  switch (storageClass(nd.type.element)) {
    case "bool":
      return raw !== 0;
    case "int64":
    case "uint64":
    case "bigint":
    case "pattern":
      return canonical(BigInt(raw));
    default:
      return raw;
  }
}

/** `value` must be one of the element type: nothing is checked or rounded here. */
export function set(nd: NDArray, flatIndex: number, value: Value): void {
  const data = nd.data;
  if (flatIndex < 0 || flatIndex >= data.length) {
    throw new RangeError(`position ${flatIndex} is outside the array`);
  }
  if (data instanceof BigInt64Array || data instanceof BigUint64Array || Array.isArray(data)) {
    data[flatIndex] = BigInt(value);
  } else {
    data[flatIndex] = Number(value);
  }
}

/** Complex numbers as an array of floats with one axis more, real and imaginary parts; memory is shared. */
export function partsOf(nd: NDArray): NDArray {
  const { element, shape } = nd.type;
  if (!isComplex(element)) return nd;
  // A Python number by itself is what NumPy makes of it: Python has no arrays of floats.
  const part = element.kind === "python" && shape.length === 0 ? float64 : partOf(element);
  return { type: array(part, [...shape, 2]), data: nd.data };
}

/** The other way: a last axis of two is parts again. */
export function joinedParts(nd: NDArray, element: ScalarType): NDArray {
  return { type: array(element, nd.type.shape.slice(0, -1)), data: nd.data };
}

/** An integer as a Value: a number where that is exact. */
export function canonical(value: bigint): number | bigint {
  return value >= -MAX_SAFE && value <= MAX_SAFE ? Number(value) : value;
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
