/** Every way to name a scalar type: np.float32, "float32", "<f4", int, pl_int12, "fixed<16,6>". */
import { named } from "../../../diagnostics/named.ts";
import { parseType } from "../../../types/parse.ts";
import {
  bool,
  complex64,
  complex128,
  exactInt,
  float16,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  pythonBool,
  pythonComplex,
  pythonFloat,
  pythonInt,
  type ScalarType,
  uint8,
  uint16,
  uint32,
  uint64,
} from "../../../types/types.ts";
import { strongType } from "../build.ts";
import type { Known, KnownDtype } from "../known.ts";

/** The type that a dtype argument names, or null. `int` and `float` mean int64 and float64 here, as in NumPy. */
export function dtypeOf(known: Known): ScalarType | null {
  if (known.kind === "dtype") return strongType(known.type);
  return known.kind === "string" ? dtypeNamed(known.text) : null;
}

export function dtypeNamed(text: string): ScalarType | null {
  const known = named(numpyTypes, text) ?? named(codes, text.replace(/^[<=|]/, ""));
  if (known !== undefined) return known;
  const own = named(pythonTypes, text);
  if (own !== undefined) return strongType(own);
  const parsed = parseType(text);
  return parsed.ok && parsed.type.kind !== "array" ? strongType(parsed.type) : null;
}

export function dtype(type: ScalarType, name: string): KnownDtype {
  return { kind: "dtype", type, name };
}

/** By the names NumPy gives them on Linux, where int_ and long have 64 bits. */
export const numpyTypes: Readonly<Record<string, ScalarType>> = {
  bool_: bool,
  bool8: bool,
  int8,
  byte: int8,
  int16,
  short: int16,
  int32,
  intc: int32,
  int64,
  int_: int64,
  intp: int64,
  long: int64,
  longlong: int64,
  uint8,
  ubyte: uint8,
  uint16,
  ushort: uint16,
  uint32,
  uintc: uint32,
  uint64,
  uint: uint64,
  uintp: uint64,
  ulong: uint64,
  ulonglong: uint64,
  float16,
  half: float16,
  float32,
  single: float32,
  float64,
  double: float64,
  float_: float64,
  complex64,
  csingle: complex64,
  complex128,
  cdouble: complex128,
  complex_: complex128,
};

/** Python's own types. np.int, np.float are these too, as they were when PyLog programs were written. */
export const pythonTypes: Readonly<Record<string, ScalarType>> = {
  bool: pythonBool,
  int: pythonInt,
  float: pythonFloat,
  complex: pythonComplex,
};

const codes: Readonly<Record<string, ScalarType>> = {
  "?": bool,
  b1: bool,
  i1: int8,
  i2: int16,
  i4: int32,
  i8: int64,
  u1: uint8,
  u2: uint16,
  u4: uint32,
  u8: uint64,
  f2: float16,
  f4: float32,
  f8: float64,
  c8: complex64,
  c16: complex128,
  b: int8,
  B: uint8,
  h: int16,
  H: uint16,
  i: int32,
  I: uint32,
  l: int64,
  L: uint64,
  q: int64,
  Q: uint64,
  e: float16,
  f: float32,
  d: float64,
  F: complex64,
  D: complex128,
};

/** `pl_int12`, `pl_uint512`: any width that the type has. */
export function exactTypeNamed(name: string): KnownDtype | null {
  const match = /^pl_(u?)int([1-9]\d{0,3})$/.exec(name);
  const bits = Number(match?.[2] ?? 0);
  return match === null || bits > 4096 ? null : dtype(exactInt(bits, match[1] === ""), name);
}
