/**
 * A small network with layers of every kind that calibration meets, weights from stated seeds, and samples for it. Labels are
 * what the network itself chooses in floats.
 */
import { encodeNpz } from "../../../src/call/npz.ts";
import { type ModelText, noise, size, type Tensor } from "./model.ts";

/** So that layers give numbers of about the size of those they take. */
function weights(seed: number, inputs: number, ...shape: readonly number[]): Tensor {
  const gain = 2 / Math.sqrt(inputs);
  return { shape, data: noise(seed, size(shape)).map((value) => Math.fround(value * gain)) };
}

/** Convolution, a bias of its own, Relu, a pool, LeakyRelu, and four classes. */
export const digits: ModelText = {
  inputs: { x: { shape: ["N", 1, 8, 8] } },
  weights: {
    "conv.weight": weights(1, 9, 3, 1, 3, 3),
    bias: weights(2, 90, 3, 1, 1),
    "fc.weight": weights(3, 27, 27, 6),
    "out.weight": weights(4, 6, 6, 4),
    "out.bias": weights(5, 600, 4),
  },
  nodes: [
    { op: "Conv", name: "conv", inputs: ["x", "conv.weight"], outputs: ["c"] },
    { op: "Add", name: "add", inputs: ["c", "bias"], outputs: ["b"] },
    { op: "Relu", name: "relu", inputs: ["b"], outputs: ["r"] },
    {
      op: "MaxPool",
      name: "pool",
      inputs: ["r"],
      outputs: ["p"],
      attributes: { kernel_shape: [2, 2], strides: [2, 2] },
    },
    { op: "Flatten", name: "flat", inputs: ["p"], outputs: ["f"] },
    { op: "MatMul", name: "fc", inputs: ["f", "fc.weight"], outputs: ["h"] },
    { op: "LeakyRelu", name: "leaky", inputs: ["h"], outputs: ["a"], attributes: { alpha: 0.125 } },
    { op: "Gemm", name: "out", inputs: ["a", "out.weight", "out.bias"], outputs: ["y"] },
  ],
  outputs: ["y"],
};

export const digitSamples = 40;

export function digitImages(): Float32Array {
  return Float32Array.from(noise(9, digitSamples * 64).map((value) => 2 * value));
}

/** `images`, and what `labels` and `y` are given. */
export function digitData(labels: Uint8Array, outputs: Float32Array): Uint8Array {
  return encodeNpz(
    new Map([
      ["images", { dtype: "float32" as const, shape: [digitSamples, 8, 8], data: digitImages() }],
      ["labels", { dtype: "uint8" as const, shape: [digitSamples], data: labels }],
      [
        "y",
        { dtype: "float32" as const, shape: [digitSamples, outputs.length / digitSamples], data: outputs },
      ],
    ]),
    { compress: false },
  );
}
