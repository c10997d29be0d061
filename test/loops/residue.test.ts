/** Subscripts that differ in what is left when they are divided. */
import { expect, test } from "vitest";
import { flatDistances } from "../../src/loops/depend/distance.ts";
import type { For } from "../../src/loops/nodes.ts";
import { loopsOf } from "../schedule/lowered.ts";

const distances = (first: string, second: string): number => {
  const loops = loopsOf(`
def kernel(a: "int32[256]", x: "int32[16,16,16]"):
    for t in range(16):
        for k in range(16):
            for w in range(16):
                a[${first}] = x[t, k, w]
                a[${second}] = x[t, k, w] + 1
`);
  const nest: For[] = [];
  for (let [stmt] = loops.body; stmt?.kind === "for"; [stmt] = stmt.body) nest.push(stmt);
  const last = nest.at(-1);
  const all = flatDistances(loops, nest, last?.body ?? []);
  return all.filter(({ first: one, second: two }) => one.index !== two.index).length;
};

test("a multiple of eight and 0 to 3 is never one and 4 to 7", () => {
  const tile = "(t // 2 * 2 + k // 2 % 4) * 8";
  expect(distances(`${tile} + (k % 2 * 16 + w) // 8`, `${tile} + 4 + (k % 2 * 16 + w) // 8`)).toBe(0);
});

test("a place that reaches into the other's is met", () => {
  const tile = "(t // 2 * 2 + k // 2 % 4) * 8";
  expect(distances(`${tile} + w // 2 % 5`, `${tile} + 4 + w // 8`)).toBeGreaterThan(0);
});
