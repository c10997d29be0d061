/** Timings of problems whose answers are known, or that can be tried out. */
import { describe, expect, it } from "vitest";
import { check, isImpossible, pipeline, schedule } from "../../../src/hardware/timing/index.ts";
import type { Problem, Timing } from "../../../src/hardware/timing/problem.ts";
import { dice } from "../random.ts";
import { existsAt } from "./exhaustive.ts";
import { circt, randomProblem } from "./problems.ts";

const rounds = Number(process.env["LUTRA_TIMING_ROUNDS"] ?? 300);

function pipelined(problem: Problem, ii?: number): Timing {
  const answer = pipeline(problem, ii === undefined ? {} : { ii });
  if (isImpossible(answer)) throw new Error(`an II of ${ii} cannot be had`);
  return answer;
}

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

describe("random problems", () => {
  it("straight timings are good", () => {
    for (let seed = 0; seed < rounds; seed++) {
      const d = dice(seed);
      const problem = randomProblem(d, { operations: 1 + d.roll(40), resources: d.roll(4), back: d.roll(4) });
      expect(check(problem, schedule(problem)), `seed ${seed}`).toEqual([]);
    }
  });

  it("pipelined timings are good", () => {
    for (let seed = 0; seed < rounds; seed++) {
      const d = dice(seed);
      const problem = randomProblem(d, { operations: 1 + d.roll(40), resources: d.roll(4), back: d.roll(6) });
      expect(check(problem, pipelined(problem)), `seed ${seed}`).toEqual([]);
    }
  });

  it("no smaller II is there for six operations", () => {
    for (let seed = 0; seed < rounds; seed++) {
      const d = dice(seed);
      const problem = randomProblem(d, {
        operations: 2 + d.roll(4),
        resources: 1 + d.roll(2),
        back: d.roll(5),
      });
      const timing = pipelined(problem);
      expect(check(problem, timing), `seed ${seed}`).toEqual([]);
      const smaller = (timing.ii ?? 1) - 1;
      if (smaller > 0) expect(existsAt(problem, smaller, 14), `seed ${seed}, II ${smaller}`).toBe(false);
    }
  });
});
