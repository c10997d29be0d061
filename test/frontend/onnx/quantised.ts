/** A small quantised network, as QKeras exports it: weights and activations on grids, made from a seed. */
import type { ModelText, NodeText, Tensor } from "./model.ts";

/** Steps of 2^-5 in six bits. */
function weights(seed: number, ...shape: readonly number[]): Tensor {
  let state = seed * 2654435761 + 97;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (((state >>> 8) % 63) - 31) / 32;
  };
  return { shape, data: Array.from({ length: shape.reduce((a, b) => a * b, 1) }, next) };
}

const scalar = (value: number): Tensor => ({ shape: [], data: [value] });

/** Layers of these sizes; between them Relu, and six bits without a sign in steps of 2^-4. */
export function quantised(sizes: readonly number[]): ModelText {
  const nodes: NodeText[] = [];
  const all: Record<string, Tensor> = { step: scalar(1 / 16), zero: scalar(0), bits: scalar(6) };
  for (const [layer, to] of sizes.slice(1).entries()) {
    const from = layer === 0 ? "x" : `q${layer - 1}`;
    all[`w${layer}`] = weights(2 * layer + 1, sizes[layer] ?? 1, to);
    all[`b${layer}`] = weights(2 * layer + 2, to);
    nodes.push(
      { op: "MatMul", name: `mul${layer}`, inputs: [from, `w${layer}`], outputs: [`m${layer}`] },
      { op: "Add", name: `add${layer}`, inputs: [`m${layer}`, `b${layer}`], outputs: [`a${layer}`] },
    );
    if (layer === sizes.length - 2) continue;
    nodes.push(
      { op: "Relu", name: `relu${layer}`, inputs: [`a${layer}`], outputs: [`r${layer}`] },
      {
        op: "Quant",
        name: `quant${layer}`,
        domain: "qonnx.custom_op.general",
        inputs: [`r${layer}`, "step", "zero", "bits"],
        outputs: [`q${layer}`],
        attributes: { signed: 0, narrow: 0, rounding_mode: "ROUND" },
      },
    );
  }
  const last = `a${sizes.length - 2}`;
  nodes.push({ op: "Softmax", name: "softmax", inputs: [last], outputs: ["y"] });
  return { inputs: { x: { shape: ["N", sizes[0] ?? 1] } }, weights: all, nodes, outputs: ["y"] };
}
