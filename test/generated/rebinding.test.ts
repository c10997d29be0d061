/**
 * Random kernels about which array a name refers to, and in which order calls change arrays, on every road.
 *
 *     LUTRA_PROGRAMS=5000 LUTRA_SEED=7 npx vitest run test/generated/rebinding.test.ts -t NumPy     Loops, wasm, C++, circuits
 */
import { afterAll, describe, expect, test } from "vitest";
import { type Case, trouble } from "../backend/c-cases.ts";
import { runVitis } from "../backend/vitis-run.ts";
import { findNumpy } from "../numpy/server.ts";
import { corpusKernel } from "../synthesis/corpus-circuits.ts";
import { verdict } from "../synthesis/promise.ts";
import { gppAvailable } from "../toolchain/gpp.ts";
import { describeReport, fuzzOf } from "./fuzz.ts";
import { rebindingLength, writeRebinding } from "./rebinding.ts";
import {
  type Lowered,
  loweredSample,
  wrongInCircuits,
  wrongInCpp,
  wrongInLoops,
  wrongInWasm,
} from "./roads.ts";

const asked = process.env.LUTRA_PROGRAMS;
const first = Number(process.env.LUTRA_SEED ?? 1);
const timeout = 36_000_000;

/** The three whole programs: a filter, a solver, a simulation. */
const programs = ["rebinding/kalman", "rebinding/rk4_solver", "rebinding/heat"];

const writer = { write: writeRebinding, length: rebindingLength };

const numpy = await findNumpy();
afterAll(() => numpy?.close());

test.skipIf(numpy === null)("NumPy = interpreter = printed", { timeout }, async () => {
  if (numpy === null) return;
  const report = await fuzzOf(numpy, writer, { programs: Number(asked ?? 60), seed: first });
  expect(report.failures).toEqual([]);
  expect(describeReport(report, true)).toMatch(/^\d+ agree, \d+ raise on every road, 0 refused, 0 differ/);
});

test("Loops = Program", { timeout }, () => {
  expect(wrongInLoops(sample(60))).toEqual([]);
});

test("wasm = Program", { timeout }, async () => {
  expect(await wrongInWasm(sample(12))).toEqual([]);
});

describe.skipIf(!gppAvailable())("C++", () => {
  test("gives what Loops give", { timeout }, () => {
    expect(wrongInCpp(sample(8))).toEqual([]);
  });

  test("whole programs give what Loops give", { timeout }, () => {
    const cases = programs.map((name): Case => ({ name, ...corpusKernel(name, "as it is") }));
    const wrong = runVitis(cases).flatMap((ran, k) => {
      const one = cases[k];
      if (one === undefined) return [];
      return ran.kind === "refused" ? [`${one.name}: ${ran.messages.join()}`] : (trouble(ran, one) ?? []);
    });
    expect(wrong).toEqual([]);
  });
});

describe("circuits", () => {
  test("give what Loops give, in the cycles that were predicted", { timeout }, async () => {
    expect(await wrongInCircuits(sample(8))).toEqual([]);
  });

  test.each(programs)("%s", { timeout }, async (name) => {
    const { loops, args } = corpusKernel(name, "pipelined and unrolled");
    expect(await verdict(loops, args)).toMatchObject({ kind: "kept" });
  });
});

/** None of them is refused. */
function sample(count: number): readonly Lowered[] {
  const kernels = loweredSample(writer, Number(asked ?? count), first);
  expect(kernels.length).toBe(Number(asked ?? count));
  return kernels;
}
