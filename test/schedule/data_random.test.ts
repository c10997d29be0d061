/** Steps that place data, mixed at random with steps that change loops: the same bits after whatever is accepted. */
import { expect, it } from "vitest";
import type { Loops } from "../../src/loops/nodes.ts";
import { verifyLoops } from "../../src/loops/program.ts";
import { printSchedule } from "../../src/schedule/print.ts";
import { applyStep, type Step } from "../../src/schedule/schedule.ts";
import { dataStep } from "./data_steps.ts";
import { kernels } from "./kernels.ts";
import { outcome, randomStep, rng } from "./random.ts";

const runs = Number(process.env.SCHEDULES ?? 60);
const firstSeed = Number(process.env.SEED ?? 1);

it(`${runs} schedules`, () => {
  const names = Object.keys(kernels) as (keyof typeof kernels)[];
  const taken = new Map<string, number>();
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
    const random = rng(seed);
    const name = names[random(names.length)] ?? "matmul";
    const steps: Step[] = [];
    const before = kernels[name];
    let loops: Loops = before;
    for (let tries = 0; tries < 30 && steps.length < 8; tries++) {
      const step = random(3) === 0 ? randomStep(loops, random, false) : dataStep(loops, random);
      if (step === null) continue;
      const done = applyStep(loops, step);
      if (!done.ok) continue;
      steps.push(step);
      loops = done.loops;
    }
    for (const step of steps) taken.set(step.primitive, (taken.get(step.primitive) ?? 0) + 1);
    const what = `seed ${seed}, ${name}:\n${printSchedule(steps)}`;
    expect(verifyLoops(loops), what).toEqual([]);
    expect(outcome(loops, 7), what).toEqual(outcome(before, 7));
  }
  const data = [
    "partition",
    "reshape",
    "memmap",
    "reuse_at",
    "stencil",
    "buffer",
    "privatize",
    "outline",
    "inline",
    "fuse_kernels",
  ];
  if (process.env.SCHEDULES !== undefined) console.log(Object.fromEntries(taken));
  if (runs >= 300) for (const one of data) expect(taken.get(one) ?? 0, one).toBeGreaterThan(0);
});
