/** Tables as spaces, and spaces as people write them. */
import { describe, expect, it } from "vitest";
import { parseCsv } from "../../../src/explore/search/csv.ts";
import { readSpace } from "../../../src/explore/search/read_space.ts";
import {
  defaultPoint,
  isAllowed,
  neighbours,
  pointValues,
  sizeOf,
} from "../../../src/explore/search/space.ts";
import { tableProblem } from "../../../src/explore/search/table.ts";

describe("a table", () => {
  const read = (text: string, feasible: string | null = null) =>
    tableProblem(text, { path: "t.csv", knobs: ["k", "m"], objectives: ["t"], feasible });

  it("is the product of the values seen: numbers in order, false before true, text in order", () => {
    const { problem, rows } = read("k,m,t\n10,true,1\n9,false,2\n100,true,3\n");
    expect(problem.space.knobs).toEqual([
      { name: "k", kind: "ordered", values: [9, 10, 100] },
      { name: "m", kind: "category", values: [false, true] },
    ]);
    expect(rows).toBe(3);
    expect(sizeOf(problem.space)).toBe(6n);
    expect(read("k,m,t\n1,b,1\n1,,2\n").problem.space.knobs[1]?.values).toEqual(["", "b"]);
  });

  it("a point that it does not list is infeasible, and so is a row that says so or has no value", () => {
    const { lookUp, feasible } = read("k,m,t,ok\n1,1,5,1\n1,2,6,0\n2,1,nan,1\n", "ok");
    expect(lookUp([0, 0])).toEqual({ kind: "feasible", objectives: [5] });
    expect(lookUp([0, 1])).toEqual({ kind: "infeasible", reason: "ok is 0" });
    expect(lookUp([1, 0])).toEqual({ kind: "infeasible", reason: "the table has no t there" });
    expect(lookUp([1, 1])).toEqual({ kind: "infeasible", reason: "the table has no such row" });
    expect(feasible).toBe(1);
  });

  it("of rows for one point the best feasible one counts, and they are counted", () => {
    const { lookUp, repeated } = read("k,m,t\n1,1,5\n1,1,4\n1.0,1,6\n");
    expect(lookUp([0, 0])).toEqual({ kind: "feasible", objectives: [4] });
    expect(repeated).toBe(2);
  });

  it("has quotes, line ends of every kind, and a mark of its encoding", () => {
    expect(
      parseCsv('\uFEFFa,"b ""c"", d"\r\n\r\n1,"2\n3"\n4,5').map(({ line, cells }) => [line, ...cells]),
    ).toEqual([
      [1, "a", 'b "c", d'],
      [3, "1", "2\n3"],
      [5, "4", "5"],
    ]);
  });
});

describe("a space that a person writes", () => {
  const text = (more: object): string =>
    JSON.stringify({
      knobs: [
        { name: "u", values: [1, 2, 4, 8] },
        { name: "mem", values: ["lut", "block"] },
        { name: "id", kind: "category", values: [1, 2, 3] },
      ],
      ...more,
    });

  it("has knobs of numbers in order, and categories", () => {
    const { space } = readSpace(text({}), "s.json");
    expect(space.knobs.map(({ kind }) => kind)).toEqual(["ordered", "category", "category"]);
    expect(neighbours(space, [0, 0, 0])).toEqual([
      [1, 0, 0],
      [2, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0, 0, 2],
    ]);
  });

  it("`fix` leaves a knob one value, or some", () => {
    const { space } = readSpace(text({ fix: { mem: "block", u: [8, 2] } }), "s.json");
    expect(space.knobs.map(({ values }) => values)).toEqual([[2, 8], ["block"], [1, 2, 3]]);
  });

  it("`forbid` takes out points, also after `fix`; the default is the first that is left", () => {
    const forbid = [{ u: [1, 8], mem: "lut" }];
    const { space } = readSpace(text({ forbid }), "s.json");
    expect(isAllowed(space, [0, 0, 1])).toBe(false);
    expect(isAllowed(space, [1, 0, 1])).toBe(true);
    expect(isAllowed(space, [3, 1, 1])).toBe(true);
    expect(defaultPoint(space)).toEqual([0, 1, 0]);
    const fixed = readSpace(text({ forbid, fix: { u: [2, 8] } }), "s.json").space;
    expect(isAllowed(fixed, [1, 0, 0])).toBe(false);
    expect(isAllowed(fixed, [0, 0, 0])).toBe(true);
    expect(readSpace(text({ forbid, fix: { u: 2 } }), "s.json").space.forbidden).toEqual([]);
  });

  it("`start` says where to begin", () => {
    const { space, starts } = readSpace(text({ start: { u: 4 } }), "s.json");
    expect(starts?.map((point) => pointValues(space, point))).toEqual([{ u: 4, mem: "lut", id: 1 }]);
  });

  it("may be huge", () => {
    const knobs = Array.from({ length: 60 }, (_, k) => ({ name: `k${k}`, values: [1, 2, 3, 4] }));
    expect(sizeOf(readSpace(JSON.stringify({ knobs }), "s.json").space)).toBe(4n ** 60n);
  });
});
