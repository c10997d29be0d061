/** How near parts that were looked at alone come to the best design as a whole. */
import { describe, expect, it } from "vitest";
import { searched } from "./searched.ts";
import { fewestCyclesOfStages, stages } from "./synthetic.ts";

describe("stages that share a part's area", { timeout: 600_000 }, () => {
  it("are combined to nearly the best of 746,496 designs in 300 evaluations", async () => {
    const best = fewestCyclesOfStages();
    for (const seed of [1, 2]) {
      const { history } = await searched(stages, "pareto", { seed, evaluations: 300 });
      expect(history.front[0]?.objectives[0]).toBeLessThan(1.15 * best);
    }
  });
});
