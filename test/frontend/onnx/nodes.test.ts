/** A sample of ONNX's node tests on the reference and on WebAssembly, other ones every day; the rest is a long test. */
import { describe, expect, it } from "vitest";
import { ofToday } from "../../corpus/day.ts";
import { compiledModel, expectClose, numbers, onBothRoads } from "./call.ts";
import { nodesHere, nodesMissing, nodeTest, rows } from "./nodes.ts";

describe("ONNX's node tests", () => {
  it.skipIf(nodesHere)(nodesMissing, () => {});

  it.each(ofToday(rows(), 24))("$test", async (row) => {
    const { bytes, inputs, outputs } = nodeTest(row);
    const results = await onBothRoads(compiledModel(bytes, inputs), inputs);
    expect(results.length).toBe(outputs.length);
    for (const [i, expected] of outputs.entries())
      expectClose(results[i] ? numbers(results[i]) : [], expected);
  });
});
