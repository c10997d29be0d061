/** Forests and trends: what surrogates are made of. */
import { describe, expect, it } from "vitest";
import {
  type Group,
  growForest,
  learnRow,
  leavesInto,
  predictInto,
  predictMean,
  type Sample,
} from "../../../src/explore/search/forest.ts";
import { fitTrends, meanTrend, trendAt } from "../../../src/explore/search/trend.ts";
import { randomFrom, uniform } from "../../../src/types/random.ts";

/** `count` rows of two columns in [0, 1), and what `of` makes of them. */
function sampleOf(count: number, of: (x: number, y: number) => number): Sample {
  const random = randomFrom(1, "sample");
  const rows = Float64Array.from({ length: 2 * count }, () => uniform(random));
  const targets = Float64Array.from({ length: count }, (_, i) => of(rows[2 * i] ?? 0, rows[2 * i + 1] ?? 0));
  return { rows, width: 2, plain: groupsOfColumns(rows, 2, 2), targets };
}

/** Columns of their own, each value with a code. */
function groupsOfColumns(rows: Float64Array, width: number, plain: number): readonly Group[] {
  return Array.from({ length: plain }, (_, first) => {
    const column = rows.filter((_value, at) => at % width === first);
    const values = Float64Array.from(new Set(column));
    const code = new Map([...values].map((value, index) => [value, index]));
    const codes = Uint16Array.from(column, (value) => code.get(value) ?? 0);
    return { first, count: 1, values, codes, isOneHot: false };
  });
}

const options = { trees: 40, leaf: 1, columns: 0 };

describe("a forest", () => {
  it("says of a row that it has seen what it has seen", () => {
    const sample = sampleOf(50, (x, y) => x * 10 + y);
    const forest = growForest(sample, options, randomFrom(1, "forest"));
    for (let row = 0; row < 50; row++) {
      expect(predictMean(forest, sample.rows, 2 * row)).toBeCloseTo(sample.targets[row] ?? 0, 12);
    }
  });

  it("learns one more row without growing anew: what it says there comes nearer, and elsewhere stays", () => {
    const sample = sampleOf(200, (x) => (x < 0.5 ? 1 : 3));
    const forest = growForest(sample, options, randomFrom(1, "forest"));
    const [here, there] = [Float64Array.of(0.2, 0.5), Float64Array.of(0.8, 0.5)];
    const before = [here, there].map((row) => predictMean(forest, row, 0));
    for (let times = 0; times < 400; times++) learnRow(forest, here, 0, 2);
    expect(predictMean(forest, here, 0)).toBeGreaterThan((before[0] ?? 0) + 0.6);
    expect(predictMean(forest, there, 0)).toBe(before[1]);
  });

  it("learns a step", () => {
    const forest = growForest(
      sampleOf(200, (x) => (x < 0.5 ? 1 : 3)),
      options,
      randomFrom(1, "forest"),
    );
    expect(predictMean(forest, Float64Array.of(0.2, 0.5), 0)).toBeCloseTo(1, 1);
    expect(predictMean(forest, Float64Array.of(0.8, 0.5), 0)).toBeCloseTo(3, 1);
  });

  it("its trees differ more where less is known", () => {
    const rows = Float64Array.of(0, 0.1, 0.2, 1);
    const near = { rows, width: 1, plain: groupsOfColumns(rows, 1, 1), targets: Float64Array.of(0, 0, 0, 9) };
    const forest = growForest(near, options, randomFrom(1, "forest"));
    const spread = (x: number): number => {
      const each = new Float64Array(options.trees);
      const leaves = new Uint16Array(options.trees);
      leavesInto(forest, Float64Array.of(x), leaves, 0);
      predictInto(forest, leaves, 0, each);
      return Math.max(...each) - Math.min(...each);
    };
    expect(spread(0.1)).toBe(0);
    expect(spread(0.6)).toBe(9);
  });

  it("of one row, or of rows that are all the same, is a constant", () => {
    for (const targets of [Float64Array.of(5), Float64Array.of(4, 6)]) {
      const rows = new Float64Array(targets.length);
      const sample = { rows, width: 1, plain: groupsOfColumns(rows, 1, 1), targets };
      expect(predictMean(growForest(sample, options, randomFrom(1, "")), Float64Array.of(7), 0)).toBe(5);
    }
  });

  it("is the same for the same seed", () => {
    const sample = sampleOf(60, (x, y) => x - y);
    const grown = () => growForest(sample, options, randomFrom(7, "forest"));
    expect(grown()).toEqual(grown());
    expect(growForest(sample, options, randomFrom(8, "forest"))).not.toEqual(grown());
  });
});

describe("a trend", () => {
  it("finds the slopes of a plane, and goes on beyond it", () => {
    const sample = sampleOf(2000, (x, y) => 3 * x - 2 * y + 1);
    const trend = meanTrend(fitTrends(sample, 4, randomFrom(1, "trend")));
    expect(trend[0]).toBeCloseTo(3, 0);
    expect(trendAt(trend, Float64Array.of(2, 2), 0)).toBeCloseTo(3, 0);
  });

  it("of one row is its value", () => {
    const rows = Float64Array.of(1, 2);
    const sample = { rows, width: 2, plain: groupsOfColumns(rows, 2, 2), targets: Float64Array.of(4) };
    const [trend] = fitTrends(sample, 1, randomFrom(1, "trend"));
    expect(trendAt(trend ?? new Float64Array(), Float64Array.of(9, 9), 0)).toBe(4);
  });
});
