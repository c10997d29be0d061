/**
 * Random kernels about which array a name refers to, and in which order calls change arrays, on every road.
 *
 *     LUTRA_PROGRAMS=5000 LUTRA_SEED=7 npx vitest run test/generated/rebinding.test.ts -t NumPy     Loops, wasm, C++, circuits
 */
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { compileWasm } from "../../src/backend/wasm/index.ts";
import { compilePython } from "../../src/frontend/python/index.ts";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { prepare } from "../../src/program/interpret/index.ts";
import type { Program } from "../../src/program/nodes.ts";
import { type Case, trouble } from "../backend/c-cases.ts";
import { runVitis } from "../backend/vitis-run.ts";
import { argsFromWire, left, sameLeft } from "../backend/wasm-build.ts";
import { typesOf } from "../corpus/roads.ts";
import { findNumpy } from "../numpy/server.ts";
import { corpusKernel } from "../synthesis/corpus-circuits.ts";
import { fast } from "../synthesis/fast.ts";
import { verdict } from "../synthesis/promise.ts";
import { gppAvailable } from "../toolchain/gpp.ts";
import { choiceLists } from "./choices.ts";
import { describeReport, fuzzOf } from "./fuzz.ts";
import type { GeneratedKernel } from "./generator.ts";
import { rebindingLength, writeRebinding } from "./rebinding.ts";

const asked = process.env.LUTRA_PROGRAMS;
const first = Number(process.env.LUTRA_SEED ?? 1);
const timeout = 36_000_000;

/** The three whole programs: a filter, a solver, a simulation. */
const programs = ["rebinding/kalman", "rebinding/rk4_solver", "rebinding/heat"];

const numpy = await findNumpy();
afterAll(() => numpy?.close());

test.skipIf(numpy === null)("NumPy = interpreter = printed", { timeout }, async () => {
  if (numpy === null) return;
  const write = { write: writeRebinding, length: rebindingLength };
  const report = await fuzzOf(numpy, write, { programs: Number(asked ?? 60), seed: first });
  expect(report.failures).toEqual([]);
  expect(describeReport(report, true)).toMatch(/^\d+ agree, \d+ raise on every road, 0 refused, 0 differ/);
});

test("Loops = Program", { timeout }, () => {
  const wrong = seedsFor(60).filter((seed) => {
    const { program, loops, given } = lowered(seed);
    return !sameLeft(left(prepareLoops(loops), given), left(prepare(program), given));
  });
  expect(wrong).toEqual([]);
});

test("wasm = Program", { timeout }, async () => {
  const wrong: number[] = [];
  for (const seed of seedsFor(12)) {
    const { program, loops, given } = lowered(seed);
    if (!sameLeft(left(await compileWasm(loops), given), left(prepare(program), given))) wrong.push(seed);
  }
  expect(wrong).toEqual([]);
});

describe.skipIf(!gppAvailable())("C++", () => {
  test("gives what Loops give", { timeout }, () => {
    const random = seedsFor(8).map((seed): Case => {
      const { loops, given } = lowered(seed);
      return { name: `seed ${seed}`, loops, args: given };
    });
    const whole = programs.map((name): Case => ({ name, ...corpusKernel(name, "as it is") }));
    const cases = [...random, ...whole];
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
    const wrong: string[] = [];
    for (const seed of seedsFor(8)) {
      const { loops, given } = lowered(seed);
      const judged = await verdict(seed % 2 === 0 ? loops : fast(loops), given);
      if (judged.kind !== "kept") wrong.push(`${seed}: ${JSON.stringify(judged)}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each(programs)("%s", { timeout }, async (name) => {
    const { loops, args } = corpusKernel(name, "pipelined and unrolled");
    expect(await verdict(loops, args)).toMatchObject({ kind: "kept" });
  });
});

function seedsFor(count: number): readonly number[] {
  return Array.from({ length: Number(asked ?? count) }, (_, k) => first + k);
}

function lowered(seed: number): {
  readonly program: Program;
  readonly loops: Loops;
  readonly given: ReturnType<typeof argsFromWire>;
} {
  const { text, args } = kernelOf(seed);
  const { program } = compilePython({ path: "kernel.py", text }, { kernel: "kernel", args: typesOf(args) });
  const found = program === null ? null : lower(program);
  if (program === null || !found?.ok) return expect.fail(`seed ${seed} is refused:\n${text}`);
  return { program, loops: found.loops, given: argsFromWire(args, typesOf(args)) };
}

function kernelOf(seed: number): GeneratedKernel {
  const lists = choiceLists(rebindingLength, (numbers) => writeRebinding(numbers));
  return writeRebinding(fc.sample(lists, { seed, numRuns: 1 })[0] ?? []);
}
