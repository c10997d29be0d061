/** The node tests of the other days; and a sample of the small ones as simulated circuits (LUTRA_CORPUS=all: all). */
import { describe, expect, it } from "vitest";
import { runLoops } from "../../../src/call/run.ts";
import { circuitLoops } from "../../../src/driver/schedule.ts";
import { ofOtherDays, ofToday } from "../../corpus/day.ts";
import { argumentsOf, compiledModel, expectClose, numbers, onBothRoads } from "./call.ts";
import { nodesHere, nodesMissing, nodeTest, rows } from "./nodes.ts";

describe("ONNX's node tests, the others", () => {
  it.skipIf(nodesHere)(nodesMissing, () => {});

  it.each(ofOtherDays(rows(), 24))("$test", async (row) => {
    const { bytes, inputs, outputs } = nodeTest(row);
    const results = await onBothRoads(compiledModel(bytes, inputs), inputs);
    expect(results.length).toBe(outputs.length);
    for (const [i, expected] of outputs.entries())
      expectClose(results[i] ? numbers(results[i]) : [], expected);
  });
});

const small = rows().filter(({ elements }) => elements <= 4096);

describe("ONNX's node tests as circuits", () => {
  it.skipIf(nodesHere)(nodesMissing, () => {});

  it.each(ofToday(small, 24))("$test", async (row) => {
    const { bytes, inputs, outputs } = nodeTest(row);
    const compiled = compiledModel(bytes, inputs);
    const { loops } = circuitLoops(compiled, {});
    const { results } = await runLoops(loops, "verilog", { given: argumentsOf(compiled, inputs), seed: 1 });
    for (const [i, expected] of outputs.entries())
      expectClose(results[i] ? numbers(results[i]) : [], expected);
  });
});
