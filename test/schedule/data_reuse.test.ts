/** reuse_at: line buffers, window buffers, and that each element is read from its source once. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Loops } from "../../src/loops/nodes.ts";
import { loopsOf } from "./plain.ts";
import { expectSame, loadsOf, python, refused } from "./scheduled.ts";

const convolution = loopsOf(`
def conv(img: "int32[8,10]", k: "int32[3,3]", out: "int32[6,8]"):
    for i in range(6):
        for j in range(8):
            s = 0
            for r in range(3):
                for c in range(3):
                    s += img[i + r, j + c] * k[r, c]
            out[i, j] = s
`);

describe("convolution with a line and a window buffer (HeteroCL, figure 9)", () => {
  it("the line buffer holds three rows, and only the new one is read", () => {
    const after = expectSame(convolution, "reuse_at img i name=lb");
    expect(after.arrays).toMatchObject([{ name: "lb", shape: [3, 10], role: "line buffer" }]);
    expect(python(after)).toBe(`\
    lb = np.zeros((3, 10), dtype=np.int32)
    for i in range(8):
        for lb_1 in range(10):
            for lb_0 in range(2):
                lb[lb_0, lb_1] = lb[lb_0 + 1, lb_1]
            lb[2, lb_1] = img[i, lb_1]
        for j in range(8):
            if i >= 2:
                s = np.int32(0)
                for r in range(3):
                    for c in range(3):
                        s = s + lb[r, j + c] * k[r, c]
                out[i - 2, j] = s`);
    expectOnce(after, "img", 80);
  });

  it("the window buffer on top holds what one iteration reads", () => {
    const after = expectSame(convolution, "reuse_at img i name=lb\nreuse_at lb j name=wb");
    expect(after.arrays).toMatchObject([
      { name: "lb", shape: [3, 10], role: "line buffer" },
      { name: "wb", shape: [3, 3], role: "window buffer" },
    ]);
    expect(python(after)).toBe(`\
    lb = np.zeros((3, 10), dtype=np.int32)
    wb = np.zeros((3, 3), dtype=np.int32)
    for i in range(8):
        for lb_1 in range(10):
            for lb_0 in range(2):
                lb[lb_0, lb_1] = lb[lb_0 + 1, lb_1]
            lb[2, lb_1] = img[i, lb_1]
        for j in range(10):
            for wb_0 in range(3):
                for wb_1 in range(2):
                    wb[wb_0, wb_1] = wb[wb_0, wb_1 + 1]
                wb[wb_0, 2] = lb[wb_0, j]
            if j >= 2:
                if i >= 2:
                    s = np.int32(0)
                    for r in range(3):
                        for c in range(3):
                            s = s + wb[r, c] * k[r, c]
                    out[i - 2, j - 2] = s`);
    expectOnce(after, "img", 80);
  });

  it("the loop that fills and the loop that computes can be fused: one pixel in, one pixel out", () => {
    const after = expectSame(
      convolution,
      "reuse_at img i name=lb\nreuse_at lb j name=wb\nfuse_loops lb.1 j\npartition wb dim=0 complete\npartition wb dim=1 complete",
    );
    expectOnce(after, "img", 80);
  });
});

describe("other windows", () => {
  it("one dimension: a shift register", () => {
    const fir = loopsOf(`
def fir(x: "float32[20]", h: "float32[4]", y: "float32[17]"):
    for i in range(17):
        s = 0.0
        for t in range(4):
            s += x[i + t] * h[t]
        y[i] = s
`);
    const after = expectSame(fir, "reuse_at x i");
    expect(after.arrays).toMatchObject([{ name: "x_reuse", shape: [4], role: "window buffer" }]);
    expectOnce(after, "x", 20);
  });

  it("five points of a Jacobi step (HeteroCL, figure 10), rows then columns", () => {
    const jacobi = loopsOf(`
def jacobi(a: "float32[7,9]", out: "float32[7,9]"):
    for y in range(1, 6):
        for x in range(1, 8):
            out[y, x] = (a[y, x - 1] + a[y - 1, x] + a[y, x] + a[y, x + 1] + a[y + 1, x]) / 5
`);
    const after = expectSame(jacobi, "reuse_at a y name=lb\nreuse_at lb x name=wb");
    expect(after.arrays).toMatchObject([{ shape: [3, 9] }, { shape: [3, 3] }]);
    expectOnce(after, "a", 63);
  });

  it("zeros around the picture: what lies outside is never read", () => {
    const padded = loopsOf(`
def blur(a: "int32[6]", out: "int32[6]"):
    for i in range(6):
        left = a[i - 1] if i >= 1 else 0
        right = a[i + 1] if i + 1 < 6 else 0
        out[i] = left + a[i] + right
`);
    const after = expectSame(padded, "reuse_at a i name=w");
    expect(python(after)).toContain("if i - 1 >= 0 and i - 1 < 6:\n            w[2] = a[i - 1]");
    expectOnce(after, "a", 6);
  });

  it("a stride of 2: two new rows an iteration, and the first ones only as far as they are needed", () => {
    const strided = loopsOf(`
def pool(a: "int32[9,5]", out: "int32[4,5]"):
    for i in range(4):
        for j in range(5):
            s = 0
            for r in range(3):
                s += a[2 * i + r, j]
            out[i, j] = s
`);
    const after = expectSame(strided, "reuse_at a i name=w");
    expect(python(after)).toContain(`\
            for w_new in range(2):
                if i > 0 or w_new >= 1:
                    w[w_new + 1, w_1] = a[i * 2 + w_new - 1, w_1]`);
    expectOnce(after, "a", 45);
  });

  it("a dilated window, of which every element is needed at some time", () => {
    const dilated = loopsOf(`
def k(a: "int32[12]", out: "int32[8]"):
    for i in range(8):
        out[i] = a[i] + a[i + 2] * a[i + 4]
`);
    const after = expectSame(dilated, "reuse_at a i");
    expect(after.arrays).toMatchObject([{ shape: [5] }]);
    expectOnce(after, "a", 12);
  });

  it("only even elements: the odd ones are not read", () => {
    const even = loopsOf(`
def k(a: "int32[20]", out: "int32[8]"):
    for i in range(8):
        out[i] = a[2 * i] + a[2 * i + 4]
`);
    const after = expectSame(even, "reuse_at a i");
    expect(after.arrays).toMatchObject([{ shape: [3] }]);
    expectOnce(after, "a", 10);
  });

  it("a window that slides down", () => {
    const backwards = loopsOf(`
def k(a: "int32[12]", out: "int32[10]"):
    for i in range(10):
        out[i] = a[9 - i] + 3 * a[11 - i]
`);
    expectOnce(expectSame(backwards, "reuse_at a i"), "a", 12);
  });

  it("three dimensions: planes, then rows, then columns", () => {
    const volume = loopsOf(`
def k(a: "int32[5,6,7]", out: "int32[3,4,5]"):
    for z in range(3):
        for y in range(4):
            for x in range(5):
                s = 0
                for p in range(3):
                    for q in range(3):
                        for r in range(3):
                            s += a[z + p, y + q, x + r]
                out[z, y, x] = s
`);
    const after = expectSame(
      volume,
      "reuse_at a z name=planes\nreuse_at planes y name=lines\nreuse_at lines x name=window",
    );
    expect(after.arrays).toMatchObject([{ shape: [3, 6, 7] }, { shape: [3, 3, 7] }, { shape: [3, 3, 3] }]);
    expectOnce(after, "a", 5 * 6 * 7);
  });

  it("the other order: the column loop outside", () => {
    const turned = loopsOf(`
def k(a: "int32[6,7]", out: "int32[4,5]"):
    for j in range(5):
        for i in range(4):
            out[i, j] = a[i, j] + a[i + 2, j + 2] + a[i + 1, j + 1]
`);
    const after = expectSame(turned, "reuse_at a j name=lb\nreuse_at lb i name=wb");
    expect(after.arrays).toMatchObject([{ shape: [6, 3] }, { shape: [3, 3] }]);
    expectOnce(after, "a", 42);
  });

  it("after a split, at the loop inside: the window restarts with every block", () => {
    const after = expectSame(convolution, "split i 3\nreuse_at img i.inner name=lb");
    for (const [at, count] of loadsOf(after, "img")) {
      const row = Math.floor(at / 10);
      expect(count).toBe(row === 3 || row === 4 ? 2 : 1);
    }
  });

  it("what one dimension is indexed by may be anything", () => {
    const gather = loopsOf(`
def k(a: "int32[6,5]", col: "int32[4]", out: "int32[4,4]"):
    for i in range(4):
        for j in range(4):
            out[i, j] = a[i, abs(col[j]) % 5] + a[i + 2, j]
`);
    expectOnce(expectSame(gather, "reuse_at a i"), "a", 30);
  });

  it("bounds that change in the loop are taken as they were at its start", () => {
    const moving = loopsOf(`
def k(a: "int32[12]", out: "int32[12]"):
    n = 2
    for i in range(n, 9):
        n = i
        out[i] = a[i] + a[i + 1] + n
`);
    expectSame(moving, "reuse_at a i");
  });

  it("a window whose loop moves along: the bounds of a convolution", () => {
    const valid = loopsOf(`
def k(a: "float32[20]", h: "float32[4]", out: "float32[17]"):
    for i in range(17):
        for r in range(i, i + 4):
            out[i] += a[r] * h[i + 3 - r]
`);
    const after = expectSame(valid, "reuse_at a i");
    expect(after.arrays).toMatchObject([{ shape: [4] }]);
    expectOnce(after, "a", 20);
    expect(refused(valid, "reuse_at h i").message).toBe(
      "every iteration of `i` reads the same elements of `h`",
    );
  });

  it("a triangle: rows are kept whole", () => {
    const triangle = loopsOf(`
def k(a: "int32[7,8]", out: "int32[6,6]"):
    for i in range(6):
        for j in range(i, 6):
            out[i, j] = a[i, j] + a[i + 1, j + 2]
`);
    const after = expectSame(triangle, "reuse_at a i");
    expect(after.arrays).toMatchObject([{ shape: [2, 8] }]);
    expectOnce(after, "a", 56);
  });

  it("a loop that may not run", () => {
    const empty = loopsOf(`
def k(a: "int32[12]", out: "int32[12]"):
    for i in range(12):
        for j in range(i, 10):
            out[i] += a[j] + a[j + 2]
`);
    expectSame(empty, "reuse_at a j");
  });
});

describe("random windows", () => {
  it("compute the same bits and read each element at most once", () => {
    fc.assert(
      fc.property(windows, (window) => {
        const loops = kernelOf(window);
        for (const [dim, sizes] of window.dims.entries()) {
          if (!overlaps(sizes)) {
            expect(refused(loops, `reuse_at a v${dim}`).message).toMatch(/^no element/);
            continue;
          }
          const after = expectSame(loops, `reuse_at a v${dim}`);
          const outer = window.order.indexOf(dim) === 0;
          const counts = loadsOf(after, "a");
          if (outer) for (const count of counts.values()) expect(count).toBe(1);
          for (const at of loadsOf(loops, "a").keys()) expect(counts.has(at)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });
});

interface Dim {
  readonly factor: number;
  readonly step: number;
  readonly count: number;
  readonly taps: number; // a reduction loop over so many
  readonly spacing: number;
}

interface RandomWindow {
  readonly dims: readonly Dim[];
  readonly order: readonly number[]; // of the loops, outermost first
}

const windows: fc.Arbitrary<RandomWindow> = fc
  .array(
    fc.record({
      factor: fc.constantFrom(1, 1, 2, 3, -1, -2),
      step: fc.constantFrom(1, 1, 2),
      count: fc.integer({ min: 1, max: 5 }),
      taps: fc.integer({ min: 1, max: 4 }),
      spacing: fc.constantFrom(1, 1, 2),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .chain((dims) =>
    fc.record({
      dims: fc.constant(dims),
      order: fc.shuffledSubarray(
        dims.map((_, i) => i),
        { minLength: dims.length },
      ),
    }),
  );

/** Whether neighbouring iterations share elements: counted on the lattice that all moves along the dimension keep to. */
function overlaps({ factor, step, taps, spacing }: Dim): boolean {
  const advance = Math.abs(factor) * step;
  const lattice = gcd(advance, taps > 1 ? spacing : 0);
  return advance / lattice < ((taps - 1) * spacing) / lattice + 1;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

function kernelOf({ dims, order }: RandomWindow): Loops {
  const last = dims.map(({ step, count }) => (count - 1) * step);
  const extents = dims.map(({ taps, spacing }) => (taps - 1) * spacing + 1);
  const sizes = dims.map(({ factor }, d) => Math.abs(factor) * (last[d] ?? 0) + (extents[d] ?? 1));
  const index = dims.map(({ factor, spacing }, d) => {
    const offset = factor < 0 ? -factor * (last[d] ?? 0) : 0;
    return `${factor} * v${d} + ${spacing} * t${d} + ${offset}`;
  });
  const lines: string[] = [];
  let depth = 1;
  const add = (line: string): number => lines.push("    ".repeat(depth) + line);
  for (const d of order) {
    add(`for v${d} in range(0, ${(last[d] ?? 0) + 1}, ${dims[d]?.step}):`);
    depth++;
  }
  add("s = 0");
  const results = depth;
  for (const [d, { taps }] of dims.entries()) {
    add(`for t${d} in range(${taps}):`);
    depth++;
  }
  add(`s = s * 3 + a[${index.join(", ")}]`);
  depth = results;
  add(`out[${dims.map((_, d) => `v${d}`).join(", ")}] = s`);
  const shape = last.map((value) => value + 1);
  const head = `def k(a: "int32[${sizes}]", out: "int32[${shape}]"):`;
  return loopsOf([head, ...lines, ""].join("\n"));
}

describe("refusals", () => {
  it.each([
    ["reuse_at k i", "every iteration of `i` reads the same elements of `k`"],
    ["reuse_at out i", "`out` is not read in loop `i`"],
    [
      "reuse_at img i name=lb\nreuse_at lb i",
      "`lb` is written in loop `i`, so what was read before may be old",
    ],
    ["reuse_at img i\nreuse_at img i", "no element of `img` is read by two iterations of `i`: each reads 1"],
    ["parallel i\nreuse_at img i", "the iterations of `i` are parallel"],
  ])("%s", (text, message) => {
    const { message: said, help } = refused(convolution, text);
    expect(said).toContain(message);
    expect(help).toBeDefined();
  });

  it.each([
    [
      "a[3 * i + r]",
      "no element of `a` is read by two iterations of `i`: each reads 3 in a row and the next starts 3 further",
    ],
    ["a[i * i + r]", "do not move in step with `i` along dimension 0"],
    ["a[i + r] + a[2 * i]", "do not move in step with `i` along dimension 0"],
    ["a[i + r + 57]", "a read of `a` reaches outside of it along dimension 0"],
    ["b[i + r, i]", "`i` moves what is read of `b` along dimensions 0 and 1 at once"],
  ])("reads %s", (read, message) => {
    const loops = loopsOf(`
def k(a: "int32[64]", b: "int32[64,64]", out: "int32[6]"):
    for i in range(6):
        for r in range(3):
            out[i] += ${read}
`);
    const { message: said, span } = refused(loops, `reuse_at ${read.slice(0, 1)} i`);
    expect(said).toContain(message);
    expect(loops.source.text.slice(span?.from, span?.to)).toContain("for i");
  });
});

function expectOnce(loops: Loops, array: string, elements: number): void {
  const counts = [...loadsOf(loops, array).values()];
  expect(counts).toEqual(counts.map(() => 1));
  expect(counts).toHaveLength(elements);
}
