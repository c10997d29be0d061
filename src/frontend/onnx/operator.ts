/** What an entry of the table of operators says, and what a node of the graph tells it. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import { get, type NDArray } from "../../types/storage.ts";
import type { ScalarType } from "../../types/types.ts";
import type { Emission } from "./emission.ts";
import type { Attribute, Node, TensorType } from "./graph.ts";
import { refuse } from "./refusal.ts";

export interface Operator {
  readonly name: string;
  readonly domains?: readonly string[]; // ONNX's own where not said
  readonly opsets?: readonly [least: number, most: number]; // all that are read where not said
  readonly inputs: readonly [least: number, most: number];
  readonly outputs?: number; // at most; 1 where not said
  readonly attributes: readonly string[]; // every other one is refused
  readonly takes: readonly Elements[]; // of each input; the last one counts for all that follow
  readonly isUniform?: true; // all inputs have one element type
  readonly shapes?: readonly number[]; // inputs that decide shapes, and so must be known when compiling
  readonly isHeavy?: true; // work grows with the product of its inputs' sizes
  readonly infer: (site: Site) => readonly TensorType[]; // of the outputs, also of those that nobody asked for
  readonly known?: (site: Site) => readonly NDArray[] | null; // outputs that are known from shapes alone
  /** `alias`: output 0 has the elements of input 0 in their order, so it is no work at all. */
  readonly emit: "alias" | ((site: Site, out: Emission) => void);
  readonly aliasWhen?: (site: Site) => boolean; // it depends on the node
}

export function isAlias({ emit, aliasWhen }: Operator, site: Site): boolean {
  return emit === "alias" || aliasWhen?.(site) === true;
}

/** What elements an input may have. */
export type Elements = "any" | "number" | "float" | "int" | "bool";

export function isOf({ kind }: ScalarType, elements: Elements): boolean {
  switch (elements) {
    case "any":
      return true;
    case "number":
      return kind === "float" || kind === "int";
    default:
      return kind === elements;
  }
}

/** A node with what is known of its operands. */
export interface Site {
  readonly node: Node;
  readonly opset: number;
  readonly inputs: readonly (Operand | null)[]; // null: left out
  readonly outputs: readonly TensorType[]; // empty while they are inferred
}

/** A value of the graph. */
export interface Operand extends TensorType {
  readonly name: string;
  readonly constant: NDArray | null;
  readonly isArgument: boolean; // a weight that the caller gives: known here, and not built in
}

export function fail(site: Site, problem: string, help: string | null = null): never {
  const { name: node, operator, span } = site.node;
  return refuse(diagnose("onnx-node", span, { node, operator, problem, help }));
}

export function input(site: Site, place: number): Operand {
  return optional(site, place) ?? fail(site, `its input ${place} is left out`);
}

export function optional(site: Site, place: number): Operand | null {
  return site.inputs[place] ?? null;
}

/** Whether somebody may read the output. */
export function hasOutput(site: Site, place: number): boolean {
  return (site.node.outputs[place] ?? "") !== "";
}

/** An input that decides shapes. */
export function constant(site: Site, place: number, role: string): NDArray {
  const operand = input(site, place);
  if (operand.constant !== null) return operand.constant;
  const { name: node, operator, span } = site.node;
  return refuse(diagnose("onnx-not-constant", span, { node, operator, input: operand.name, role }));
}

export function constantInts(site: Site, place: number, role: string): readonly number[] {
  return numbersOf(constant(site, place, role));
}

/** Integers from an attribute or, in later opsets, an input of the same name; null where neither is there. */
export function intsFrom(
  site: Site,
  attribute: string,
  place: number,
  role: string,
): readonly number[] | null {
  const given = site.node.attributes.get(attribute);
  if (given !== undefined) return ints(site, attribute, []);
  return optional(site, place) === null ? null : constantInts(site, place, role);
}

export function numbersOf(nd: NDArray): readonly number[] {
  return Array.from({ length: nd.data.length }, (_, i) => Number(get(nd, i)));
}

export function int(site: Site, name: string, fallback: number): number {
  const found = attribute(site, name);
  if (found === null) return fallback;
  if (found.kind === "int") return found.value;
  return fail(site, `its attribute ${name} is no integer`);
}

export function float(site: Site, name: string, fallback: number): number {
  const found = attribute(site, name);
  if (found === null) return fallback;
  if (found.kind === "float" || found.kind === "int") return found.value;
  return fail(site, `its attribute ${name} is no number`);
}

export function string(site: Site, name: string, fallback: string): string {
  const found = attribute(site, name);
  if (found === null) return fallback;
  if (found.kind === "string") return found.value;
  return fail(site, `its attribute ${name} is no text`);
}

export function ints(site: Site, name: string, fallback: readonly number[]): readonly number[] {
  const found = attribute(site, name);
  if (found === null) return fallback;
  if (found.kind === "ints") return found.value;
  return fail(site, `its attribute ${name} is no list of integers`);
}

export function attribute(site: Site, name: string): Attribute | null {
  return site.node.attributes.get(name) ?? null;
}

/** A place among the axes of a shape; negative ones count from the end. */
export function axisOf(site: Site, axis: number, rank: number): number {
  const place = axis < 0 ? axis + rank : axis;
  if (Number.isInteger(place) && place >= 0 && place < rank) return place;
  return fail(site, `axis ${axis} of a tensor with ${rank} axes`);
}

export function axesOf(site: Site, axes: readonly number[], rank: number): readonly number[] {
  const places = axes.map((axis) => axisOf(site, axis, rank));
  if (new Set(places).size < places.length) fail(site, `an axis is named twice in [${axes.join(", ")}]`);
  return places;
}

/** Shapes match from the right; where one extent is 1 or missing the other wins. */
export function broadcast(site: Site, shapes: readonly (readonly number[])[]): readonly number[] {
  const rank = Math.max(0, ...shapes.map(({ length }) => length));
  return Array.from({ length: rank }, (_, axis) => {
    const extents = shapes.map((shape) => shape[shape.length - rank + axis] ?? 1);
    const extent = extents.find((one) => one !== 1) ?? 1;
    if (extents.every((one) => one === 1 || one === extent)) return extent;
    return fail(site, `the shapes ${shapes.map(shapeText).join(" and ")} do not broadcast`);
  });
}

/** A parameter with one value for each of `count` channels. */
export function checkVector(site: Site, operand: Operand | null, count: number): void {
  if (operand === null || (operand.shape.length === 1 && operand.shape[0] === count)) return;
  fail(site, `its input \`${operand.name}\` is ${shapeText(operand.shape)}, not [${count}]`);
}

/** An operand that is repeated to a shape, and may not be larger. */
export function checkBroadcast(site: Site, operand: Operand | null, shape: readonly number[]): void {
  if (operand === null) return;
  const wide = broadcast(site, [operand.shape, shape]);
  if (wide.length === shape.length && wide.every((extent, axis) => extent === shape[axis])) return;
  fail(
    site,
    `its input \`${operand.name}\`, ${shapeText(operand.shape)}, does not broadcast to ${shapeText(shape)}`,
  );
}

/** A scale or zero point: one for all, or one for each of `count` rows, columns or filters. */
export function checkPerChannel(site: Site, operand: Operand | null, count: number): void {
  const long = operand?.shape.filter((extent) => extent !== 1) ?? [];
  if (operand === null || long.length === 0 || (long.length === 1 && long[0] === count)) return;
  fail(site, `its input \`${operand.name}\` is ${shapeText(operand.shape)}, neither a scalar nor [${count}]`);
}

export function shapeText(shape: readonly number[]): string {
  return `[${shape.join(", ")}]`;
}

export function like({ element }: { readonly element: ScalarType }, shape: readonly number[]): TensorType {
  return { element, shape };
}
