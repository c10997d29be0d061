/** Loops under random schedules, run as WebAssembly: what the loops give in the interpreter. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileWasm } from "../../src/backend/wasm/index.ts";
import { seededArgument } from "../../src/call/seeded.ts";
import { compilePython } from "../../src/frontend/python/index.ts";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { arrayType, prepareLoops } from "../../src/loops/program.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { randomStep, rng } from "../schedule/random.ts";
import { left, sameLeft } from "./wasm-build.ts";

const kernels = ["matmul", "conv2d", "histogram", "jacobi", "fir_fixed", "popcount"];

test.each(kernels)("%s", { timeout: 120_000 }, async (name) => {
  for (const seed of [1, 2]) {
    const loops = scheduled(lowered(name), seed);
    const args = Object.fromEntries(
      loops.params.map((param) => {
        const type = param.kind === "scalar" ? param.type : arrayType(param);
        return [param.name, seededArgument(type, param.name, seed)];
      }),
    );
    const [wasm, interpreted] = [left(await compileWasm(loops), args), left(prepareLoops(loops), args)];
    expect(sameLeft(wasm, interpreted)).toBe(true);
    expect(sameLeft(left(await compileWasm(loops, { quick: true }), args), interpreted)).toBe(true);
  }
});

function lowered(name: string): Loops {
  const path = new URL(`../../examples/${name}.py`, import.meta.url);
  const { program } = compilePython(
    { path: `${name}.py`, text: readFileSync(path, "utf8") },
    { args: new Map() },
  );
  if (program === null) throw new Error(`${name} does not compile`);
  const made = lower(program);
  if (!made.ok) throw new Error(`${name} is not lowered`);
  return made.loops;
}

/** A dozen steps tried, one after the other; those that are refused are left out. */
function scheduled(loops: Loops, seed: number): Loops {
  const random = rng(seed);
  let current = loops;
  for (let i = 0; i < 12; i++) {
    const step = randomStep(current, random, false);
    const done = step === null ? null : apply(current, [step]);
    if (done?.ok) current = done.loops;
  }
  return current;
}
