/** A search: the same for the same seed, whoever evaluates and however often it is interrupted; and good at finding. */
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { methodNamed, methodNames } from "../../../src/explore/search/methods/index.ts";
import { type Evaluate, type Recorded, search } from "../../../src/explore/search/search.ts";
import { isAllowed, type Point, pointKey, type Space, sizeOf } from "../../../src/explore/search/space.ts";
import { evaluated, searched, settingOf } from "./searched.ts";
import { accelerator, fastest, type Synthetic } from "./synthetic.ts";

const methods = methodNames.filter((name) => name !== "auto");

describe.each(methods)("%s", (method) => {
  it("tries the first value of every knob first, then points it has not tried", async () => {
    const { history, ending } = await searched(accelerator, method);
    expect(history.evaluations[0]?.point).toEqual([0, 0, 0, 0, 0, 0]);
    expect(new Set(history.evaluations.map(({ point }) => pointKey(point))).size).toBe(30);
    expect(ending).toBe("budget");
  });

  it("gives the same for the same seed, however many evaluations go on at the same time", async () => {
    const one = await searched(accelerator, method);
    let call = 0;
    const slow: Evaluate = async (point) => {
      await setTimeout((++call * 7) % 5); // they end in another order than they began
      return accelerator.evaluate(point);
    };
    const five = await search(accelerator.problem, settingOf(accelerator, method, { workers: 5 }), slow);
    expect(five.history.evaluations).toEqual(one.history.evaluations);
    const other = await searched(accelerator, method, { seed: 2 });
    if (method !== "exhaustive") expect(other.history.evaluations).not.toEqual(one.history.evaluations);
  });

  it("goes on from any part of what was recorded to the same end", async () => {
    const all: Recorded[] = [];
    const setting = settingOf(accelerator, method, { evaluations: 27, workers: 3 });
    const evaluate = evaluated(accelerator);
    const onEvaluated = (recorded: Recorded): void => void all.push(recorded);
    const whole = await search(accelerator.problem, setting, evaluate, { onEvaluated });
    for (const kept of [0, 1, 5, 9, 18, 27]) {
      const again: Recorded[] = [];
      const resumed = await search(accelerator.problem, setting, evaluate, {
        before: all.slice(0, kept),
        onEvaluated: (recorded) => void again.push(recorded),
      });
      expect(resumed.history.evaluations).toEqual(whole.history.evaluations);
      expect(again.length).toBe(27 - kept);
    }
  });

  it("a larger budget begins as a smaller one", async () => {
    const small = await searched(accelerator, method, { evaluations: 14 });
    const large = await searched(accelerator, method, { evaluations: 25 });
    expect(large.history.evaluations.slice(0, 14)).toEqual(small.history.evaluations);
  });

  it("sees a small space whole, never what is forbidden, and ends there", async () => {
    const space: Space = {
      knobs: [
        { name: "a", kind: "ordered", values: [1, 2, 4] },
        { name: "b", kind: "category", values: ["x", "y", "z"] },
        { name: "c", kind: "category", values: [true] },
      ],
      forbidden: [
        [
          { knob: 0, values: [0, 2] },
          { knob: 1, values: [0] },
        ],
      ],
    };
    const small: Synthetic = {
      problem: { space, objectives: ["t"] },
      evaluate: ([a = 0, b = 0]) =>
        a === 1 && b === 1 ? { kind: "infeasible", reason: "no" } : { kind: "feasible", objectives: [a - b] },
    };
    const { history, ending } = await searched(small, method, { evaluations: 100, batch: 4 });
    expect(ending).toBe("space");
    expect(history.evaluations.length).toBe(7);
    expect(history.evaluations.every(({ point }) => isAllowed(space, point))).toBe(true);
  });

  it("copes with a space where nothing is feasible, and with objectives of 0 and below", async () => {
    const none: Synthetic = { ...accelerator, evaluate: () => ({ kind: "infeasible", reason: "no" }) };
    expect((await searched(none, method)).history.feasible).toEqual([]);
    const odd: Synthetic = {
      ...fastest,
      evaluate: ([a = 0, b = 0]) => ({ kind: "feasible", objectives: [a === 3 ? 0 : b === 2 ? -5 : 0] }),
    };
    expect((await searched(odd, method)).history.evaluations.length).toBe(30);
  });
});

describe("a search", () => {
  it("begins with the starts that a problem has", async () => {
    const starts = [
      [1, 1, 1, 1, 1, 1],
      [2, 2, 2, 2, 1, 2],
    ];
    const problem = { ...accelerator.problem, starts };
    const { history } = await search(problem, settingOf(accelerator, "random"), evaluated(accelerator));
    expect(history.evaluations.slice(0, 2).map(({ point }) => point)).toEqual(starts);
  });

  describe.each(methods)("by %s, where points may be the same", (method) => {
    // The memory of a design that is not pipelined makes no difference.
    const sameAs = (point: Point): string => pointKey(point[4] === 0 ? point.with(5, 0) : point);
    const problem = { ...accelerator.problem, sameAs };

    it("evaluates each of them once, and counts no other", async () => {
      const texts: string[] = [];
      const evaluate: Evaluate = async (point) => {
        texts.push(sameAs(point));
        return accelerator.evaluate(point);
      };
      const { history } = await search(
        problem,
        settingOf(accelerator, method, { evaluations: 40 }),
        evaluate,
      );
      expect(history.evaluations.length).toBe(40);
      expect(texts.length).toBe(40);
      expect(new Set(texts).size).toBe(40);
    });

    it("goes on to the same end", async () => {
      const all: Recorded[] = [];
      const setting = settingOf(accelerator, method, { evaluations: 40 });
      const whole = await search(problem, setting, evaluated(accelerator), {
        onEvaluated: (recorded) => void all.push(recorded),
      });
      for (const kept of [3, 20, 33]) {
        const resumed = await search(problem, setting, evaluated(accelerator), {
          before: all.slice(0, kept),
        });
        expect(resumed.history.known).toEqual(whole.history.known);
      }
    });
  });

  it("ends where all points are the same", async () => {
    const problem = { ...accelerator.problem, sameAs: () => "one" };
    const { history, ending } = await search(
      problem,
      settingOf(accelerator, "evolutionary"),
      evaluated(accelerator),
    );
    expect([history.evaluations.length, ending]).toEqual([1, "space"]);
  });

  it("ends when it is stopped, with what is known", async () => {
    const stopping = new AbortController();
    let calls = 0;
    const evaluate: Evaluate = async (point) => {
      if (++calls === 20) stopping.abort();
      return stopping.signal.aborted ? null : accelerator.evaluate(point);
    };
    const setting = settingOf(accelerator, "bayesian", { workers: 2 });
    const { history, ending } = await search(accelerator.problem, setting, evaluate, {
      stopped: stopping.signal,
    });
    expect(ending).toBe("stopped");
    expect(history.evaluations.length).toBeGreaterThanOrEqual(17);
    expect(history.evaluations.length).toBeLessThan(20);
  });

  it("auto sees a space whole that fits the budget, models a larger one, and breeds where there is no time for models", () => {
    const { space } = accelerator.problem;
    expect(sizeOf(space)).toBe(17_280n);
    expect(methodNamed("auto", space, 20_000).name).toBe("exhaustive");
    expect(methodNamed("auto", space, 100).name).toBe("bayesian");
    expect(methodNamed("auto", space, 10_000).name).toBe("evolutionary");
    expect(methodNamed("auto", space, Number.POSITIVE_INFINITY).name).toBe("bayesian");
  });
});
