/**
 * BatchNormalization folded into the convolution or matrix product before it: weights and bias are scaled once, in double,
 * and rounded once. This changes last bits against computing both layers, as every network compiler's folding does, and
 * saves the layer. Weights that were quantised are left alone: scaled, they would lie on no grid any more.
 */
import { compileConvert } from "../../types/arithmetic.ts";
import { allocate, get, type NDArray, set } from "../../types/storage.ts";
import { array, float64 } from "../../types/types.ts";
import { input, int, type Operand, optional } from "./operator.ts";
import { batchFactors } from "./operators/normalise.ts";
import type { Resolved, ResolvedNode } from "./resolve.ts";

export function foldBatchNorms(resolved: Resolved): Resolved {
  const readers = readersOf(resolved);
  const makers = new Map(
    resolved.nodes.flatMap((node) => node.outputs.map(({ name }) => [name, node] as const)),
  );
  const replaced = new Map<ResolvedNode, ResolvedNode | null>();
  for (const node of resolved.nodes) {
    if (node.operator.name !== "BatchNormalization") continue;
    const layer = makers.get(input(node.site, 0).name);
    if (layer === undefined || readers.get(input(node.site, 0).name) !== 1) continue;
    const merged = mergedLayer(resolved, layer, node);
    if (merged === null) continue;
    replaced.set(layer, null);
    replaced.set(node, merged);
  }
  const nodes = resolved.nodes.flatMap((node) => {
    const found = replaced.get(node);
    return found === undefined ? [node] : found === null ? [] : [found];
  });
  return { ...resolved, nodes };
}

function readersOf({ nodes, outputs }: Resolved): ReadonlyMap<string, number> {
  const count = new Map<string, number>();
  for (const operand of [...nodes.flatMap(({ site }) => site.inputs), ...outputs]) {
    if (operand !== null) count.set(operand.name, (count.get(operand.name) ?? 0) + 1);
  }
  return count;
}

/** The layer with scaled weights, under the name of its own and with the output of the normalisation. */
function mergedLayer({ graph }: Resolved, layer: ResolvedNode, norm: ResolvedNode): ResolvedNode | null {
  const { site } = layer;
  const axis = filterAxis(layer);
  const factors = batchFactors(norm.site);
  if (axis === null || factors === null) return null;
  const [weights, bias] = [input(site, 1), optional(site, 2)];
  const isPlain = ({ name, constant, isArgument }: Operand): boolean =>
    constant !== null && !isArgument && graph.initialisers.has(name);
  if (!isPlain(weights) || (bias !== null && !isPlain(bias)) || weights.constant === null) return null;
  if (weights.element.kind !== "float") return null;
  const { factor, offset } = factors;
  const strides = weights.shape.slice(axis + 1).reduce((product, extent) => product * extent, 1);
  const channels = weights.shape[axis] ?? 1;
  const channelOf = filtersOf(layer, channels, strides, factor.length);
  const scaled = mapped(weights.constant, weights.shape, (value, i) => value * (factor[channelOf(i)] ?? 1));
  const moved = vector(
    weights.constant,
    factor,
    (by, i) => (bias?.constant ? Number(get(bias.constant, i)) : 0) * by + (offset[i] ?? 0),
  );
  const named = (suffix: string, constant: NDArray): Operand => ({
    name: `${layer.site.node.name}_${suffix}`,
    constant,
    isArgument: false,
    element: constant.type.element,
    shape: constant.type.shape.map(Number),
  });
  const inputs = [site.inputs[0] ?? null, named("weights", scaled), named("bias", moved)];
  const node = { ...site.node, outputs: norm.site.node.outputs.slice(0, 1) };
  return { operator: layer.operator, site: { ...site, node, inputs }, outputs: norm.outputs.slice(0, 1) };
}

/** The axis of the weights that has the channels of the output; null for a layer that is not merged with. */
function filterAxis({ operator, site }: ResolvedNode): number | null {
  switch (operator.name) {
    case "Conv":
      return 0;
    case "ConvTranspose":
      return 1;
    case "Gemm": {
      const isPlain = ["alpha", "beta"].every((name) => {
        const found = site.node.attributes.get(name);
        return found === undefined || (found.kind === "float" && found.value === 1);
      });
      const bias = optional(site, 2);
      if (!isPlain || (bias !== null && bias.shape.length > 1)) return null;
      return int(site, "transB", 0) === 0 ? 1 : 0;
    }
    default:
      return null;
  }
}

/** From a place in the weights to the channel of the output. A transposed convolution has its groups along axis 0. */
function filtersOf(
  layer: ResolvedNode,
  channels: number,
  stride: number,
  outputs: number,
): (place: number) => number {
  const groups = outputs / channels;
  if (layer.operator.name !== "ConvTranspose" || groups === 1)
    return (place) => Math.floor(place / stride) % channels;
  const perGroup = (input(layer.site, 1).shape[0] ?? 1) / groups;
  return (place) => {
    const group = Math.floor(place / (stride * channels * perGroup));
    return group * channels + (Math.floor(place / stride) % channels);
  };
}

function mapped(
  nd: NDArray,
  shape: readonly number[],
  value: (old: number, place: number) => number,
): NDArray {
  const round = compileConvert(float64, nd.type.element);
  const made = allocate(array(nd.type.element, shape));
  for (let i = 0; i < nd.data.length; i++) set(made, i, round(value(Number(get(nd, i)), i), 0));
  return made;
}

function vector(
  like: NDArray,
  values: readonly number[],
  value: (old: number, place: number) => number,
): NDArray {
  const round = compileConvert(float64, like.type.element);
  const made = allocate(array(like.type.element, [values.length]));
  for (const [i, old] of values.entries()) set(made, i, round(value(old, i), 0));
  return made;
}
