/**
 * A graph as text, a line a thing. An `.onnx` file has no lines of its own, so messages show and point at these.
 *
 *     network lenet, opset 17
 *     input x: float32[N,1,28,28]
 *     weight conv1.weight: float32[8,1,5,5]
 *     conv1: c = Conv(x, conv1.weight) pads=[2,2,2,2]
 *     output y
 */
import type { SourceFile, Span } from "../../diagnostics/diagnostic.ts";
import { onOneLine } from "../../diagnostics/one_line.ts";
import { printType } from "../../types/print.ts";
import {
  type AttributeProto,
  bigOf,
  type GraphProto,
  type Integer,
  type NodeProto,
  type TensorProto,
  type ValueInfoProto,
} from "./schema.ts";
import { elementType, elementTypeName } from "./tensor.ts";

export interface Listing {
  readonly source: SourceFile;
  readonly head: Span;
  readonly inputs: readonly Span[];
  readonly initialisers: readonly Span[];
  readonly nodes: readonly Span[];
  readonly outputs: readonly Span[];
}

export function listing(path: string, graph: GraphProto, opset: number): Listing {
  const lines: string[] = [];
  let at = 0;
  const add = (text: string): Span => {
    const line = onOneLine(text);
    lines.push(line);
    const span = { from: at, to: at + line.length };
    at = span.to + 1;
    return span;
  };
  const head = add(`network ${graph.name ?? ""}, opset ${opset}`);
  const inputs = (graph.input ?? []).map((input) => add(`input ${inputText(input)}`));
  const initialisers = (graph.initializer ?? []).map((tensor) =>
    add(`weight ${tensor.name ?? ""}: ${tensorText(tensor)}`),
  );
  const nodes = (graph.node ?? []).map((node, i) => add(nodeText(node, i)));
  const outputs = (graph.output ?? []).map(({ name = "" }) => add(`output ${name}`));
  return { source: { path, text: `${lines.join("\n")}\n` }, head, inputs, initialisers, nodes, outputs };
}

/** Exporters leave most names out: then it is called after what it computes. */
export function nodeName({ name, output = [], opType = "" }: NodeProto, place: number): string {
  return name || output.find((one) => one !== "") || `${opType}_${place}`;
}

function inputText({ name = "", type }: ValueInfoProto): string {
  const tensor = type?.tensorType;
  const dims = (tensor?.shape?.dim ?? []).map((dim) =>
    dim.dimParam !== undefined && Object.hasOwn(dim, "dimParam")
      ? dim.dimParam || "?"
      : Object.hasOwn(dim, "dimValue")
        ? integerText(dim.dimValue ?? 0)
        : "?",
  );
  return `${name}: ${elementText(tensor?.elemType ?? 0)}${dims.length === 0 ? "" : `[${dims.join(",")}]`}`;
}

function tensorText({ dims = [], dataType = 0 }: TensorProto): string {
  return `${elementText(dataType)}${dims.length === 0 ? "" : `[${dims.map(integerText).join(",")}]`}`;
}

function elementText(code: number): string {
  const element = elementType(code);
  return element === null ? elementTypeName(code) : printType(element);
}

function nodeText(node: NodeProto, place: number): string {
  const { input = [], output = [], opType = "", domain = "", attribute = [] } = node;
  const operator = domain === "" || domain === "ai.onnx" ? opType : `${domain}.${opType}`;
  const attributes = attribute.map((one) => ` ${one.name ?? ""}=${attributeText(one)}`).join("");
  return `${nodeName(node, place)}: ${output.join(", ")} = ${operator}(${input.join(", ")})${attributes}`;
}

/** Enough to recognise it. */
const mostNumbers = 16;

function attributeText(proto: AttributeProto): string {
  const list = (values: readonly string[]): string =>
    `[${values.slice(0, mostNumbers).join(",")}${values.length > mostNumbers ? ",…" : ""}]`;
  switch (proto.type) {
    case 1:
      return String(Number((proto.f ?? 0).toPrecision(7)));
    case 2:
      return integerText(proto.i ?? 0);
    case 3:
      return JSON.stringify(new TextDecoder().decode(proto.s ?? new Uint8Array()).slice(0, 64));
    case 4:
      return proto.t === undefined || proto.t === null ? "?" : tensorText(proto.t);
    case 6:
      return list((proto.floats ?? []).map((value) => String(Number(value.toPrecision(7)))));
    case 7:
      return list((proto.ints ?? []).map(integerText));
    default:
      return "…";
  }
}

function integerText(value: Integer): string {
  return String(bigOf(value));
}
