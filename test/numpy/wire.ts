/** Values as they travel to and from server.py. Both sides of every comparison are brought to this form. */

export type WireValue = WireArray | WireNumber;

/**
 * Row-major, little-endian; `shape` is null for a NumPy scalar. float16 travels as float32, bool as bytes, complex
 * numbers as two floats each: Python's own too.
 */
export interface WireArray {
  readonly dtype: string;
  readonly shape: readonly number[] | null;
  readonly data: string; // base64
}

export interface WireNumber {
  readonly dtype: "python int" | "python float" | "python bool";
  readonly value: string; // as Python's repr
}

/** The typed array that holds a NumPy dtype; the same one as our own storage of it. */
export type Elements =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

const storage: Readonly<Record<string, (bytes: ArrayBuffer) => Elements>> = {
  bool: (b) => new Uint8Array(b),
  int8: (b) => new Int8Array(b),
  uint8: (b) => new Uint8Array(b),
  int16: (b) => new Int16Array(b),
  uint16: (b) => new Uint16Array(b),
  int32: (b) => new Int32Array(b),
  uint32: (b) => new Uint32Array(b),
  int64: (b) => new BigInt64Array(b),
  uint64: (b) => new BigUint64Array(b),
  float16: (b) => new Float32Array(b),
  float32: (b) => new Float32Array(b),
  float64: (b) => new Float64Array(b),
  complex64: (b) => new Float32Array(b),
  complex128: (b) => new Float64Array(b),
  "python complex": (b) => new Float64Array(b),
};

const bytesPerElement: Readonly<Record<string, number>> = {
  bool: 1,
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  float16: 4,
  float32: 4,
  float64: 8,
  complex64: 8,
  complex128: 16,
  "python complex": 16,
};

export function allocateElements(dtype: string, count: number): Elements {
  return elementsOver(dtype, new ArrayBuffer(count * (bytesPerElement[dtype] ?? 0)));
}

export function elementsOf(value: WireArray): Elements {
  const bytes = Buffer.from(value.data, "base64");
  return elementsOver(value.dtype, new Uint8Array(bytes).buffer); // copied: Buffers share one large ArrayBuffer
}

function elementsOver(dtype: string, bytes: ArrayBuffer): Elements {
  const make = storage[dtype];
  if (make === undefined) throw new Error(`NumPy has no type ${dtype} that kernels use`);
  return make(bytes);
}

export function wireArray(dtype: string, shape: readonly number[] | null, elements: Elements): WireArray {
  const bytes = Buffer.from(elements.buffer, elements.byteOffset, elements.byteLength);
  return { dtype, shape, data: bytes.toString("base64") };
}

/** Complex numbers as Loops have them: floats, real and imaginary part along one axis more. */
export function wireParts(value: WireValue): WireValue {
  if (!("shape" in value) || !value.dtype.includes("complex")) return value;
  const dtype = value.dtype === "complex64" ? "float32" : "float64";
  return { ...value, dtype, shape: [...(value.shape ?? []), 2] };
}

/** Python's repr of a float, read back. */
export function parsePythonFloat(text: string): number {
  if (text === "inf") return Number.POSITIVE_INFINITY;
  if (text === "-inf") return Number.NEGATIVE_INFINITY;
  return Number(text); // "nan" is NaN too
}
