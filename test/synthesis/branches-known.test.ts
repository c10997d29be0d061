/** Branches that loops around decide: a call takes as many cycles as were predicted, and the timeline shows which side runs. */
import { describe, expect, test } from "vitest";
import type { NDArray } from "../../src/types/storage.ts";
import { int32 } from "../../src/types/types.ts";
import { compared } from "../timeline/exact.ts";
import { verdict } from "./promise.ts";
import { writtenLoops } from "./written.ts";

/** Two loops that run as one, and have no iteration for the last `k`. */
const triangle = (n: number) => `def kernel(a: "int32[${n},${n}]"):
    for k in range(${n}):
        for i in range(k + 1, ${n}):
            for j in range(k + 1, ${n}):
                a[i, j] = a[i, j] - a[k, j]`;

const guarded = (condition: string) => (n: number) =>
  `def kernel(a: "int32[${n},${n}]"):
    for k in range(${n}):
        for m in range(2):
            if ${condition}:
                for j in range(k, ${n}):
                    a[k, j] += j
            else:
                for j in range(m):
                    a[j, k] += 3
                a[m, k] = 1`;

const sources: readonly (readonly [string, (n: number) => string, string])[] = [
  ["a triangle", triangle, "pipeline j"],
  ["a triangle as it is written", triangle, ""],
  ["one counter", guarded("k > 2"), ""],
  ["two counters", guarded("k % 3 == 1 or m + k < 3"), "pipeline j"],
  ["a choice in a choice", guarded("not (2 < k < 5) and m == 0"), "pipeline j"],
];

function matrix(n: number): NDArray {
  const data = Int32Array.from({ length: n * n }, (_, k) => (k * 7919) % 101);
  return { type: { kind: "array", element: int32, shape: [n, n] }, data };
}

describe.each(sources)("%s", (_, source, steps) => {
  test.each([3, 4, 7, 8])("of size %i takes what was predicted", async (n) => {
    const loops = writtenLoops(source(n), steps);
    const found = await verdict(loops, { a: matrix(n) });
    if (found.kind !== "kept") throw new Error(JSON.stringify(found));
    const { least, most } = found.ran.made.prediction;
    expect([least, most]).toEqual([found.ran.cycles, found.ran.cycles]);
    expect((await compared(loops, { a: matrix(n) })).kind).toBe("same");
  });
});

test("where data decide, the prediction is a range", async () => {
  const source = guarded("a[k, 0] > 50")(5);
  const found = await verdict(writtenLoops(source), { a: matrix(5) });
  if (found.kind !== "kept") throw new Error(JSON.stringify(found));
  const { least, most } = found.ran.made.prediction;
  expect(least).toBeLessThan(most);
});
