/** Random networks on the reference and on WebAssembly: the same bits. More, and circuits, are a long test. */
import fc from "fast-check";
import { it } from "vitest";
import { day } from "../../corpus/day.ts";
import { call } from "./call.ts";
import { randomNetwork } from "./random.ts";

it("random networks give the same bits on both roads", async () => {
  await fc.assert(
    fc.asyncProperty(randomNetwork(5), async ({ model, input }) => {
      await call(model, { x: input });
    }),
    { numRuns: 10, seed: day },
  );
});
