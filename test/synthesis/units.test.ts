/** How many units a circuit has: no more than run at the same time, and none for what leaves a number alone. */
import { expect, test } from "vitest";
import { levelsOf, waysOf } from "../../src/synthesis/circuit/choice.ts";
import { reportOf } from "../../src/synthesis/report/index.ts";
import { writtenCircuit } from "./written.ts";

test("a tree of n floats and a sum take n adders, not one more for each part", () => {
  const source = `def kernel(a: "float32[16]", s: "float32[4]"):
    for i in range(4):
        for j in range(4):
            s[i] = s[i] + a[i * 4 + j]`;
  const steps = "reassociate j 4\nunroll j.inner\nunroll j.outer\npartition a dim=0 cyclic 4\npipeline i";
  expect(unitsOf(source, steps, "add float32")).toEqual({ count: 4, units: 4 });
});

test("nests that run one after another share their units", () => {
  const nest = (out: string, i: string): string => `
    for ${i} in range(8):
        ${out}[${i}] = a[${i}] * b[${i}] + ${out}[${i}]`;
  const source = `def kernel(a: "float32[8]", b: "float32[8]", c: "float32[8]", d: "float32[8]", e: "float32[8]"):${nest("c", "i")}${nest("d", "j")}${nest("e", "k")}`;
  const steps = "pipeline i\npipeline j\npipeline k";
  expect(unitsOf(source, steps, "mul float32")).toEqual({ count: 3, units: 1 });
  expect(unitsOf(source, steps, "add float32")).toEqual({ count: 3, units: 1 });
});

test("products of what memories give take turns, where the choice fits before them", () => {
  const source = `def kernel(a: "uint32[8,8]", b: "uint32[8,8]", c: "uint32[8,8]"):
    for i in range(8):
        for j in range(8):
            total = np.uint32(0)
            for k in range(8):
                total += a[i, k] * b[k, j]
            c[i, j] = total`;
  expect(unitsOf(source, "pipeline i", "mul uint32")).toEqual({ count: 64, units: 16 }); // an iteration in 4 cycles
});

test("a loop that nobody asked to be fast has one unit for all its sums", () => {
  const source = `def kernel(a: "float32[8,4]", s: "float32[8]"):
    for i in range(8):
        s[i] = a[i, 0] + a[i, 1] + a[i, 2] + a[i, 3] + s[i]`;
  expect(unitsOf(source, "", "add float32")).toEqual({ count: 4, units: 1 });
  const steps = "partition a dim=1 complete\npipeline i";
  expect(unitsOf(source, steps, "add float32")).toEqual({ count: 4, units: 4 });
});

test("a product by a constant joins the multiplier of others, which is idle then", () => {
  const source = `def kernel(a: "float32[8,8]", x: "float32[8]", y: "float32[8]"):
    for i in range(8):
        total = np.float32(0)
        for j in range(i, 8):
            total += a[i, j] * x[j]
        y[i] = np.float32(1.5) * total`;
  expect(unitsOf(source, "", "mul float32")).toEqual({ count: 2, units: 1 });
  const nests = `def kernel(a: "float32[8]", x: "float32[8]", y: "float32[8]"):
    for i in range(8):
        y[i] = a[i] * x[i]
    for j in range(8):
        x[j] = np.float32(1.7) * a[j]`;
  expect(unitsOf(nests, "pipeline i\npipeline j", "mul float32")).toEqual({ count: 2, units: 1 });
});

test("a product that a constant makes small keeps its own unit", () => {
  const source = `def kernel(a: "int32[8]", b: "int32[8]", c: "int32[8]"):
    for i in range(8):
        c[i] = a[i] * b[i]
    for j in range(8):
        b[j] = 5 * c[j]`;
  expect(unitsOf(source, "", "mul ")).toEqual({ count: 2, units: 2 });
});

test("a product by a constant does not join a multiplier that is always at work", () => {
  const source = `def kernel(a: "float32[8]", x: "float32[8]", y: "float32[8]"):
    for i in range(8):
        y[i] = np.float32(1.7) * (a[i] * x[i])`;
  expect(unitsOf(source, "pipeline i", "mul float32")).toEqual({ count: 2, units: 2 });
  expect(unitsOf(source, "", "mul float32")).toEqual({ count: 2, units: 1 });
});

test("a LUT of six inputs chooses among three values, one of four among two", () => {
  expect([6, 4].map(waysOf)).toEqual([3, 2]);
  expect([1, 2, 3, 4, 9, 10].map((values) => levelsOf(values, 3))).toEqual([0, 1, 1, 2, 2, 3]);
});

function unitsOf(source: string, steps: string, operation: string): { count: number; units: number } {
  const found = reportOf(writtenCircuit(source, steps)).operators.filter((one) =>
    one.operation.startsWith(operation),
  );
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    units: found.reduce((sum, { units }) => sum + units, 0),
  };
}
