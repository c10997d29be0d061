/** Parts that are independent: each looked at alone, combined by an integer program, and measured as a whole. */
import { describe, expect, it } from "vitest";
import { type Recorded, search } from "../../../src/explore/search/search.ts";
import { pointKey } from "../../../src/explore/search/space.ts";
import { evaluated, searched, settingOf } from "./searched.ts";
import { type Synthetic, stages } from "./synthetic.ts";

describe("stages that share a part's area", () => {
  it("give the same after an interruption, and for the same seed with any number of workers", async () => {
    const all: Recorded[] = [];
    const setting = settingOf(stages, "pareto", { evaluations: 60, workers: 3 });
    const whole = await search(stages.problem, setting, evaluated(stages), {
      onEvaluated: (recorded) => void all.push(recorded),
    });
    expect((await searched(stages, "pareto", { evaluations: 60 })).history.evaluations).toEqual(
      whole.history.evaluations,
    );
    expect(new Set(whole.history.evaluations.map(({ point }) => pointKey(point))).size).toBe(60);
    for (const kept of [7, 33, 48]) {
      const before = all.slice(0, kept);
      const again = await search(
        stages.problem,
        settingOf(stages, "pareto", { evaluations: 60 }),
        evaluated(stages),
        { before },
      );
      expect(again.history.evaluations).toEqual(whole.history.evaluations);
    }
  });

  it("have a front of cycles and area", async () => {
    const both: Synthetic = {
      problem: { ...stages.problem, objectives: ["cycles", "area"] },
      evaluate: (point) => {
        const outcome = stages.evaluate(point);
        if (outcome.kind === "infeasible") return outcome;
        return { ...outcome, objectives: [...outcome.objectives, ...(outcome.uses ?? [])] };
      },
    };
    let points = 0;
    for (const seed of [1, 2, 3]) {
      const { history } = await searched(both, "pareto", { evaluations: 200, seed });
      points += history.front.length;
    }
    expect(points / 3).toBeGreaterThan(15);
  });

  it("are seen whole where they are few, and never what is forbidden", async () => {
    const small: Synthetic = {
      problem: {
        objectives: ["t"],
        space: {
          knobs: [
            { name: "a", kind: "ordered", values: [1, 2, 3], part: "x" },
            { name: "b", kind: "ordered", values: [1, 2], part: "y" },
            { name: "c", kind: "category", values: ["u", "v"] },
          ],
          forbidden: [
            [
              { knob: 0, values: [2] },
              { knob: 1, values: [1] },
            ],
          ],
        },
      },
      evaluate: ([a = 0, b = 0, c = 0]) =>
        c === 1 && a === 0 && b === 0
          ? { kind: "infeasible", reason: "no" }
          : { kind: "feasible", objectives: [9 - a - b - c] },
    };
    const { history, ending } = await searched(small, "pareto", { evaluations: 50, batch: 4 });
    expect(ending).toBe("space");
    expect(history.evaluations.length).toBe(10);
  });
});
