/**
 * Random kernels under random schedules, and kernels of the corpus, before and after each pass.
 *
 *     LUTRA_SCHEDULES=3000 LUTRA_SEED=7 npx vitest run test/hardware/prepare/generated.test.ts
 *     ALL=1 takes every kernel of the corpus, else one in 32
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Diagnosed } from "../../../src/diagnostics/diagnosed.ts";
import { compilePython } from "../../../src/frontend/python/index.ts";
import { lower } from "../../../src/loops/lower/index.ts";
import type { Loops } from "../../../src/loops/nodes.ts";
import { prepare } from "../../../src/synthesis/prepare/index.ts";
import { argsFromWire } from "../../backend/wasm-build.ts";
import { kernelAt, kernelPaths } from "../../corpus/kernels.ts";
import { typesOf } from "../../corpus/roads.ts";
import { choiceLists } from "../../generated/choices.ts";
import { type GeneratedKernel, programLength, writeKernel } from "../../generated/generator.ts";
import { applied, drawSchedule } from "../../schedule/draw.ts";
import { writeNests } from "../../schedule/nest_kernels.ts";
import { rng } from "../../schedule/random.ts";
import { trouble, troubleWithoutZeros, withAttributes } from "./same.ts";

const count = Number(process.env.LUTRA_SCHEDULES ?? 40);
const first = Number(process.env.LUTRA_SEED ?? 1);

test(`${count} random kernels from seed ${first}: the same bits, the same faults`, {
  timeout: 36_000_000,
}, () => {
  const wrong: string[] = [];
  let seen = 0;
  for (let seed = first; seen < count && wrong.length < 5; seed++) {
    const write = writerOf(seed);
    const numbers = fc.sample(choiceLists(programLength, write), { seed, numRuns: 1 })[0] ?? [];
    const found = judged(write(numbers), seed);
    if (found === null) continue;
    seen++;
    if (found !== "") wrong.push(`LUTRA_SEED=${seed}\n${simplest(write, seed, found)}`);
    if (process.env.LUTRA_SCHEDULES !== undefined && seen % 200 === 0)
      process.stderr.write(`${seen} kernels, seed ${seed}, ${wrong.length} wrong\n`);
  }
  expect(wrong.join("\n\n")).toBe("");
});

const seed = Number(process.env.SEED ?? 1);
const paths = kernelPaths.filter((_, i) => process.env.ALL === "1" || (i + seed) % 32 === 0);

test.each(paths)("%s", { timeout: 60_000 }, (path) => {
  const { program, args } = kernelAt(path);
  const lowered = lower(program);
  if (!lowered.ok) throw new Error("not lowered");
  const given = argsFromWire(args, typesOf(args));
  for (const round of [0, 1, 2]) {
    const loops = round === 0 ? lowered.loops : drawn(lowered.loops, seed * 7 + round);
    if (isTooLarge(loops)) continue;
    expect(trouble(loops, given)).toBeNull();
    expect(troubleWithoutZeros(loops, given)).toBeNull();
  }
});

type Writer = (numbers: readonly number[]) => GeneratedKernel;

/** Most are kernels of loops. */
function writerOf(of: number): Writer {
  return of % 3 === 0 ? (numbers) => writeKernel(numbers) : writeNests;
}

/** Null where the front end or lowering refuses the kernel; empty where all is well. */
function judged({ text, args }: GeneratedKernel, of: number): string | null {
  const { program } = compilePython({ path: "kernel.py", text }, { kernel: "kernel", args: typesOf(args) });
  const lowered = program === null ? null : lower(program);
  if (lowered === null || !lowered.ok) return null;
  const loops = drawn(lowered.loops, of);
  if (isTooLarge(loops)) return null;
  const given = argsFromWire(args, typesOf(args));
  return trouble(loops, given) ?? troubleWithoutZeros(loops, given) ?? "";
}

function drawn(loops: Loops, of: number): Loops {
  const { changing, keeping } = of % 4 === 0 ? { changing: [], keeping: [] } : drawSchedule(loops, of);
  return withAttributes(applied(loops, [...changing, ...keeping]), rng(of));
}

function isTooLarge(loops: Loops): boolean {
  try {
    prepare(loops);
    return false;
  } catch (error) {
    return error instanceof Diagnosed; // whatever else it is shows again
  }
}

function simplest(write: Writer, of: number, found: string): string {
  let shown = found;
  const agrees = (numbers: readonly number[]): boolean => {
    const again = judged(write(numbers), of);
    if (again === null || again === "") return true;
    shown = again;
    return false;
  };
  fc.check(fc.property(choiceLists(programLength, write), agrees), {
    seed: of,
    numRuns: 1,
    interruptAfterTimeLimit: 20_000,
  });
  return shown;
}
