/** Choices between Python and NumPy numbers: NumPy = interpreter = printed, or refused. */
import { afterAll, describe, expect, test } from "vitest";
import { findNumpy } from "../numpy/server.ts";
import { describeFailure, describeReport, fuzzOf } from "./fuzz.ts";
import { joinsLength, writeJoins } from "./joins.ts";

const programs = Number(process.env.LUTRA_JOINS ?? 300);
const seed = Number(process.env.LUTRA_SEED ?? 1);

// A Python int that the type of a choice, or 64 bits, do not hold is a fault, also where NumPy would drop it later.
const writer = { length: joinsLength, write: writeJoins, mayFault: /^(out-of-range|overflow)/ };

const numpy = await findNumpy();
afterAll(() => numpy?.close());

describe.skipIf(numpy === null)("joins of Python and NumPy numbers", () => {
  test(`${programs} from seed ${seed}: NumPy = interpreter = printed, or refused`, async () => {
    if (numpy === null) return;
    const report = await fuzzOf(numpy, writer, { programs, seed });
    if (process.env.LUTRA_JOINS !== undefined) process.stderr.write(`${describeReport(report, true)}\n`);
    expect(report.failures.map(describeFailure).join("\n\n")).toBe("");
    expect(report.agreed).toBeGreaterThan(programs / 5);
  }, 3_600_000);
});
