/** What an evaluator remembers from point to point. */
import { expect, test } from "vitest";
import { type Evaluator, evaluated, nothingRemembered } from "../../../src/explore/kernel/evaluate.ts";
import { meaningOf, nothingTaken } from "../../../src/explore/kernel/schedule.ts";
import { kernelSpace } from "../../../src/explore/kernel/space.ts";
import { measuredFrom } from "../../../src/explore/measure.ts";
import { defaultPoint, randomPoint, type Space } from "../../../src/explore/search/space.ts";
import type { Loops } from "../../../src/loops/nodes.ts";
import { parseSchedule } from "../../../src/schedule/index.ts";
import { apply } from "../../../src/schedule/schedule.ts";
import { type KnownProcesses, noKnownProcesses, timed } from "../../../src/synthesis/index.ts";
import { randomFrom } from "../../../src/types/random.ts";
import { loopsOf } from "../../schedule/lowered.ts";

const loops = loopsOf(`
def kernel(a: "int32[8]", b: "int32[8]"):
    for i in range(8):
        b[i] = a[i] + 1
`);

test("processes are forgotten when there are many, and nothing else changes", () => {
  const evaluator: Evaluator = {
    loops,
    auto: [],
    target: { family: "xc7", periodNs: 10 },
    objectives: ["cycles"],
    limits: [],
    known: nothingRemembered(),
  };
  const space = kernelSpace(loops, { reassociate: false });
  const point = defaultPoint(space) ?? [];
  const first = evaluated(evaluator, space, point);
  for (let k = 0; k < 100; k++) evaluator.known.processes.loops.set(String(k), loops);
  expect(evaluated(evaluator, space, point)).toEqual(first);
  expect(evaluator.known.processes.loops.size).toBe(0);
  expect(first.kind).toBe("feasible");
});

test("steps that were taken before lead to the same schedules, however many there were", () => {
  const space = kernelSpace(loops, { reassociate: false });
  const taken = nothingTaken();
  const random = randomFrom(1, "points");
  for (let k = 0; k < 60; k++) {
    const point = randomPoint(space, random);
    if (k === 40) taken.count = 1_000_000; // all of them are forgotten
    const first = meaningOf({ loops, auto: [] }, space, point);
    for (let again = 0; again < 2; again++)
      expect(meaningOf({ loops, auto: [], taken }, space, point)).toBe(first);
  }
  expect(taken.count).toBeLessThan(1000);
});

test("thousands of memories are not planned", () => {
  const large = loopsOf(`
def kernel(a: "int32[200,100]"):
    for i in range(200):
        for j in range(100):
            a[i, j] += 1
`);
  const start = "partition a dim=0 complete\npartition a dim=1 complete";
  const space: Space = { knobs: [{ name: "start", kind: "category", values: [start] }], forbidden: [] };
  const evaluator: Evaluator = {
    loops: large,
    auto: [],
    target: { family: "xc7", periodNs: 10 },
    objectives: ["cycles"],
    limits: [],
    known: nothingRemembered(),
  };
  expect(evaluated(evaluator, space, [0])).toEqual({
    kind: "infeasible",
    reason: "more than 16000 memories",
  });
});

test("what is known of other points changes no figure", () => {
  const two = loopsOf(`
def kernel(a: "int32[12]", b: "int32[12]", c: "int32[12,6]"):
    for i in range(12):
        b[i] = a[i] * 3 + b[i]
    for i in range(12):
        for j in range(6):
            c[i, j] += b[i] * a[j]
`);
  const given = { loops: two, auto: [], objectives: ["cycles", "luts"], limits: [] } as const;
  const target = { family: "xc7", periodNs: 10 } as const;
  const space = kernelSpace(two, { reassociate: false });
  const random = randomFrom(2, "points");
  const shared: Evaluator = { ...given, target, known: nothingRemembered() };
  for (let k = 0; k < 25; k++) {
    const point = randomPoint(space, random);
    if (k === 15) shared.known.pipelines.characters = 1e9; // the oldest are forgotten
    if (k === 20) shared.known.processes.plans.passes.statements = 1e9; // all are
    const alone = evaluated({ ...given, target, known: nothingRemembered() }, space, point);
    expect(evaluated(shared, space, point)).toEqual(alone);
  }
  expect(shared.known.pipelines.answers.size).toBeGreaterThan(0);
});

test("schedules that differ in memories alone have passes in common, and the figures that each has alone", () => {
  const product = loopsOf(`
def kernel(a: "int16[6,5]", b: "int16[5,4]", c: "int32[6,4]"):
    t = np.zeros((6, 4), np.int32)
    for i in range(6):
        for j in range(4):
            for k in range(5):
                t[i, j] += np.int32(a[i, k]) * np.int32(b[k, j])
    for i in range(6):
        for j in range(4):
            c[i, j] = t[i, j]
`);
  const target = { family: "xc7", periodNs: 10 } as const;
  const memories = [
    "",
    "partition t dim=1 complete",
    "partition t dim=0 complete\npartition t dim=1 complete",
    "partition a dim=1 cyclic 2",
    "partition a dim=0 block 2",
    "partition a dim=1 complete\npartition b dim=0 complete",
    "reshape b dim=0 5\nlimit int.mul 1",
  ];
  const figures = (steps: string, taken: Loops, known: KnownProcesses): readonly [number, number] => {
    const scheduled = applied(taken, steps);
    const { cycles, size } = measuredFrom(timed(scheduled, { target }, undefined, known), target);
    return [cycles, size.luts];
  };
  for (const steps of ["pipeline j", "pipeline k", "unroll i 3\npipeline k", "reorder k i j\npipeline j"]) {
    const taken = applied(product, steps);
    const known = noKnownProcesses();
    const together = memories.map((memory) => figures(memory, taken, known));
    expect(together).toEqual(memories.map((memory) => figures(memory, taken, noKnownProcesses())));
    expect(new Set(together.map(String)).size).toBeGreaterThan(2);
  }
});

function applied(loops: Loops, text: string): Loops {
  const parsed = parseSchedule(text);
  if (!parsed.ok) throw new Error(text);
  const result = apply(loops, parsed.schedule);
  if (!result.ok) throw new Error(`${text}: ${result.refusal.message}`);
  return result.loops;
}
