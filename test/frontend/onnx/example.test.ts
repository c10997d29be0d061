/** The network that the documents show: its file is what is written here, with weights from a seed. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { operatorNames } from "../../../src/frontend/onnx/operators/index.ts";
import { compileNetwork, explain, run } from "../../../src/index.ts";
import { braggnn } from "./braggnn.ts";
import { type ModelText, modelBytes, seededWeights as weights } from "./model.ts";

const lenet: ModelText = {
  inputs: { x: { shape: ["batch", 1, 28, 28] } },
  weights: {
    "conv1.weight": weights(1, 25, 4, 1, 5, 5),
    "conv1.bias": weights(2, 25, 4),
    "conv2.weight": weights(3, 36, 8, 4, 3, 3),
    "conv2.bias": weights(4, 36, 8),
    "fc.weight": weights(5, 200, 10, 200),
    "fc.bias": weights(6, 200, 10),
  },
  nodes: [
    { op: "Conv", name: "conv1", inputs: ["x", "conv1.weight", "conv1.bias"], outputs: ["c1"] },
    { op: "Relu", name: "relu1", inputs: ["c1"], outputs: ["r1"] },
    {
      op: "MaxPool",
      name: "pool1",
      inputs: ["r1"],
      outputs: ["p1"],
      attributes: { kernel_shape: [2, 2], strides: [2, 2] },
    },
    { op: "Conv", name: "conv2", inputs: ["p1", "conv2.weight", "conv2.bias"], outputs: ["c2"] },
    { op: "Relu", name: "relu2", inputs: ["c2"], outputs: ["r2"] },
    {
      op: "MaxPool",
      name: "pool2",
      inputs: ["r2"],
      outputs: ["p2"],
      attributes: { kernel_shape: [2, 2], strides: [2, 2] },
    },
    { op: "Flatten", name: "flatten", inputs: ["p2"], outputs: ["f"] },
    {
      op: "Gemm",
      name: "fc",
      inputs: ["f", "fc.weight", "fc.bias"],
      outputs: ["y"],
      attributes: { transB: 1 },
    },
  ],
  outputs: ["y"],
};

const examples: readonly (readonly [string, ModelText])[] = [
  ["examples/lenet.onnx", lenet],
  ["examples/openhls/braggnn.onnx", braggnn],
];

it.each(examples)("%s is made from seeds", (path, model) => {
  if (process.env.UPDATE === "1") writeFileSync(path, modelBytes(model));
  expect(readFileSync(path).equals(modelBytes(model))).toBe(true);
});

it("is run by the library as docs/networks.md shows", () => {
  const network = compileNetwork({ path: "lenet.onnx", bytes: readFileSync("examples/lenet.onnx") });
  if (!network.ok) throw new Error(explain(network));
  const { result } = run(network, { x: new Float32Array(784) });
  expect(result).toMatchObject({ type: { shape: [1, 10] } });
});

it("docs/networks.md lists the operators that there are", () => {
  const table = readFileSync("docs/networks.md", "utf8").split("## Operators")[1]?.split("\n\n")[2] ?? "";
  const listed = table.match(/\b[A-Z][A-Za-z0-9]+\b/g)?.filter((name) => name !== "QONNX") ?? [];
  expect([...listed].sort()).toEqual([...operatorNames].sort());
});
