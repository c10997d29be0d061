/**
 * How each Lutra type is stored as a NumPy array, and read back.
 *
 *     bool, int8 … uint64, float16/32/64     as they are
 *     int<N>, uint<N>, N <= 64               the smallest NumPy integer that holds N bits
 *     int<N>, uint<N>, N > 64                uint64 limbs, least significant first, in one extra last axis
 *     fixed, ufixed of up to 53 bits         float64, the value itself
 *     wider fixed, ufixed                    the raw integer, stored as an int<N> of its width is
 *     float<E,M>                             float32 or float64, whichever holds it exactly
 *     float<11,M,flopoco>                    its bit pattern, as a uint<N> is (a double cannot hold it)
 *     complex64, complex128                  as they are
 *     python int, float, bool, complex       int64, float64, bool, complex128
 *
 * Reading is exact or refused: any dtype of the same kind is accepted when every value in it is one the type has.
 */

import { compileConvert } from "../types/arithmetic.ts";
import { bitWidth, fromBits, toBits } from "../types/bits.ts";
import { takenApart } from "../types/fault.ts";
import type { Value } from "../types/operators.ts";
import { printType } from "../types/print.ts";
import { allocate, allocateData, canonical, get, type NDArray, set } from "../types/storage.ts";
import {
  array,
  bool,
  complex64,
  complex128,
  elementOf,
  type FixedType,
  type FloatType,
  float16,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  isComplex,
  partOf,
  type ScalarType,
  sameType,
  shapeOf,
  type Type,
  uint8,
  uint16,
  uint32,
  uint64,
  withShape,
} from "../types/types.ts";
import { DataError } from "./data_error.ts";
import { type Dtype, isComplexDtype, type NpyArray, type NpyData } from "./npy.ts";

/** The Lutra type of a NumPy array as it stands: a scalar when it has no axes. */
export function typeOfNpy(file: NpyArray): Type {
  return withShape(typeOfDtype[file.dtype], file.shape);
}

/** The file's values as an argument of `type`. `name` is what messages call it. */
export function fromNpy(file: NpyArray, type: Type, name: string): NDArray | Value {
  const element = elementOf(type);
  const shape = staticShape(type, name);
  if (isComplex(element)) return complexFromNpy(file, type, name);
  if (isComplexDtype(file.dtype)) {
    // Under a schedule an argument may be the parts of the source's complex numbers.
    const isPairs = element.kind === "float" && shape.at(-1) === 2 && equal(file.shape, shape.slice(0, -1));
    if (!isPairs) throw wrongKind(file, element, name);
    const dtype = file.dtype === "complex64" ? "float32" : "float64";
    return fromNpy({ dtype, shape, data: file.data }, type, name);
  }
  const stored = storageOf(element);
  const limbs = stored.form === "limbs" && file.dtype === "uint64";
  const expected = limbs ? [...shape, stored.limbs] : shape;
  if (!equal(file.shape, expected)) throw wrongShape(file, type, expected, name);
  const read = limbs ? limbReader(element, stored.limbs, file.data) : elementReader(element, file, name);

  if (type.kind !== "array") {
    const value = read(0);
    if (value === null) throw doesNotFit(file, type, name, 0, shape);
    return value;
  }
  const target = allocate(array(element, shape));
  if (sameBits(element, file) && target.data.constructor === file.data.constructor) {
    return { type: target.type, data: file.data };
  }
  const size = shape.reduce((product, extent) => product * extent, 1);
  for (let i = 0; i < size; i++) {
    const value = read(i);
    if (value === null) throw doesNotFit(file, type, name, i, shape);
    set(target, i, value);
  }
  return target;
}

/** Parts are read as numbers of their own; a real number has no imaginary part. */
function complexFromNpy(file: NpyArray, type: Type, name: string): NDArray {
  const element = elementOf(type);
  const shape = staticShape(type, name);
  if (!equal(file.shape, shape)) throw wrongShape(file, type, shape, name);
  const target = allocate(array(element, shape));
  const isPairs = isComplexDtype(file.dtype);
  const dtype = isPairs ? (file.dtype === "complex64" ? "float32" : "float64") : file.dtype;
  const read = elementReader(partOf(element), { ...file, dtype }, name);
  for (let i = 0; i < target.data.length; i++) {
    const value = isPairs ? read(i) : i % 2 === 0 ? read(i / 2) : 0;
    if (value === null) throw doesNotFit(file, type, name, i >> 1, shape);
    target.data[i] = Number(value) as never;
  }
  return target;
}

export function toNpy(type: Type, value: NDArray | Value): NpyArray {
  const element = elementOf(type);
  const source = typeof value === "object" ? value : asArray(element, value);
  const shape = typeof value === "object" ? staticShape(value.type, "the result") : [];
  const size = shape.reduce((product, extent) => product * extent, 1);
  const stored = storageOf(element);
  if (stored.form === "limbs") {
    const data = new BigUint64Array(size * stored.limbs);
    for (let i = 0; i < size; i++) {
      let bits = signExtended(element, get(source, i));
      for (let limb = 0; limb < stored.limbs; limb++) {
        data[i * stored.limbs + limb] = BigInt.asUintN(64, bits);
        bits >>= 64n;
      }
    }
    return { dtype: "uint64", shape: [...shape, stored.limbs], data };
  }
  const data = emptyData(stored.dtype, size);
  if (stored.form === "same" && data.constructor === source.data.constructor) {
    return { dtype: stored.dtype, shape, data: source.data as NpyData };
  }
  const big = data instanceof BigInt64Array || data instanceof BigUint64Array;
  for (let i = 0; i < size; i++) {
    const plain = plainValue(element, stored.form, get(source, i));
    data[i] = (big ? BigInt(plain) : Number(plain)) as never;
  }
  return { dtype: stored.dtype, shape, data };
}

/** How a file holds a type: what `toNpy` gives for its values. */
export function formatOf(type: Type): Pick<NpyArray, "dtype" | "shape"> {
  const stored = storageOf(elementOf(type));
  const shape = staticShape(type, "the result");
  return stored.form === "limbs"
    ? { dtype: "uint64", shape: [...shape, stored.limbs] }
    : { dtype: stored.dtype, shape };
}

export const typeOfDtype: Readonly<Record<Dtype, ScalarType>> = {
  bool,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float16,
  float32,
  float64,
  complex64,
  complex128,
};

/** `raw`: the integer or bit pattern behind the value. `value`: the number a fixed stands for. */
type Storage =
  | { readonly form: "same" | "raw" | "value"; readonly dtype: Dtype }
  | { readonly form: "limbs"; readonly limbs: number };

function storageOf(type: ScalarType): Storage {
  switch (type.kind) {
    case "bool":
      return { form: "same", dtype: "bool" };
    case "int":
      return integerStorage(type.bits, type.signed, "same");
    case "fixed":
      if (doubleHoldsFixed(type)) return { form: "value", dtype: "float64" };
      return integerStorage(type.width, type.signed, "raw");
    case "float":
      if (isBitPattern(type)) return integerStorage(bitWidth(type), false, "raw");
      if (sameType(type, float16)) return { form: "same", dtype: "float16" };
      return { form: "same", dtype: singleHolds(type) ? "float32" : "float64" };
    case "complex":
      return { form: "same", dtype: sameType(type, complex64) ? "complex64" : "complex128" };
    case "python":
      return { form: "same", dtype: pythonDtypes[type.name] };
  }
}

const pythonDtypes = { int: "int64", float: "float64", bool: "bool", complex: "complex128" } as const;

function integerStorage(bits: number, signed: boolean, form: "same" | "raw"): Storage {
  if (bits > 64) return { form: "limbs", limbs: Math.ceil(bits / 64) };
  const width = bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64;
  return { form, dtype: `${signed ? "int" : "uint"}${width}` };
}

/** 2^-1074 is the smallest double, 2^1023 the largest power of two in range. */
function doubleHoldsFixed(type: FixedType): boolean {
  return type.width <= 53 && type.width - type.integer <= 1074 && type.integer <= 1023;
}

/** FloPoCo's exponents reach one further on both sides, where IEEE has subnormals and infinity. */
function singleHolds(type: FloatType): boolean {
  return type.mantissa <= 23 && type.exponent <= (type.variant === "flopoco" ? 7 : 8);
}

function isBitPattern(type: FloatType): boolean {
  return type.variant === "flopoco" && type.exponent === 11;
}

/** No element needs a look: the file's dtype is the type. */
function sameBits(element: ScalarType, file: NpyArray): boolean {
  const stored = storageOf(element);
  if (stored.form !== "same" || stored.dtype !== file.dtype) return false;
  return element.kind === "python" || sameType(element, typeOfDtype[file.dtype]);
}

/** Reads element i of a file as a value of the type, or null when the type has no such value. */
type ElementReader = (i: number) => Value | null;

function elementReader(type: ScalarType, file: NpyArray, name: string): ElementReader {
  const floats = file.dtype.startsWith("float");
  const at = (i: number): number | bigint => file.data[i] ?? 0;
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      if (floats) throw wrongKind(file, type, name);
      return (i) => asBool(at(i));
    case "int":
      if (floats) throw wrongKind(file, type, name);
      return (i) => asInteger(BigInt(at(i)), type.bits, type.signed);
    case "fixed": {
      const raw = storageOf(type).form !== "value";
      if (raw && !floats) return (i) => asInteger(BigInt(at(i)), type.width, type.signed);
      return (i) => asFixed(at(i), type);
    }
    case "float":
      if (isBitPattern(type) && !floats) return (i) => asPattern(BigInt(at(i)), type);
      return floatReader(type, at);
    case "python":
      if (type.name === "float") return floatReader(float64, at);
      if (floats) throw wrongKind(file, type, name);
      return type.name === "bool" ? (i) => asBool(at(i)) : (i) => asInteger(BigInt(at(i)), 64, true);
  }
}

function limbReader(type: ScalarType, limbs: number, data: NpyData): ElementReader {
  return (i) => {
    let bits = 0n;
    for (let limb = limbs - 1; limb >= 0; limb--) bits = (bits << 64n) | BigInt(data[i * limbs + limb] ?? 0);
    if (type.kind === "float") return asPattern(bits, type);
    const signed = (type.kind === "int" || type.kind === "fixed") && type.signed;
    return asInteger(signed ? BigInt.asIntN(64 * limbs, bits) : bits, bitWidth(type), signed);
  };
}

function floatReader(type: FloatType, at: (i: number) => number | bigint): ElementReader {
  const round = compileConvert(float64, type);
  const widen = compileConvert(type, float64);
  return (i) => {
    const stored = at(i);
    const wide = Number(stored);
    if (typeof stored === "bigint" && BigInt(wide) !== stored) return null;
    const value = round(wide, 0);
    return Object.is(widen(value, 0), wide) ? value : null;
  };
}

function asBool(value: number | bigint): boolean | null {
  return Number(value) === 0 ? false : Number(value) === 1 ? true : null;
}

function asInteger(value: bigint, bits: number, signed: boolean): Value | null {
  const held = signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
  return held === value ? canonical(value) : null;
}

function asFixed(value: number | bigint, type: FixedType): Value | null {
  const fraction = type.width - type.integer;
  if (typeof value === "bigint" || fraction < 0) {
    if (!Number.isInteger(Number(value))) return null;
    const scaled = fraction >= 0 ? BigInt(value) << BigInt(fraction) : BigInt(value) >> BigInt(-fraction);
    const back = fraction >= 0 ? scaled >> BigInt(fraction) : scaled << BigInt(-fraction);
    return back === BigInt(value) ? asInteger(scaled, type.width, type.signed) : null;
  }
  const half = Math.floor(fraction / 2); // in two steps: 2 ** 1074 is infinite
  const raw = value * 2 ** half * 2 ** (fraction - half);
  if (!Number.isInteger(raw) || (raw === 0 && value !== 0)) return null;
  return asInteger(BigInt(raw), type.width, type.signed);
}

function asPattern(bits: bigint, type: FloatType): Value | null {
  return BigInt.asUintN(bitWidth(type), bits) === bits ? fromBits(type, bits) : null;
}

function plainValue(type: ScalarType, form: "same" | "raw" | "value", value: Value): Value {
  if (form === "value" && type.kind === "fixed") {
    const fraction = type.width - type.integer;
    const half = Math.trunc(fraction / 2);
    return Number(value) * 2 ** -half * 2 ** -(fraction - half);
  }
  return form === "raw" && type.kind === "float" ? toBits(type, value) : value;
}

function signExtended(type: ScalarType, value: Value): bigint {
  return type.kind === "float" ? toBits(type, value) : BigInt(value);
}

function asArray(element: ScalarType, value: Value): NDArray {
  const cell = allocate(array(element, []));
  set(cell, 0, value);
  return cell;
}

/** A dtype's name is the name of its storage; a half is held as a float32. */
function emptyData(dtype: Dtype, size: number): NpyData {
  return allocateData(dtype === "float16" ? "float32" : dtype, size) as NpyData;
}

function staticShape(type: Type, name: string): readonly number[] {
  return shapeOf(type).map((dim) => {
    if (typeof dim === "number") return dim;
    throw new DataError(
      `${name} is ${printType(type)}; an argument needs a shape that is known before it runs`,
    );
  });
}

function equal(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((extent, i) => extent === b[i]);
}

function describe(file: NpyArray): string {
  return printType(withShape(typeOfDtype[file.dtype], file.shape));
}

function wrongShape(file: NpyArray, type: Type, expected: readonly number[], name: string): DataError {
  const limbs =
    expected.length > shapeOf(type).length
      ? `, stored as uint64 limbs of shape (${expected.join(", ")})`
      : "";
  return new DataError(`argument ${name} is ${printType(type)}${limbs}; it was given ${describe(file)}`);
}

function wrongKind(file: NpyArray, type: ScalarType, name: string): DataError {
  return new DataError(
    `argument ${name} has elements of type ${printType(type)}; it was given ${describe(file)}. ` +
      "Convert the data with .astype, or give the argument that type",
  );
}

function doesNotFit(
  file: NpyArray,
  type: Type,
  name: string,
  flat: number,
  shape: readonly number[],
): DataError {
  const index: number[] = [];
  shape.reduceRight((rest, extent) => {
    index.unshift(rest % extent);
    return Math.floor(rest / extent);
  }, flat);
  const where = index.length === 0 ? name : `${name}[${index.join(", ")}]`;
  const limbs =
    file.data.length /
    Math.max(
      1,
      shape.reduce((product, extent) => product * extent, 1),
    );
  const found = limbs === 1 ? `${file.data[flat]}` : "a value";
  return new DataError(
    `${where} is ${found}, which ${printType(elementOf(type))} cannot hold exactly (the data is ${file.dtype})`,
  );
}
