/** Operators are as wide as the numbers that reach them, however wide the type that these are written in. */
import { expect, test } from "vitest";
import { reportOf } from "../../src/synthesis/report/index.ts";
import { writtenCircuit } from "./written.ts";

test("a sum that starts anew is as wide as its own terms, not as all that are ever added", () => {
  const source = `def kernel(a: "uint8[64,4]", out: "int32[64]"):
    for i in range(64):
        total = 0
        for j in range(4):
            total += int(a[i, j])
        out[i] = total`;
  const steps = "unroll j\npartition a dim=1 complete\npipeline i";
  expect(operators(source, steps)).toEqual([
    "add uint<10>, uint<8>",
    "add uint<8>, uint<8>",
    "add uint<9>, uint<8>",
  ]);
});

test("what is left after abs, min, and a shift needs no bit of a Python int", () => {
  const source = `def kernel(a: "uint8[8]", b: "uint8[8]", out: "uint8[8]"):
    for i in range(8):
        d = abs(int(a[i]) - int(b[i]))
        out[i] = min((d * 3) >> 1, 255)`;
  expect(operators(source, "pipeline i")).toEqual([
    "abs int<9>",
    "min uint<9>, uint<8>",
    "mul uint<8>, uint<2>",
    "sub uint<8>, uint<8>",
  ]);
});

test("a truth value that is counted is one bit", () => {
  const source = `def kernel(a: "uint8[8]", out: "uint8[8]"):
    for i in range(8):
        out[i] = (a[i] > 3) + (a[i] & 1)`;
  expect(operators(source, "pipeline i").filter((one) => one.startsWith("add"))).toEqual([
    "add uint<1>, uint<1>",
  ]);
});

test("numbers that are left alone take no operator", () => {
  const source = `def kernel(a: "uint8[8,2]", out: "int32[8]"):
    for i in range(8):
        total = 0
        for j in range(2):
            total += int(a[i, j]) * (1 - j)
        out[i] = max(total, 0)`;
  expect(operators(source, "unroll j\npipeline i")).toEqual([]);
});

/** Those that compute, without what finds addresses: arrays here have rows of one or a power of two elements. */
function operators(source: string, steps: string): readonly string[] {
  return reportOf(writtenCircuit(source, steps))
    .operators.map(({ operation }) => operation)
    .sort();
}
