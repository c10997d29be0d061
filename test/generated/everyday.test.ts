/**
 * Random kernels as NumPy's users write them: NumPy = interpreter = printed, then on every other road.
 *
 *     LUTRA_EVERYDAY=5000 LUTRA_SEED=7 npx vitest run test/generated/everyday.test.ts     as many as wanted
 */
import { afterAll, describe, expect, test } from "vitest";
import { findNumpy, withoutFusing } from "../numpy/server.ts";
import { gppAvailable } from "../toolchain/gpp.ts";
import { everydayLength, writeEveryday } from "./everyday.ts";
import { describeFailure, describeReport, fuzzOf } from "./fuzz.ts";
import { loweredSample, wrongInCircuits, wrongInCpp, wrongInLoops, wrongInWasm } from "./roads.ts";

const asked = process.env.LUTRA_EVERYDAY;
const seed = Number(process.env.LUTRA_SEED ?? 1);
const timeout = 36_000_000;

const writer = { length: everydayLength, write: writeEveryday };

const numpy = await findNumpy(withoutFusing);
afterAll(() => numpy?.close());

test.skipIf(numpy === null)("NumPy = interpreter = printed", { timeout }, async () => {
  if (numpy === null) return;
  const report = await fuzzOf(numpy, writer, { programs: Number(asked ?? 100), seed });
  if (asked !== undefined) process.stderr.write(`${describeReport(report, true)}\n`);
  expect(report.failures.map(describeFailure).join("\n\n")).toBe("");
  expect(report.agreed).toBeGreaterThan(Number(asked ?? 100) / 2);
});

describe("on the other roads", () => {
  const kernels = (count: number) => loweredSample(writer, Number(asked ?? count), seed);

  test("Loops", { timeout }, () => {
    expect(wrongInLoops(kernels(60))).toEqual([]);
  });

  test("WebAssembly", { timeout }, async () => {
    expect(await wrongInWasm(kernels(10))).toEqual([]);
  });

  test.skipIf(!gppAvailable())("C++", { timeout }, () => {
    expect(wrongInCpp(kernels(6))).toEqual([]);
  });

  test("circuits", { timeout }, async () => {
    expect(await wrongInCircuits(kernels(4))).toEqual([]);
  });
});
