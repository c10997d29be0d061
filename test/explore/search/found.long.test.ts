/** What searches find where the optimum is known, and what they take. */
import { describe, expect, it } from "vitest";
import { hypervolume, paretoFront } from "../../../src/explore/search/front.ts";
import { feasibleOf } from "../../../src/explore/search/outcome.ts";
import type { Found } from "../../../src/explore/search/search.ts";
import type { Space } from "../../../src/explore/search/space.ts";
import { searched } from "./searched.ts";
import { accelerator, allPoints, fastest, type Synthetic } from "./synthetic.ts";

describe("what is found on an accelerator of 17,280 points", () => {
  const points = allPoints(fastest.problem);
  const optimum = Math.min(
    ...points.flatMap((point) => {
      const outcome = fastest.evaluate(point);
      return outcome.kind === "feasible" ? [outcome.objectives[0] ?? 0] : [];
    }),
  );
  const bestOf = ({ history }: Found): number => history.front[0]?.objectives[0] ?? Number.POSITIVE_INFINITY;

  it("bayesian comes within 2 % of the optimum in 100 evaluations, for three seeds of four", async () => {
    const seeds = Array.from({ length: 4 }, (_, index) => index + 1);
    const found = await Promise.all(
      seeds.map((seed) => searched(fastest, "bayesian", { seed, evaluations: 100, batch: 1 })),
    );
    expect(found.filter((one) => bestOf(one) <= optimum * 1.02).length).toBeGreaterThanOrEqual(3);
  });

  it.each(["evolutionary", "local"])("%s comes within 10 % in 1000", async (method) => {
    expect(bestOf(await searched(fastest, method, { evaluations: 1000 }))).toBeLessThanOrEqual(optimum * 1.1);
  });

  it("bayesian finds 97 % of the hypervolume of the front in 200 evaluations", async () => {
    const truth = feasibleOf(points.map((point) => ({ point, outcome: accelerator.evaluate(point) })));
    const { history } = await searched(accelerator, "bayesian", { evaluations: 200, batch: 4 });
    const reference = [0, 1].map((index) =>
      Math.max(...truth.map(({ objectives }) => objectives[index] ?? 0)),
    );
    const volume = (front: readonly { readonly objectives: readonly number[] }[]): number =>
      hypervolume(
        front.map(({ objectives }) => objectives.map(Math.log)),
        reference.map(Math.log),
      );
    expect(volume(history.front) / volume(paretoFront(truth))).toBeGreaterThan(0.97);
  });

  it("memory stays flat: 20,000 evaluations take little", async () => {
    const space: Space = {
      knobs: Array.from({ length: 10 }, (_, k) => ({ name: `k${k}`, kind: "ordered", values: [1, 2, 4, 8] })),
      forbidden: [],
    };
    const wide: Synthetic = {
      problem: { space, objectives: ["t"] },
      evaluate: (point) => ({
        kind: "feasible",
        objectives: [point.reduce((sum, index) => sum + (index - 2) ** 2, 1)],
      }),
    };
    const before = process.memoryUsage().heapUsed;
    const { history } = await searched(wide, "evolutionary", { evaluations: 20_000, batch: 64 });
    expect(history.evaluations.length).toBe(20_000);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150 * 2 ** 20);
  });
});
