/** Systolic arrays as circuits: a step of every element in each cycle, and exactly the cycles that were predicted. */
import { describe, expect, test } from "vitest";
import type { Loops } from "../../src/loops/nodes.ts";
import { ofToday } from "../corpus/day.ts";
import { randomAutomaton, writtenAutomata } from "../schedule/automaton_kernels.ts";
import { randomFront, writtenFronts } from "../schedule/front_kernels.ts";
import { loopsOf } from "../schedule/lowered.ts";
import { argumentsFor, scheduled } from "../schedule/scheduled.ts";
import { random, written } from "../schedule/systolic_kernels.ts";
import { verdictBeside } from "./promise.ts";

/** Cycles of a call, predicted and simulated. */
async function cyclesOf(loops: Loops, steps: string): Promise<number> {
  const after = scheduled(loops, steps);
  const found = await verdictBeside(loops, after, Object.fromEntries(argumentsFor(after, 1)));
  if (found.kind !== "kept") throw new Error(`${steps}: ${JSON.stringify(found)}`);
  const { cycles, made } = found.ran;
  expect([made.prediction.least, made.prediction.most]).toEqual([cycles, cycles]);
  return cycles;
}

const product = (rows: number, steps: number, columns: number): Loops =>
  loopsOf(`
def kernel(a: "int16[${rows},${steps}]", b: "int16[${steps},${columns}]", c: "int32[${rows},${columns}]"):
    for i in range(${rows}):
        for j in range(${columns}):
            s = np.int32(0)
            for k in range(${steps}):
                s += np.int32(a[i, k]) * np.int32(b[k, j])
            c[i, j] = s
`);

describe("a product of matrices", () => {
  test.each([
    [16, 16, 16, "size=4,4", 256, 275],
    [17, 18, 19, "size=4,4", 450, 471], // tiles that are not full, and a step more
    [32, 32, 32, "size=8,8", 512, 579],
    [33, 32, 32, "size=8,8", 640, 707],
    [8, 64, 8, "size=8,8", 64, 114], // one tile: its results leave when it is done
    [16, 16, 16, "size=4,4 simd=2", 128, 147],
    [16, 16, 16, "size=4,4 group=2,2", 256, 323], // one memory for each argument
    [32, 16, 32, "size=4,4 group=2,2", 1024, 1091],
    [17, 18, 19, "size=4,4 group=2,2", 648, 723],
    [16, 17, 16, "size=4,4 simd=k:2", 144, 165], // a step that is half empty
    [16, 15, 16, "size=4,4 simd=k:4", 64, 148],
  ])("of %i x %i by %i, %s: %i cycles of work take %i", async (rows, steps, columns, how, work, cycles) => {
    expect(work).toBeLessThan(cycles);
    expect(await cyclesOf(product(rows, steps, columns), `systolic i rows=i columns=j ${how}`)).toBe(cycles);
  });
});

describe("a tile's loop that is copied hands on what its elements hold", () => {
  test.each(["unroll i", "peel i 1 first", "peel i 1 last", "split i 2"])("%s", async (step) => {
    const before = product(4, 3, 3);
    const after = scheduled(before, `systolic i rows=i columns=j size=2,1\n${step}`);
    const args = Object.fromEntries(argumentsFor(before, 1));
    expect(await verdictBeside(before, after, args)).toMatchObject({ kind: "kept" });
  });
});

/** Scores of two sequences; `best` alone leaves. */
const alignment = (rows: number, columns: number): Loops =>
  loopsOf(`
def kernel(a: "uint8[${rows}]", b: "uint8[${columns}]"):
    h = np.zeros((${rows + 1}, ${columns + 1}), np.int16)
    best = np.int16(0)
    for i in range(1, ${rows + 1}):
        for j in range(1, ${columns + 1}):
            s = np.int16(2) if a[i - 1] == b[j - 1] else np.int16(-1)
            v = max(np.int16(0), h[i - 1, j - 1] + s, h[i - 1, j] - np.int16(1), h[i, j - 1] - np.int16(1))
            h[i, j] = v
            best = max(best, v)
    return best
`);

describe("an alignment of sequences", () => {
  test.each([
    [16, 64, "", 64, 86],
    [33, 20, "size=8", 100, 150], // tiles one after another
    [33, 40, "size=8", 200, 230], // and tiles that overlap
    [32, 100, "size=8", 400, 430],
    [33, 100, "size=8", 500, 532],
  ])("of %i and %i, %s: %i cycles of work take %i", async (rows, columns, how, work, cycles) => {
    expect(work).toBeLessThan(cycles);
    expect(await cyclesOf(alignment(rows, columns), `systolic i rows=i ${how}`)).toBe(cycles);
  });
});

/** Odd-even transposition. */
const sorted = (size: number, type: string): Loops =>
  loopsOf(`
def kernel(a: "${type}[${size}]"):
    for t in range(${size}):
        for i in range(t % 2, ${size - 1}, 2):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
`);

describe("sorting", () => {
  test.each([
    [16, "int32", "", 32, 35],
    [17, "int32", "", 35, 38],
    [16, "float32", "", 32, 35],
    [2, "int8", "", 4, 6],
    [16, "uint16", "partition a dim=0 cyclic 4\n", 20, 23],
    [16, "uint16", "partition a dim=0 complete\n", 18, 20],
  ])("%i of %s, %s: %i cycles of words and steps take %i", async (size, type, how, work, cycles) => {
    expect(work).toBeLessThan(cycles);
    expect(await cyclesOf(sorted(size, type), `${how}systolic t rows=i`)).toBe(cycles);
  });
});

/** Lines of integers, each changed by those before it. */
test("lines that are updated by lines pass one in every cycle", async () => {
  const source = (size: number): string => `
def kernel(a: "int32[${size},${size}]"):
    for k in range(${size}):
        for i in range(k + 1, ${size}):
            a[i, k] = a[i, k] - a[k, k]
            for j in range(k + 1, ${size}):
                a[i, j] = a[i, j] - a[i, k] * a[k, j]
`;
  expect(await cyclesOf(loopsOf(source(4)), "systolic k rows=k columns=j")).toBe(13);
});

test("results that go to several memories leave within their tile", async () => {
  const steps = "partition c dim=0 cyclic 4\nsystolic i rows=i columns=j size=8,8";
  expect(await cyclesOf(product(32, 32, 32), steps)).toBe(683);
});

describe("the same bits, and as many cycles as predicted", () => {
  test.each(ofToday([...written, ...writtenFronts, ...writtenAutomata], 4))(
    "$name",
    async ({ source, steps }) => {
      const loops = loopsOf(source);
      for (const text of steps.slice(0, 2)) await cyclesOf(loops, text);
    },
  );

  test.each([
    { what: "sums", random },
    { what: "fronts", random: randomFront },
    { what: "automata", random: randomAutomaton },
  ])("random $what", { timeout: 36_000_000 }, async ({ random }) => {
    const count = Number(process.env.LUTRA_PROGRAMS ?? 5);
    const first = Number(process.env.LUTRA_SEED ?? 1);
    for (let seed = first; seed < first + count; seed++) {
      const { source, steps } = random(seed);
      const loops = loopsOf(source);
      for (const text of steps) {
        try {
          await cyclesOf(loops, text);
        } catch (error) {
          if (!String(error).includes("refused:"))
            throw new Error(`seed ${seed}\n${source}\n${String(error)}`);
        }
      }
    }
  });
});
