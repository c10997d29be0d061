import { describe, expect, it } from "vitest";
import {
  array,
  bool,
  exactInt,
  fixed,
  float,
  float32,
  float64,
  int8,
  int32,
  int64,
  uint64,
} from "../../src/types/types.ts";
import {
  add,
  compare,
  constant,
  conv2d,
  convolve,
  dot,
  fill,
  matmul,
  mul,
  reduce,
  scan,
  slice,
  sort,
  spmv,
  transpose,
  view,
} from "./build.ts";
import { counting, evaluate, given, nd } from "./interpret-run.ts";

const nan = Number.NaN;
const m = given("m", counting(int64, [2, 3]));
const cube = given("q", counting(int32, [2, 2, 3]));

describe("reductions", () => {
  it("go over everything", () => {
    expect(evaluate(reduce("sum", m.expr), m)).toEqual([15]);
    expect(evaluate(reduce("max", m.expr), m)).toEqual([5]);
    expect(evaluate(reduce("prod", add(m.expr, constant(int64, 1))), m)).toEqual([720]);
  });

  it.each([
    [[0], [3, 5, 7]],
    [[1], [3, 12]],
  ])("go over axis %j of a matrix", (axes, expected) => {
    expect(evaluate(reduce("sum", m.expr, axes), m)).toEqual(expected);
  });

  it.each([
    [[0], [6, 8, 10, 12, 14, 16]],
    [[1], [3, 5, 7, 15, 17, 19]],
    [
      [0, 2],
      [24, 42],
    ],
    [
      [1, 2],
      [15, 51],
    ],
  ])("go over axes %j of a cube", (axes, expected) => {
    expect(evaluate(reduce("sum", cube.expr, axes), cube)).toEqual(expected);
  });

  it("keep reduced axes where the type says so", () => {
    expect(evaluate(mul(m.expr, reduce("sum", m.expr, [1], true)), m)).toEqual([0, 3, 6, 36, 48, 60]);
    expect(evaluate(add(m.expr, reduce("min", m.expr, [0, 1], true)), m)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("wrap in the type they accumulate in", () => {
    const a = given("a", nd(int8, [3], [100, 100, 100]));
    expect(evaluate(reduce("sum", a.expr), a)).toEqual([44]);
    const big = given("b", nd(int64, [2], [2n ** 62n, 2n ** 62n]));
    expect(evaluate(reduce("sum", big.expr), big)).toEqual([-(2n ** 63n)]);
  });

  it("add floats one after the other, from the first one on", () => {
    const a = given("a", nd(float32, [3], [16777216, 1, 1]));
    expect(evaluate(reduce("sum", a.expr), a)).toEqual([16777216]);
    const zeros = given("z", nd(float64, [2], [-0, -0]));
    expect(evaluate(reduce("sum", zeros.expr), zeros)).toEqual([-0]);
    const rows = given("r", nd(float64, [2, 1], [-0, -0]));
    expect(evaluate(reduce("sum", rows.expr, [0]), rows)).toEqual([-0]);
  });

  it("of nothing are 0 and 1", () => {
    const none = given("a", nd(float64, [0], []));
    expect(evaluate(reduce("sum", none.expr), none)).toEqual([0]);
    expect(evaluate(reduce("prod", none.expr), none)).toEqual([1]);
    const rows = given("r", nd(float64, [0, 2], []));
    expect(evaluate(reduce("sum", rows.expr, [0]), rows)).toEqual([0, 0]);
  });

  it("pass NaN on in min and max", () => {
    const a = given("a", nd(float32, [3], [3, nan, 1]));
    expect(evaluate(reduce("min", a.expr), a)).toEqual([nan]);
    expect(evaluate(reduce("max", a.expr), a)).toEqual([nan]);
  });

  it("find the first place of an extreme", () => {
    const a = given("a", nd(int32, [2, 3], [3, 1, 7, 7, 1, 0]));
    expect(evaluate(reduce("argmax", a.expr), a)).toEqual([2]);
    expect(evaluate(reduce("argmin", a.expr), a)).toEqual([5]);
    expect(evaluate(reduce("argmax", a.expr, [0]), a)).toEqual([1, 0, 0]);
    expect(evaluate(reduce("argmin", a.expr, [1]), a)).toEqual([1, 2]);
  });

  it("find the first NaN before any number", () => {
    const a = given("a", nd(float64, [4], [1, nan, 9, nan]));
    expect(evaluate(reduce("argmax", a.expr), a)).toEqual([1]);
    expect(evaluate(reduce("argmin", a.expr), a)).toEqual([1]);
  });

  it("ask whether any and whether all", () => {
    const large = compare("gt", m.expr, constant(int64, 2));
    expect(evaluate(reduce("any", large), m)).toEqual([true]);
    expect(evaluate(reduce("all", large), m)).toEqual([false]);
    expect(evaluate(reduce("all", large, [1]), m)).toEqual([false, true]);
    const none = given("a", nd(bool, [0], []));
    expect(evaluate(reduce("all", none.expr), none)).toEqual([true]);
  });

  it("work in types that are not native", () => {
    const f = float(5, 4);
    const a = given("a", nd(f, [2, 3], [1, 1.5, -0.5, 2, 4, 8]));
    expect(evaluate(reduce("sum", a.expr, [0]), a)).toEqual([3, 5.5, 7.5]);
    const x = fixed(16, 8);
    const b = given("b", nd(x, [3], [256, 128, 64]));
    expect(evaluate(reduce("sum", b.expr), b)).toEqual([448]);
    const wide = exactInt(100, true);
    const c = given("c", nd(wide, [2], [2n ** 90n, 5]));
    expect(evaluate(reduce("max", c.expr), c)).toEqual([2n ** 90n]);
  });
});

describe("scans", () => {
  it("run along an axis", () => {
    expect(evaluate(scan("sum", m.expr, 1), m)).toEqual([0, 1, 3, 3, 7, 12]);
    expect(evaluate(scan("sum", m.expr, 0), m)).toEqual([0, 1, 2, 3, 5, 7]);
    expect(evaluate(scan("prod", add(m.expr, constant(int64, 1)), 1), m)).toEqual([1, 2, 6, 4, 20, 120]);
    expect(
      evaluate(scan("max", view(m.expr, [2, 3], slice(null, null, -1), slice(null, null)), 0), m),
    ).toEqual([3, 4, 5, 3, 4, 5]);
  });
});

describe("products", () => {
  const a = given("a", counting(float32, [2, 3], 1));
  const b = given("b", counting(float32, [3, 2], 1));
  const v = given("v", nd(float32, [3], [1, 0, -1]));

  it("dot sums all products, with broadcasting", () => {
    expect(evaluate(dot(a.expr, v.expr), a, v)).toEqual([-4]);
  });

  it("matrix by matrix", () => {
    expect(evaluate(matmul(a.expr, b.expr, [2, 2]), a, b)).toEqual([22, 28, 49, 64]);
  });

  it("matrix by vector, vector by matrix, vector by vector", () => {
    expect(evaluate(matmul(a.expr, v.expr, [2]), a, v)).toEqual([-2, -2]);
    expect(evaluate(matmul(v.expr, b.expr, [2]), b, v)).toEqual([-4, -4]);
    expect(evaluate(matmul(v.expr, v.expr, []), v)).toEqual([2]);
  });

  it("of transposed views", () => {
    expect(evaluate(matmul(transpose(a.expr, 1, 0), a.expr, [3, 3]), a)).toEqual([
      17, 22, 27, 22, 29, 36, 27, 36, 45,
    ]);
  });

  it("stacks of matrices, broadcast", () => {
    const p = given("p", counting(int64, [2, 2, 2]));
    const q = given("q", nd(int64, [2, 2], [0, 1, 1, 0]));
    expect(evaluate(matmul(p.expr, q.expr, [2, 2, 2]), p, q)).toEqual([1, 0, 3, 2, 5, 4, 7, 6]);
  });

  it("of integers wrap", () => {
    const p = given("p", nd(uint64, [1, 1], [2n ** 63n]));
    const q = given("q", nd(uint64, [1, 1], [3]));
    expect(evaluate(matmul(p.expr, q.expr, [1, 1]), p, q)).toEqual([2n ** 63n]);
  });

  it("of no terms are zero", () => {
    const p = given("p", nd(float32, [2, 0], []));
    const q = given("q", nd(float32, [0, 2], []));
    expect(evaluate(matmul(p.expr, q.expr, [2, 2]), p, q)).toEqual([0, 0, 0, 0]);
  });
});

describe("sorting", () => {
  it("is ascending along an axis", () => {
    const a = given("a", nd(int32, [2, 3], [3, 1, 2, -1, 5, 0]));
    expect(evaluate(sort("values", a.expr, 1), a)).toEqual([1, 2, 3, -1, 0, 5]);
    expect(evaluate(sort("values", a.expr, 0), a)).toEqual([-1, 1, 0, 3, 5, 2]);
  });

  it("puts NaN last and keeps equal elements in order", () => {
    const a = given("a", nd(float64, [5], [nan, 0, -0, -1, 0]));
    expect(evaluate(sort("values", a.expr), a)).toEqual([-1, 0, -0, 0, nan]);
    expect(evaluate(sort("positions", a.expr), a)).toEqual([3, 1, 2, 4, 0]);
  });

  it("compares 64-bit and wider integers as a whole", () => {
    const a = given("a", nd(int64, [3], [2n ** 62n, -1, -(2n ** 62n)]));
    expect(evaluate(sort("values", a.expr), a)).toEqual([-(2n ** 62n), -1, 2n ** 62n]);
    const wide = exactInt(80, true);
    const b = given("b", nd(wide, [2], [2n ** 70n, -5]));
    expect(evaluate(sort("values", b.expr), b)).toEqual([-5, 2n ** 70n]);
    expect(evaluate(sort("positions", b.expr), b)).toEqual([1, 0]);
  });
});

describe("convolutions", () => {
  const a = given("a", nd(int32, [4], [1, 2, 3, 4]));
  const k = given("k", nd(int32, [3], [1, 0, -1]));

  it.each([
    ["full", [1, 2, 2, 2, -3, -4]],
    ["same", [2, 2, 2, -3]],
    ["valid", [2, 2]],
  ] as const)("%s", (mode, expected) => {
    expect(evaluate(convolve(a.expr, k.expr, mode, expected.length), a, k)).toEqual(expected);
  });

  it("swap when the second vector is the longer one", () => {
    expect(evaluate(convolve(k.expr, a.expr, "same", 4), a, k)).toEqual([2, 2, 2, -3]);
  });

  it("of an even number of weights stand as NumPy's do", () => {
    const pair = given("p", nd(int32, [2], [1, 10]));
    expect(evaluate(convolve(a.expr, pair.expr, "same", 4), a, pair)).toEqual([1, 12, 23, 34]);
  });

  it("in two dimensions, with a stride", () => {
    const image = given("x", counting(int32, [4, 4]));
    const w = fill(constant(int32, 1), [2, 2]);
    expect(evaluate(conv2d(image.expr, w, 1, [3, 3]), image)).toEqual([10, 14, 18, 26, 30, 34, 42, 46, 50]);
    expect(evaluate(conv2d(image.expr, w, 2, [2, 2]), image)).toEqual([10, 18, 42, 50]);
  });

  it("over channels, into one map or several", () => {
    const image = given("x", counting(float32, [2, 2, 2]));
    const one = given("w", nd(float32, [2, 1, 1], [1, 10]));
    expect(evaluate(conv2d(image.expr, one.expr, 1, [2, 2]), image, one)).toEqual([40, 51, 62, 73]);
    const two = given("w", nd(float32, [2, 2, 1, 1], [1, 0, 0, 1]));
    expect(evaluate(conv2d(image.expr, two.expr, 1, [2, 2, 2]), image, two)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7,
    ]);
  });
});

describe("sparse matrices", () => {
  it("multiply a vector, empty rows give 0", () => {
    const start = given("s", nd(int32, [4], [0, 2, 2, 3]));
    const column = given("c", nd(int32, [3], [0, 2, 1]));
    const values = given("v", nd(float64, [3], [1, 2, 3]));
    const x = given("x", nd(float64, [3], [10, 100, 1000]));
    const product = spmv(start.expr, column.expr, values.expr, x.expr, 3);
    expect(product.type).toEqual(array(float64, [3]));
    expect(evaluate(product, start, column, values, x)).toEqual([2010, 0, 300]);
  });
});
