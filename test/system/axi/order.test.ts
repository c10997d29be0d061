/** The proof that arrays are touched in order: the same answer as by looking at every iteration, after a number of them that size does not change. */
import { describe, expect, test } from "vitest";
import { passingOf } from "../../../src/driver/passing.ts";
import type { ArrayPorts } from "../../../src/hardware/interface.ts";
import type { Loops } from "../../../src/loops/nodes.ts";
import { type Synthesized, synthesize } from "../../../src/synthesis/index.ts";
import { randomCases } from "../../backend/c-samples.ts";
import { loopsOf } from "../../schedule/lowered.ts";
import { scheduled } from "../../schedule/scheduled.ts";

function madeOf(loops: Loops): Synthesized | null {
  const made = synthesize(loops, { target: { family: "xcup", periodNs: 4 } });
  return made.ok ? made : null;
}

/** Counts calls of `place`, which every way to look at an element goes through. */
function counted(made: Synthesized): { readonly made: Synthesized; readonly looks: () => number } {
  let looks = 0;
  const arrays = made.interface.arrays.map(
    (array): ArrayPorts => ({
      ...array,
      place: (index) => {
        looks += 1;
        return array.place(index);
      },
    }),
  );
  return { made: { ...made, interface: { ...made.interface, arrays } }, looks: () => looks };
}

const options = (width: number) => ({ width, bundles: new Map(), mostMasters: 8, least: 1 });

function expectSame(made: Synthesized, width: number, what: string): number {
  const [fast, slow] = [
    passingOf(made, options(width)),
    passingOf(made, { ...options(width), everyIteration: true }),
  ];
  expect({ streamed: [...fast.streamed], copied: [...fast.copied] }, what).toEqual({
    streamed: [...slow.streamed],
    copied: [...slow.copied],
  });
  expect(slow.iterations).toBeGreaterThanOrEqual(fast.iterations);
  return slow.streamed.size;
}

const stencil = (rows: number, columns: number): string => `
def kernel(image: "int16[${rows},${columns}]", out: "int16[${rows},${columns}]"):
    for i in range(${rows}):
        for j in range(${columns}):
            if i > 0 and i < ${rows - 1} and j > 0 and j < ${columns - 1}:
                out[i, j] = image[i, j]
`;

const copies: readonly (readonly [string, string, string])[] = [
  ["all of it", "b[i, j] = a[i, j] + 1", ""],
  ["all but an edge", "if i > 1 and j < 20:\n                b[i, j] = a[i, j]", ""],
  ["half of the rows", "if i < 15:\n                b[i, j] = a[i, j]", ""],
  ["a triangle", "if j < i:\n                b[i, j] = a[i, j]", ""],
  ["every third row", "if i % 3 == 0:\n                b[i, j] = a[i, j]", ""],
  ["rows by pairs", "b[i, j] = a[i // 2 * 2, j]", ""],
  ["backwards", "b[29 - i, j] = a[i, j]", ""],
  ["another way around", "b[j, i] = a[i, j]", ""],
  ["in place", "a[i, j] = a[i, j] + 1\n            b[i, j] = 0", ""],
  [
    "in lanes",
    "b[i, j] = a[i, j]",
    "partition a dim=1 cyclic 4\npartition b dim=1 cyclic 4\nsplit j 4\nunroll j.inner",
  ],
  ["in blocks", "b[i, j] = a[i, j]", "partition a dim=1 block 2\npartition b dim=0 cyclic 2"],
];

describe("the same as by looking at every iteration", () => {
  test.each(copies)("%s", (what, body, steps) => {
    const source = `
def kernel(a: "int16[30,30]", b: "int16[30,30]"):
    for i in range(30):
        for j in range(30):
            ${body}
`;
    for (const more of ["", "pipeline i", "flatten_loops i j"]) {
      let loops: Loops;
      try {
        loops = scheduled(loopsOf(source), [steps, more].filter((one) => one !== "").join("\n"));
      } catch {
        continue; // no such step here
      }
      const made = madeOf(loops);
      for (const width of [16, 32, 64, 512])
        if (made !== null) expectSame(made, width, `${what}, ${more}, ${width}`);
    }
  });

  test("random kernels under random schedules", { timeout: 300_000 }, () => {
    let streams = 0;
    for (const [index, { loops, name }] of randomCases(60).entries()) {
      const made = madeOf(loops);
      if (made !== null) streams += expectSame(made, [32, 64, 128, 512][index % 4] ?? 32, name);
    }
    expect(streams).toBeGreaterThan(5);
  });
});

describe("what is looked at does not grow with the array", () => {
  const lanes = (columns: number): string =>
    columns % 16 === 0
      ? "partition image dim=1 cyclic 16\npartition out dim=1 cyclic 16\nsplit j 16\nunroll j.inner"
      : "";
  const walked = (rows: number, columns: number) => {
    const found = madeOf(scheduled(loopsOf(stencil(rows, columns)), lanes(columns)));
    const { made, looks } = counted(found ?? expect.fail("no circuit"));
    const passing = passingOf(made, options(512));
    return { passing, looks: looks(), iterations: passing.iterations };
  };

  test("nor the iterations, with its rows", () => {
    const small = walked(64, 256);
    const large = walked(2048, 256);
    expect([...large.passing.streamed.keys()]).toEqual([...small.passing.streamed.keys()]);
    expect(large.iterations).toBe(small.iterations);
    expect(large.iterations).toBeLessThan(12 * (16 + 1)); // rows of 16 iterations
    expect(large.looks).toBeLessThan(2 ** 18);
  });

  test("nor with a row of any length", () => {
    const source = (size: number): string => `
def kernel(a: "int16[${size}]", b: "int16[${size}]"):
    for i in range(${size}):
        b[i] = a[i] + 1
`;
    const [small, large] = [2 ** 12, 2 ** 24].map((size) => {
      const { made, looks } = counted(madeOf(loopsOf(source(size))) ?? expect.fail("no circuit"));
      const { streamed, iterations } = passingOf(made, options(512));
      return { streams: [...streamed.keys()], iterations, looks: looks() };
    });
    expect(large?.streams).toEqual(["a", "b"]);
    expect(large?.iterations).toBe(small?.iterations);
    expect(large?.iterations).toBeLessThan(64);
    expect(large?.looks).toBeLessThan(2 ** 18);
  });

  test("an image of 2160 x 3840 takes some rows of 240", () => {
    const { passing, looks, iterations } = walked(2160, 3840);
    expect([...passing.streamed.keys()].sort()).toEqual(["image", "out"]);
    expect(iterations).toBeLessThan(12 * (240 + 1));
    expect(looks).toBeLessThan(2 ** 18); // of 8,294,400 elements each
  });
});
