/** Kernels of the corpus under random steps that place data: the same bits. ALL=1 takes every kernel, else one in eight. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { toProgram, verifyLoops } from "../../src/loops/program.ts";
import { arraysOf, forLoops, scalarsOf } from "../../src/schedule/find.ts";
import { printSchedule } from "../../src/schedule/print.ts";
import { applyStep, type Step } from "../../src/schedule/schedule.ts";
import { makeArguments } from "../corpus/arguments.ts";
import { parseHeader } from "../corpus/header.ts";
import { compileKernel, disagreements, interpret } from "../corpus/roads.ts";
import { dataStep } from "./data_steps.ts";
import { randomStep, rng } from "./random.ts";

const corpus = fileURLToPath(new URL("../corpus/", import.meta.url));
const seed = Number(process.env.SEED ?? 1);
const files = readdirSync(corpus, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".py"))
  .sort()
  .filter((_, i) => process.env.ALL === "1" || (i + seed) % 8 === 0);

test.each(files)("%s", (path) => {
  const text = readFileSync(`${corpus}${path}`, "utf8");
  const header = parseHeader(text);
  if (header.raises !== null) return;
  const kernel = path.replace(/^.*\/|\.py$/g, "");
  const args = makeArguments(header);
  const lowered = lower(compileKernel({ path, text }, kernel, args));
  if (!lowered.ok) return;
  const { loops, steps } = scheduledAtRandom(lowered.loops, path);
  const what = printSchedule(steps);
  expect(verifyLoops(loops), what).toEqual([]);
  const before = interpret(toProgram(lowered.loops), args);
  expect(disagreements(interpret(toProgram(loops), args), before, { kind: "exact" }), what).toEqual([]);
});

/** One by one, on every array or scalar and every loop: whatever is accepted, up to a dozen. */
test.each(files)("reuse_at and privatize in %s", (path) => {
  const text = readFileSync(`${corpus}${path}`, "utf8");
  const header = parseHeader(text);
  if (header.raises !== null) return;
  const args = makeArguments(header);
  const lowered = lower(compileKernel({ path, text }, path.replace(/^.*\/|\.py$/g, ""), args));
  if (!lowered.ok) return;
  const before = interpret(toProgram(lowered.loops), args);
  for (const step of accepted(lowered.loops).slice(0, 12)) {
    const done = applyStep(lowered.loops, step);
    if (!done.ok) continue;
    const after = interpret(toProgram(done.loops), args);
    expect(disagreements(after, before, { kind: "exact" }), printSchedule([step])).toEqual([]);
  }
});

function accepted(loops: Loops): readonly Step[] {
  const names = [...arraysOf(loops), ...scalarsOf(loops)];
  const steps = forLoops(loops).flatMap(({ name: loop }) =>
    names.flatMap(({ kind, name }): Step[] => [
      ...(kind === "array" ? [{ primitive: "reuse_at", args: { array: name, loop } }] : []),
      { primitive: "privatize", args: { storage: name, loop } },
    ]),
  );
  return steps.filter((step) => applyStep(loops, step).ok);
}

function scheduledAtRandom(before: Loops, path: string): { loops: Loops; steps: readonly Step[] } {
  const random = rng([...path].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), seed) % 1e9);
  const steps: Step[] = [];
  let loops = before;
  for (let tries = 0; tries < 25 && steps.length < 6; tries++) {
    const step = random(4) === 0 ? randomStep(loops, random, false) : dataStep(loops, random);
    const done = step === null ? null : applyStep(loops, step);
    if (step === null || done === null || !done.ok) continue;
    steps.push(step);
    loops = done.loops;
  }
  return { loops, steps };
}
