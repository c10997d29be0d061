/** Which design of each nest, where nests share a size. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { combinations, type Option } from "../../src/explore/combine.ts";

it("takes the step that saves most cycles for its weight first, whichever nest it is of", () => {
  const first = [of(0, 0), of(-10, 1), of(-12, 2)];
  const second = [of(0, 0), of(-5, 1)];
  expect(combinations([first, second]).map(totals)).toEqual([of(0, 0), of(-10, 1), of(-15, 2), of(-17, 3)]);
});

it("leaves out what is no better, and what lies above the hull", () => {
  const options = [of(0, 0), of(-1, 1), of(-10, 2), of(-9, 3), of(-10, 2)];
  expect(combinations([options]).map(totals)).toEqual([of(0, 0), of(-10, 2)]);
});

it("has one where there is nothing to choose", () => {
  expect(combinations([])).toEqual([[]]);
  expect(combinations([[of(3, 4)]]).map(totals)).toEqual([of(3, 4)]);
});

it("no combination of random designs has fewer cycles and less weight than one of these", () => {
  const option = fc.record({
    cycles: fc.integer({ min: -100, max: 0 }),
    weight: fc.integer({ min: 0, max: 100 }),
  });
  const nests = fc.array(fc.array(option, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(nests, (options) => {
      const found = combinations(options).map(totals);
      for (const one of every(options).map(totals))
        for (const other of found) expect(one.cycles < other.cycles && one.weight < other.weight).toBe(false);
    }),
    { seed: 22 },
  );
});

function of(cycles: number, weight: number): Option {
  return { cycles, weight };
}

function totals(chosen: readonly Option[]): Option {
  return chosen.reduce((sum, one) => of(sum.cycles + one.cycles, sum.weight + one.weight), of(0, 0));
}

function every(nests: readonly (readonly Option[])[]): readonly (readonly Option[])[] {
  return nests.reduce<readonly (readonly Option[])[]>(
    (all, options) => all.flatMap((chosen) => options.map((one) => [...chosen, one])),
    [[]],
  );
}
