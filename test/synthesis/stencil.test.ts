/** Stencils as circuits: as many results every cycle as asked for, in exactly the cycles that were predicted. */
import { describe, expect, test } from "vitest";
import type { Loops } from "../../src/loops/nodes.ts";
import { itemsIn } from "../../src/synthesis/plan/walk.ts";
import { loopsOf } from "../schedule/lowered.ts";
import { argumentsFor, scheduled } from "../schedule/scheduled.ts";
import { stencilNamed } from "../schedule/stencil_kernels.ts";
import { verdictBeside } from "./promise.ts";

/** Cycles of a call, and the interval of its pipeline. */
async function measured(loops: Loops, steps: string): Promise<readonly [cycles: number, interval: number]> {
  const after = scheduled(loops, steps);
  const found = await verdictBeside(loops, after, Object.fromEntries(argumentsFor(after, 1)));
  if (found.kind !== "kept") throw new Error(JSON.stringify(found));
  const { cycles, made } = found.ran;
  expect([made.prediction.least, made.prediction.most]).toEqual([cycles, cycles]);
  const intervals = [...itemsIn(made.plan.body)].flatMap((item) =>
    item.kind === "pipeline" ? [made.timings.get(item.graph)?.ii ?? 0] : [],
  );
  return [cycles, Math.max(...intervals)];
}

/** Cycles for 5 rows (planes of 5 rows) of 256 and of 257, with 1, 2, 4 and 8 results a cycle. */
const cyclesOfNests: readonly (readonly [string, number[], number[]])[] = [
  ["Jacobi, 5 points", [1284, 644, 324, 164], [1289, 649, 329, 169]],
  ["9 points", [1285, 645, 325, 165], [1290, 650, 330, 170]],
  ["Gauss 3x3, loops over the window", [1291, 651, 331, 171], [1296, 656, 336, 176]],
  ["heat, 7 points of 3 dimensions", [6405, 3205, 1605, 805], [6431, 3231, 1631, 831]],
  ["clamped", [1797, 901, 453, 229], [1804, 779, 395, 203]],
  ["guarded by if", [1795, 900, 452, 227], [1803, 778, 394, 202]],
  ["padded with zeros", [1541, 773, 388, 196], [1547, 779, 394, 202]],
  ["several inputs and outputs", [1284, 644, 324, 164], [1289, 649, 329, 169]],
  ["three colours", [1274, 639, 324, 164], [1279, 644, 324, 164]],
  ["a filter of 1 dimension", [260, 132, 68, 36], [261, 132, 68, 36]],
  ["unsharp mask: rows, columns, difference", [1796, 900, 452, 228], [1803, 778, 394, 202]],
];

describe("U results every cycle", () => {
  test.each(cyclesOfNests)("%s", async (name, even, odd) => {
    const { nest, source, before = "" } = stencilNamed(name);
    for (const [width, all] of [
      [256, even],
      [257, odd],
    ] as const) {
      const loops = loopsOf(source(5, width));
      for (const [i, cycles] of all.entries()) {
        const steps = `${before}stencil ${nest} unroll=${2 ** i}`;
        expect([steps, ...(await measured(loops, steps))]).toEqual([steps, cycles, 1]);
      }
    }
  });
});

/** Of four steps over 5 rows of 256, with 1, 2 and 4 of them at once; 1 result a cycle, then 4. */
const cyclesOfChains: readonly (readonly [string, number[], number[]])[] = [
  ["Jacobi, there and back", [6149, 4103, 3082], [1541, 1030, 778]],
  ["9 points, copied back", [5125, 3590, 2311], [1285, 902, 583]],
  ["heat, there and back", [30726, 20488, 15372], [7686, 5128, 3852]],
];

describe("U results of every stage every cycle", () => {
  test.each(cyclesOfChains)("%s", async (name, one, four) => {
    const { nest, source } = stencilNamed(name);
    const loops = loopsOf(source(5, 256));
    for (const [unroll, all] of [
      [1, one],
      [4, four],
    ] as const) {
      for (const [i, cycles] of all.entries()) {
        const steps = `stencil ${nest} unroll=${unroll} steps=${2 ** i}`;
        expect([steps, ...(await measured(loops, steps))]).toEqual([steps, cycles, 1]);
      }
    }
  });

  test("floats, whose sums take several cycles", async () => {
    const { source } = stencilNamed("Jacobi, there and back");
    const loops = loopsOf(source(5, 256).replaceAll("int32", "float32"));
    expect(await measured(loops, "stencil t unroll=2 steps=2")).toEqual([2086, 1]);
  });
});

describe("what bounds the rate otherwise", () => {
  test("Gauss-Seidel in place waits for the result beside it", async () => {
    const loops = loopsOf(stencilNamed("Gauss-Seidel, in place").source(5, 256));
    expect(await measured(loops, "stencil i unroll=1")).toEqual([1284, 1]);
    expect(await measured(loops, "stencil i unroll=4")).toEqual([964, 3]);
  });

  test("an argument that stages read and store at three places a cycle, through two ports", async () => {
    const loops = loopsOf(stencilNamed("electric and magnetic fields").source(5, 256));
    expect(await measured(loops, "stencil t unroll=4 steps=2")).toEqual([1541, 2]);
  });
});

describe("ports", () => {
  const choice = (load: string): string => `def kernel(a: "int32[64]", b: "int32[128]"):
    for i in range(64):
        x = ${load}
        if x > 3:
            b[i] = x
        elif x > 2:
            b[i + 1] = 2 * x
        else:
            b[127 - i] = x`;

  test.each([
    ["stores of which one is done take one port", "a[i]"],
    ["so do loads, where the loops' variables choose", "a[i] + (a[63 - i] if i > 32 else a[i // 2])"],
  ])("%s", async (_, load) => {
    const [, interval] = await measured(loopsOf(choice(load)), "pipeline i");
    expect(interval).toBe(1);
  });
});
