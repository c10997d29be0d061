/** Small arrays that start filled, and of which all else is known by numbers, are registers. */
import { expect, it } from "vitest";
import { prepare } from "../../../src/synthesis/prepare/index.ts";
import { ran } from "../network/run.ts";
import { writtenLoops } from "../written.ts";

const window = (fill: string): string => `def kernel(x: "int16[32]", y: "int32[32]"):
${fill}
    for n in range(32):
        for i in range(4):
            w[i] = w[i + 1]
        w[4] = x[n]
        total = np.int32(0)
        for i in range(5):
            total += np.int32(w[i]) * (i + 1)
        y[n] = total`;

it.each([
  ["of zeros", "    w = np.zeros(5, np.int16)"],
  ["of another number", "    w = np.full(5, 7, np.int16)"],
  ["in parts", "    w = np.zeros(5, np.int16)\n    for i in range(4, 1, -2):\n        w[i] = 3"],
])("a window that is shifted along is a shift register: filled %s", async (_, fill) => {
  const source = window(fill);
  expect(prepare(writtenLoops(source, "pipeline n")).arrays).toEqual([]);
  const { cycles } = await ran(source, "pipeline n");
  expect(cycles).toBeLessThanOrEqual(32 + 10);
});

it("a fill of another shape than a box is left as it is", async () => {
  const source = `def kernel(x: "int16[4]", y: "int16[4]"):
    t = np.full((4, 4), 9, np.int16)
    for i in range(4):
        for j in range(i):
            t[i, j] = 0
    for k in range(4):
        y[k] = x[k] + t[k, 1]`;
  await ran(source, "pipeline k");
  await ran(source, "unroll k");
});

it("a fill in a loop fills again", async () => {
  const source = `def kernel(x: "int16[6,8]", y: "int16[6,8]"):
    for r in range(6):
        w = np.zeros(3, np.int16)
        for n in range(8):
            w[0] = w[1]
            w[1] = w[2]
            w[2] = x[r, n]
            y[r, n] = w[0] + w[1] - w[2]`;
  expect(prepare(writtenLoops(source, "pipeline n")).arrays).toEqual([]);
  await ran(source, "pipeline n");
  await ran(source, "pipeline r");
});
