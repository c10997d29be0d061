/** The types of a network's inputs: the file's, filled in by what the caller says or by the data. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import { closest } from "../../diagnostics/closest.ts";
import { freeName } from "../../program/free_name.ts";
import { printType } from "../../types/print.ts";
import { array, elementOf, type ScalarType, sameType, shapeOf, type Type } from "../../types/types.ts";
import { identifier } from "./emission.ts";
import type { Graph, GraphInput, TensorType } from "./graph.ts";
import { refuse } from "./refusal.ts";

/** What the kernel calls an input or a weight: `features.0` is `features_0`, and no two are called alike. */
export function parameterNames(graph: Graph, kernel: string): ReadonlyMap<string, string> {
  const taken = new Set([kernel]);
  const all = [...graph.inputs.map(({ name }) => name), ...graph.initialisers.keys()];
  return new Map(
    all.map((name) => {
      const own = freeName(taken, identifier(name));
      taken.add(own);
      return [name, own];
    }),
  );
}

export interface GivenTypes {
  readonly args?: ReadonlyMap<string, Type>;
  readonly data?: ReadonlyMap<string, Type>;
  readonly element?: ScalarType; // of floats that args say nothing of
}

export interface InputTypes {
  readonly types: ReadonlyMap<string, TensorType>; // that the graph computes with
  readonly elements: ReadonlyMap<string, ScalarType>; // of floats that the caller gives in another type
}

/** Arguments are named as the kernel names them. */
export function inputTypes(
  graph: Graph,
  named: ReadonlyMap<string, string>,
  { args, data, element: usual }: GivenTypes,
): InputTypes {
  for (const name of args?.keys() ?? []) {
    const names = graph.inputs.map((input) => named.get(input.name) ?? "");
    if (names.includes(name)) continue;
    const meant = closest(name, names);
    refuse(
      diagnose("onnx-input", graph.span, {
        input: name,
        problem: "the network has no such input",
        help: meant === null ? `its inputs are ${names.join(", ")}` : `did you mean ${meant}?`,
      }),
    );
  }
  const elements = new Map<string, ScalarType>();
  const types = new Map(
    graph.inputs.map((input) => {
      const argument = named.get(input.name) ?? "";
      const asked = args?.get(argument);
      const element = asked === undefined ? (usual ?? input.element) : elementOf(asked);
      if (isOtherNumber(element, input.element)) elements.set(input.name, element);
      return [input.name, inputType(input, argument, asked, data?.get(argument))];
    }),
  );
  return { types, elements };
}

/** A float may come in as another kind of number, and is converted. */
function isOtherNumber(given: ScalarType, own: ScalarType): boolean {
  if (own.kind !== "float" || sameType(given, own)) return false;
  return given.kind === "int" || given.kind === "fixed" || given.kind === "float";
}

/** A graph with other outputs: values, or what nodes of these names compute. */
export function returning(graph: Graph, names: readonly string[]): Graph {
  const outputs = names.map((name) => {
    const node =
      graph.nodes.find((one) => one.outputs.includes(name)) ?? graph.nodes.find((one) => one.name === name);
    const value = node?.outputs.includes(name) ? name : node?.outputs[0];
    if (node !== undefined && value !== undefined) return { name: value, span: node.span };
    const meant = closest(
      name,
      graph.nodes.map((one) => one.name),
    );
    const nodes = graph.nodes.slice(0, 8).map((one) => one.name);
    const more = graph.nodes.length > nodes.length ? ", …" : "";
    const help = meant === null ? `its nodes are ${nodes.join(", ")}${more}` : `did you mean ${meant}?`;
    return refuse(diagnose("onnx-result", graph.span, { name, help }));
  });
  return { ...graph, outputs };
}

function inputType(
  input: GraphInput,
  argument: string,
  asked: Type | undefined,
  given: Type | undefined,
): TensorType {
  const { name, element, shape, span } = input;
  const fail = (problem: string, help: string): never =>
    refuse(diagnose("onnx-input", span, { input: name, problem, help }));
  if (asked !== undefined) {
    const extents = shapeOf(asked).map(Number);
    const fits =
      shape === null ||
      (shape.length === extents.length &&
        shape.every((extent, axis) => typeof extent === "string" || extent === extents[axis]));
    const own = elementOf(asked);
    if (!fits || !(sameType(own, element) || isOtherNumber(own, element)))
      fail(`it is ${declared(input)}; --arg says ${printType(asked)}`, "leave --arg out, or make it agree");
    return { element, shape: extents };
  }
  const data = given === undefined ? null : shapeOf(given).map(Number);
  if (shape === null) {
    if (data !== null) return { element, shape: data };
    return fail(
      "the model does not say its shape",
      `say it: --arg ${argument}=${printType(array(element, [1, 1]))}`,
    );
  }
  const fromData = data !== null && data.length === shape.length ? data : null;
  return {
    element,
    shape: shape.map((extent, axis) => {
      if (typeof extent === "number") return extent;
      // The first axis is the batch: one sample where nobody says otherwise.
      const known = fromData?.[axis] ?? (axis === 0 ? 1 : null);
      const example = shape.map((one) => (typeof one === "number" ? one : 1)).join(",");
      return (
        known ??
        fail(
          `it is ${declared(input)}, and extent ${axis} is not known`,
          `say it: --arg ${argument}=${printType(element)}[${example}]`,
        )
      );
    }),
  };
}

function declared({ element, shape }: GraphInput): string {
  if (shape === null) return `${printType(element)} of any shape`;
  return shape.length === 0
    ? printType(element)
    : `${printType(element)}[${shape.map((one) => one || "?").join(",")}]`;
}
