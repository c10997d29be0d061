/** Loops over the same elements as one. */
import { expect, it } from "vitest";
import { compile, explain, toLoops } from "../../src/driver/compile.ts";
import { gathered } from "../../src/explore/gather.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { printSchedule } from "../../src/schedule/print.ts";
import { corpusKernel } from "../synthesis/corpus-circuits.ts";
import { verdictBeside } from "../synthesis/promise.ts";

function loopsOf(body: string): Loops {
  const text = `from pylog import *
import numpy as np
@pylog
def kernel(a: "int32[6,4]", b: "int32[4,5]", c: "int32[6,5]"):
${body.replaceAll(/^/gm, "    ")}
`;
  const compiled = compile({ path: "kernel.py", text });
  if (!compiled.ok) throw new Error(explain(compiled));
  const lowered = toLoops(compiled);
  if (!lowered.ok) throw new Error("no loops");
  return lowered.loops;
}

function stepsOf(body: string): string {
  return printSchedule(gathered(loopsOf(body)).steps);
}

it("a sum over an outer loop comes to the element that it is added to", () => {
  const body = `for i in range(6):
    for j in range(5):
        c[i, j] *= 3
    for k in range(4):
        for j in range(5):
            c[i, j] += a[i, k] * b[k, j]`;
  expect(stepsOf(body)).toBe("reorder j_1 k\nfuse_loops j j_1\n");
});

it("loops of a fill and of the sum after it are one, level by level, over what stands between them", () => {
  const body = `s = np.zeros((6, 5), np.int32)
t = np.zeros((4, 4), np.int32)
for i in range(6):
    for j in range(5):
        for k in range(4):
            s[i, j] += a[i, k] * b[k, j]
for i in range(6):
    for j in range(5):
        c[i, j] = s[i, j] + t[0, 0]`;
  expect(stepsOf(body).split("\n").slice(0, 2)).toEqual(["fuse_loops s.0 i", "fuse_loops s.1 j"]);
});

it("loops that have nothing to share, another count, or another order stay apart", () => {
  const other = `for i in range(6):
    c[i, 0] = a[i, 0]
for j in range(6):
    c[j, 1] = a[j, 1]`;
  const backwards = `for i in range(6):
    c[i, 0] = a[i, 0]
for i in range(6):
    c[i, 1] = c[5 - i, 0]`;
  const count = `for i in range(6):
    c[i, 0] = a[i, 0]
for i in range(5):
    c[i, 1] = c[i, 0]`;
  expect([other, backwards, count].map(stepsOf)).toEqual([expect.any(String), "", ""]);
});

it.each(["polybench/doitgen", "polybench/three_mm", "polybench/atax"])("%s leaves the same", async (path) => {
  const { loops, args } = corpusKernel(path, "as it is");
  expect(await verdictBeside(loops, gathered(loops).loops, args)).toMatchObject({ kind: "kept" });
});
