/**
 * JavaScript values as kernel arguments: the type each has, and the same value as a kernel takes it.
 *
 *     new Float32Array(4)                                   float32[4]
 *     { shape: [2, 2], data: new Float32Array(4) }          float32[2,2]
 *     decodeNpy(bytes)                                      the file's dtype and shape
 *     3, 3n                                                 python int
 *     3.5                                                   python float
 *     true                                                  python bool
 */

import { compileConvert } from "../types/arithmetic.ts";
import { takenApart } from "../types/fault.ts";
import type { Value } from "../types/operators.ts";
import { printType } from "../types/print.ts";
import type { BooleanKind, IntegerKind, IsArray, KindOf } from "../types/static.ts";
import { type ArrayData, allocate, canonical, type NDArray } from "../types/storage.ts";
import {
  type ArrayType,
  array,
  float64,
  isComplex,
  maxSize,
  pythonBool,
  pythonFloat,
  pythonInt,
  type ScalarType,
  sameShape,
  sameType,
  type Type,
} from "../types/types.ts";
import { DataError } from "./data_error.ts";
import { fromNpy, typeOfDtype, typeOfNpy } from "./exchange.ts";
import type { Dtype, NpyArray, NpyData } from "./npy.ts";

/** What a caller may pass. A plain typed array takes the shape the kernel says; with `shape` it must agree. */
export type HostValue = number | bigint | boolean | NpyData | HostArray | NpyArray | NDArray;

export interface HostArray<D extends NpyData = NpyData> {
  readonly shape: readonly number[];
  readonly data: D;
}

/** What a caller may pass for an argument whose type is this text: integers for integers, anything for the rest. */
export type HostFor<T> = T extends unknown
  ? boolean extends IsArray<T>
    ? HostValue
    : IsArray<T> extends true
      ? HostArrayFor<KindOf<T> extends IntegerKind | BooleanKind ? IntegerData : NpyData>
      : number | bigint | boolean | NpyArray
  : never;

type HostArrayFor<D extends NpyData> = D | HostArray<D> | NpyArray | NDArray;

type IntegerData = Exclude<NpyData, Float32Array | Float64Array>;

/** The type a kernel gets when it is compiled for this value. */
export function typeOfHost(value: HostValue): Type {
  if (typeof value === "boolean") return pythonBool;
  if (typeof value === "bigint") return pythonInt;
  if (typeof value === "number") return Number.isSafeInteger(value) ? pythonInt : pythonFloat;
  if ("type" in value) return value.type;
  if ("dtype" in value) return typeOfNpy(value);
  if ("shape" in value) return array(typeOfDtype[dtypeOf(value.data)], value.shape);
  return array(typeOfDtype[dtypeOf(value)], [value.length]);
}

/**
 * The value as an argument of `type`. Memory is shared, so that the caller sees what the kernel writes, wherever the
 * typed array is the one the type is kept in; else the values are converted, each exactly or not at all.
 */
export function fromHost(value: HostValue, type: Type, name: string): NDArray | Value {
  if (typeof value !== "object") return isComplex(type) ? realOf(value, type) : scalar(value, type, name);
  if ("type" in value) {
    if (!sameType(value.type, type)) {
      throw new DataError(`argument ${name} is ${printType(type)}; it was given ${printType(value.type)}`);
    }
    return value;
  }
  if ("dtype" in value) return fromNpy(value, type, name);
  if (type.kind !== "array") {
    throw new DataError(`argument ${name} is the scalar ${printType(type)}; it was given an array`);
  }
  const data = "shape" in value ? value.data : value;
  const shape = "shape" in value ? value.shape : type.shape.map(Number);
  const size = shape.reduce((product, extent) => product * extent, 1);
  if (!sameShape(shape, type.shape)) {
    const found = printType(array(typeOfDtype[dtypeOf(data)], shape));
    throw new DataError(`argument ${name} is ${printType(type)}; it was given ${found}`);
  }
  if (isComplex(type.element)) return pairsOf(data, type, name);
  if (data.length !== size) {
    throw new DataError(
      `argument ${name} is ${printType(type)}, ${size} elements; it was given ${data.length}`,
    );
  }
  return shared(data, type) ?? fromNpy({ dtype: dtypeOf(data), shape, data }, type, name);
}

/** A real number as a complex one. */
function realOf(value: number | bigint | boolean, type: ScalarType): NDArray {
  const cell = allocate(array(type, []));
  cell.data[0] = Number(value) as never;
  return cell;
}

/** Complex numbers as JavaScript has them: real and imaginary parts in turn. */
function pairsOf(data: NpyData, type: ArrayType, name: string): NDArray {
  const dtype = dtypeOf(data);
  const size = data.length / 2;
  if (dtype !== "float32" && dtype !== "float64") return fromNpyComplex(data, type, name);
  if (size !== maxSize(type.shape)) {
    const needed = `${maxSize(type.shape)} complex numbers, the two parts of each in turn`;
    throw new DataError(
      `argument ${name} is ${printType(type)}, ${needed}; it was given ${data.length} numbers`,
    );
  }
  const own = allocate(array(type.element, [0])).data;
  if (own.constructor === data.constructor) return { type, data };
  const file: NpyArray = {
    dtype: dtype === "float32" ? "complex64" : "complex128",
    shape: type.shape.map(Number),
    data,
  };
  return fromNpy(file, type, name) as NDArray;
}

function fromNpyComplex(data: NpyData, type: ArrayType, name: string): NDArray {
  return fromNpy({ dtype: dtypeOf(data), shape: type.shape.map(Number), data }, type, name) as NDArray;
}

function shared(data: ArrayData & NpyData, type: Type & { kind: "array" }): NDArray | null {
  const own = allocate(array(type.element, [0])).data;
  const plain = type.element.kind === "python" || sameType(type.element, typeOfDtype[dtypeOf(data)]);
  return plain && own.constructor === data.constructor ? { type, data } : null;
}

/** A number is a literal: a float or fixed type rounds it, as it rounds a Python literal; it must be in range. */
function scalar(value: number | bigint | boolean, type: Type, name: string): Value {
  if (type.kind === "array") {
    throw new DataError(`argument ${name} is ${printType(type)}; it was given the number ${value}`);
  }
  const result = literal(value, type);
  if (result === null) throw new DataError(`argument ${name} is ${printType(type)}; it cannot be ${value}`);
  return result;
}

function literal(value: number | bigint | boolean, type: ScalarType): Value | null {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return truth(value);
    case "int":
      return integer(value, type.bits, type.signed);
    case "fixed": {
      const raw = compileConvert(float64, type)(Number(value), 0);
      const back = Number(compileConvert(type, float64)(raw, 0));
      return Math.abs(back - Number(value)) < 2 ** (type.integer - type.width) ? raw : null;
    }
    case "float":
      return compileConvert(float64, type)(Number(value), 0);
    case "python":
      if (type.name === "complex") return takenApart();
      if (type.name === "float") return Number(value);
      return type.name === "bool" ? truth(value) : integer(value, 64, true);
  }
}

function truth(value: number | bigint | boolean): boolean | null {
  return Number(value) === 0 ? false : Number(value) === 1 ? true : null;
}

function integer(value: number | bigint | boolean, bits: number, signed: boolean): Value | null {
  if (typeof value === "number" && !Number.isInteger(value)) return null;
  const big = BigInt(value);
  return (signed ? BigInt.asIntN(bits, big) : BigInt.asUintN(bits, big)) === big ? canonical(big) : null;
}

function dtypeOf(data: NpyData): Dtype {
  if (data instanceof Int8Array) return "int8";
  if (data instanceof Int16Array) return "int16";
  if (data instanceof Int32Array) return "int32";
  if (data instanceof BigInt64Array) return "int64";
  if (data instanceof Uint8Array) return "uint8";
  if (data instanceof Uint16Array) return "uint16";
  if (data instanceof Uint32Array) return "uint32";
  if (data instanceof BigUint64Array) return "uint64";
  if (data instanceof Float32Array) return "float32";
  return "float64";
}
