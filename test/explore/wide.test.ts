/** Schedules that fill a part: lanes from a budget of units, memories from the lanes, and the bits of the kernel as it was written. */
import { describe, expect, test } from "vitest";
import { measured, nothingKnown } from "../../src/explore/measure.ts";
import { wideSchedules } from "../../src/explore/wide/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { printStep } from "../../src/schedule/print.ts";
import { apply, type Schedule } from "../../src/schedule/schedule.ts";
import { argumentsFor } from "../schedule/scheduled.ts";
import { verdictBeside } from "../synthesis/promise.ts";
import { writtenLoops } from "../synthesis/written.ts";
import { target } from "./auto-kernels.ts";

const roomy = { luts: 1e6, dsps: 1e4 };

interface Filled {
  readonly schedule: Schedule;
  readonly scheduled: Loops;
  readonly cycles: number;
  readonly dsps: number;
}

function filled(loops: Loops, budget = roomy, reassociate = false): Filled {
  const [schedule = []] = wideSchedules(loops, { target, reassociate })(budget);
  return measuredAs(loops, schedule);
}

function measuredAs(loops: Loops, schedule: Schedule): Filled {
  const done = apply(loops, schedule);
  if (!done.ok) throw new Error(`a schedule of our own is refused: ${done.refusal.message}`);
  const found = measured(done.loops, target, nothingKnown());
  if (found === null) throw new Error("no circuit can be made of it");
  return { schedule, scheduled: done.loops, cycles: found.cycles, dsps: found.size.dsps };
}

function lines(schedule: Schedule): readonly string[] {
  return schedule.map(printStep);
}

const product = (rows: number, sums: number, columns: number): string => `
def kernel(a: "float32[${rows},${sums}]", b: "float32[${sums},${columns}]", c: "float32[${rows},${columns}]"):
    for i in range(${rows}):
        for j in range(${columns}):
            c[i, j] = 0
            for k in range(${sums}):
                c[i, j] += a[i, k] * b[k, j]
`;

describe("a product of matrices", () => {
  const dsps = 64; // 32 products

  test.each([22, 23, 24, 25])("of size %i keeps its units busy", (n) => {
    const found = filled(writtenLoops(product(n, n, n)), { luts: 1e6, dsps });
    expect(found.dsps).toBeLessThanOrEqual(dsps);
    expect(found.cycles).toBeLessThanOrEqual((1.3 * n ** 3) / (dsps / 2));
  });

  test("has each lane at memories of its own", () => {
    const steps = lines(filled(writtenLoops(product(24, 24, 24)), { luts: 1e6, dsps }).schedule);
    const lanes = (name: string): number =>
      Number(steps.map((line) => new RegExp(`^split ${name} (\\d+)`).exec(line)?.[1]).find(Boolean) ?? 1);
    const [k, j] = ["k", "j.rest"].map(lanes);
    if (k !== undefined && k > 1) expect(steps).toContain(`partition b dim=0 cyclic ${k}`);
    if (j !== undefined && j > 1) expect(steps).toContain(`partition b dim=1 cyclic ${j}`);
  });
});

describe("sizes beside each other", () => {
  const rank = (n: number): string => `
def kernel(a: "float32[${n},20]", c: "float32[${n},${n}]"):
    for i in range(${n}):
        for k in range(20):
            for j in range(i + 1):
                c[i, j] += a[i, k] * a[j, k]
`;
  const rows = (n: number): string => `
def kernel(a: "float32[60,60]", b: "float32[60,${n}]"):
    for i in range(60):
        for j in range(${n}):
            for k in range(i + 1, 60):
                b[i, j] += a[k, i] * b[k, j]
`;
  const best = (source: string, dsps: number): number => {
    const loops = writtenLoops(source);
    const found = wideSchedules(loops, { target, reassociate: false })({ luts: 1e6, dsps });
    return Math.min(...found.map((schedule) => measuredAs(loops, schedule).cycles));
  };

  test("half a product with its transpose: a row one too long for the multipliers", () => {
    const [fits, one] = [48, 49].map((n) => best(rank(n), 96) / (n * (n + 1)));
    expect(one).toBeLessThanOrEqual(1.05 * (fits ?? 0));
    expect(fits).toBeLessThanOrEqual((1.4 * 20) / 2 / 48);
  });

  // The row that all others need is read beside them: what is left of the bound is that it waits for them.
  test("a triangle in place: a row one too long for the multipliers", () => {
    const [fits, one] = [60, 61].map((n) => best(rows(n), 120) / n);
    expect(one).toBeLessThanOrEqual(2 * (fits ?? 0));
  });
});

test("a budget twice as large takes half the cycles", () => {
  const loops = writtenLoops(product(32, 32, 32));
  const [small, large] = [32, 64].map((dsps) => filled(loops, { luts: 1e6, dsps }).cycles);
  expect(large).toBeLessThan(0.55 * (small ?? 0));
});

test("sums of one loop that wait for different loops are taken apart", () => {
  const source = `
def kernel(a: "float32[40,30]", s: "float32[30]", q: "float32[40]", p: "float32[30]", r: "float32[40]"):
    for i in range(40):
        for j in range(30):
            s[j] += r[i] * a[i, j]
            q[i] += a[i, j] * p[j]
`;
  const { schedule, cycles } = filled(writtenLoops(source), { luts: 1e6, dsps: 40 });
  expect(lines(schedule)).toContain("distribute j s");
  expect(cycles).toBeLessThan(300); // 2,400 products on 20 units; one after another they take 2,400 and more
});

test("floats are added in another order by permission alone", () => {
  const source = `
def kernel(a: "float32[8,64]", x: "float32[64]", y: "float32[8]"):
    for i in range(8):
        for j in range(64):
            y[i] += a[i, j] * x[j]
`;
  const loops = writtenLoops(source);
  const adds = (reassociate: boolean): boolean =>
    filled(loops, { luts: 1e6, dsps: 128 }, reassociate).schedule.some(
      ({ primitive }) => primitive === "reassociate",
    );
  expect([adds(false), adds(true)]).toEqual([false, true]);
});

const changing = `
def kernel(a: "int32[12,12]", b: "int32[12,10]", c: "int32[12,10]"):
    for i in range(12):
        for j in range(10):
            total = np.int32(0)
            for k in range(i):
                c[k, j] += b[i, j] * a[i, k]
                total += b[k, j] * a[i, k]
            c[i, j] = 3 * c[i, j] + total
`;

test("sums of a loop whose count changes take turns, where their order is free", async () => {
  const loops = writtenLoops(changing.replaceAll("int32", "float32").replace("3 *", "np.float32(3) *"));
  const { schedule, scheduled } = filled(loops, { luts: 1e6, dsps: 80 }, true);
  expect(lines(schedule)).toContainEqual(expect.stringMatching(/^reassociate k \d+ turns$/));
  const args = Object.fromEntries(argumentsFor(scheduled, 1));
  expect(await verdictBeside(scheduled, scheduled, args)).toMatchObject({ kind: "kept" });
});

test("a stencil keeps the rows that its next iteration reads again", () => {
  const source = `
def kernel(a: "float32[34,34]", b: "float32[34,34]"):
    for i in range(1, 33):
        for j in range(1, 33):
            b[i, j] = a[i, j] + a[i, j - 1] + a[i, j + 1] + a[i + 1, j] + a[i - 1, j]
`;
  const { cycles } = filled(writtenLoops(source), { luts: 32 * 4 * 600, dsps: 0 });
  expect(cycles).toBeLessThan(32 + 30);
});

test("a triangle is walked by the side that begins at one place, with lanes at memories of their own", () => {
  const source = `
def kernel(c: "float32[48,48]"):
    for i in range(47):
        for j in range(i + 1, 48):
            c[j, i] = c[i, j]
`;
  const { schedule, cycles } = filled(writtenLoops(source), { luts: 20_000, dsps: 0 });
  expect(lines(schedule)).toContain("reorder j i");
  expect(cycles).toBeLessThan((48 * 47) / 2 / 2);
});

test("nests that share an array share its memories", () => {
  const source = `
def kernel(a: "float32[20,30]", b: "float32[30,24]", c: "float32[24,28]", t: "float32[20,24]", out: "float32[20,28]"):
    for i in range(20):
        for j in range(24):
            for k in range(30):
                t[i, j] += a[i, k] * b[k, j]
    for i in range(20):
        for j in range(28):
            for k in range(24):
                out[i, j] += t[i, k] * c[k, j]
`;
  const products = 20 * 24 * 30 + 20 * 28 * 24;
  const { cycles } = filled(writtenLoops(source), { luts: 1e6, dsps: 80 });
  expect(cycles).toBeLessThan((1.3 * products) / 40);
});

test("nothing fits where one lane is too much", () => {
  const schedules = wideSchedules(writtenLoops(product(8, 8, 8)), { target, reassociate: false });
  expect(schedules({ luts: 1e6, dsps: 0 })).toEqual([]);
});

test("no lanes of a sum whose count changes: each would wait for the one before", () => {
  const source = `
def kernel(a: "float32[24,24]", b: "float32[24,25]"):
    for i in range(24):
        for j in range(25):
            for k in range(i + 1, 24):
                b[i, j] += a[k, i] * b[k, j]
`;
  const { schedule } = filled(writtenLoops(source), { luts: 1e6, dsps: 48 }); // 24 products: one less than a row has
  expect(lines(schedule).filter((line) => line.startsWith("unroll"))).toEqual([]);
});

const kernels: readonly { readonly what: string; readonly source: string }[] = [
  { what: "sizes that no lanes divide", source: product(7, 5, 11) },
  { what: "sums whose count changes", source: changing },
  {
    what: "a triangle of more rows than lanes divide",
    source: `
def kernel(a: "float32[11,7]", c: "float32[11,11]"):
    for i in range(11):
        for k in range(7):
            for j in range(i + 1):
                c[i, j] += a[i, k] * a[j, k]
`,
  },
  {
    what: "a triangle in place, of rows longer than there are units",
    source: `
def kernel(a: "float32[9,9]", b: "float32[9,17]"):
    for i in range(9):
        for j in range(17):
            for k in range(i + 1, 9):
                b[i, j] += a[k, i] * b[k, j]
`,
  },
  {
    what: "a scalar that adds up",
    source: `
def kernel(a: "int32[9,10]", b: "int32[10,7]", c: "int32[9,7]"):
    for i in range(9):
        for j in range(7):
            total = np.int32(0)
            for k in range(10):
                total += a[i, k] * b[k, j]
            c[i, j] = total
`,
  },
  {
    what: "a triangle",
    source: `
def kernel(a: "float32[10,6]", c: "float32[10,10]"):
    for i in range(10):
        for j in range(i + 1):
            c[i, j] *= np.float32(0.5)
        for k in range(6):
            for j in range(i + 1):
                c[i, j] += a[i, k] * a[j, k]
`,
  },
  {
    what: "the other half of a symmetric matrix",
    source: `
def kernel(a: "int32[6,9]", c: "int32[9,9]"):
    for i in range(8):
        for j in range(i + 1, 9):
            c[i, j] = 0
            for k in range(6):
                c[i, j] += a[k, i] * a[k, j]
            c[j, i] = c[i, j]
`,
  },
  {
    what: "a row that others need before it changes",
    source: `
def kernel(a: "float32[8,8]", b: "float32[8,9]"):
    for i in range(8):
        for j in range(9):
            for k in range(i + 1, 8):
                b[i, j] += a[k, i] * b[k, j]
            b[i, j] = np.float32(1.5) * b[i, j]
`,
  },
  {
    what: "sweeps over time",
    source: `
def kernel(a: "int32[10,12]", b: "int32[10,12]"):
    for t in range(3):
        for i in range(1, 9):
            for j in range(1, 11):
                b[i, j] = a[i, j] + a[i, j - 1] + a[i, j + 1] + a[i + 1, j] + a[i - 1, j]
        for i in range(1, 9):
            for j in range(1, 11):
                a[i, j] = b[i, j] - b[i, j - 1] + b[i + 1, j]
`,
  },
  {
    what: "nests that pass an array on",
    source: `
def kernel(a: "int32[6,8]", b: "int32[8,5]", c: "int32[5,7]", out: "int32[6,7]"):
    t = np.zeros((6, 5), np.int32)
    for i in range(6):
        for j in range(5):
            for k in range(8):
                t[i, j] += a[i, k] * b[k, j]
    for i in range(6):
        for j in range(7):
            out[i, j] = 0
            for k in range(5):
                out[i, j] += t[i, k] * c[k, j]
`,
  },
];

test.each(kernels)(
  "$what: the bits of the kernel as written, in the cycles predicted",
  async ({ source }) => {
    const loops = writtenLoops(source);
    const { scheduled } = filled(loops, { luts: 60_000, dsps: 30 });
    const args = Object.fromEntries(argumentsFor(scheduled, 1));
    expect(await verdictBeside(loops, scheduled, args)).toMatchObject({ kind: "kept" });
  },
);

test("a sum without an order is added up in parts, one that is written as a loop is not", () => {
  const whole = `
def kernel(a: "float32[256]", b: "float32[256]"):
    return np.dot(a, b)
`;
  const loop = `
def kernel(a: "float32[256]", b: "float32[256]"):
    total = np.float32(0)
    for i in range(256):
        total += a[i] * b[i]
    return total
`;
  const [free, ordered] = [whole, loop].map((source) => filled(writtenLoops(source)));
  expect(lines(free?.schedule ?? []).join("\n")).toContain("reassociate");
  expect(lines(ordered?.schedule ?? []).join("\n")).not.toContain("reassociate");
  expect(free?.cycles).toBeLessThan((ordered?.cycles ?? 0) / 8);
});
