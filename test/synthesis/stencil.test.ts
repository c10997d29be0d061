/** Stencils as circuits: as many results every cycle as asked for, in exactly the cycles that were predicted. Today's. */
import { describe, expect, test } from "vitest";
import { ofToday } from "../corpus/day.ts";
import { loopsOf } from "../schedule/lowered.ts";
import { stencilNamed } from "../schedule/stencil_kernels.ts";
import { checkChain, checkNest, cyclesOfChains, cyclesOfNests, measured, todays } from "./stencil_cycles.ts";

describe("U results every cycle", () => {
  test.each(ofToday(cyclesOfNests, todays))("%s", async (name, even, odd) => checkNest([name, even, odd]));
});

describe("U results of every stage every cycle", () => {
  test.each(ofToday(cyclesOfChains, 1))("%s", async (name, one, four) => checkChain([name, one, four]));

  test("floats, whose sums take several cycles", async () => {
    const { source } = stencilNamed("Jacobi, there and back");
    const loops = loopsOf(source(5, 256).replaceAll("int32", "float32"));
    expect(await measured(loops, "stencil t unroll=2 steps=2")).toEqual([2085, 1]);
  });
});

describe("rows that enter at once", () => {
  const rows = loopsOf(`def kernel(g: "uint8[10,12]", h: "uint8[10,12]"):
    for i in range(10):
        for j in range(12):
            h[i, j] = g[i, (j - 1) % 12] + g[i, (j + 1) % 12]`);

  test.each([12, 13])("unroll=%i: a row every cycle, though more may be asked for", async (unroll) => {
    expect(await measured(rows, `stencil i unroll=${unroll}`)).toEqual([14, 1]);
  });
});

describe("what bounds the rate otherwise", () => {
  test("Gauss-Seidel in place waits for the result beside it", async () => {
    const loops = loopsOf(stencilNamed("Gauss-Seidel, in place").source(5, 256));
    expect(await measured(loops, "stencil i unroll=1")).toEqual([1283, 1]);
    expect(await measured(loops, "stencil i unroll=4")).toEqual([644, 2]);
  });

  test("an argument that stages read and store at three places a cycle, through two ports", async () => {
    const loops = loopsOf(stencilNamed("electric and magnetic fields").source(5, 256));
    expect(await measured(loops, "stencil t unroll=4 steps=2")).toEqual([1540, 2]);
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
