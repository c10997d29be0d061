/** A network as it was read: nodes in any order, names as the file has them, tensors typed. It reads as a grammar. */
import type { SourceFile, Span } from "../../diagnostics/diagnostic.ts";
import type { NDArray } from "../../types/storage.ts";
import type { ScalarType } from "../../types/types.ts";

export interface Graph {
  readonly source: SourceFile; // the graph as text: places in it are what diagnostics point at
  readonly span: Span; // its first line
  readonly opset: number; // of ONNX's own operators
  readonly inputs: readonly GraphInput[];
  readonly outputs: readonly GraphOutput[];
  readonly initialisers: ReadonlyMap<string, NDArray>;
  readonly nodes: readonly Node[];
}

export interface GraphInput {
  readonly name: string;
  readonly element: ScalarType;
  readonly shape: readonly Extent[] | null; // null: the file does not even say the rank
  readonly span: Span;
}

/** An extent, or the name of one that the file leaves open ("" where it has no name either). */
export type Extent = number | string;

export interface GraphOutput {
  readonly name: string;
  readonly span: Span;
}

export interface Node {
  readonly name: string; // its own, or that of its first output
  readonly operator: string;
  readonly domain: string; // "" is ONNX's own
  readonly inputs: readonly string[]; // "": left out
  readonly outputs: readonly string[];
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly span: Span;
}

export type Attribute =
  | { readonly kind: "int"; readonly value: number }
  | { readonly kind: "float"; readonly value: number }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "ints"; readonly value: readonly number[] }
  | { readonly kind: "floats"; readonly value: readonly number[] }
  | { readonly kind: "tensor"; readonly value: NDArray }
  | { readonly kind: "other"; readonly what: string }; // a graph, a type, strings: no operator here takes one

/** Element type and static shape. */
export interface TensorType {
  readonly element: ScalarType;
  readonly shape: readonly number[];
}

/** The most elements that a tensor may have: 1 GiB of float32. */
export const mostElements = 2 ** 28;

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, extent) => size * extent, 1);
}

export function tensorTypeOf({ type }: NDArray): TensorType {
  return { element: type.element, shape: type.shape.map(Number) };
}
