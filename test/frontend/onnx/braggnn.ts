/** BraggNN as OpenHLS builds it (its listing 5, s = 1), with weights from a seed. Its softmax is over all 648 values. */
import { type ModelText, type NodeText, seededWeights as weights } from "./model.ts";

const relu = (of: string): NodeText => ({
  op: "Relu",
  name: `${of}_relu`,
  inputs: [of],
  outputs: [`${of}r`],
});

const conv = (name: string, of: string): NodeText => ({
  op: "Conv",
  name,
  inputs: [of, `${name}.weight`, `${name}.bias`],
  outputs: [name],
});

const dense = (name: string, of: string): NodeText => ({
  op: "Gemm",
  name,
  inputs: [of, `${name}.weight`, `${name}.bias`],
  outputs: [name],
  attributes: { transB: 1 },
});

export const braggnn: ModelText = {
  inputs: { x: { shape: ["batch", 1, 11, 11] } },
  weights: {
    channels: { shape: [1], data: [1], type: "int64" },
    "c0.weight": weights(1, 9, 16, 1, 3, 3),
    "c0.bias": weights(2, 9, 16),
    "theta.weight": weights(3, 16, 8, 16, 1, 1),
    "theta.bias": weights(4, 16, 8),
    "phi.weight": weights(5, 16, 8, 16, 1, 1),
    "phi.bias": weights(6, 16, 8),
    "g.weight": weights(7, 16, 8, 16, 1, 1),
    "g.bias": weights(8, 16, 8),
    "out.weight": weights(9, 8, 16, 8, 1, 1),
    "out.bias": weights(10, 8, 16),
    "c1.weight": weights(11, 144, 8, 16, 3, 3),
    "c1.bias": weights(12, 144, 8),
    "c2.weight": weights(13, 72, 2, 8, 3, 3),
    "c2.bias": weights(14, 72, 2),
    "d0.weight": weights(15, 50, 16, 50),
    "d0.bias": weights(16, 50, 16),
    "d1.weight": weights(17, 16, 8, 16),
    "d1.bias": weights(18, 16, 8),
    "d2.weight": weights(19, 8, 4, 8),
    "d2.bias": weights(20, 8, 4),
    "d3.weight": weights(21, 4, 2, 4),
    "d3.bias": weights(22, 4, 2),
  },
  nodes: [
    conv("c0", "x"),
    conv("theta", "c0"),
    conv("phi", "c0"),
    conv("g", "c0"),
    { op: "Mul", name: "product", inputs: ["theta", "phi"], outputs: ["product"] },
    { op: "Exp", name: "power", inputs: ["product"], outputs: ["power"] },
    { op: "ReduceSum", name: "sums", inputs: ["power", "channels"], outputs: ["sums"] },
    { op: "ReduceSum", name: "total", inputs: ["sums"], outputs: ["total"] },
    { op: "Div", name: "share", inputs: ["power", "total"], outputs: ["share"] },
    { op: "Mul", name: "seen", inputs: ["share", "g"], outputs: ["seen"] },
    conv("out", "seen"),
    { op: "Mul", name: "mixed", inputs: ["out", "c0"], outputs: ["mixed"] },
    relu("mixed"),
    conv("c1", "mixedr"),
    relu("c1"),
    conv("c2", "c1r"),
    relu("c2"),
    { op: "Flatten", name: "flat", inputs: ["c2r"], outputs: ["f"] },
    dense("d0", "f"),
    relu("d0"),
    dense("d1", "d0r"),
    relu("d1"),
    dense("d2", "d1r"),
    relu("d2"),
    dense("d3", "d2r"),
    relu("d3"),
  ],
  outputs: ["d3r"],
};
