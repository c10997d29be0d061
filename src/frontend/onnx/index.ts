/**
 * A network in an `.onnx` file as a Program: one function, a loop nest a layer, weights in tables.
 *
 *     const { program, diagnostics } = compileOnnx({ path: "lenet.onnx", bytes });
 *
 * Bytes in, Program out: files are read by whoever calls.
 */
import type { Diagnostic, SourceFile, Span } from "../../diagnostics/diagnostic.ts";
import type { Program } from "../../program/nodes.ts";
import type { NDArray } from "../../types/storage.ts";
import type { ScalarType, Type } from "../../types/types.ts";
import { assemble } from "./assemble.ts";
import { foldBatchNorms } from "./batch_norm.ts";
import { identifier } from "./emission.ts";
import { inputTypes, parameterNames, returning } from "./inputs.ts";
import { liveNodes, weightArguments } from "./live.ts";
import { openGraph, readGraph } from "./read.ts";
import { Refusal } from "./refusal.ts";
import { withoutIdleRelus } from "./relu.ts";
import { resolve } from "./resolve.ts";
import type { ExternalReader } from "./tensor.ts";

export interface OnnxFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly external?: ExternalReader; // reads files beside the model, and no others
}

export interface OnnxOptions {
  readonly args?: ReadonlyMap<string, Type>; // of inputs, for extents that the file leaves open
  readonly data?: ReadonlyMap<string, Type>; // types of the data at hand: they fill in what args and the file leave open
  readonly element?: ScalarType; // of inputs that are floats, where args do not say theirs
  readonly known?: (argument: string) => NDArray | null; // values of inputs that decide shapes
  readonly weights?: "constant" | "argument"; // tables in the program, or arguments of the kernel
  readonly batchNorm?: "fold" | "keep"; // into the layer before, where its weights are constants
  readonly samples?: number; // of a call, one after another; where not said, what the file calls a batch
  readonly results?: readonly string[]; // nodes or values to return in place of the file's outputs
}

export interface OnnxResult {
  readonly source: SourceFile;
  readonly program: Program | null; // null when there is an error
  readonly weights: ReadonlyMap<string, NDArray>; // values of the arguments that are weights, by parameter
  readonly layers: readonly NetworkLayer[]; // in the order they run
  readonly diagnostics: readonly Diagnostic[];
}

/** A node that something is left of. */
export interface NetworkLayer {
  readonly name: string; // as loops and arrays are called after it
  readonly operator: string;
  readonly span: Span; // of its line
}

export function compileOnnx(file: OnnxFile, options: OnnxOptions = {}): OnnxResult {
  let source: SourceFile = { path: file.path, text: "" };
  try {
    // The protobuf, checked; then types and constants, layers merged, and what no output needs is gone.
    const opened = openGraph(file.path, file.bytes);
    source = opened.text.source;
    const whole = readGraph(opened, file.external ?? null);
    const graph = options.results === undefined ? whole : returning(whole, options.results);
    const weights = options.weights ?? "constant";
    const kernel = kernelName(file.path);
    const names = parameterNames(graph, kernel);
    const { types, elements } = inputTypes(graph, names, {
      ...(options.args === undefined ? {} : { args: options.args }),
      ...(options.element === undefined ? {} : { element: options.element }),
      ...(options.data === undefined || options.samples !== undefined ? {} : { data: options.data }),
    });
    const resolved = resolve(graph, {
      weights,
      types,
      known: (input) => options.known?.(names.get(input) ?? "") ?? null,
    });
    const folded = (options.batchNorm ?? "fold") === "fold" ? foldBatchNorms(resolved) : resolved;
    const live = liveNodes(withoutIdleRelus(folded));
    const needed = weightArguments(live);
    const program = assemble({
      source,
      kernel,
      names,
      span: graph.span,
      inputs: live.inputs,
      weights: needed,
      outputs: live.outputs,
      nodes: live.nodes,
      elements,
      samples: options.samples ?? null,
    });
    const values = new Map(
      needed.flatMap(({ name, constant }) =>
        constant === null ? [] : [[names.get(name) ?? name, constant] as const],
      ),
    );
    const layers = live.nodes.map(({ site: { node } }) => ({
      name: identifier(node.name),
      operator: node.operator,
      span: node.span,
    }));
    return { source, program, weights: values, layers, diagnostics: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { source, program: null, weights: new Map(), layers: [], diagnostics: [error.diagnostic] };
  }
}

export interface ArgumentNames {
  readonly kernel: string;
  readonly inputs: readonly string[];
  readonly weights: readonly string[]; // initialisers, which are arguments where that is asked
}

/** What a kernel of this file may be given, without compiling it; null where it cannot be read. */
export function argumentNames(file: OnnxFile): ArgumentNames | null {
  try {
    const graph = readGraph(openGraph(file.path, file.bytes), file.external ?? null);
    const kernel = kernelName(file.path);
    const names = [...parameterNames(graph, kernel).values()];
    const { length } = graph.inputs;
    return { kernel, inputs: names.slice(0, length), weights: names.slice(length) };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The file's own name; a graph is called `main_graph` by most exporters. */
export function kernelName(path: string): string {
  const stem =
    path
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/\.onnx$/i, "") ?? "";
  return identifier(stem.replace(/^(?=\d)/, "net_"));
}
