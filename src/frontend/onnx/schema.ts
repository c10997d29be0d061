/**
 * The messages of an `.onnx` file that matter here, by ONNX's field numbers (onnx.proto of onnx 1.17, Apache-2.0).
 * Whatever else a file has is skipped, as protobuf wants it; what changes a result is among these.
 *
 *     const model = decodeModel(bytes);       // throws what protobufjs throws for bytes that are no model
 *     const bytes = encodeModel(model);       // for those who make models
 */
import protobuf from "protobufjs/light.js";

/** What protobufjs makes of an int64: exact, in two halves. */
export interface Int64 {
  readonly low: number;
  readonly high: number;
  readonly unsigned: boolean;
}

export type Integer = number | Int64;

export interface ModelProto {
  readonly irVersion?: Integer;
  readonly producerName?: string;
  readonly opsetImport?: readonly OperatorSetIdProto[];
  readonly graph?: GraphProto | null;
  readonly functions?: readonly FunctionProto[];
}

export interface OperatorSetIdProto {
  readonly domain?: string;
  readonly version?: Integer;
}

export interface FunctionProto {
  readonly name?: string;
  readonly domain?: string;
}

export interface GraphProto {
  readonly name?: string;
  readonly node?: readonly NodeProto[];
  readonly initializer?: readonly TensorProto[];
  readonly sparseInitializer?: readonly SparseTensorProto[];
  readonly input?: readonly ValueInfoProto[];
  readonly output?: readonly ValueInfoProto[];
}

export interface SparseTensorProto {
  readonly values?: TensorProto | null;
}

export interface NodeProto {
  readonly input?: readonly string[];
  readonly output?: readonly string[];
  readonly name?: string;
  readonly opType?: string;
  readonly domain?: string;
  readonly attribute?: readonly AttributeProto[];
}

export interface AttributeProto {
  readonly name?: string;
  readonly refAttrName?: string;
  readonly type?: number;
  readonly f?: number;
  readonly i?: Integer;
  readonly s?: Uint8Array;
  readonly t?: TensorProto | null;
  readonly g?: GraphProto | null;
  readonly floats?: readonly number[];
  readonly ints?: readonly Integer[];
  readonly strings?: readonly Uint8Array[];
}

export interface TensorProto {
  readonly dims?: readonly Integer[];
  readonly dataType?: number;
  readonly floatData?: readonly number[];
  readonly int32Data?: readonly number[];
  readonly int64Data?: readonly Integer[];
  readonly name?: string;
  readonly rawData?: Uint8Array;
  readonly doubleData?: readonly number[];
  readonly uint64Data?: readonly Integer[];
  readonly externalData?: readonly StringStringEntryProto[];
  readonly dataLocation?: number; // 1: external
}

export interface StringStringEntryProto {
  readonly key?: string;
  readonly value?: string;
}

export interface ValueInfoProto {
  readonly name?: string;
  readonly type?: TypeProto | null;
}

export interface TypeProto {
  readonly tensorType?: TensorTypeProto | null;
}

export interface TensorTypeProto {
  readonly elemType?: number;
  readonly shape?: TensorShapeProto | null;
}

export interface TensorShapeProto {
  readonly dim?: readonly DimensionProto[];
}

/** One of the two, or nothing: an extent that the file leaves open. */
export interface DimensionProto {
  readonly dimValue?: Integer;
  readonly dimParam?: string;
}

type Field = readonly [id: number, type: string, rule?: "repeated"];

const messages: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  ModelProto: {
    irVersion: [1, "int64"],
    producerName: [2, "string"],
    graph: [7, "GraphProto"],
    opsetImport: [8, "OperatorSetIdProto", "repeated"],
    functions: [25, "FunctionProto", "repeated"],
  },
  OperatorSetIdProto: { domain: [1, "string"], version: [2, "int64"] },
  FunctionProto: { name: [1, "string"], domain: [10, "string"] },
  GraphProto: {
    node: [1, "NodeProto", "repeated"],
    name: [2, "string"],
    initializer: [5, "TensorProto", "repeated"],
    input: [11, "ValueInfoProto", "repeated"],
    output: [12, "ValueInfoProto", "repeated"],
    sparseInitializer: [15, "SparseTensorProto", "repeated"],
  },
  SparseTensorProto: { values: [1, "TensorProto"] },
  NodeProto: {
    input: [1, "string", "repeated"],
    output: [2, "string", "repeated"],
    name: [3, "string"],
    opType: [4, "string"],
    attribute: [5, "AttributeProto", "repeated"],
    domain: [7, "string"],
  },
  AttributeProto: {
    name: [1, "string"],
    f: [2, "float"],
    i: [3, "int64"],
    s: [4, "bytes"],
    t: [5, "TensorProto"],
    g: [6, "GraphProto"],
    floats: [7, "float", "repeated"],
    ints: [8, "int64", "repeated"],
    strings: [9, "bytes", "repeated"],
    type: [20, "int32"],
    refAttrName: [21, "string"],
  },
  TensorProto: {
    dims: [1, "int64", "repeated"],
    dataType: [2, "int32"],
    floatData: [4, "float", "repeated"],
    int32Data: [5, "int32", "repeated"],
    int64Data: [7, "int64", "repeated"],
    name: [8, "string"],
    rawData: [9, "bytes"],
    doubleData: [10, "double", "repeated"],
    uint64Data: [11, "uint64", "repeated"],
    externalData: [13, "StringStringEntryProto", "repeated"],
    dataLocation: [14, "int32"],
  },
  StringStringEntryProto: { key: [1, "string"], value: [2, "string"] },
  ValueInfoProto: { name: [1, "string"], type: [2, "TypeProto"] },
  TypeProto: { tensorType: [1, "TensorTypeProto"] },
  TensorTypeProto: { elemType: [1, "int32"], shape: [2, "TensorShapeProto"] },
  TensorShapeProto: { dim: [1, "DimensionProto", "repeated"] },
  DimensionProto: { dimValue: [1, "int64"], dimParam: [2, "string"] },
};

/** Either of them, also where it is 0 or empty. */
const choices: Readonly<Record<string, Record<string, { oneof: string[] }>>> = {
  DimensionProto: { value: { oneof: ["dimValue", "dimParam"] } },
};

const root = protobuf.Root.fromJSON({
  nested: Object.fromEntries(
    Object.entries(messages).map(([message, fields]) => [
      message,
      {
        oneofs: choices[message] ?? {},
        fields: Object.fromEntries(
          Object.entries(fields).map(([name, [id, type, rule]]) => [
            name,
            rule === undefined ? { id, type } : { id, type, rule },
          ]),
        ),
      },
    ]),
  ),
});

export function decodeModel(bytes: Uint8Array): ModelProto {
  return decode("ModelProto", bytes) as ModelProto;
}

export function decodeTensor(bytes: Uint8Array): TensorProto {
  return decode("TensorProto", bytes) as TensorProto;
}

export function encodeModel(model: ModelProto): Uint8Array {
  const type = root.lookupType("ModelProto");
  return type.encode(type.fromObject(model)).finish();
}

/** Exact: halves become one bigint. */
export function bigOf(value: Integer): bigint {
  if (typeof value === "number") return BigInt(value);
  const high = BigInt(value.unsigned ? value.high >>> 0 : value.high | 0);
  return (high << 32n) | BigInt(value.low >>> 0);
}

function decode(type: string, bytes: Uint8Array): object {
  return root.lookupType(type).decode(bytes);
}
