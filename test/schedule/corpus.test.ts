/**
 * Kernels of the corpus under random loop schedules: valid, and the same bits.
 * ALL=1 takes every kernel, else one in eight; SEED chooses other ones and other schedules.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { toProgram, verifyLoops } from "../../src/loops/program.ts";
import { printSchedule } from "../../src/schedule/print.ts";
import { applyStep, type Step } from "../../src/schedule/schedule.ts";
import { makeArguments } from "../corpus/arguments.ts";
import { parseHeader } from "../corpus/header.ts";
import { compileKernel, disagreements, interpret } from "../corpus/roads.ts";
import { randomStep, rng, scopeErrors } from "./random.ts";

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
  const args = makeArguments(header);
  const lowered = lower(compileKernel({ path, text }, path.replace(/^.*\/|\.py$/g, ""), args));
  if (!lowered.ok) return;
  const before = interpret(toProgram(lowered.loops), args);
  for (const round of [1, 2]) {
    const { loops, steps } = scheduledAtRandom(lowered.loops, `${path} ${round}`);
    const what = printSchedule(steps);
    expect([...verifyLoops(loops), ...scopeErrors(loops)], what).toEqual([]);
    expect(disagreements(interpret(toProgram(loops), args), before, { kind: "exact" }), what).toEqual([]);
  }
});

function scheduledAtRandom(before: Loops, name: string): { loops: Loops; steps: readonly Step[] } {
  const random = rng([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e9, seed));
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
