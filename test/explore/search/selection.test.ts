/**
 * Candidates of parts, combined: the integer program chooses what trying everything chooses.
 *
 *     LUTRA_PROGRAMS=2000 npx vitest run test/explore/search/selection.test.ts       so many random ones
 */
import { describe, expect, it } from "vitest";
import { loadSolver } from "../../../src/explore/search/selection/highs.ts";
import {
  type Choice,
  costOf,
  isWithin,
  type Selection,
} from "../../../src/explore/search/selection/selection.ts";
import { below, type Random, randomFrom } from "../../../src/types/random.ts";

function allChoices({ parts }: Selection): readonly Choice[] {
  return parts.reduce<readonly Choice[]>(
    (choices, candidates) => choices.flatMap((choice) => candidates.map((_, index) => [...choice, index])),
    [[]],
  );
}

/** What is fast is large, as designs are; now and then nothing fits. */
function randomSelection(random: Random): Selection {
  const resources = 1 + below(4, random);
  const parts = Array.from({ length: 1 + below(5, random) }, () =>
    Array.from({ length: 1 + below(6, random) }, () => {
      const copies = 1 + below(32, random);
      return {
        cost: Math.round(100_000 / copies) - below(3000, random),
        uses: Array.from({ length: resources }, () => copies * (1 + below(200, random)) - below(50, random)),
      };
    }),
  );
  return { parts, limits: Array.from({ length: resources }, () => parts.length * below(4000, random)) };
}

describe("a selection", () => {
  it("is the best one of all that are within the limits", async () => {
    const solve = await loadSolver();
    const random = randomFrom(1, "selections");
    const count = Number(process.env.LUTRA_PROGRAMS ?? 40);
    let none = 0;
    for (let tries = 0; tries < count; tries++) {
      const selection = randomSelection(random);
      const within = allChoices(selection).filter((choice) => isWithin(selection, choice));
      const found = solve(selection, []);
      if (within.length === 0) {
        expect(found).toBeNull();
        none += 1;
        continue;
      }
      const least = Math.min(...within.map((choice) => costOf(selection, choice)));
      expect(found).not.toBeNull();
      expect(isWithin(selection, found ?? [])).toBe(true);
      expect(costOf(selection, found ?? [])).toBe(least);
    }
    expect(none).toBeGreaterThan(0);
    expect(none).toBeLessThan(count / 2);
  });

  it("that is excluded gives way to the next best, until none is left", async () => {
    const solve = await loadSolver();
    const random = randomFrom(2, "selections");
    const selection = { ...randomSelection(random), limits: [Number.POSITIVE_INFINITY] };
    const costs = allChoices(selection)
      .map((choice) => costOf(selection, choice))
      .sort((a, b) => a - b);
    const found: Choice[] = [];
    for (let next = solve(selection, []); next !== null && found.length < 40; next = solve(selection, found))
      found.push(next);
    expect(found.map((choice) => costOf(selection, choice))).toEqual(costs.slice(0, 40));
  });

  it("may sit exactly on a limit, and not beyond it by the least", async () => {
    const solve = await loadSolver();
    const parts = [
      [
        { cost: 0, uses: [1e6] },
        { cost: 1, uses: [1e6 - 1] },
      ],
    ];
    expect(solve({ parts, limits: [1e6] }, [])).toEqual([0]);
    expect(solve({ parts, limits: [1e6 - 1e-4] }, [])).toEqual([1]);
    expect(solve({ parts, limits: [1e6 - 2] }, [])).toBeNull();
    expect(solve({ parts: [[]], limits: [] }, [])).toBeNull();
  });
});
