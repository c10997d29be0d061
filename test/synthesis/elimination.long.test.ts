/** Decompositions of matrices on systolic arrays, as circuits: a line in every cycle, and exactly the cycles that were predicted. */
import { describe, expect, test } from "vitest";
import type { Loops } from "../../src/loops/nodes.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { reportOf } from "../../src/synthesis/report/index.ts";
import { cholesky, lu, randomElimination, writtenEliminations } from "../schedule/elimination_kernels.ts";
import { loopsOf } from "../schedule/lowered.ts";
import { argumentsFor, scheduled } from "../schedule/scheduled.ts";
import { target } from "./kernel-run.ts";
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

const rows = "systolic k rows=k columns=j";

/** They follow each other without a pause: seven steps a matrix, and the way through the array once. */
const several = (matrices: number): string => `
def kernel(a: "float32[${matrices},4,4]"):
    for m in range(${matrices}):
        for k in range(3):
            for i in range(k + 1, 4):
                a[m, i, k] /= a[m, k, k]
                for j in range(k + 1, 4):
                    a[m, i, j] -= a[m, i, k] * a[m, k, j]
`;

describe("an array", () => {
  test.each([
    ["LU of 4", lu(4), 44],
    ["LU of 5", lu(5), 57],
    ["LU of 8", lu(8), 96],
    ["LU of 9", lu(9), 109],
    ["LU of one matrix of 4", several(1), 44],
    ["LU of three", several(3), 58],
    ["LU of ten", several(10), 107],
    ["Cholesky of 5", cholesky(5), 86],
  ])("%s", { timeout: 600_000 }, async (_, source, cycles) => {
    expect(await cyclesOf(loopsOf(source), rows)).toBe(cycles);
  });
});

describe("tiles on fewer elements", () => {
  test.each([
    ["LU of 16 on 4 x 4", lu(16), "4,4", 340],
    ["LU of 17 on 4 x 4", lu(17), "4,4", 406],
    ["LU of 64 on 8 x 8", lu(64), "8,8", 2614],
    ["Cholesky of 16 on 4 x 4", cholesky(16), "4,4", 436],
  ])("%s", { timeout: 600_000 }, async (_, source, size, cycles) => {
    expect(await cyclesOf(loopsOf(source), `${rows} size=${size}`)).toBe(cycles);
  });

  test.each([
    ["4,4", 4],
    ["4,2", 4],
    ["2,4", 4],
    ["3,2", 6],
  ])("of %s have dividers where rows and columns may meet: %i", (size, count) => {
    const made = synthesize(scheduled(loopsOf(lu(12)), `${rows} size=${size}`), { target });
    const operators = made.ok ? reportOf(made).operators : [];
    expect(operators.find(({ operation }) => operation.startsWith("div"))?.units).toBe(count);
  });
});

describe("the same bits, and as many cycles as predicted", () => {
  test.each(writtenEliminations)("$name", { timeout: 600_000 }, async ({ source, steps }) => {
    for (const text of steps) await cyclesOf(loopsOf(source), text);
  });

  test("random ones", { timeout: 36_000_000 }, async () => {
    const count = Number(process.env.LUTRA_PROGRAMS ?? 10);
    const first = Number(process.env.LUTRA_SEED ?? 1);
    for (let seed = first; seed < first + count; seed++) {
      const { source, steps } = randomElimination(seed);
      for (const text of steps) {
        try {
          await cyclesOf(loopsOf(source), text);
        } catch (error) {
          if (!String(error).includes("refused:"))
            throw new Error(`seed ${seed}\n${source}\n${String(error)}`);
        }
      }
    }
  });
});
