/** The rules of a problem, one at a time. */
import { describe, expect, it } from "vitest";
import { check, explain, isImpossible, pipeline, schedule } from "../../../src/synthesis/timing/index.ts";
import type { Operation, Problem } from "../../../src/synthesis/timing/problem.ts";
import { clocked, logic, order, pipelined, value } from "./problems.ts";

function problemOf(
  operations: readonly Operation[],
  edges: Problem["edges"],
  counts: readonly number[] = [],
): Problem {
  const resources = counts.map((count, at) => ({ name: `unit ${at}`, count }));
  return { operations, edges, resources, period: 5 };
}

/** A problem that must be good, and its cycles. */
function cyclesOf(problem: Problem): readonly number[] {
  const timing = schedule(problem);
  expect(check(problem, timing)).toEqual([]);
  return timing.cycles;
}

const name = (operation: number): string => "abcdefgh"[operation] ?? "?";

describe("chaining", () => {
  it("operations share a cycle while it lasts", () => {
    const adders = [5, 4, 3, 2, 1].map((width): Operation => ({ ...logic(2.34), width }));
    const chain = problemOf(adders, [value(0, 1), value(1, 2), value(2, 3), value(3, 4)]);
    const timing = schedule(chain);
    expect(timing.cycles).toEqual([0, 0, 1, 1, 2]);
    expect(timing.offsets).toEqual([0, 2.34, 0, 2.34, 0]);
    expect(timing.length).toBe(3);
  });

  it("decimal fractions that fill a period exactly still fit", () => {
    const ten = Array.from({ length: 10 }, () => logic(0.1));
    const edges = ten.slice(1).map((_, at) => value(at, at + 1));
    const timing = schedule({ ...problemOf(ten, edges), period: 1 });
    expect(timing.length).toBe(1);
  });

  it("the way out of an operation and the way into the next must fit together", () => {
    const maker: Operation = { latency: 2, entry: 0.1, exit: 0.1, uses: [] };
    const slow: Operation = { latency: 3, entry: 5, exit: 0.1, uses: [] };
    expect(cyclesOf(problemOf([maker, slow, maker], [value(0, 1), value(1, 2)]))).toEqual([0, 3, 6]);
  });

  it("what takes longer than a period has a cycle to itself", () => {
    const long = problemOf([logic(1), logic(7), logic(1), logic(0)], [value(0, 1), value(1, 2), value(1, 3)]);
    expect(cyclesOf(long)).toEqual([0, 1, 2, 2]);
  });

  it("what takes no time may share the cycle of what takes too long, before it", () => {
    const problem = problemOf([logic(0), logic(7)], [value(0, 1), order(1, 0, 1, 1)]);
    const timing = pipelined(problem);
    expect(check(problem, timing)).toEqual([]);
    expect(timing.ii).toBe(1);
  });

  it("a recurrence of logic that does not fit into a period takes two cycles", () => {
    const operations = [logic(0), logic(3), logic(3), logic(0)];
    const edges = [value(0, 1), value(1, 2), value(2, 3), order(3, 0, 1, 1)];
    const timing = pipelined(problemOf(operations, edges));
    expect(timing.ii).toBe(2);
    expect(pipelined({ ...problemOf(operations, edges), period: 6 }).ii).toBe(1);
  });
});

describe("order", () => {
  it("a negative lag lets the second come first, so far and no further", () => {
    const edges = [order(0, 1, -1), value(2, 0)];
    expect(cyclesOf(problemOf([clocked(0), clocked(0), clocked(3)], edges))).toEqual([3, 2, 0]);
  });

  it("two orders hold operations in one cycle", () => {
    const together = problemOf(
      [clocked(2), clocked(0), clocked(0)],
      [value(0, 1), order(1, 2, 0), order(2, 1, 0)],
    );
    expect(cyclesOf(together)).toEqual([0, 2, 2]);
  });

  it("iterations one after another wait where an order between them asks for more", () => {
    const problem = problemOf([clocked(0), clocked(0)], [order(0, 1, 0), order(1, 0, 4, 1)]);
    const timing = schedule(problem);
    expect(timing.length).toBe(4);
    expect(check(problem, timing)).toEqual([]);
  });

  it("a pinned operation stays in cycle 0, though its user is late", () => {
    const counter: Operation = { ...logic(0), pinned: true, width: 32 };
    const problem = problemOf([counter, clocked(9), logic(1)], [value(0, 2), value(1, 2)]);
    expect(cyclesOf(problem)).toEqual([0, 0, 9]);
    expect(pipelined(problem).cycles).toEqual([0, 0, 9]);
  });
});

describe("a pinned operation as the start of an iteration", () => {
  // b, which has nothing to do with a, tells after 3 cycles whether there is a next iteration.
  const leaving = problemOf(
    [{ ...logic(0), pinned: true }, clocked(3), clocked(0)],
    [value(1, 2), order(2, 0, 1, 1)],
  );

  it("waits for what the iteration before must know", () => {
    const timing = pipelined(leaving);
    expect(check(leaving, timing)).toEqual([]);
    expect(timing.ii).toBe(4);
  });

  it("is the reason then, with the way to it", () => {
    const { reason } = pipelined(leaving);
    expect(reason === null ? "" : explain(leaving, reason, name)).toBe(
      "II 4: the recurrence b → c → a → b takes 4 cycles over 1 iteration",
    );
  });
});

describe("resources", () => {
  it("a unit that is not pipelined is kept for its cycles", () => {
    const divide: Operation = { latency: 4, entry: 0, exit: 0, uses: [{ resource: 0, cycles: 4 }] };
    expect([...cyclesOf(problemOf([divide, divide], [], [1]))].sort()).toEqual([0, 4]);
    expect(pipelined(problemOf([divide, divide], [], [1])).ii).toBe(8);
    expect(pipelined(problemOf([divide, divide], [], [2])).ii).toBe(4);
  });

  it("a use that goes on after the result makes the iteration longer", () => {
    const busy: Operation = { latency: 1, entry: 0, exit: 0, uses: [{ resource: 0, cycles: 6 }] };
    expect(schedule(problemOf([busy], [], [1])).length).toBe(6);
  });
});

describe("units that are nearly all busy", () => {
  it("leave no chain waiting for a free one in every interval", () => {
    // 60 operations side by side, then 16 one after another: 76 of the 80 turns that four units have in 20 cycles.
    const operations = Array.from({ length: 76 }, () => clocked(1, 0));
    const sums = Array.from({ length: 60 }, (_, wide) => value(wide, 60));
    const chain = Array.from({ length: 15 }, (_, k) => value(60 + k, 61 + k));
    const problem = problemOf(operations, [...sums, ...chain], [4]);
    const timing = pipeline(problem, { ii: 20 });
    if (isImpossible(timing)) throw new Error("no II of 20");
    expect(check(problem, timing)).toEqual([]);
    expect(timing.length).toBeLessThan(40); // 76 where the chain was placed last
  });
});

describe("the II asked for", () => {
  const accumulate = problemOf(
    [clocked(0), clocked(3), clocked(0)],
    [value(0, 1), value(1, 2), order(2, 0, 0, 1)],
  );

  it("that a recurrence forbids is impossible, with the least and the reason", () => {
    const answer = pipeline(accumulate, { ii: 2 });
    if (!isImpossible(answer)) throw new Error("an II of 2 was found");
    expect(answer.least).toBe(3);
    expect(check(accumulate, answer.best)).toEqual([]);
    expect(explain(accumulate, answer.reason, name)).toBe(
      "II 3: the recurrence a → b → c → a takes 3 cycles over 1 iteration",
    );
  });

  it("that ports forbid is impossible, with the least and the reason", () => {
    const load = clocked(1, 0);
    const loads = problemOf([load, load, load, load], [], [2]);
    const answer = pipeline(loads, { ii: 1 });
    if (!isImpossible(answer)) throw new Error("an II of 1 was found");
    expect(answer.least).toBe(2);
    expect(explain(loads, answer.reason, name)).toBe(
      "II 2: an iteration uses unit 0 4 times (a, b, c, d), and a cycle has room for 2 uses",
    );
  });

  it("that is larger than it must be is kept", () => {
    const timing = pipelined(accumulate, 5);
    expect(check(accumulate, timing)).toEqual([]);
    expect([timing.ii, timing.length]).toEqual([5, 5]);
    expect(timing.reason).toEqual({ kind: "asked" });
  });

  it("has no reason when it is 1", () => {
    expect(pipelined(problemOf([clocked(2)], [])).reason).toBeNull();
  });

  it("may be held up by one operation alone", () => {
    const divide: Operation = { latency: 4, entry: 0, exit: 0, uses: [{ resource: 0, cycles: 4 }] };
    const alone = problemOf([divide], [], [1]);
    const { reason } = pipelined(alone);
    expect(reason === null ? "" : explain(alone, reason, name)).toBe(
      "II 4: a keeps unit 0 for 4 cycles, and a cycle has room for 1 use",
    );
  });
});

describe("registers", () => {
  const wide = (operation: Operation, width: number): Operation => ({ ...operation, width });

  it("what comes from stable values is made when it is needed", () => {
    const operations = [wide(logic(0), 0), wide(logic(2), 32), clocked(7), logic(1)];
    const problem = problemOf(operations, [value(0, 1), value(1, 3), value(2, 3)]);
    expect(cyclesOf(problem)[1]).toBe(7);
  });

  it("what is narrower than its operands is made early", () => {
    const operations = [wide(clocked(1), 32), wide(logic(2), 1), clocked(7), logic(1)];
    const problem = problemOf(operations, [value(0, 1), value(1, 3), value(2, 3)]);
    const [load, compare] = pipelined(problem).cycles;
    expect((compare ?? 0) - (load ?? 0)).toBe(1);
  });

  it("a tree follows its root, also where it must leave a cycle to it", () => {
    const operations = [wide(logic(0), 0), wide(logic(3), 32), wide(logic(3), 32), clocked(7), logic(3)];
    const problem = problemOf(operations, [value(0, 1), value(1, 2), value(2, 4), value(3, 4)]);
    expect(cyclesOf(problem).slice(1, 3)).toEqual([5, 6]);
  });
});
