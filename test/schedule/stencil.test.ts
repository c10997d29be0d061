/** stencil: the same bits, each input once, and as few words as the theorem says (SODA, ICCAD 2018). */
import { describe, expect, it } from "vitest";
import type { Loops } from "../../src/loops/nodes.ts";
import { ofToday } from "../corpus/day.ts";
import { loopsOf } from "./lowered.ts";
import { loadsOf, scheduled } from "./scheduled.ts";
import { chains, nests, regions, stencilNamed } from "./stencil_kernels.ts";
import { sameChain, sameNest, todays } from "./stencil_same.ts";

describe("the same bits, whether or not rows are a multiple of what enters in a cycle: today's", () => {
  it.each(ofToday([...nests, ...regions], todays))("$name", sameNest);
  it.each(ofToday(chains, 1))("$name", sameChain);
});

/** Elements that wait: in registers and in memories. */
function words({ arrays }: Loops): number {
  return arrays.filter(({ role }) => role !== undefined).reduce((sum, { shape }) => sum + (shape[0] ?? 0), 0);
}

describe("the theorem: reach + U words, each element read once", () => {
  const reaches: readonly (readonly [string, number, number])[] = [
    ["Jacobi, 5 points", 2 * 256, 5 * 256],
    ["9 points", 2 * 256 + 2, 5 * 256],
    ["Gauss 3x3, loops over the window", 2 * 256 + 2, 5 * 256],
    ["clamped", 2 * 256 + 2, 5 * 256],
    ["guarded by if", 2 * 256 + 2, 5 * 256],
    ["padded with zeros", 2 * 256, 5 * 256],
    ["Gauss-Seidel, in place", 2 * 256, 5 * 256],
    ["heat, 7 points of 3 dimensions", 2 * 5 * 256, 25 * 256],
    ["a filter of 1 dimension", 3, 256],
  ];

  it.each(reaches)("%s: a reach of %i, %i elements", (name, reach, elements) => {
    const loops = loopsOf(stencilNamed(name).source(5, 256));
    for (const unroll of [1, 2, 4, 8]) {
      const after = scheduled(loops, `stencil i unroll=${unroll}`);
      expect(words(after)).toBe(reach + unroll);
      expect([...loadsOf(after, "a").values()]).toEqual(new Array(elements).fill(1));
    }
  });

  it("a step of Jacobi in rows of 2000 keeps taps {0, 1999, 2000, 2001, 4000}", () => {
    const { arrays } = scheduled(loopsOf(stencilNamed("Jacobi, 5 points").source(4, 2000)), "stencil i");
    expect(arrays.map(({ name, shape }) => [name, ...shape])).toEqual([
      ["a_window", 5],
      ["a_line", 1998],
      ["a_line_1", 1998],
    ]);
  });

  it("two results a cycle of it keep taps {0, 1, 1999..2002, 4000, 4001}", () => {
    const loops = loopsOf(stencilNamed("Jacobi, 5 points").source(4, 2000));
    const { arrays } = scheduled(loops, "stencil i unroll=2");
    expect(arrays.map(({ name, shape }) => [name, ...shape])).toEqual([
      ["a_window", 8],
      ["a_line", 998],
      ["a_line_1", 999],
      ["a_line_2", 998],
      ["a_line_3", 999],
    ]);
  });

  it("rows are rounded up to a multiple of what enters in a cycle", () => {
    const loops = loopsOf(stencilNamed("9 points").source(5, 257));
    expect([1, 2, 4, 8].map((unroll) => words(scheduled(loops, `stencil i unroll=${unroll}`)))).toEqual(
      [257, 258, 260, 264].map((row, at) => 2 * row + 2 + 2 ** at),
    );
  });

  it("each step over time takes as much again, and the argument is read once for all of them", () => {
    const loops = loopsOf(stencilNamed("Jacobi, there and back").source(5, 256));
    for (const [unroll, steps] of [
      [1, 1],
      [4, 1],
      [1, 2],
      [4, 4],
    ] as const) {
      const after = scheduled(loops, `stencil t unroll=${unroll} steps=${steps}`);
      expect(words(after)).toBe(2 * steps * (2 * 256 + unroll));
      expect(new Set(loadsOf(after, "a").values())).toEqual(new Set([4 / steps]));
    }
  });

  it("what only passes between stages is not stored, and an input of several stages enters once", () => {
    const { source, before } = stencilNamed("unsharp mask: rows, columns, difference");
    const after = scheduled(loopsOf(source(5, 256)), `${before}stencil all`);
    expect(new Set(loadsOf(after, "a").values())).toEqual(new Set([1]));
    expect(loadsOf(after, "r").size + loadsOf(after, "c").size).toBe(0);
  });
});

describe("memories for the lanes", () => {
  it("arrays are dealt out along the innermost loop, unless a step before said otherwise", () => {
    const loops = loopsOf(stencilNamed("Jacobi, 5 points").source(5, 256));
    const after = scheduled(loops, "partition b dim=0 cyclic 2\nstencil i unroll=4");
    expect(after.params.map((param) => (param.kind === "array" ? param.banks : null))).toEqual([
      [{ dim: 1, how: "cyclic", factor: 4 }],
      [{ dim: 0, how: "cyclic", factor: 2 }],
    ]);
  });
});
