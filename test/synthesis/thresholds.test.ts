/** Comparisons of floats that follow from an integer need no float: the integer is compared with a constant. */
import { expect, it } from "vitest";
import { reportOf } from "../../src/synthesis/report/index.ts";
import { ran } from "./network/run.ts";

const kernel = (type: string, condition: string): string => `
def kernel(a: "${type}[256]", c: "uint8[256]"):
    for i in range(256):
        n = np.float32(a[i])
        c[i] = np.uint8(1) if ${condition} else np.uint8(0)
`;

const floats = /float/;

it.each([
  ["int8", "n * np.float32(0.37) + np.float32(1.2) >= np.float32(0)"],
  ["int8", "n * np.float32(-0.37) + np.float32(1.2) > np.float32(-3.5)"],
  ["int8", "np.float32(5.5) - n / np.float32(3) <= np.float32(1)"],
  ["int8", "np.float32(2) < -n * np.float32(0.1)"],
  ["uint8", "(n - np.float32(0.4488643)) / np.float32(17.838068) < np.float32(1.5)"],
  ["int16", "n * np.float32(1e-3) + np.float32(100) >= np.float32(87.25)"],
  ["int8", "n * np.float32(0) + np.float32(1) > np.float32(0)"], // always
  ["int8", "n + np.float32(1000) < np.float32(0)"], // never
])("%s: %s", async (type, condition) => {
  const { made } = await ran(kernel(type, condition), "pipeline i");
  const operations = reportOf(made).operators.map(({ operation }) => operation);
  expect(operations.filter((operation) => floats.test(operation))).toEqual([]);
});

it.each([
  "n * np.float32(1e38) * np.float32(1e38) > np.float32(0)", // infinities
  "np.float32(1) / n < np.float32(0.5)", // falls twice
  "n * n > np.float32(9)",
  "n + np.float32(c[i]) > np.float32(3)",
])("%s stays a comparison of floats", async (condition) => {
  const { made } = await ran(kernel("int8", condition), "pipeline i");
  const operations = reportOf(made).operators.map(({ operation }) => operation);
  expect(operations.some((operation) => floats.test(operation))).toBe(true);
});
