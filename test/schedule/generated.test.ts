/**
 * Random kernels under random schedules: what is not refused computes the same bits, interpreted and as WebAssembly.
 *
 *     LUTRA_SCHEDULES=20000 LUTRA_SEED=7 npx vitest run test/schedule/generated.test.ts
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileWasm } from "../../src/backend/wasm/index.ts";
import { compilePython } from "../../src/frontend/python/index.ts";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { prepareLoops, verifyLoops } from "../../src/loops/program.ts";
import { printSchedule } from "../../src/schedule/print.ts";
import { applyStep, type Step } from "../../src/schedule/schedule.ts";
import { argsFromWire, left, sameLeft } from "../backend/wasm-build.ts";
import { typesOf } from "../corpus/roads.ts";
import { choiceLists } from "../generated/choices.ts";
import { programLength, writeKernel } from "../generated/generator.ts";
import { randomStep, rng, scopeErrors } from "./random.ts";

const count = Number(process.env.LUTRA_SCHEDULES ?? 300);
const first = Number(process.env.LUTRA_SEED ?? 1);
const onWasm = 10; // every tenth: compiling takes longer than running

test(`${count} kernels from seed ${first} keep their bits`, { timeout: 3_600_000 }, async () => {
  const wrong: string[] = [];
  let scheduled = 0;
  for (let seed = first; seed < first + count; seed++) {
    const found = await judged(seed);
    if (found.steps > 0) scheduled++;
    if (found.trouble !== null) wrong.push(`seed ${seed}: ${found.trouble}`);
  }
  if (process.env.LUTRA_SCHEDULES !== undefined)
    process.stderr.write(`${scheduled} of ${count} took a step\n`);
  expect(wrong.join("\n\n")).toBe("");
  expect(scheduled).toBeGreaterThan(count / 3);
});

const lists = choiceLists(programLength, (numbers) => writeKernel(numbers));

async function judged(seed: number): Promise<{ readonly steps: number; readonly trouble: string | null }> {
  const { text, args } = writeKernel(fc.sample(lists, { seed, numRuns: 1 })[0] ?? []);
  const { program } = compilePython({ path: "kernel.py", text }, { kernel: "kernel", args: typesOf(args) });
  const lowered = program === null ? null : lower(program);
  if (lowered === null || !lowered.ok) return { steps: 0, trouble: null };
  const { loops, steps } = scheduledAtRandom(lowered.loops, seed);
  const shown = `${text}\n${printSchedule(steps)}`;
  const broken = [...verifyLoops(loops), ...scopeErrors(loops)];
  if (broken.length > 0) return { steps: steps.length, trouble: `${broken.join("\n")}\n${shown}` };
  const given = argsFromWire(args, typesOf(args));
  const plain = left(prepareLoops(lowered.loops), given);
  const after = left(prepareLoops(loops), given);
  // Another order may meet another fault first, and leaves other elements behind.
  const same = plain.fault === null ? sameLeft(after, plain) : after.fault !== null;
  if (!same) return { steps: steps.length, trouble: `not the same bits\n${shown}` };
  if (seed % onWasm !== 0) return { steps: steps.length, trouble: null };
  const wasm = left(await compileWasm(loops), given);
  return { steps: steps.length, trouble: sameLeft(wasm, after) ? null : `WebAssembly differs\n${shown}` };
}

function scheduledAtRandom(
  before: Loops,
  seed: number,
): { readonly loops: Loops; readonly steps: readonly Step[] } {
  const random = rng(seed);
  const steps: Step[] = [];
  let loops = before;
  for (let tries = 0; tries < 20 && steps.length < 5; tries++) {
    const step = randomStep(loops, random, false);
    const done = step === null ? null : applyStep(loops, step);
    if (step === null || done === null || !done.ok) continue;
    steps.push(step);
    loops = done.loops;
  }
  return { loops, steps };
}
