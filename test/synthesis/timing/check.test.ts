/** The checker, on timings that were good until something was changed. */
import { describe, expect, it } from "vitest";
import { check, schedule } from "../../../src/synthesis/timing/index.ts";
import type { Operation, Problem, Timing } from "../../../src/synthesis/timing/problem.ts";
import { dice } from "../../hardware/random.ts";
import { clocked, logic, order, pipelined, randomProblem, value } from "./problems.ts";

/** a, b, c chain; loads d and e share a port; f is d's and e's sum and comes back to d two iterations later. */
const problem: Problem = {
  operations: [logic(2), logic(2), logic(2), clocked(1, 0), clocked(1, 0), { ...logic(2), width: 8 }],
  edges: [value(0, 1), value(1, 2), value(3, 5), value(4, 5), order(5, 3, 1, 2), order(2, 3, -1)],
  resources: [{ name: "port", count: 1 }],
  period: 4,
};
const good: Timing = {
  ii: 2,
  cycles: [0, 0, 1, 0, 1, 2],
  offsets: [0, 2, 0, 0, 0, 0],
  length: 3,
  reason: null,
};

function changed(list: readonly number[], at: number, to: number): readonly number[] {
  return list.map((old, index) => (index === at ? to : old));
}

describe("the checker", () => {
  it("finds nothing wrong with a good timing", () => {
    expect(check(problem, good)).toEqual([]);
  });

  const wrong: Readonly<Record<string, readonly [Timing, RegExp]>> = {
    "a value used before it is there": [
      { ...good, cycles: changed(good.cycles, 5, 1) },
      /value is there only in cycle 2/,
    ],
    "a value used before it has settled": [
      { ...good, offsets: changed(good.offsets, 1, 1) },
      /settles at 2 ns/,
    ],
    "a chain longer than the period": [
      { ...good, cycles: changed(good.cycles, 2, 0), offsets: changed(good.offsets, 2, 4) },
      /takes 2 ns, of a period of 4 ns/,
    ],
    "an order that is not kept": [{ ...good, cycles: changed(good.cycles, 5, 4), length: 5 }, /out of order/],
    "an order that a smaller II breaks": [{ ...good, ii: 1 }, /out of order/],
    "a port used twice in a slot": [
      { ...good, cycles: changed(good.cycles, 4, 0) },
      /port is used 2 times in cycle 0/,
    ],
    "a port used twice modulo the II": [
      { ...good, cycles: [0, 0, 1, 0, 2, 3], length: 4 },
      /port is used 2 times in cycle 0/,
    ],
    "an iteration that ends too early": [{ ...good, length: 2 }, /after 2 cycles/],
    "a start before the first cycle": [
      { ...good, cycles: changed(good.cycles, 0, -1) },
      /starts in cycle -1/,
    ],
    "a start between cycles": [{ ...good, cycles: changed(good.cycles, 0, 0.5) }, /starts in cycle 0.5/],
    "an offset below 0": [{ ...good, offsets: changed(good.offsets, 0, -1) }, /offset -1/],
    "an offset that is no number": [{ ...good, offsets: changed(good.offsets, 0, Number.NaN) }, /offset NaN/],
    "an II of 0": [{ ...good, ii: 0 }, /the II is 0/],
    "an II longer than an iteration": [{ ...good, ii: 4 }, /ends after 3 cycles/],
    "an operation without a cycle": [{ ...good, cycles: good.cycles.slice(1) }, /6 operations, but 5 cycles/],
  };
  for (const [what, [timing, message]] of Object.entries(wrong)) {
    it(`sees ${what}`, () => {
      expect(check(problem, timing).join("\n")).toMatch(message);
    });
  }

  it("sees a pinned operation elsewhere", () => {
    const pinned: Operation = { ...logic(1), pinned: true };
    const one: Problem = { operations: [pinned], edges: [], resources: [], period: 4 };
    const late: Timing = { ii: null, cycles: [1], offsets: [0], length: 2, reason: null };
    expect(check(one, late)).toEqual(["operation 0 is pinned, but starts in cycle 1"]);
  });

  it("sees a value used in the cycle in which it settles too late", () => {
    const slow: Problem = {
      operations: [logic(5), logic(0)],
      edges: [value(0, 1)],
      resources: [],
      period: 4,
    };
    const timing: Timing = { ii: null, cycles: [0, 0], offsets: [0, 5], length: 1, reason: null };
    expect(check(slow, timing).length).toBeGreaterThan(0);
  });

  it("sees an operation that an edge moved past its maker, in random problems", () => {
    for (let seed = 0; seed < 50; seed++) {
      const d = dice(seed);
      const random = randomProblem(d, { operations: 2 + d.roll(20), resources: d.roll(3), back: d.roll(4) });
      const timing = d.roll(2) === 0 ? schedule(random) : pipelined(random);
      for (const edge of random.edges) {
        if (edge.kind !== "value") continue;
        const ready = (timing.cycles[edge.from] ?? 0) + (random.operations[edge.from]?.latency ?? 0);
        const cycles = changed(timing.cycles, edge.to, ready - 1);
        expect(check(random, { ...timing, cycles }), `seed ${seed}`).not.toEqual([]);
      }
    }
  });
});
