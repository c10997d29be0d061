/** Steps that place data, mixed at random with steps that change loops: the same bits after whatever is accepted. */
import { expect, it } from "vitest";
import type { Loops } from "../../src/loops/nodes.ts";
import { verifyLoops } from "../../src/loops/program.ts";
import { arraysOf, forLoops, regions, scalarsOf } from "../../src/schedule/find.ts";
import { printSchedule } from "../../src/schedule/print.ts";
import { applyStep, type Step } from "../../src/schedule/schedule.ts";
import { kernels } from "./kernels.ts";
import { outcome, type Random, randomStep, rng } from "./random.ts";

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
    "buffer",
    "privatize",
    "outline",
    "inline",
    "fuse_kernels",
  ];
  if (process.env.SCHEDULES !== undefined) console.log(Object.fromEntries(taken));
  if (runs >= 300) for (const one of data) expect(taken.get(one) ?? 0, one).toBeGreaterThan(0);
});

function dataStep(loops: Loops, random: Random): Step | null {
  const pick = <T>(list: readonly T[]): T | undefined => list[random(list.length)];
  const array = pick(arraysOf(loops))?.name;
  const other = pick(loops.arrays)?.name ?? array;
  const local = pick(loops.arrays)?.name ?? array;
  const scalar = pick(scalarsOf(loops))?.name ?? array;
  const loop = pick(forLoops(loops))?.name;
  const second = pick(forLoops(loops))?.name;
  const region = pick(regions(loops))?.name;
  if (array === undefined || other === undefined || local === undefined || scalar === undefined) return null;
  if (loop === undefined || second === undefined) return null;
  const name = `n${random(100000)}`;
  const steps: readonly Step[] = [
    { primitive: "partition", args: { array, dim: random(2), how: "cyclic", factor: 2 + random(3) } },
    { primitive: "partition", args: { array, dim: random(2), how: "complete" } },
    { primitive: "reshape", args: { array, dim: random(2), factor: 2 + random(3) } },
    {
      primitive: "memmap",
      args: { name, how: random(2) === 0 ? "vertical" : "horizontal", arrays: [local, other] },
    },
    { primitive: "reuse_at", args: { array, loop } },
    { primitive: "reuse_at", args: { array, loop: second } },
    { primitive: "reuse_at", args: { array: local, loop } },
    { primitive: "buffer", args: { array } },
    { primitive: "privatize", args: { storage: scalar, loop } },
    { primitive: "privatize", args: { storage: local, loop } },
    { primitive: "outline", args: { loop, name } },
    { primitive: "fuse_kernels", args: { first: region ?? loop, second } },
    ...(region === undefined ? [] : [{ primitive: "inline", args: { region } }]),
  ];
  return pick(steps) ?? null;
}
