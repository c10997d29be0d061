/**
 * Types, shapes and constants of every value, in the order of the graph. What is known from constants or shapes alone is
 * computed here, by the nests that the node would have become: one meaning of every operator.
 */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import { closest } from "../../diagnostics/closest.ts";
import { printType } from "../../types/print.ts";
import type { NDArray } from "../../types/storage.ts";
import { sameType } from "../../types/types.ts";
import { evaluate } from "./evaluate.ts";
import { type Graph, mostElements, type Node, sizeOf, type TensorType, tensorTypeOf } from "./graph.ts";
import { fail, isAlias, isOf, type Operand, type Operator, type Site, shapeText } from "./operator.ts";
import { findOperator, operatorNames } from "./operators/index.ts";
import { ordered } from "./order.ts";
import { refuse } from "./refusal.ts";

export interface Resolved {
  readonly graph: Graph;
  readonly inputs: readonly Operand[]; // those that stay arguments, in order
  readonly outputs: readonly Operand[];
  readonly nodes: readonly ResolvedNode[]; // in order; none whose outputs are all known
}

export interface ResolvedNode {
  readonly operator: Operator;
  readonly site: Site;
  readonly outputs: readonly Operand[];
}

export interface ResolveOptions {
  readonly weights: "constant" | "argument";
  readonly types: ReadonlyMap<string, TensorType>; // of the inputs
  readonly known: (input: string) => NDArray | null; // values of inputs that decide shapes
}

export function resolve(graph: Graph, options: ResolveOptions): Resolved {
  const values = new Map<string, Operand>();
  for (const [name, constant] of graph.initialisers) {
    const isArgument = options.weights === "argument" && sizeOf(constant.type.shape.map(Number)) > 1;
    values.set(name, { name, constant, isArgument, ...tensorTypeOf(constant) });
  }
  for (const { name, element, shape } of graph.inputs) {
    const type = options.types.get(name) ?? { element, shape: (shape ?? []).map(Number) };
    values.set(name, { name, constant: null, isArgument: false, ...type });
  }
  const order = ordered(graph);
  const decided = shapeInputs(graph, order);
  for (const { name } of graph.inputs) {
    const constant = decided.has(name) ? options.known(name) : null;
    if (constant === null) continue;
    values.set(name, { name, constant, isArgument: false, ...tensorTypeOf(constant) });
  }
  const nodes = order.flatMap((node) => {
    const resolved = resolveNode(graph, node, values);
    for (const operand of resolved.outputs) values.set(operand.name, operand);
    return resolved.outputs.every(({ constant }) => constant !== null) ? [] : [resolved];
  });
  const operand = (name: string): Operand[] => {
    const found = values.get(name);
    return found === undefined ? [] : [found];
  };
  return {
    graph,
    nodes,
    inputs: graph.inputs.flatMap(({ name }) => operand(name)).filter(({ constant }) => constant === null),
    outputs: graph.outputs.flatMap(({ name }) => operand(name)),
  };
}

/** Inputs of the graph that operators want to know while compiling: `shape` of Reshape and its like. */
function shapeInputs(graph: Graph, order: readonly Node[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of order) {
    const places = findOperator(node.domain, node.operator, graph.opset)?.shapes ?? [];
    for (const place of places) names.add(node.inputs[place] ?? "");
  }
  return names;
}

function resolveNode(graph: Graph, node: Node, values: ReadonlyMap<string, Operand>): ResolvedNode {
  const { opset } = graph;
  const operator = findOperator(node.domain, node.operator, opset) ?? unknownOperator(node);
  const inputs = node.inputs.map((name) => (name === "" ? null : (values.get(name) ?? null)));
  const open: Site = { node, opset, inputs, outputs: [] };
  checkForm(open, operator);
  const types = operator.infer(open);
  const site: Site = { ...open, outputs: types };
  for (const { shape } of types) {
    const size = sizeOf(shape);
    if (!shape.every((extent) => Number.isSafeInteger(extent) && extent >= 0))
      fail(site, `its output would be ${shapeText(shape)}`);
    if (!(size <= mostElements))
      fail(site, `its output ${shapeText(shape)} has ${size} elements; ${mostElements} are the most`);
  }
  const constants = operator.known?.(site) ?? folded(site, operator);
  const outputs = node.outputs.flatMap((name, i): Operand[] => {
    const type = types[i];
    if (name === "" || type === undefined) return [];
    return [{ name, ...type, constant: constants?.[i] ?? null, isArgument: false }];
  });
  return { operator, site, outputs };
}

function unknownOperator({ name, operator, domain, span }: Node): never {
  const full = domain === "" ? operator : `${domain}.${operator}`;
  const suggestion = closest(operator, operatorNames);
  return refuse(
    diagnose("onnx-operator", span, {
      node: name,
      operator: full,
      suggestion: suggestion === operator ? null : suggestion,
    }),
  );
}

function checkForm(site: Site, operator: Operator): void {
  const { node, inputs } = site;
  const [least, most] = operator.inputs;
  if (inputs.length < least) fail(site, `it has ${inputs.length} inputs; it needs ${least}`);
  if (inputs.length > most) fail(site, `it has ${inputs.length} inputs; ${most} are the most`);
  for (let i = 0; i < least; i++) if (inputs[i] === null) fail(site, `its input ${i} is left out`);
  if (node.outputs.length > (operator.outputs ?? 1)) {
    fail(site, `it has ${node.outputs.length} outputs; ${operator.outputs ?? 1} are the most here`);
  }
  checkElements(site, operator);
  for (const [name, { kind }] of node.attributes) {
    if (!operator.attributes.includes(name)) fail(site, `its attribute ${name} is not supported`);
    if (kind === "other") fail(site, `its attribute ${name} has a type that is not supported`);
  }
}

function checkElements(site: Site, { takes, isUniform }: Operator): void {
  const [first] = site.inputs;
  for (const [i, operand] of site.inputs.entries()) {
    if (operand === null) continue;
    const elements = takes[Math.min(i, takes.length - 1)] ?? "any";
    if (!isOf(operand.element, elements)) {
      const wanted = elements === "number" ? "a number" : elements;
      fail(
        site,
        `its input \`${operand.name}\` has elements of ${printType(operand.element)}, not ${wanted}`,
      );
    }
    if (isUniform && first && !sameType(operand.element, first.element)) {
      const types = [first, operand].map(({ element }) => printType(element));
      fail(site, `its inputs have different types: ${types.join(" and ")}`);
    }
  }
}

/** Work that is done while compiling: more than this is left to the circuit. */
const mostFolded = { elements: 2 ** 22, products: 2 ** 26 };

function folded(site: Site, operator: Operator): readonly NDArray[] | null {
  // Another shape of a constant is no work, whatever its size and whatever else the node reads.
  const [source] = site.inputs;
  if (isAlias(operator, site))
    return source?.constant && !source.isArgument ? evaluate(site, operator) : null;
  const inputs = site.inputs.filter((operand) => operand !== null);
  const isKnown = inputs.every(({ constant, isArgument }) => constant !== null && !isArgument);
  if (!isKnown) return null;
  const read = inputs.reduce((sum, { shape }) => sum + sizeOf(shape), 0);
  const made = site.outputs.reduce((sum, { shape }) => sum + sizeOf(shape), 0);
  if (read + made > mostFolded.elements) return null;
  if (operator.isHeavy && read * made > mostFolded.products) return null;
  return evaluate(site, operator);
}
