/** Branches that loops around decide: a call takes as many cycles as were predicted, and the timeline shows which side runs. */
import { describe, expect, test } from "vitest";
import type { NDArray } from "../../src/types/storage.ts";
import { int32 } from "../../src/types/types.ts";
import { day } from "../corpus/day.ts";
import { seeded } from "../loops/nests.ts";
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

/** Loops whose bounds and branches follow from those around them, many of them empty, some of them pipelined. */
function randomNest(seed: number): { readonly source: string; readonly steps: string } {
  const below = seeded(seed);
  const pick = (...some: readonly string[]): string => some[below(some.length)] ?? "";
  const lines: string[] = [];
  const piped: string[] = [];
  const names = ["h", "i", "j", "k"];
  const bound = (open: readonly string[]): string =>
    pick(
      String(below(7)),
      ...open,
      ...open.map((one) => `${one} + ${below(3)}`),
      ...open.map((one) => `5 - ${one}`),
    );
  const condition = (open: readonly string[]): string => {
    const one = `${pick(...open)} ${pick("<", ">=", "==", "!=", ">")} ${bound(open)}`;
    return pick(one, one, `not ${one}`, `${one} ${pick("and", "or")} ${pick(...open)} % 2 == 0`);
  };
  const block = (open: readonly string[], depth: number): void => {
    const pad = "    ".repeat(depth);
    for (let count = 1 + below(2); count > 0; count--) {
      const place = `a[(${pick("0", ...open)} + ${below(3)}) % 7, (${pick("1", ...open)} + ${below(5)}) % 7]`;
      const own = names[open.length];
      const kind =
        own === undefined || depth > 5
          ? "store"
          : pick("store", "for", "for", open.length === 0 ? "for" : "if");
      if (kind === "store") lines.push(`${pad}${place} += ${pick("1", ...open)} * 3 + 1`);
      if (kind === "for" && own !== undefined) {
        lines.push(`${pad}for ${own} in range(${bound(open)}, ${bound(open)}${pick("", ", 2")}):`);
        block([...open, own], depth + 1);
      }
      if (kind === "if") {
        lines.push(`${pad}if ${condition(open)}:`);
        block(open, depth + 1);
        if (below(5) < 2) {
          lines.push(`${pad}else:`);
          block(open, depth + 1);
        }
      }
    }
  };
  block([], 1);
  if (below(2) === 0)
    piped.push(...names.filter((name) => lines.some((line) => line.includes(`for ${name} `))));
  const last = piped.at(-1);
  const source = `def kernel(a: "int32[7,7]"):\n${lines.join("\n")}`;
  return { source, steps: last === undefined ? "" : `pipeline ${last}` };
}

const count = Number(process.env.LUTRA_PROGRAMS ?? 12);
const seed = Number(process.env.LUTRA_SEED ?? 61_000_000 + day * count);

test("random nests take what was predicted", { timeout: 0 }, async () => {
  const wrong: string[] = [];
  for (let next = seed; next < seed + count; next++) {
    const { source, steps } = randomNest(next);
    try {
      const loops = writtenLoops(source, steps);
      const found = await verdict(loops, { a: matrix(7) });
      if (found.kind === "refused") continue;
      if (found.kind === "broken") throw new Error(found.how);
      const { least, most } = found.ran.made.prediction;
      if (least !== most) throw new Error(`predicted ${least} to ${most}`);
      const { kind } = await compared(loops, { a: matrix(7) });
      if (kind === "data decide") throw new Error("the timeline says that data decide");
    } catch (error) {
      wrong.push(`${next}: ${error instanceof Error ? error.message : String(error)}\n${source}\n${steps}`);
    }
  }
  expect(wrong).toEqual([]);
});
