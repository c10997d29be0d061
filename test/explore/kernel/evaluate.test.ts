/** What an evaluator remembers from point to point. */
import { expect, test } from "vitest";
import { type Evaluator, evaluated, nothingRemembered } from "../../../src/explore/kernel/evaluate.ts";
import { meaningOf, nothingTaken } from "../../../src/explore/kernel/schedule.ts";
import { kernelSpace } from "../../../src/explore/kernel/space.ts";
import { defaultPoint, randomPoint, type Space } from "../../../src/explore/search/space.ts";
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
    const alone = evaluated({ ...given, target, known: nothingRemembered() }, space, point);
    expect(evaluated(shared, space, point)).toEqual(alone);
  }
  expect(shared.known.pipelines.answers.size).toBeGreaterThan(0);
});
