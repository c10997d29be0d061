/** Random networks: 500 on the reference and on WebAssembly, and a sample as simulated circuits under our own schedule. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { runLoops, runProgram } from "../../../src/call/run.ts";
import { circuitLoops } from "../../../src/driver/schedule.ts";
import { allocate, set } from "../../../src/types/storage.ts";
import { array, float32 } from "../../../src/types/types.ts";
import { day } from "../../corpus/day.ts";
import { argumentsOf, call, compiledModel, numbers } from "./call.ts";
import { modelBytes } from "./model.ts";
import { randomNetwork } from "./random.ts";

it("500 random networks give the same bits on both roads", async () => {
  await fc.assert(
    fc.asyncProperty(randomNetwork(8), async ({ model, input }) => {
      await call(model, { x: input });
    }),
    { numRuns: 500, seed: day + 1 },
  );
}, 1_200_000);

it("random networks give the same bits as circuits", async () => {
  await fc.assert(
    fc.asyncProperty(randomNetwork(4), async ({ model, input }) => {
      const compiled = compiledModel(modelBytes(model), new Map());
      const x = allocate(array(float32, (model.inputs?.x?.shape ?? []).map(Number)));
      for (const [i, value] of input.entries()) set(x, i, value);
      const given = new Map([["x", x]]);
      const expected = runProgram(compiled.program, { given: argumentsOf(compiled, given), seed: 1 }).results;
      const { loops } = circuitLoops(compiled, {});
      const { results } = await runLoops(loops, "verilog", { given: argumentsOf(compiled, given), seed: 1 });
      expect(results.map(numbers)).toEqual(expected.map(numbers));
    }),
    { numRuns: 10, seed: day + 2, endOnFailure: true },
  );
}, 1_200_000);
