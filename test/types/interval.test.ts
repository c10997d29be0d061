/** Bounds of integer operations: every result lies in them, and the ones people write are as tight as can be. */
import { describe, expect, it } from "vitest";
import { binaryInterval, type Interval, unaryInterval } from "../../src/types/interval.ts";

const results: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  floordiv: (a, b) => Math.floor(a / b),
  mod: (a, b) => a - b * Math.floor(a / b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  shl: (a, b) => a * 2 ** b,
  shr: (a, b) => Math.floor(a / 2 ** b),
  min: Math.min,
  max: Math.max,
};

const intervals: readonly Interval[] = range(-5, 5).flatMap((low) =>
  range(low, 5).map((high) => ({ low, high })),
);

describe("bounds", () => {
  it.each(Object.entries(results))("of %s hold every result", (op, result) => {
    for (const a of intervals) {
      for (const b of intervals) {
        const found = binaryInterval(op, a, b);
        if (found === null) continue;
        for (const x of range(a.low, a.high)) {
          for (const y of range(b.low, b.high)) {
            const value = result(x, y);
            const holds = found.low <= value && value <= found.high;
            if (!holds) expect.fail(`${x} ${op} ${y} = ${value} is not in ${found.low}..${found.high}`);
          }
        }
      }
    }
  });

  it.each([
    ["neg", (x: number) => -x],
    ["abs", Math.abs],
    ["invert", (x: number) => ~x],
  ] as const)("of %s are the least and the greatest result", (op, result) => {
    for (const x of intervals) {
      const values = range(x.low, x.high).map(result);
      expect(unaryInterval(op, x)).toEqual({ low: Math.min(...values) + 0, high: Math.max(...values) + 0 });
    }
  });

  it.each([
    ["and", [-100, 100], [0, 7], [0, 7]],
    ["or", [0, 8], [0, 3], [0, 15]],
    ["xor", [-3, 9], [0, 20], [-32, 31]],
    ["shl", [-3, 5], [0, 4], [-48, 80]],
    ["shr", [-300, 300], [4, 4], [-19, 18]],
    ["shr", [-300, 300], [0, 2000], [-300, 300]],
    ["floordiv", [-300, 300], [3, 10], [-100, 100]],
  ] as const)("%s of %j and %j are %j", (op, [a, b], [c, d], [low, high]) => {
    expect(binaryInterval(op, { low: a, high: b }, { low: c, high: d })).toEqual({ low, high });
  });

  it("are not known where a divisor may be 0 or a count negative", () => {
    const any = { low: -1, high: 1 };
    for (const op of ["floordiv", "mod", "shl", "shr"]) expect(binaryInterval(op, any, any)).toBeNull();
  });
});

function range(low: number, high: number): number[] {
  return Array.from({ length: high - low + 1 }, (_, i) => low + i);
}
