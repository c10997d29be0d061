import { describe, expect, it } from "vitest";
import { printType } from "../../../src/types/print.ts";
import { evaluate, kernel, result } from "./run.ts";

const numbers = [3, -1, 4, 1, -5, 9, 2, 6];

describe("compute", () => {
  it("gives each element the function's value at its indices", () => {
    const table = kernel("table", {}, (_, h) => h.compute([3, 4], (i, j) => i.mul(10).add(j)));
    expect(result(table)).toEqual([0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23]);
  });

  it("has the type of the value, where Python numbers are NumPy's", () => {
    const types = kernel("types", { a: "int8[4]" }, ({ a }, h) => [
      h.compute([4], (i) => a.at(i).add(1)),
      h.compute([4], (i) => i),
      h.compute([4], () => 0.5),
      h.compute([4], (i) => a.at(i), { type: "fixed<12,8>" }),
      h.compute([4], (i) => a.at(i).mul(a.at(i).cast("int<8>"))),
    ]);
    const { results } = types.program.functions[0] ?? { results: [] };
    expect(results.map(printType)).toEqual([
      "int8[4]",
      "int64[4]",
      "float64[4]",
      "fixed<12,8>[4]",
      "int<16>[4]",
    ]);
  });

  it("may need statements, which belong to one element", () => {
    const popcount = kernel("popcount", { a: "uint<8>[4]" }, ({ a }, h) =>
      h.compute([4], (x) => {
        const count = h.scalar(0, "uint<4>");
        h.for(8, (i) => count.inc(a.at(x).bit(i)));
        return count;
      }),
    );
    expect(result(popcount, [0, 255, 5, 128])).toEqual([0, 8, 2, 1]);
  });

  it("is unordered unless an element's statements set something outside", () => {
    const independent = kernel("k", { a: "int32[4]" }, ({ a }, h) =>
      h.compute([4], (i) => a.at(i).neg(), "b"),
    );
    const counting = kernel("k", { a: "int32[4]" }, ({ a }, h) => {
      const n = h.scalar(0, "int32");
      return h.compute(
        [4],
        (i) => {
          n.inc();
          return a.at(i).add(n);
        },
        "b",
      );
    });
    expect(loops(independent)).toEqual([["b.0", true]]);
    expect(loops(counting)).toEqual([["b.0", undefined]]);
    expect(result(counting, [10, 10, 10, 10])).toEqual([11, 12, 13, 14]);
  });
});

describe("update", () => {
  it("rewrites a tensor in row-major order", () => {
    const running = kernel("running", { a: "int32[8]" }, ({ a }, h) => {
      h.update(a, (i) => h.select(i.eq(0), a.at(0), a.at(i).add(a.at(i.sub(1)))));
    });
    expect(evaluate(running, numbers).args).toEqual([[3, 2, 6, 7, 2, 11, 13, 19]]);
  });
});

describe("mutate", () => {
  it("runs statements at each point of a domain", () => {
    const transpose = kernel("transpose", { a: "int32[2,3]" }, ({ a }, h) => {
      const t = h.tensor("int32[3,2]");
      h.mutate([2, 3], (i, j) => t.at(j, i).set(a.at(i, j)));
      return t;
    });
    expect(result(transpose, [1, 2, 3, 4, 5, 6])).toEqual([1, 4, 2, 5, 3, 6]);
  });
});

describe("reductions", () => {
  it("sum adds up a domain", () => {
    const sum = kernel("sum", { a: "int32[8]" }, ({ a }, h) => h.sum(8, (i) => a.at(i), { type: "int32" }));
    expect(result(sum, numbers)).toEqual([19]);
  });

  it("sum accumulates as NumPy does, and exact types grow", () => {
    const sums = kernel("sums", { a: "int8[8]", b: "int<8>[8]", c: "float32[8]" }, ({ a, b, c }, h) => [
      h.sum(8, (i) => a.at(i)),
      h.sum(8, (i) => b.at(i)),
      h.sum(8, (i) => c.at(i)),
    ]);
    const { results } = sums.program.functions[0] ?? { results: [] };
    expect(results.map(printType)).toEqual(["int64", "int<11>", "float32"]);
    const full = Array<number>(8).fill(127);
    expect(evaluate(sums, full, full, full).results).toEqual([[1016], [1016], [1016]]);
  });

  it("a condition says who takes part", () => {
    const trace = kernel("off_diagonal", { a: "int32[3,3]" }, ({ a }, h) =>
      h.sum([3, 3], (y, x) => a.at(y, x), { where: (y, x) => y.ne(x), type: "int32" }),
    );
    expect(result(trace, [1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual([30]);
  });

  it("min, max and prod start from what leaves the first value as it is", () => {
    const extremes = kernel(
      "extremes",
      { a: "int32[8]", f: "float32[8]", q: "fixed<8,4>[8]" },
      ({ a, f, q }, h) => [
        h.max(8, (i) => a.at(i)),
        h.min(8, (i) => a.at(i)),
        h.prod(8, (i) => a.at(i), { type: "int32" }),
        h.max(8, (i) => f.at(i), { where: () => false }),
        h.min(8, (i) => q.at(i)),
      ],
    );
    expect(evaluate(extremes, numbers, numbers, numbers).results).toEqual([
      [9],
      [-5],
      [6480],
      [Number.NEGATIVE_INFINITY],
      [-5],
    ]);
  });

  it("any reducer, in order", () => {
    const digits = kernel("digits", { a: "int32[4]" }, ({ a }, h) =>
      h.reduce(0, (acc, i) => acc.mul(10).add(a.at(i)), 4, { type: "int32" }),
    );
    expect(result(digits, [1, 9, 8, 4])).toEqual([1984]);
  });

  it("a reducer may set the accumulator by statements", () => {
    const last = kernel("last_positive", { a: "int32[8]" }, ({ a }, h) =>
      h.reduce(
        -1,
        (acc, i) => {
          h.if(a.at(i).gt(0), () => acc.set(i));
        },
        h.range(0, 5),
      ),
    );
    expect(result(last, numbers)).toEqual([3]);
  });

  it("runs over ranges with steps, and bounds that are known only when it runs", () => {
    const part = kernel("part", { a: "int32[8]", n: "int32" }, ({ a, n }, h) => [
      h.sum(h.range(7, 0, -2), (i) => a.at(i), { type: "int32" }),
      h.sum(n, (i) => a.at(i), { type: "int32" }),
    ]);
    expect(evaluate(part, numbers, 3).results).toEqual([[15], [6]]);
  });

  it("names its loops after what it fills", () => {
    const gemm = kernel("gemm", { A: "float32[4,4]", B: "float32[4,4]" }, ({ A, B }, h) =>
      h.compute([4, 4], (i, j) => h.sum(4, (r) => A.at(i, r).mul(B.at(r, j))), "C"),
    );
    expect(loops(gemm)).toEqual([
      ["C.0", true],
      ["C.1", true],
      ["C.r0", true],
    ]);
    const named = kernel("k", { A: "float32[4]" }, ({ A }, h) =>
      h.sum(4, (i) => A.at(i), { name: "psum", axes: ["i"] }),
    );
    expect(loops(named)).toEqual([["i", true]]);
  });
});

function loops(built: ReturnType<typeof kernel>): (readonly [string, true | undefined])[] {
  const found: (readonly [string, true | undefined])[] = [];
  const visit = (stmts: readonly import("../../../src/program/nodes.ts").Stmt[]): void => {
    for (const stmt of stmts) {
      if (stmt.kind !== "for") continue;
      found.push([stmt.name ?? stmt.variable, stmt.unordered]);
      visit(stmt.body);
    }
  };
  visit(built.program.functions.at(-1)?.body ?? []);
  return found;
}
