/** Timings of problems whose answers are known, hidden in them, or can be tried out. */
import { describe, expect, it } from "vitest";
import { check, schedule } from "../../../src/synthesis/timing/index.ts";
import type { Edge, Problem } from "../../../src/synthesis/timing/problem.ts";
import { dice } from "../../hardware/random.ts";
import { existsAt } from "./exhaustive.ts";
import { circt, hiddenSchedule, pipelined, randomProblem } from "./problems.ts";

/** More of them on demand. */
const rounds = Number(process.env.LUTRA_TIMING_ROUNDS ?? 100);

describe("problems with known answers", () => {
  for (const [name, { problem, ii, last }] of Object.entries(circt)) {
    it(`${name}: II ${ii}`, () => {
      const timing = pipelined(problem);
      expect(check(problem, timing)).toEqual([]);
      expect(timing.ii).toBe(ii);
      expect(Math.max(...timing.cycles)).toBe(last);
    });
  }
});

describe("a circle that takes more than an II only where it goes round twice", () => {
  const taking = (entry: number, latency = 0) => ({ latency, entry, exit: 0, uses: [] });
  const [slow, quick, met, long, split] = [0, 1, 2, 3, 4];
  const value = (from: number, to: number): Edge => ({ kind: "value", from, to });
  const back = (from: number, to: number): Edge => ({ kind: "order", from, to, lag: 1, distance: 1 });
  const problem: Problem = {
    period: 5.8,
    operations: [4, 0.5, 1, 3.5, 0.5]
      .map((ns) => taking(ns))
      .concat([taking(0.5, 1), taking(0), taking(1), taking(1, 1), taking(0)]),
    resources: [],
    edges: [
      ...[value(slow, met), value(quick, met), value(met, long), value(long, split)],
      ...[value(split, 5), value(5, 6), back(6, slow)],
      ...[value(split, 7), value(7, 8), value(8, 9), back(9, quick)],
    ],
  };

  it("is seen", () => {
    const timing = pipelined(problem);
    expect(check(problem, timing)).toEqual([]);
    expect(timing.ii).toBe(4);
  });
});

describe("random problems", () => {
  it("timings of one iteration after another are good", () => {
    for (let seed = 0; seed < rounds; seed++) {
      const d = dice(seed);
      const problem = randomProblem(d, { operations: 1 + d.roll(40), resources: d.roll(4), back: d.roll(4) });
      expect(check(problem, schedule(problem)), `seed ${seed}`).toEqual([]);
    }
  });

  it("timings of iterations that overlap are good", () => {
    for (let seed = 0; seed < rounds; seed++) {
      const d = dice(seed);
      const problem = randomProblem(d, { operations: 1 + d.roll(40), resources: d.roll(4), back: d.roll(6) });
      expect(check(problem, pipelined(problem)), `seed ${seed}`).toEqual([]);
    }
  });

  it("six operations or fewer get the least II, and at it the least length", () => {
    for (let seed = 0; seed < rounds; seed++) {
      const d = dice(seed);
      const problem = randomProblem(d, {
        operations: 2 + d.roll(5),
        resources: 1 + d.roll(2),
        back: d.roll(5),
      });
      const timing = pipelined(problem);
      const [ii, length] = [timing.ii ?? 1, timing.length];
      expect(check(problem, timing), `seed ${seed}`).toEqual([]);
      if (ii > 1) expect(existsAt(problem, ii - 1, 12), `seed ${seed}, II ${ii - 1}`).toBe(false);
      if (length > ii)
        expect(existsAt(problem, ii, length - 1), `seed ${seed}, length ${length - 1}`).toBe(false);
    }
  });

  it("a schedule that fills every slot is found", () => {
    for (let seed = 0; seed < rounds / 5; seed++) {
      const d = dice(seed);
      const [ii, resources, tight] = [3 + d.roll(6), 1 + d.roll(4), d.roll(5)];
      const problem = hiddenSchedule(d, ii, resources, tight);
      const timing = pipelined(problem);
      expect(check(problem, timing), `seed ${seed}`).toEqual([]);
      expect(timing.ii, `seed ${seed}`).toBe(ii);
    }
  });
});
