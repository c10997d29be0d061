/** Pareto fronts and hypervolumes, against their definitions. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dominates, hypervolume, paretoFront } from "../../../src/explore/search/front.ts";
import { historyOf } from "../../../src/explore/search/history.ts";

const points = (count: number) =>
  fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: count, maxLength: count }), {
    maxLength: 12,
  });

describe.each([1, 2, 3, 4])("%i objectives", (count) => {
  it("the front is what nothing dominates", () => {
    fc.assert(
      fc.property(points(count), (all) => {
        const feasible = all.map((objectives, index) => ({ point: [index], objectives }));
        const front = paretoFront(feasible).map(({ objectives }) => objectives.join());
        const expected = all
          .filter((one) => !all.some((other) => dominates(other, one)))
          .map((one) => one.join());
        expect(new Set(front)).toEqual(new Set(expected));
        expect(front.length).toBe(new Set(front).size);
      }),
    );
  });

  it("a history keeps the same front as it grows", () => {
    fc.assert(
      fc.property(points(count), (all) => {
        const feasible = all.map((objectives, index) => ({ point: [index], objectives }));
        const history = historyOf(
          feasible.map(({ point, objectives }) => ({ point, outcome: { kind: "feasible", objectives } })),
        );
        expect(paretoFront(history.front)).toEqual(paretoFront(feasible));
      }),
    );
  });

  it("the hypervolume is the number of unit cells that some point dominates", () => {
    const cells = Array.from({ length: 5 ** count }, (_, index) =>
      Array.from({ length: count }, (__, axis) => Math.floor(index / 5 ** axis) % 5),
    );
    fc.assert(
      fc.property(points(count), (all) => {
        const inside = cells.filter((cell) =>
          all.some((point) => point.every((value, i) => value <= (cell[i] ?? 0))),
        );
        expect(
          hypervolume(
            all,
            Array.from({ length: count }, () => 5),
          ),
        ).toBe(inside.length);
      }),
    );
  });
});
