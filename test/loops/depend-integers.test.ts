import { describe, expect, it } from "vitest";
import { type Row, type System, satisfies, solve } from "../../src/loops/depend/integers.ts";
import { seeded } from "./nests.ts";

describe("solve", () => {
  it("finds the first point in the order of the variables", () => {
    // 3x + y = 34, x >= 0, y >= 0, y <= 6
    const system: System = {
      size: 2,
      equal: [[3, 1, -34]],
      atLeast: [
        [1, 0, 0],
        [0, 1, 0],
        [0, -1, 6],
      ],
    };
    expect(solve(system)).toEqual({ kind: "point", values: [10, 4] });
  });

  it("knows that there is no integer where there are real points", () => {
    expect(solve({ size: 2, equal: [[2, 4, 1]], atLeast: [] })).toEqual({ kind: "none" });
    // 1 <= 3x - 3y <= 2
    const strip: System = {
      size: 2,
      equal: [],
      atLeast: [
        [3, -3, -1],
        [-3, 3, 2],
      ],
    };
    expect(solve(strip)).toEqual({ kind: "none" });
  });

  it("needs no bounds", () => {
    expect(solve({ size: 2, equal: [[7, -3, -1]], atLeast: [] }).kind).toBe("point");
    expect(solve({ size: 1, equal: [], atLeast: [[-1, -5]] })).toEqual({ kind: "point", values: [-5] });
  });

  it("says so when numbers grow beyond what is exact", () => {
    const big = 2 ** 52 + 1;
    expect(
      solve({
        size: 2,
        equal: [],
        atLeast: [
          [big, big - 2, 0],
          [2 - big, -big, -1],
        ],
      }).kind,
    ).toBe("unknown");
  });

  it("agrees with trying every point, on random systems", () => {
    const random = seeded(1);
    const small = (): number => random(7) - 3;
    for (let k = 0; k < 2000; k++) {
      const size = 1 + random(4);
      const row = (): number[] => [...Array.from({ length: size }, small), random(13) - 6];
      const box: Row[] = Array.from({ length: size }, (_, v) => v).flatMap((v) => [
        [...unit(size, v, 1), 2],
        [...unit(size, v, -1), 3],
      ]);
      const system: System = {
        size,
        equal: Array.from({ length: random(3) }, row),
        atLeast: [...box, ...Array.from({ length: random(5) }, row)],
      };
      const solution = solve(system);
      const point = firstPoint(system);
      expect(solution.kind, JSON.stringify(system)).toBe(point === null ? "none" : "point");
      if (solution.kind === "point") expect(satisfies(system, solution.values)).toBe(true);
    }
  });
});

function unit(size: number, at: number, value: number): number[] {
  return Array.from({ length: size }, (_, k) => (k === at ? value : 0));
}

/** In the box -2..3. */
function firstPoint(system: System): number[] | null {
  const visit = (values: number[]): number[] | null => {
    if (values.length === system.size) return satisfies(system, values) ? values : null;
    for (let value = -2; value <= 3; value++) {
      const found = visit([...values, value]);
      if (found !== null) return found;
    }
    return null;
  };
  return visit([]);
}
