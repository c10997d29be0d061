/** Stencils as circuits: how many cycles they take. */
import { expect } from "vitest";
import type { Loops } from "../../src/loops/nodes.ts";
import { itemsIn } from "../../src/synthesis/plan/walk.ts";
import { loopsOf } from "../schedule/lowered.ts";
import { argumentsFor, scheduled } from "../schedule/scheduled.ts";
import { stencilNamed } from "../schedule/stencil_kernels.ts";
import { verdictBeside } from "./promise.ts";

type NestRow = readonly [string, readonly number[], readonly number[]];

/** Cycles of a call, and the interval of its pipeline. */
export async function measured(
  loops: Loops,
  steps: string,
): Promise<readonly [cycles: number, interval: number]> {
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
export const cyclesOfNests: readonly NestRow[] = [
  ["Jacobi, 5 points", [1283, 643, 323, 163], [1288, 649, 329, 169]],
  ["9 points", [1284, 644, 324, 164], [1289, 649, 329, 169]],
  ["Gauss 3x3, loops over the window", [1289, 649, 329, 169], [1294, 654, 334, 174]],
  ["heat, 7 points of 3 dimensions", [6404, 3204, 1604, 803], [6429, 3229, 1629, 829]],
  ["clamped", [1796, 900, 452, 228], [1803, 778, 394, 202]],
  ["guarded by if", [1795, 899, 451, 227], [1802, 777, 393, 201]],
  ["padded with zeros", [1540, 772, 387, 195], [1546, 778, 393, 201]],
  ["several inputs and outputs", [1284, 644, 324, 164], [1289, 649, 329, 169]],
  ["three colours", [1274, 639, 323, 163], [1279, 643, 323, 163]],
  ["a filter of 1 dimension", [260, 132, 68, 36], [261, 132, 68, 36]],
  ["unsharp mask: rows, columns, difference", [1795, 900, 452, 228], [1802, 778, 394, 202]],
];

/** Of four steps over 5 rows of 256, with 1, 2 and 4 of them at once; 1 result a cycle, then 4. */
export const cyclesOfChains: readonly NestRow[] = [
  ["Jacobi, there and back", [6148, 4101, 3078], [1540, 1029, 774]],
  ["9 points, copied back", [5123, 3588, 2309], [1283, 900, 582]],
  ["heat, there and back", [30725, 20485, 15366], [7685, 5125, 3846]],
];

export const todays = 2;

/** Rows of 256 and of 257, with 1, 2, 4 and 8 results a cycle. */
export async function checkNest([name, even, odd]: NestRow): Promise<void> {
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
}

/** 1 result a cycle, then 4; with 1, 2 and 4 steps at once. */
export async function checkChain([name, one, four]: NestRow): Promise<void> {
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
}
