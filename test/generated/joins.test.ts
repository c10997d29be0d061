/**
 * Choices between Python and NumPy numbers: NumPy = interpreter = printed, or refused; then Loops, WebAssembly, C++ and
 * circuits give what the interpreter gives.
 *
 *     LUTRA_JOINS=5000 LUTRA_SEED=7 npx vitest run test/generated/joins.test.ts     as many as wanted
 */
import { afterAll, describe, expect, test } from "vitest";
import { findNumpy } from "../numpy/server.ts";
import { gppAvailable } from "../toolchain/gpp.ts";
import { describeFailure, describeReport, fuzzOf } from "./fuzz.ts";
import { joinsLength, writeJoins } from "./joins.ts";
import { loweredSample, wrongInCircuits, wrongInCpp, wrongInLoops, wrongInWasm } from "./roads.ts";

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

describe("what is accepted, on the other roads", () => {
  const kernels = loweredSample(writer, Number(process.env.LUTRA_JOINS ?? 20), seed);
  const timeout = 36_000_000;

  test("Loops", { timeout }, () => {
    expect(wrongInLoops(kernels)).toEqual([]);
  });

  test("WebAssembly", { timeout }, async () => {
    expect(await wrongInWasm(kernels)).toEqual([]);
  });

  test.skipIf(!gppAvailable())("C++", { timeout }, () => {
    expect(wrongInCpp(kernels)).toEqual([]);
  });

  test("circuits", { timeout }, async () => {
    expect(await wrongInCircuits(kernels)).toEqual([]);
  });
});
