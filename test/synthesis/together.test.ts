/**
 * What a schedule asks for by a buffer or by copies, in cycles: the loop that fills a line buffer runs with the pipelined
 * loop that reads it, and the copies of an unrolled loop share the loops inside it. No step has to say so.
 */
import { expect, test } from "vitest";
import { seededArgument } from "../../src/call/seeded.ts";
import { arrayType } from "../../src/loops/program.ts";
import { itemsIn } from "../../src/synthesis/plan/walk.ts";
import { verdictBeside } from "./promise.ts";
import { writtenLoops } from "./written.ts";

interface Kernel {
  readonly name: string;
  readonly source: string;
  readonly steps: string;
  readonly pipelines: string; // the loops of each, outermost first, and its interval
  readonly cycles: number;
}

function convolution(rows: number, columns: number, window: number, stride: number): string {
  const [high, wide] = [rows, columns].map((size) => Math.floor((size - window) / stride) + 1);
  const by = stride === 1 ? "" : `${stride} * `;
  return `def kernel(img: "int32[${rows},${columns}]", w: "int32[${window},${window}]", out: "int32[${high},${wide}]"):
    for i in range(${high}):
        for j in range(${wide}):
            t = np.int32(0)
            for r in range(${window}):
                for s in range(${window}):
                    t += img[${by}i + r, ${by}j + s] * w[r, s]
            out[i, j] = t`;
}

const stencil3d = (rows: number): string => `def kernel(a: "int32[7,${rows},9]", b: "int32[5,${rows - 2},7]"):
    for d in range(5):
        for i in range(${rows - 2}):
            for j in range(7):
                t = np.int32(0)
                for q in range(3):
                    for r in range(3):
                        for s in range(3):
                            t += a[d + q, i + r, j + s] * (q + 2 * r - s)
                b[d, i, j] = t`;

const matmul = (
  size: number,
): string => `def kernel(a: "int32[${size},${size}]", b: "int32[${size},${size}]", c: "int32[${size},${size}]"):
    for i in range(${size}):
        for j in range(${size}):
            s = np.int32(0)
            for k in range(${size}):
                s += a[i, k] * b[k, j]
            c[i, j] = s`;

const rows = (count: string): string => `def kernel(a: "int32[12,32]", b: "int32[12,32]", n: "int32"):
    for i in range(${count}):
        for j in range(32):
            b[i, j] = a[i, j] * 3 + 1`;

const lineAndWindow = "reuse_at img i name=lb\nreuse_at lb j name=wb\npipeline j";
const inThree = "reuse_at a d name=planes\nreuse_at planes i name=lines\nreuse_at lines j\npipeline j";
const byFour = "partition a dim=0 cyclic 4\npartition b dim=0 cyclic 4\nunroll i 4\npipeline j";

const kernels: readonly Kernel[] = [
  {
    name: "3x3 convolution: a pixel a cycle, rows without a gap",
    source: convolution(18, 20, 3, 1),
    steps: lineAndWindow,
    pipelines: "i/j 1",
    cycles: 369,
  },
  {
    name: "3x3 convolution, one row and one column more",
    source: convolution(19, 21, 3, 1),
    steps: lineAndWindow,
    pipelines: "i/j 1",
    cycles: 408,
  },
  {
    name: "a line buffer alone: the reader follows two columns behind",
    source: convolution(18, 20, 3, 1),
    steps: "reuse_at img i\npipeline j",
    pipelines: "i/j 1",
    cycles: 369,
  },
  {
    name: "5x5 convolution",
    source: convolution(18, 20, 5, 1),
    steps: lineAndWindow,
    pipelines: "i/j 1",
    cycles: 377,
  },
  {
    name: "stride 2: a reader in every second column",
    source: convolution(18, 20, 3, 2),
    steps: lineAndWindow,
    pipelines: "i/j 1",
    cycles: 181,
  },
  {
    name: "stride 2, odd sizes",
    source: convolution(19, 21, 3, 2),
    steps: lineAndWindow,
    pipelines: "i/j 1",
    cycles: 220,
  },
  {
    name: "a window in three dimensions",
    source: stencil3d(8),
    steps: inThree,
    pipelines: "d/i/j 1",
    cycles: 508,
  },
  {
    name: "a window in three dimensions, one row more",
    source: stencil3d(9),
    steps: inThree,
    pipelines: "d/i/j 1",
    cycles: 571,
  },
  {
    name: "two results, and a sum of each row beside the reader",
    source: `def kernel(img: "int32[18,20]", x: "int32[16,18]", y: "int32[16,18]", sums: "int32[16]"):
    for i in range(16):
        n = np.int32(0)
        for j in range(18):
            x[i, j] = img[i, j] - img[i + 2, j + 2]
            y[i, j] = img[i + 2, j] - img[i, j + 2]
            n += img[i + 1, j + 1]
        sums[i] = n`,
    steps: lineAndWindow,
    pipelines: "i/j 1",
    cycles: 363,
  },
  {
    name: "a reader that is far slower than the fill stays alone",
    source: `def kernel(a: "int32[18,64]", b: "int32[64]", c: "int32[17,3]"):
    for i in range(17):
        for j in range(3):
            t = a[i, 16 * j] + a[i + 1, 16 * j + 20]
            for k in range(16):
                t += b[3 * k + j]
            c[i, j] = t`,
    steps: "reuse_at a i\npipeline j",
    pipelines: "j 8",
    cycles: 955,
  },
  {
    name: "8 rows side by side",
    source: rows("8"),
    steps: "partition a dim=0 complete\npartition b dim=0 complete\nunroll i\npipeline j",
    pipelines: "j 1",
    cycles: 34,
  },
  { name: "11 rows, 4 side by side", source: rows("11"), steps: byFour, pipelines: "i/j 1", cycles: 98 },
  { name: "rows that data count", source: rows("n % 12"), steps: byFour, pipelines: "i/j 1", cycles: 100 },
  {
    name: "8 rows at two ports: the interval grows, and 8 rows still take less than one after another",
    source: rows("8"),
    steps: "unroll i\npipeline j",
    pipelines: "j 4",
    cycles: 130,
  },
  {
    name: "an interval that was asked for is kept, if only by copies one after another",
    source: rows("4"),
    steps: "unroll i\npipeline j 1",
    pipelines: "j 1; j.1 1; j.2 1; j.3 1",
    cycles: 133,
  },
  {
    name: "matrix product, a copy for each row",
    source: matmul(8),
    steps: "partition a dim=0 complete\npartition c dim=0 complete\nunroll i\npipeline k",
    pipelines: "j/k 1",
    cycles: 67,
  },
  {
    name: "matrix product, 4 rows of 9 at a time",
    source: matmul(9),
    steps: "partition a dim=0 cyclic 4\npartition c dim=0 cyclic 4\nunroll i 4\npipeline k",
    pipelines: "i/j/k 1",
    cycles: 247,
  },
  {
    name: "matrix product, a copy for each result",
    source: matmul(4),
    steps:
      "partition a dim=0 complete\npartition b dim=1 complete\npartition c dim=0 complete\npartition c dim=1 complete\n" +
      "unroll i\nunroll j\npipeline k",
    pipelines: "k 1",
    cycles: 9,
  },
  {
    name: "rows that need the row before, shifted, cannot be side by side",
    source: `def kernel(a: "int32[8,16]"):
    for i in range(1, 7):
        for j in range(15):
            a[i, j] = a[i - 1, j + 1] + a[i, j]`,
    steps: "unroll i 2\npipeline j",
    pipelines: "j 2; j.1 2",
    cycles: 181,
  },
  {
    name: "copies and a line buffer: four filters of one image",
    source: `def kernel(img: "int32[10,12]", w: "int32[4,3,3]", out: "int32[4,8,10]"):
    for i in range(8):
        for o in range(4):
            for j in range(10):
                t = np.int32(0)
                for r in range(3):
                    for s in range(3):
                        t += img[i + r, j + s] * w[o, r, s]
                out[o, i, j] = t`,
    steps: "partition out dim=0 complete\nreuse_at img i\nunroll o\npipeline j",
    pipelines: "i/j 1",
    cycles: 142,
  },
];

test.each(kernels)("$name", async ({ source, steps, pipelines, cycles }) => {
  const before = writtenLoops(source);
  const args = Object.fromEntries(
    before.params.map((decl) => [
      decl.name,
      seededArgument(decl.kind === "array" ? arrayType(decl) : decl.type, decl.name, 1),
    ]),
  );
  const judged = await verdictBeside(before, writtenLoops(source, steps), args);
  if (judged.kind !== "kept") return expect.fail(JSON.stringify(judged));
  const { made, cycles: taken } = judged.ran;
  const asked = [...itemsIn(made.plan.body)].flatMap((item) =>
    item.kind === "pipeline" && item.asked !== null
      ? [`${item.loops.join("/")} ${made.timings.get(item.graph)?.ii}`]
      : [],
  );
  expect({ pipelines: asked.join("; "), cycles: taken }).toEqual({ pipelines, cycles });
});
