/**
 * NumPy's `.npy` files: format versions 1, 2 and 3, both byte orders, C and Fortran order, any number of axes.
 *
 *     const image = decodeNpy(readFileSync("image.npy")); // { dtype: "float32", shape: [64, 64], data: Float32Array }
 *     writeFileSync("copy.npy", encodeNpy(image));
 *
 * The format: numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */
import { DataError } from "./data_error.ts";
import { decodeHalf, encodeHalf } from "./half.ts";
import { type Literal, parseLiteral } from "./python_literal.ts";

/** Elements in row-major order, in this machine's byte order. float16 is held as the float32 of the same value. */
export interface NpyArray {
  readonly dtype: Dtype;
  readonly shape: readonly number[];
  readonly data: NpyData;
}

export type Dtype =
  | "bool"
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64"
  | "float16"
  | "float32"
  | "float64"
  | "complex64" // two elements each: real and imaginary part
  | "complex128";

export type NpyData =
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

export function decodeNpy(bytes: Uint8Array): NpyArray {
  const { header, start } = readHeader(bytes);
  const { dtype, bigEndian } = parseDescr(header.get("descr"));
  const shape = parseShape(header.get("shape"));
  const fortran = header.get("fortran_order");
  if (typeof fortran !== "boolean") throw new DataError("the .npy header has no fortran_order");

  const size = shape.includes(0) ? 0 : shape.reduce((product, extent) => product * extent, 1);
  const byteLength = size * itemSize(dtype);
  if (!Number.isSafeInteger(byteLength) || bytes.byteLength - start < byteLength) {
    throw new DataError(
      `the .npy file is cut short: ${dtype} of shape (${shape.join(", ")}) needs ${byteLength} bytes of data, ` +
        `it has ${bytes.byteLength - start}`,
    );
  }
  const own = new Uint8Array(byteLength); // a copy: a Buffer's own slice would share Node's pool
  own.set(bytes.subarray(start, start + byteLength));
  if (bigEndian !== machineIsBigEndian) swapBytes(own, wordSize(dtype));
  const stored = view(dtype, own.buffer);
  return { dtype, shape, data: fortran ? rowMajor(dtype, stored, shape) : stored };
}

/**
 * What a call left behind, the same in every file of it: NaNs get the bits of `np.nan`. What computes them gives them a sign or none, and
 * JavaScript's engines do so by how well they have compiled what computes.
 */
export function withPlainNaNs(array: NpyArray): NpyArray {
  const { data } = array;
  if (!(data instanceof Float32Array || data instanceof Float64Array)) return array;
  if (data.every((value) => !Number.isNaN(value))) return array;
  const plain = data.slice();
  const bits = new DataView(plain.buffer);
  for (const [index, value] of data.entries()) {
    if (!Number.isNaN(value)) continue;
    if (plain instanceof Float32Array) bits.setUint32(4 * index, 0x7fc0_0000, !machineIsBigEndian);
    else bits.setBigUint64(8 * index, 0x7ff8_0000_0000_0000n, !machineIsBigEndian);
  }
  return { ...array, data: plain };
}

/** Version 1, little endian, row-major: what `np.save` writes. */
export function encodeNpy(array: NpyArray): Uint8Array {
  const size = itemSize(array.dtype);
  const order = size === 1 ? "|" : "<";
  const shape = array.shape.length === 1 ? `${array.shape[0]},` : array.shape.join(", ");
  const dict = `{'descr': '${order}${codes[array.dtype]}', 'fortran_order': False, 'shape': (${shape}), }`;
  const length = Math.ceil((10 + dict.length + 1) / 64) * 64; // NumPy aligns the data to 64 bytes
  if (length - 10 > 0xffff)
    throw new DataError(`an array of ${array.shape.length} axes does not fit a .npy header`);
  const header = `${dict.padEnd(length - 11, " ")}\n`;

  const packed = array.dtype === "float16" ? encodeHalf(array.data as Float32Array) : array.data;
  const body = new Uint8Array(packed.buffer, packed.byteOffset, packed.byteLength);
  const bytes = new Uint8Array(length + body.length);
  bytes.set([...magic, 1, 0, (length - 10) & 0xff, (length - 10) >> 8]);
  bytes.set(new TextEncoder().encode(header), 10);
  bytes.set(body, length);
  if (machineIsBigEndian) swapBytes(bytes.subarray(length), wordSize(array.dtype));
  return bytes;
}

const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]; // \x93NUMPY

const longestHeader = 0xffff; // what version 1 can say; arrays of numbers need no more
const mostAxes = 64; // NumPy's own bound

const codes: Readonly<Record<Dtype, string>> = {
  bool: "b1",
  int8: "i1",
  int16: "i2",
  int32: "i4",
  int64: "i8",
  uint8: "u1",
  uint16: "u2",
  uint32: "u4",
  uint64: "u8",
  float16: "f2",
  float32: "f4",
  float64: "f8",
  complex64: "c8",
  complex128: "c16",
};

const dtypeOfCode = new Map(Object.entries(codes).map(([dtype, code]) => [code, dtype as Dtype]));

const machineIsBigEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 0;

export function isDtype(name: unknown): name is Dtype {
  return typeof name === "string" && Object.hasOwn(codes, name);
}

export function isComplexDtype(dtype: Dtype): boolean {
  return dtype === "complex64" || dtype === "complex128";
}

/** How many elements of an array in memory one of the file is. */
export function wordsOf(dtype: Dtype): number {
  return isComplexDtype(dtype) ? 2 : 1;
}

function wordSize(dtype: Dtype): number {
  return itemSize(dtype) / wordsOf(dtype);
}

export function itemSize(dtype: Dtype): number {
  return Number(codes[dtype].slice(1));
}

function readHeader(bytes: Uint8Array): { header: ReadonlyMap<string, Literal>; start: number } {
  if (bytes.length < 10 || magic.some((byte, i) => bytes[i] !== byte)) {
    throw new DataError("this is not a .npy file: it does not start with \\x93NUMPY");
  }
  const major = bytes[6] ?? 0;
  if (major < 1 || major > 3) {
    throw new DataError(`.npy format version ${major}.${bytes[7]} is not known; versions 1, 2 and 3 are`);
  }
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begin = major === 1 ? 10 : 12;
  if (bytes.length < begin) throw new DataError("the .npy file is cut short inside its header");
  const length = major === 1 ? numbers.getUint16(8, true) : numbers.getUint32(8, true);
  const start = begin + length;
  if (bytes.length < start) throw new DataError("the .npy file is cut short inside its header");
  if (length > longestHeader)
    throw new DataError(`the header of the .npy file has ${length} bytes; ${longestHeader} is the most`);
  const text = new TextDecoder(major === 3 ? "utf-8" : "latin1").decode(bytes.subarray(begin, start));
  const header = parseLiteral(text);
  if (!(header instanceof Map)) throw new DataError("the .npy header is not a dictionary");
  return { header, start };
}

function parseDescr(descr: Literal | undefined): { dtype: Dtype; bigEndian: boolean } {
  if (Array.isArray(descr)) {
    throw new DataError("the .npy file holds a structured array; save each field as an array of its own");
  }
  if (typeof descr !== "string") throw new DataError("the .npy header has no descr");
  const order = descr[0] ?? "";
  const dtype = dtypeOfCode.get(descr.slice(1));
  if (dtype === undefined || !"<>|=".includes(order)) throw unsupported(descr);
  return { dtype, bigEndian: order === ">" || (order === "=" && machineIsBigEndian) };
}

function unsupported(descr: string): DataError {
  const advice: Readonly<Record<string, string>> = {
    O: "Python objects; convert it with .astype to a number type",
    c: "complex numbers wider than complex128; convert them with .astype(np.complex128)",
    U: "strings; save them as integers",
    S: "byte strings; save them as uint8 with .view(np.uint8)",
    V: "records; save each field as an array of its own",
    M: "dates; save them as integers with .view(np.int64)",
    m: "time spans; save them as integers with .view(np.int64)",
    f: "a float wider than float64; convert it with .astype(np.float64)",
  };
  const what = advice[/[a-zA-Z]/.exec(descr)?.[0] ?? ""] ?? "a dtype that is no number";
  return new DataError(`the .npy file holds ${what} (dtype ${descr})`);
}

function parseShape(shape: Literal | undefined): readonly number[] {
  const good = (extent: Literal): extent is number => Number.isSafeInteger(extent) && Number(extent) >= 0;
  if (!Array.isArray(shape) || !shape.every(good)) throw new DataError("the .npy header has no valid shape");
  if (shape.length > mostAxes)
    throw new DataError(`the .npy file has ${shape.length} axes; ${mostAxes} is the most`);
  return shape;
}

function view(dtype: Dtype, buffer: ArrayBuffer): NpyData {
  switch (dtype) {
    case "bool":
      return new Uint8Array(buffer).map((byte) => (byte === 0 ? 0 : 1));
    case "int8":
      return new Int8Array(buffer);
    case "int16":
      return new Int16Array(buffer);
    case "int32":
      return new Int32Array(buffer);
    case "int64":
      return new BigInt64Array(buffer);
    case "uint8":
      return new Uint8Array(buffer);
    case "uint16":
      return new Uint16Array(buffer);
    case "uint32":
      return new Uint32Array(buffer);
    case "uint64":
      return new BigUint64Array(buffer);
    case "float16":
      return decodeHalf(new Uint16Array(buffer));
    case "float32":
      return new Float32Array(buffer);
    case "complex64":
      return new Float32Array(buffer);
    case "float64":
    case "complex128":
      return new Float64Array(buffer);
  }
}

function swapBytes(bytes: Uint8Array, size: number): void {
  for (let i = 0; i < bytes.length; i += size) bytes.subarray(i, i + size).reverse();
}

function rowMajor(dtype: Dtype, data: NpyData, shape: readonly number[]): NpyData {
  if (!isComplexDtype(dtype)) return toRowMajor(data, shape);
  const parts = [0, 1].map((part) =>
    toRowMajor(
      data.filter((_: unknown, i: number) => i % 2 === part),
      shape,
    ),
  );
  return data.map((_: unknown, i: number) => Number(parts[i % 2]?.[i >> 1] ?? 0) as never);
}

/** Element (i, j, …) of a Fortran-order file lies at i + shape[0] * (j + shape[1] * …). */
function toRowMajor(data: NpyData, shape: readonly number[]): NpyData {
  const result = data.slice();
  const strides: number[] = [];
  shape.reduce((stride, extent) => {
    strides.push(stride);
    return stride * extent;
  }, 1);
  const position = shape.map(() => 0);
  let from = 0;
  for (let to = 0; to < data.length; to++) {
    result[to] = data[from] as never; // both are the same kind of array
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const stride = strides[axis] ?? 0;
      const extent = shape[axis] ?? 0;
      const at = (position[axis] ?? 0) + 1;
      if (at < extent) {
        position[axis] = at;
        from += stride;
        break;
      }
      position[axis] = 0;
      from -= stride * (extent - 1);
    }
  }
  return result;
}
