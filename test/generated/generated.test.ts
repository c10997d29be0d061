/**
 * Random well-typed kernels: CPython + NumPy = the interpreter = the printed program.
 *
 *     LUTRA_PROGRAMS=20000 LUTRA_SEED=7 npx vitest run test/generated     as many as wanted
 */
import { afterAll, describe, expect, test } from "vitest";
import { findNumpy } from "../numpy/server.ts";
import { describeFailure, describeReport, type FuzzReport, fuzz } from "./fuzz.ts";

const programs = Number(process.env.LUTRA_PROGRAMS ?? 300);
const seed = Number(process.env.LUTRA_SEED ?? 1);
const asked = process.env.LUTRA_PROGRAMS !== undefined;
const hours = 3_600_000;

const numpy = await findNumpy();
afterAll(() => numpy?.close());

describe.skipIf(numpy === null)("generated programs", () => {
  test(
    `${programs} from seed ${seed}: NumPy = interpreter = printed`,
    async () => {
      if (numpy === null) return;
      const report = await fuzz(numpy, { programs, seed, ...(asked ? { progress } : {}) });
      if (asked) process.stderr.write(`${describeReport(report, true)}\n`);
      expect(report.failures.map(describeFailure).join("\n\n")).toBe("");
      expect(refusedShare(report)).toBeLessThan(0.05);
    },
    12 * hours,
  );
});

/** Refusing what NumPy runs is allowed, and must stay rare. */
function refusedShare(report: FuzzReport): number {
  return [...report.refused.values()].reduce((sum, { count }) => sum + count, 0) / Math.max(programs, 100);
}

function progress(done: number, report: FuzzReport): void {
  if (done % 500 === 0) process.stderr.write(`${done} of ${programs}, ${report.differed} differ\n`);
}
