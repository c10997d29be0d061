/** A sample of `npm run bench:truth`: spaces of small kernels that are enumerated, and what a search finds of their fronts. */
import { expect, it } from "vitest";
import { type TruthKernel, truthKernels } from "../../../bench/search/truth_kernels.ts";
import { frontShare, truthOf } from "../../../bench/search/truth_table.ts";
import { bayesian } from "../../../src/explore/search/methods/bayesian.ts";
import { search } from "../../../src/explore/search/search.ts";
import { sizeOf } from "../../../src/explore/search/space.ts";

it("there are twelve kernels, with spaces of 10^3 to 10^5 points", () => {
  expect(truthKernels.length).toBe(12);
  for (const kernel of truthKernels) {
    const points = Object.values(kernel.knobs).reduce((product, count) => product * count, 1);
    expect([kernel.name, points >= 1000 && points <= 1e5]).toEqual([kernel.name, true]);
  }
});

it("a search sees a twentieth of 2,160 points of a nearest neighbour, and finds the front", async () => {
  const nearest = truthKernels.find(({ name }) => name === "nearest") as TruthKernel;
  const few: TruthKernel = { ...nearest, knobs: { ...nearest.knobs, "copy of query": 0 } };
  const table = truthOf(few);
  expect(table.points).toBe(Number(sizeOf(table.problem.space)));
  const setting = { method: bayesian, seed: 1, batch: 16, evaluations: table.points / 20, workers: 1 };
  const { history } = await search(table.problem, setting, async (point) => table.lookUp(point));
  expect(history.evaluations.length).toBeLessThanOrEqual(table.points / 20);
  expect(frontShare(history.front, table)).toBeGreaterThan(0.99);
});
