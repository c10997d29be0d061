/** TensorProto to an array: its claims are checked against the bytes that are there before any memory is taken. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import { canonical } from "../../types/integer.ts";
import type { Value } from "../../types/operators.ts";
import { allocate, type NDArray, set } from "../../types/storage.ts";
import {
  array,
  bool,
  exactInt,
  float,
  float16,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  type ScalarType,
  uint8,
  uint16,
  uint32,
  uint64,
} from "../../types/types.ts";
import { mostElements } from "./graph.ts";
import { refuse } from "./refusal.ts";
import { bigOf, type Integer, type TensorProto } from "./schema.ts";

/** Reads a file beside the model, and none elsewhere. Null: there is none of this name. */
export type ExternalReader = (location: string) => Uint8Array | null;

/** TensorProto.DataType. */
const elementTypes: Readonly<Record<number, ScalarType>> = {
  1: float32,
  2: uint8,
  3: int8,
  4: uint16,
  5: int16,
  6: int32,
  7: int64,
  9: bool,
  10: float16,
  11: float64,
  12: uint32,
  13: uint64,
  16: float(8, 7), // bfloat16
  21: exactInt(4, false),
  22: exactInt(4, true),
};

const otherTypes: Readonly<Record<number, string>> = {
  0: "undefined",
  8: "string",
  14: "complex64",
  15: "complex128",
  17: "float8e4m3fn",
  18: "float8e4m3fnuz",
  19: "float8e5m2",
  20: "float8e5m2fnuz",
  23: "float4e2m1",
};

/** Null for a type that no tensor here has. */
export function elementType(code: number): ScalarType | null {
  return elementTypes[code] ?? null;
}

export function elementTypeName(code: number): string {
  return otherTypes[code] ?? `number ${code}`;
}

export interface TensorContext {
  readonly span: Span; // where the tensor stands in the text of the graph
  readonly external: ExternalReader | null;
}

export function readTensor(proto: TensorProto, context: TensorContext, fallback = "tensor"): NDArray {
  const name = proto.name || fallback;
  const fail = (problem: string): never =>
    refuse(diagnose("onnx-tensor", context.span, { tensor: name, problem }));
  const code = proto.dataType ?? 0;
  const element =
    elementType(code) ?? fail(`its elements are ${elementTypeName(code)}, which no tensor has here`);
  const shape = extentsOf(proto, fail);
  const size = shape.reduce((product, extent) => product * extent, 1);
  if (!(size <= mostElements)) fail(`it claims ${size} elements; ${mostElements} are the most`);
  const raw = rawData(proto, name, context);
  const bytes = Math.ceil(size * bytesOf(element));
  if (raw !== null && raw.length !== bytes) {
    fail(`its shape [${shape.join(", ")}] needs ${bytes} bytes; ${raw.length} are there`);
  }
  const typed = raw === null ? typedData(proto, element, size) : null;
  if (typed !== null && typed.length !== size) {
    fail(`its shape [${shape.join(", ")}] has ${size} elements; ${typed.length} are there`);
  }
  const nd = allocate(array(element, shape));
  if (typed !== null) for (const [i, value] of typed.entries()) set(nd, i, elementValue(element, value));
  if (raw !== null) fillRaw(nd, raw);
  return nd;
}

function extentsOf(proto: TensorProto, fail: (problem: string) => never): readonly number[] {
  return (proto.dims ?? []).map((dim) => {
    const extent = Number(bigOf(dim));
    if (extent < 0) fail(`one of its extents is ${extent}`);
    return extent;
  });
}

/** ONNX keeps small types in int32_data, also float16 as its bits. */
function typedData(proto: TensorProto, element: ScalarType, size: number): readonly Integer[] {
  if (element.kind === "float") {
    if (element.exponent === 11) return proto.doubleData ?? [];
    return element.mantissa === 23 ? (proto.floatData ?? []) : (proto.int32Data ?? []);
  }
  if (element.kind === "int" && element.bits === 64) {
    return (element.signed ? proto.int64Data : proto.uint64Data) ?? [];
  }
  if (element.kind === "int" && element.bits === 32 && !element.signed) return proto.uint64Data ?? [];
  const words = proto.int32Data ?? [];
  return bytesOf(element) === 0.5 ? halves(words, size) : words;
}

/** Elements of 4 bits lie two to a word or byte, the first one in the lower half. */
function halves(words: readonly number[], size: number): readonly number[] {
  const all = words.flatMap((word) => [word & 15, (word >> 4) & 15]);
  return all.length === size + (size % 2) ? all.slice(0, size) : all;
}

function elementValue(element: ScalarType, value: Integer): Value {
  switch (element.kind) {
    case "bool":
      return value !== 0;
    case "float":
      if (element.mantissa === 23 || element.mantissa === 52) return Number(value);
      return shortFloat(Number(value) & 0xffff, element.exponent, element.mantissa);
    default: {
      const big = bigOf(value);
      if (element.kind !== "int") return canonical(big);
      return canonical(element.signed ? BigInt.asIntN(element.bits, big) : BigInt.asUintN(element.bits, big));
    }
  }
}

function bytesOf(element: ScalarType): number {
  switch (element.kind) {
    case "int":
      return element.bits / 8;
    case "float":
      return (1 + element.exponent + element.mantissa) / 8;
    default:
      return 1;
  }
}

/** Little endian, whatever this machine is. */
function fillRaw(nd: NDArray, raw: Uint8Array): void {
  const { element } = nd.type;
  const width = bytesOf(element);
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const read = rawReader(element, view);
  for (let i = 0; i < nd.data.length; i++) set(nd, i, read(i * width));
}

function rawReader(element: ScalarType, view: DataView): (at: number) => Value {
  if (element.kind === "bool") return (at) => view.getUint8(at) !== 0;
  if (element.kind === "float") {
    if (element.exponent === 11) return (at) => view.getFloat64(at, true);
    if (element.mantissa === 23) return (at) => view.getFloat32(at, true);
    return (at) => shortFloat(view.getUint16(at, true), element.exponent, element.mantissa);
  }
  const [bits, signed] = element.kind === "int" ? [element.bits, element.signed] : [8, false];
  switch (bits) {
    case 4: {
      const half = (at: number): number => (view.getUint8(Math.floor(at)) >> (at % 1 === 0 ? 0 : 4)) & 15;
      return signed ? (at) => (half(at) ^ 8) - 8 : half;
    }
    case 8:
      return signed ? (at) => view.getInt8(at) : (at) => view.getUint8(at);
    case 16:
      return signed ? (at) => view.getInt16(at, true) : (at) => view.getUint16(at, true);
    case 32:
      return signed ? (at) => view.getInt32(at, true) : (at) => view.getUint32(at, true);
    default:
      return (at) => canonical(signed ? view.getBigInt64(at, true) : view.getBigUint64(at, true));
  }
}

/** A float of 16 bits from its bits. */
function shortFloat(bits: number, exponentBits: number, mantissaBits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const most = 2 ** exponentBits - 1;
  const exponent = (bits >> mantissaBits) & most;
  const fraction = (bits & (2 ** mantissaBits - 1)) / 2 ** mantissaBits;
  const bias = (most - 1) / 2;
  if (exponent === most) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** (1 - bias) : (1 + fraction) * 2 ** (exponent - bias));
}

/** The bytes of the tensor, from the model or from a file beside it; null where it uses a typed field. */
function rawData(proto: TensorProto, name: string, { span, external }: TensorContext): Uint8Array | null {
  const isExternal = proto.dataLocation === 1;
  if (!isExternal) return proto.rawData !== undefined && proto.rawData.length > 0 ? proto.rawData : null;
  const entries = new Map((proto.externalData ?? []).map(({ key = "", value = "" }) => [key, value]));
  const location = entries.get("location") ?? "";
  const fail = (problem: string): never =>
    refuse(diagnose("onnx-external", span, { tensor: name, location, problem }));
  if (!isBeside(location)) fail("only files in the folder of the model are read");
  if (external === null) fail("the model came as bytes alone, without its folder");
  const bytes = external?.(location) ?? fail("there is no such file beside the model");
  const [offset, length] = [entries.get("offset") ?? "0", entries.get("length") ?? ""].map(Number);
  const [from, count] = [offset ?? 0, entries.has("length") ? (length ?? 0) : bytes.length - (offset ?? 0)];
  const inside = Number.isSafeInteger(from) && Number.isSafeInteger(count) && from >= 0 && count >= 0;
  if (!inside || from + count > bytes.length) {
    fail(`bytes ${from} to ${from + count} are wanted, and it has ${bytes.length}`);
  }
  return bytes.subarray(from, from + count);
}

/** A relative path that never leaves the folder by its words; what links lead to is the reader's matter. */
function isBeside(location: string): boolean {
  if (location === "" || /^[/\\]|^[A-Za-z]:|[\\\0]/.test(location)) return false;
  return location.split("/").every((part) => part !== "..");
}
