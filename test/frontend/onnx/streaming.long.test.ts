/** Networks under `--schedule streaming`, ended by a softmax: all of it is processes, with the bits of the reference. */
import { expect, it } from "vitest";
import { parts } from "../../../src/device/part.ts";
import { toLoops } from "../../../src/driver/compile.ts";
import { streamingFor } from "../../../src/explore/streaming/index.ts";
import { target } from "../../synthesis/kernel-run.ts";
import { inARow } from "../../synthesis/network/run.ts";
import { compiledModel } from "./call.ts";
import { type ModelText, modelBytes, tensorOf } from "./model.ts";

/** Two dense layers and a last one; a row of outputs a sample. */
function classifier(rows: number, last: string): ModelText {
  return {
    inputs: { x: { shape: [rows, 4] } },
    weights: { w: tensorOf(1, 4, 6), v: tensorOf(2, 6, 3) },
    nodes: [
      { op: "Gemm", name: "hidden", inputs: ["x", "w"], outputs: ["h"] },
      { op: "Relu", name: "act", inputs: ["h"], outputs: ["a"] },
      { op: "Gemm", name: "logits", inputs: ["a", "v"], outputs: ["z"] },
      { op: last, name: "classes", inputs: ["z"], outputs: ["y"], attributes: { axis: -1 } },
    ],
    outputs: ["y"],
  };
}

it.each([
  [1, "Softmax"],
  [2, "Softmax"],
  [1, "LogSoftmax"],
])("%d rows, %s", async (rows, last) => {
  const lowered = toLoops(compiledModel(modelBytes(classifier(rows, last)), new Map()));
  if (!lowered.ok) throw new Error("a network has loops");
  const chosen = streamingFor(lowered.loops, target, parts["xc7z020clg400-1"]);
  const { interval, predicted } = await inARow(lowered.loops, chosen.loops);
  expect(interval).toBe(predicted);
});
