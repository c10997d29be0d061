/** Bytes to a Graph: the protobuf decoded, every claim in it checked, the graph written as text for messages. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import { onOneLine } from "../../diagnostics/one_line.ts";
import type { NDArray } from "../../types/storage.ts";
import type { Attribute, Extent, Graph, GraphInput, Node } from "./graph.ts";
import { type Listing, listing, nodeName } from "./listing.ts";
import { refuse } from "./refusal.ts";
import {
  type AttributeProto,
  bigOf,
  decodeModel,
  type GraphProto,
  type ModelProto,
  type NodeProto,
  type ValueInfoProto,
} from "./schema.ts";
import { type ExternalReader, elementType, elementTypeName, readTensor } from "./tensor.ts";

/** Of ONNX's own operators: what this front end was written and tested for. */
export const opsets = { least: 7, most: 22 } as const;

/** A file that is protobuf and has a graph, of which nothing is believed yet but its text. */
export interface Opened {
  readonly proto: GraphProto;
  readonly opset: number;
  readonly text: Listing;
}

export function openGraph(path: string, bytes: Uint8Array): Opened {
  const model = decoded(bytes);
  const { graph } = model;
  if (
    graph === undefined ||
    graph === null ||
    (graph.node ?? []).length + (graph.output ?? []).length === 0
  ) {
    return refuse(diagnose("onnx-unreadable", nowhere, { reason: "it has no graph" }));
  }
  const opset = opsetOf(model);
  return { proto: graph, opset, text: listing(path, graph, opset) };
}

/** Its tensors, inputs and nodes, checked. */
export function readGraph({ proto, opset, text }: Opened, external: ExternalReader | null): Graph {
  return { ...graphOf(proto, text, external), opset };
}

const nowhere: Span = { from: 0, to: 0 };

function decoded(bytes: Uint8Array): ModelProto {
  try {
    return decodeModel(bytes);
  } catch (error) {
    const reason = onOneLine(error instanceof Error ? error.message : String(error));
    return refuse(diagnose("onnx-unreadable", nowhere, { reason }));
  }
}

function opsetOf({ opsetImport = [], functions = [] }: ModelProto): number {
  const [first] = functions;
  if (first !== undefined) {
    const problem = `the model defines functions of its own (\`${first.name ?? ""}\`), which are not expanded here`;
    refuse(diagnose("onnx-graph", nowhere, { problem }));
  }
  const own = opsetImport.find(({ domain = "" }) => domain === "" || domain === "ai.onnx");
  const version = own?.version === undefined ? 1n : bigOf(own.version);
  if (version >= BigInt(opsets.least) && version <= BigInt(opsets.most)) return Number(version);
  return refuse(diagnose("onnx-opset", nowhere, { version: String(version), ...opsets }));
}

function graphOf(graph: GraphProto, text: Listing, external: ExternalReader | null): Omit<Graph, "opset"> {
  const [sparse] = graph.sparseInitializer ?? [];
  if (sparse !== undefined) {
    refuse(
      diagnose("onnx-tensor", text.head, {
        tensor: sparse.values?.name ?? "",
        problem: "it is sparse, which is not read",
      }),
    );
  }
  const initialisers = new Map<string, NDArray>();
  for (const [i, proto] of (graph.initializer ?? []).entries()) {
    const name = proto.name ?? "";
    const span = text.initialisers[i] ?? text.head;
    if (initialisers.has(name)) {
      refuse(
        diagnose("onnx-tensor", span, { tensor: name, problem: "there are two initialisers of this name" }),
      );
    }
    initialisers.set(name, readTensor(proto, { span, external }));
  }
  // Before IR version 4 every initialiser was an input too: a default value, which counts here.
  const inputs = (graph.input ?? []).flatMap((proto, i) =>
    initialisers.has(proto.name ?? "") ? [] : [inputOf(proto, text.inputs[i] ?? text.head)],
  );
  const outputs = (graph.output ?? []).map(({ name = "" }, i) => ({
    name,
    span: text.outputs[i] ?? text.head,
  }));
  const nodes = (graph.node ?? []).map((proto, i) => nodeOf(proto, i, text.nodes[i] ?? text.head, external));
  return { source: text.source, span: text.head, inputs, outputs, initialisers, nodes };
}

function inputOf({ name = "", type }: ValueInfoProto, span: Span): GraphInput {
  const fail = (problem: string): never =>
    refuse(
      diagnose("onnx-input", span, { input: name, problem, help: "only tensors of numbers are inputs here" }),
    );
  const tensor = type?.tensorType ?? fail("it is no tensor");
  const code = tensor.elemType ?? 0;
  const element = elementType(code) ?? fail(`its elements are ${elementTypeName(code)}`);
  const dims = tensor.shape?.dim;
  const shape =
    tensor.shape === undefined || tensor.shape === null
      ? null
      : (dims ?? []).map((dim): Extent => {
          if (dim.dimValue === undefined || Object.hasOwn(dim, "dimParam")) return dim.dimParam ?? "";
          const extent = Number(bigOf(dim.dimValue));
          if (!Object.hasOwn(dim, "dimValue")) return "";
          return extent < 0 ? fail(`one of its extents is ${extent}`) : extent;
        });
  return { name, element, shape, span };
}

function nodeOf(proto: NodeProto, place: number, span: Span, external: ExternalReader | null): Node {
  const name = nodeName(proto, place);
  const domain = proto.domain === "ai.onnx" ? "" : (proto.domain ?? "");
  const attributes = new Map<string, Attribute>();
  for (const attribute of proto.attribute ?? []) {
    attributes.set(attribute.name ?? "", attributeOf(attribute, name, span, external));
  }
  return {
    name,
    domain,
    attributes,
    span,
    operator: proto.opType ?? "",
    inputs: proto.input ?? [],
    outputs: proto.output ?? [],
  };
}

/** AttributeProto.AttributeType; files of old versions leave it out, and then the field that is there counts. */
function attributeOf(
  proto: AttributeProto,
  node: string,
  span: Span,
  external: ExternalReader | null,
): Attribute {
  const has = (field: keyof AttributeProto): boolean => Object.hasOwn(proto, field);
  const type = proto.type ?? 0;
  if (type === 1 || (type === 0 && has("f"))) return { kind: "float", value: proto.f ?? 0 };
  if (type === 2 || (type === 0 && has("i"))) return { kind: "int", value: Number(bigOf(proto.i ?? 0)) };
  if (type === 3 || (type === 0 && has("s"))) {
    return { kind: "string", value: new TextDecoder().decode(proto.s ?? new Uint8Array()) };
  }
  if ((type === 4 || type === 0) && proto.t !== undefined && proto.t !== null) {
    return {
      kind: "tensor",
      value: readTensor(proto.t, { span, external }, `${proto.name ?? ""} of ${node}`),
    };
  }
  if (type === 6 || (type === 0 && (proto.floats ?? []).length > 0)) {
    return { kind: "floats", value: proto.floats ?? [] };
  }
  if (type === 7 || (type === 0 && (proto.ints ?? []).length > 0)) {
    return { kind: "ints", value: (proto.ints ?? []).map((value) => Number(bigOf(value))) };
  }
  return { kind: "other", what: type === 5 ? "a graph" : "of a type that no operator here takes" };
}
