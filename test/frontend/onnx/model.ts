/** Small models for tests, written with the messages of `schema.ts`. */
import {
  type AttributeProto,
  encodeModel,
  type ModelProto,
  type NodeProto,
  type TensorProto,
  type ValueInfoProto,
} from "../../../src/frontend/onnx/schema.ts";

export interface Tensor {
  readonly shape: readonly number[];
  readonly data: readonly number[];
  readonly type?: keyof typeof codes; // float32 where not said
}

export const codes = {
  float32: 1,
  uint8: 2,
  int8: 3,
  int32: 6,
  int64: 7,
  bool: 9,
  float64: 11,
  uint4: 21,
  int4: 22,
} as const;

export type AttributeValue = number | string | readonly number[] | Tensor | { readonly float: number };

export interface NodeText {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly name?: string;
  readonly domain?: string;
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
}

export interface ModelText {
  readonly opset?: number;
  readonly inputs?: Readonly<
    Record<string, { readonly shape: readonly (number | string)[]; readonly type?: keyof typeof codes }>
  >;
  readonly weights?: Readonly<Record<string, Tensor>>;
  readonly nodes: readonly NodeText[];
  readonly outputs: readonly string[];
}

export function modelBytes(model: ModelText): Uint8Array {
  return encodeModel(modelProto(model));
}

export function modelProto({ opset = 17, inputs = {}, weights = {}, nodes, outputs }: ModelText): ModelProto {
  return {
    irVersion: 8,
    producerName: "lutra tests",
    opsetImport: [{ domain: "", version: opset }],
    graph: {
      name: "test",
      node: nodes.map(nodeProto),
      initializer: Object.entries(weights).map(([name, tensor]) => tensorProto(tensor, name)),
      input: Object.entries(inputs).map(([name, { shape, type = "float32" }]): ValueInfoProto => {
        const dim = shape.map((extent) =>
          typeof extent === "number" ? { dimValue: extent } : { dimParam: extent },
        );
        return { name, type: { tensorType: { elemType: codes[type], shape: { dim } } } };
      }),
      output: outputs.map((name) => ({ name })),
    },
  };
}

export function tensorProto({ shape, data, type = "float32" }: Tensor, name = ""): TensorProto {
  const base = { name, dims: shape, dataType: codes[type] };
  switch (type) {
    case "float32":
      return { ...base, rawData: new Uint8Array(Float32Array.from(data).buffer) };
    case "float64":
      return { ...base, doubleData: data };
    case "int64":
      return { ...base, int64Data: data };
    case "uint4":
    case "int4":
      return { ...base, rawData: packed(data) };
    default:
      return { ...base, int32Data: data };
  }
}

/** Two elements of 4 bits a byte, the first one in the lower half. */
function packed(data: readonly number[]): Uint8Array {
  const at = (i: number): number => (data[i] ?? 0) & 15;
  return Uint8Array.from({ length: Math.ceil(data.length / 2) }, (_, i) => at(2 * i) | (at(2 * i + 1) << 4));
}

function nodeProto({ op, inputs, outputs, name = "", domain = "", attributes = {} }: NodeText): NodeProto {
  return {
    opType: op,
    input: inputs,
    output: outputs,
    name,
    domain,
    attribute: Object.entries(attributes).map(([key, value]) => attributeProto(key, value)),
  };
}

function attributeProto(name: string, value: AttributeValue): AttributeProto {
  if (typeof value === "number") {
    return Number.isInteger(value) ? { name, type: 2, i: value } : { name, type: 1, f: value };
  }
  if (typeof value === "string") return { name, type: 3, s: new TextEncoder().encode(value) };
  if ("float" in value) return { name, type: 1, f: value.float };
  if ("data" in value) return { name, type: 4, t: tensorProto(value) };
  return { name, type: 7, ints: value };
}

/** Numbers between -1 and 1 from a seed: xorshift of 32 bits. */
export function noise(seed: number, count: number): readonly number[] {
  let state = seed * 2654435761 + 1;
  return Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.fround((state >>> 0) / 2 ** 31 - 1);
  });
}

export function tensorOf(seed: number, ...shape: readonly number[]): Tensor {
  return { shape, data: noise(seed, size(shape)) };
}

export function size(shape: readonly number[]): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

/** Uniform, as PyTorch starts layers: within 1 / sqrt(inputs of a unit). */
export function seededWeights(seed: number, inputs: number, ...shape: readonly number[]): Tensor {
  return { shape, data: noise(seed, size(shape)).map((value) => Math.fround(value / Math.sqrt(inputs))) };
}
