/** Sums of multiples that share their parts: what they come to, how deep they get, how many adders they take. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalDigits } from "../../src/hardware/operators/constant_product.ts";
import {
  type Digit,
  depthOf,
  type Node,
  type Shared,
  shared,
} from "../../src/synthesis/plan/linear/share.ts";

type Matrix = readonly (readonly number[])[]; // a row a result

const matrices = fc
  .record({ rows: fc.integer({ min: 1, max: 8 }), columns: fc.integer({ min: 1, max: 10 }) })
  .chain(({ rows, columns }) =>
    fc.record({
      matrix: fc.array(
        fc.array(fc.integer({ min: -70, max: 70 }), { minLength: columns, maxLength: columns }),
        { minLength: rows, maxLength: rows },
      ),
      levels: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: columns, maxLength: columns }),
      inputs: fc.array(fc.integer({ min: -50, max: 50 }), { minLength: columns, maxLength: columns }),
    }),
  );

function digitsOf(row: readonly number[]): readonly Digit[] {
  return row.flatMap((factor, of) =>
    canonicalDigits(BigInt(factor)).map(({ place, sign }): Digit => ({ of, shift: place, sign })),
  );
}

function operands(levels: readonly number[]): readonly Node[] {
  return levels.map((level) => ({ level, bits: 7 }));
}

function values({ pairs, rows }: Shared, inputs: readonly number[]): readonly number[] {
  const known = [...inputs];
  const at = (digits: readonly Digit[]): number =>
    digits.reduce((sum, { of, shift, sign }) => sum + sign * (known[of] ?? Number.NaN) * 2 ** shift, 0);
  for (const { one, two } of pairs) known.push(at([one, two]));
  return rows.map(at);
}

function adders({ pairs, rows }: Shared): number {
  return pairs.length + rows.reduce((sum, digits) => sum + Math.max(0, digits.length - 1), 0);
}

describe("sums that share their parts", () => {
  it("are what the matrix says", () => {
    fc.assert(
      fc.property(matrices, ({ matrix, levels, inputs }) => {
        const found = shared(operands(levels), matrix.map(digitsOf));
        const expected = matrix.map((row) =>
          row.reduce((sum, factor, k) => sum + factor * (inputs[k] ?? 0), 0),
        );
        expect(values(found, inputs)).toEqual(expected);
      }),
    );
  });

  it("get no deeper, and take no more adders", () => {
    fc.assert(
      fc.property(matrices, ({ matrix, levels }) => {
        const before = matrix.map(digitsOf);
        const found = shared(operands(levels), before);
        const all = [...levels, ...found.pairs.map(({ level }) => level)];
        const depth = (digits: readonly Digit[]): number =>
          digits.length === 0 ? 0 : depthOf(digits.map(({ of }) => all[of] ?? Number.NaN));
        for (const [row, digits] of found.rows.entries())
          expect(depth(digits)).toBeLessThanOrEqual(depth(before[row] ?? []));
        expect(adders(found)).toBeLessThanOrEqual(adders({ pairs: [], rows: before }));
      }),
    );
  });

  it("add once what several results have: x + y in 5x + 5y, 3x + 3y and x + y", () => {
    const matrix: Matrix = [
      [5, 5],
      [3, 3],
      [1, 1],
    ];
    expect(adders(shared(operands([0, 0]), matrix.map(digitsOf)))).toBe(3);
  });
});
