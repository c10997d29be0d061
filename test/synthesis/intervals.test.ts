/** An iteration every cycle, where nothing forbids it; and no cycle lost between the rows of a nest. */
import { expect, test } from "vitest";
import { itemsIn } from "../../src/synthesis/plan/walk.ts";
import { array } from "../../src/types/types.ts";
import { left } from "../backend/wasm-build.ts";
import { callsOf } from "./kernel-run.ts";
import { writtenCircuit, writtenLoops } from "./written.ts";

type Args = Parameters<typeof left>[1];

import { seededArgument } from "../../src/call/seeded.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";

interface Kernel {
  readonly name: string;
  readonly source: string;
  readonly steps: string;
  readonly iterations: number; // of the longest pipeline; 0 where data say
  readonly data?: Readonly<Record<string, (index: number) => number>>; // where random numbers would not do
}

const kernels: readonly Kernel[] = [
  {
    name: "vector addition",
    source: `def kernel(a: "int32[64]", b: "int32[64]", c: "int32[64]"):
    for i in range(64):
        c[i] = a[i] * 3 + b[i]`,
    steps: "pipeline i",
    iterations: 64,
  },
  {
    name: "dot product of integers",
    source: `def kernel(a: "int32[64]", b: "int32[64]"):
    s = 0
    for i in range(64):
        s += a[i] * b[i]
    return s`,
    steps: "pipeline i",
    iterations: 64,
  },
  {
    name: "dot product of floats, reassociated",
    source: `def kernel(a: "float32[64]", b: "float32[64]"):
    s = np.float32(0)
    for i in range(64):
        s += a[i] * b[i]
    return s`,
    steps: "reassociate i 8\npipeline i.inner",
    iterations: 64,
  },
  {
    name: "FIR filter, taps unrolled",
    source: `def kernel(x: "int32[64]", h: "int32[4]", y: "int32[61]"):
    for i in range(61):
        s = 0
        for k in range(4):
            s += h[k] * x[i + k]
        y[i] = s`,
    steps: "reuse_at x i\nbuffer h\npartition h_buffer dim=0 complete\npipeline i",
    iterations: 64,
  },
  {
    name: "convolution with line and window buffers",
    source: `def kernel(img: "int32[10,12]", w: "int32[3,3]", out: "int32[8,10]"):
    for i in range(8):
        for j in range(10):
            s = 0
            for r in range(3):
                for c in range(3):
                    s += img[i + r, j + c] * w[r, c]
            out[i, j] = s`,
    steps:
      "buffer w\npartition w_buffer dim=0 complete\npartition w_buffer dim=1 complete\n" +
      "reuse_at img i\nreuse_at img_reuse j\nfuse_loops img_reuse.1 j\npipeline img_reuse.1",
    iterations: 120,
  },
  {
    name: "Jacobi-2D",
    source: `def kernel(a: "float32[10,12]", b: "float32[10,12]"):
    for i in range(1, 9):
        for j in range(1, 11):
            b[i, j] = (a[i, j] + a[i, j - 1] + a[i, j + 1] + a[i - 1, j] + a[i + 1, j]) * np.float32(0.2)`,
    steps: "reuse_at a i\nreuse_at a_reuse j\nfuse_loops a_reuse.1 j\npipeline a_reuse.1",
    iterations: 120,
  },
  {
    name: "matrix product of floats, reordered",
    source: `def kernel(a: "float32[8,8]", b: "float32[8,8]", c: "float32[8,8]"):
    for i in range(8):
        for j in range(8):
            for k in range(8):
                c[i, j] += a[i, k] * b[k, j]`,
    steps: "reorder i k j\npipeline j",
    iterations: 512,
  },
  {
    name: "histogram",
    source: `def kernel(x: "uint8[64]", h: "int32[256]"):
    for i in range(64):
        h[x[i]] += 1`,
    steps: "pipeline i",
    iterations: 64,
  },
  {
    name: "prefix sum",
    source: `def kernel(a: "int32[64]", s: "int32[64]"):
    for i in range(1, 64):
        s[i] = s[i - 1] + a[i]`,
    steps: "pipeline i",
    iterations: 63,
  },
  {
    name: "Smith-Waterman along anti-diagonals",
    source: `def kernel(a: "int32[8]", b: "int32[8]"):
    last = np.zeros(9, np.int32)
    before = np.zeros(9, np.int32)
    top = np.int32(0)
    for d in range(2, 17):
        high = min(8, d - 1)
        for k in range(high - max(1, d - 8) + 1):
            i = high - k
            score = 2 if a[i - 1] == b[d - i - 1] else -1
            best = max(before[i - 1] + score, last[i - 1] - 1, last[i] - 1, 0)
            before[i] = last[i]
            last[i] = best
            top = max(top, best)
    return top`,
    steps: "pipeline k",
    iterations: 0,
  },
  {
    name: "rows of a sparse matrix, inner loop",
    source: `def kernel(start: "int32[9]", column: "int32[32]", value: "int32[32]", x: "int32[16]", y: "int32[8]"):
    for r in range(8):
        s = 0
        for e in range(start[r], start[r + 1]):
            s += value[e] * x[column[e]]
        y[r] = s`,
    steps: "pipeline e",
    iterations: 0,
    data: { start: (row) => 4 * row - (row % 2), column: (entry) => (5 * entry) % 16 },
  },
  {
    name: "a triangle: a copy for each column, two products in each",
    source: `def kernel(a: "int32[6,8]", c: "int32[6,6]"):
    for i in range(6):
        for k in range(8):
            for j in range(i + 1):
                c[i, j] += a[i, k] * a[j, k]`,
    steps:
      "split k 2\nreorder k.outer i k.inner j\nunroll k.inner\nunroll j\npipeline i\n" +
      "partition a dim=0 complete\npartition a dim=1 cyclic 2\npartition c dim=1 complete",
    iterations: 24,
  },
  {
    name: "a row that is read while others are written",
    source: `def kernel(a: "int32[20,20]", b: "int32[20,4]"):
    for i in range(20):
        for j in range(4):
            for k in range(i + 1, 20):
                b[i, j] += a[k, i] * b[k, j]`,
    steps: "reorder k i j\nunroll j\npipeline i\npartition b dim=1 complete",
    iterations: 0,
  },
  {
    name: "sums of changing length, in parts that take turns",
    source: `def kernel(a: "float32[9,9]", b: "float32[9]"):
    for i in range(9):
        s = np.float32(0)
        for k in range(i):
            s += a[i, k]
        b[i] = s`,
    steps: "reassociate k 4 turns\npipeline k",
    iterations: 0,
  },
  {
    name: "a triangle mirrored, two elements at a time",
    source: `def kernel(c: "int32[8,8]"):
    for j in range(1, 8):
        for i in range(j):
            c[j, i] = c[i, j]`,
    steps:
      "split i 2\nunroll i.inner\npipeline i.outer\n" +
      "partition c dim=0 cyclic 2\npartition c dim=1 complete",
    iterations: 0,
  },
];

test.each(kernels)("$name", async ({ source, steps, iterations, data = {} }) => {
  const loops = writtenLoops(source, steps);
  const made = writtenCircuit(source, steps);
  const pipelines = [...itemsIn(made.plan.body)].filter(
    (item) => item.kind === "pipeline" && item.asked !== null,
  );
  const intervals = pipelines.map((item) =>
    item.kind === "pipeline" ? made.timings.get(item.graph)?.ii : null,
  );
  expect(intervals).toEqual(intervals.map(() => 1));
  const measured = made.prediction.items.flatMap((item) => (item.kind === "pipeline" ? [item] : []));
  const longest = measured.reduce((most, item) => Math.max(most, item.iterations.most), 0);
  if (iterations > 0) expect(longest).toBe(iterations);
  for (const { cycles, iterations: count, length, ii } of measured) {
    if (ii !== null && count.least > 0) expect(cycles.most).toBe(count.most - 1 + (length ?? 0));
  }
  // A second call finds what the first left in buffers.
  const calls = [1, 2].map((seed) => argumentsOf(loops, data, seed));
  const done = await callsOf(made, calls);
  expect(done.map((call) => call.left)).toEqual(calls.map((args) => left(prepareLoops(loops), args)));
});

function argumentsOf(
  { params }: Loops,
  data: Readonly<Record<string, (index: number) => number>>,
  seed: number,
): Args {
  return Object.fromEntries(
    params.map((decl) => {
      const type = decl.kind === "array" ? array(decl.element, decl.shape) : decl.type;
      const value = seededArgument(type, decl.name, seed);
      const given = data[decl.name];
      if (given !== undefined && typeof value === "object") {
        for (let index = 0; index < value.data.length; index++) value.data[index] = given(index);
      }
      return [decl.name, value];
    }),
  );
}
