import { describe, expect, it } from "vitest";
import type { Expr } from "../../src/program/nodes.ts";
import {
  array,
  bool,
  float32,
  float64,
  int8,
  int32,
  int64,
  pythonInt,
  uint64,
} from "../../src/types/types.ts";
import {
  add,
  arange,
  assign,
  bitcast,
  cast,
  compare,
  concat,
  conditional,
  constant,
  copy,
  fill,
  forRange,
  func,
  gather,
  i,
  index,
  int,
  load,
  math,
  mul,
  newAxis,
  program,
  reshape,
  ret,
  slice,
  store,
  sub,
  transpose,
  unary,
  variable,
  view,
  where,
} from "./build.ts";
import { counting, evaluate, type Given, given, givenScalar, list, nd, runProgram } from "./interpret-run.ts";

/** Runs one store and gives the array afterwards. */
function stored(a: Given, target: Parameters<typeof store>[0], value: Expr, ...args: readonly Given[]) {
  const all = [a, ...args.filter((arg) => arg !== a)];
  const kernel = func("kernel", { params: all.map(({ expr }) => expr), body: [store(target, value)] });
  runProgram(program(kernel), ...all);
  return list(a.value);
}

describe("elements", () => {
  const a = given("a", counting(int32, [3, 4]));

  it("count from the end with negative indices", () => {
    expect(evaluate(load(a.expr, int(-1), int(-4)), a)).toEqual([8]);
  });

  it("take indices that are computed", () => {
    const n = givenScalar("n", pythonInt, -2);
    expect(evaluate(load(a.expr, n.expr, add(n.expr, int(3))), a, n)).toEqual([5]);
  });

  it("of 64-bit integers keep all bits", () => {
    const values = [2n ** 63n - 1n, -(2n ** 63n), -1, 2 ** 53 - 1, -(2 ** 53) + 1, 2n ** 53n, 2 ** 32];
    const wide = given("w", nd(int64, [values.length], values));
    expect(evaluate(copy(wide.expr), wide)).toEqual(values);
    const unsigned = given("u", nd(uint64, [2], [2n ** 64n - 1n, 2n ** 63n]));
    expect(evaluate(copy(unsigned.expr), unsigned)).toEqual([2n ** 64n - 1n, 2n ** 63n]);
  });
});

describe("views", () => {
  const a = given("a", counting(int32, [6]));
  const m = given("m", counting(int32, [3, 4]));
  const n = givenScalar("n", pythonInt, 4);

  it.each<[string, ReturnType<typeof slice>, number[]]>([
    ["[1:3]", slice(1, 3), [1, 2]],
    ["[-2:]", slice(-2, null), [4, 5]],
    ["[:-4]", slice(null, -4), [0, 1]],
    ["[2:100]", slice(2, 100), [2, 3, 4, 5]],
    ["[-100:2]", slice(-100, 2), [0, 1]],
    ["[4:2]", slice(4, 2), []],
    ["[::2]", slice(null, null, 2), [0, 2, 4]],
    ["[1::3]", slice(1, null, 3), [1, 4]],
    ["[::-1]", slice(null, null, -1), [5, 4, 3, 2, 1, 0]],
    ["[4:1:-2]", slice(4, 1, -2), [4, 2]],
    ["[100:-100:-2]", slice(100, -100, -2), [5, 3, 1]],
    ["[1:4:-1]", slice(1, 4, -1), []],
  ])("slice a%s", (_, sub, expected) => {
    expect(evaluate(copy(view(a.expr, [expected.length], sub)), a)).toEqual(expected);
  });

  it.each<[number, (n: Expr) => ReturnType<typeof slice>, number[]]>([
    [4, (end) => slice(null, end), [0, 1, 2, 3]],
    [-4, (end) => slice(null, end), [0, 1]],
    [9, (end) => slice(null, end), [0, 1, 2, 3, 4, 5]],
    [-9, (end) => slice(end, null), [0, 1, 2, 3, 4, 5]],
    [9, (end) => slice(end, null), []],
    [3, (end) => slice(end, null, -1), [3, 2, 1, 0]],
    [-9, (end) => slice(null, end, -2), [5, 3, 1]],
    [9, (end) => slice(end, 2, -1), [5, 4, 3]],
  ])("slice with an end that is only known when it runs: %i", (value, make, expected) => {
    const end = givenScalar("n", pythonInt, value);
    expect(evaluate(copy(view(a.expr, [{ max: 6 }], make(end.expr))), a, end)).toEqual(expected);
  });

  it("drop axes, add axes and slice at once", () => {
    const picked = view(m.expr, [1, 2], index(-1), newAxis, slice(1, 3));
    expect(evaluate(copy(picked), m)).toEqual([9, 10]);
  });

  it("of views add up", () => {
    const outer = view(m.expr, [2, 4], slice(1, null), slice(null, null, -1));
    expect(evaluate(copy(view(outer, [2], slice(null, null), index(0))), m)).toEqual([7, 11]);
  });

  it("transpose without copying", () => {
    expect(evaluate(copy(transpose(m.expr, 1, 0)), m)).toEqual([0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]);
    expect(evaluate(load(transpose(m.expr, 1, 0), int(3), int(1)), m)).toEqual([7]);
  });

  it("reshape in row-major order, also of what is not contiguous", () => {
    expect(evaluate(copy(reshape(m.expr, [2, 6])), m)).toEqual(list(m.value));
    const turned = reshape(transpose(m.expr, 1, 0), [12], false);
    expect(evaluate(turned, m)).toEqual([0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]);
  });

  it("are chosen by a condition, not copied", () => {
    const x = variable("x", array(int32, [4]));
    const row = conditional(
      compare("gt", n.expr, int(3)),
      view(m.expr, [4], index(0), slice(null, null)),
      view(m.expr, [4], index(1), slice(null, null)),
    );
    const own = given("m", counting(int32, [3, 4]));
    const kernel = func("kernel", {
      params: [own.expr, n.expr],
      locals: [x],
      body: [assign("x", row), store(x, constant(int32, -1))],
    });
    runProgram(program(kernel), own, n);
    expect(list(own.value).slice(0, 5)).toEqual([-1, -1, -1, -1, 4]);
  });
});

describe("whole-array expressions", () => {
  const a = given("a", nd(float32, [2, 2], [1, 2, 3, 4]));
  const row = given("r", nd(float32, [2], [10, 20]));
  const column = given("c", nd(float32, [2, 1], [100, 200]));

  it("work element by element", () => {
    const two = constant(float32, 2);
    expect(evaluate(sub(add(mul(a.expr, a.expr), mul(a.expr, two)), a.expr), a)).toEqual([2, 6, 12, 20]);
  });

  it("broadcast rows, columns and scalars", () => {
    expect(evaluate(add(a.expr, row.expr), a, row)).toEqual([11, 22, 13, 24]);
    expect(evaluate(add(row.expr, column.expr), row, column)).toEqual([110, 120, 210, 220]);
    expect(evaluate(add(add(row.expr, row.expr), column.expr), row, column)).toEqual([120, 140, 220, 240]);
  });

  it("broadcast extents that are only known when it runs", () => {
    const n = givenScalar("n", pythonInt, 1);
    const one = view(row.expr, [{ max: 2 }], slice(null, n.expr));
    expect(evaluate(add(a.expr, one), a, row, n)).toEqual([11, 12, 13, 14]);
  });

  it("round float32 after every operation", () => {
    const x = given("x", nd(float32, [1], [16777216]));
    const one = constant(float32, 1);
    expect(evaluate(sub(add(x.expr, one), x.expr), x)).toEqual([0]);
  });

  it("compare, choose, negate and convert", () => {
    const big = compare("gt", a.expr, constant(float32, 2));
    expect(evaluate(big, a)).toEqual([false, false, true, true]);
    expect(evaluate(where(big, a.expr, unary("neg", a.expr)), a)).toEqual([-1, -2, 3, 4]);
    expect(evaluate(cast(big, int8), a)).toEqual([0, 0, 1, 1]);
    expect(evaluate(math("sqrt", a.expr), a)).toEqual([
      1,
      Math.fround(Math.SQRT2),
      Math.fround(Math.sqrt(3)),
      2,
    ]);
    expect(evaluate(bitcast(a.expr, int32), a)[0]).toBe(0x3f800000);
  });

  it("fill, count, copy and join", () => {
    expect(evaluate(fill(constant(bool, true), [3]))).toEqual([true, true, true]);
    expect(evaluate(arange(constant(int64, 5), constant(int64, -2), 4))).toEqual([5, 3, 1, -1]);
    expect(evaluate(arange(constant(float64, 0.5), constant(float64, 0.25), 3))).toEqual([0.5, 0.75, 1]);
    expect(evaluate(copy(row.expr, [2, 2]), row)).toEqual([10, 20, 10, 20]);
    expect(
      evaluate(concat([3, 2], 0, a.expr, view(row.expr, [1, 2], newAxis, slice(null, null))), a, row),
    ).toEqual([1, 2, 3, 4, 10, 20]);
    expect(evaluate(concat([2, 3], 1, column.expr, a.expr), a, column)).toEqual([100, 1, 2, 200, 3, 4]);
  });

  it("gather along an axis, from either end", () => {
    const m = given("m", counting(int32, [2, 3]));
    const at = given("at", nd(int64, [2], [-1, 0]));
    expect(evaluate(gather(m.expr, at.expr, 1), m, at)).toEqual([2, 0, 5, 3]);
    expect(evaluate(gather(m.expr, at.expr, 0), m, at)).toEqual([3, 4, 5, 0, 1, 2]);
    expect(
      evaluate(add(gather(m.expr, add(at.expr, constant(int64, 0)), 1), constant(int32, 1)), m, at),
    ).toEqual([3, 1, 6, 4]);
  });
});

describe("stores", () => {
  it("broadcast a value into a view", () => {
    const a = given("a", counting(int32, [2, 3]));
    expect(stored(a, view(a.expr, [2], slice(null, null), index(1)), constant(int32, -1))).toEqual([
      0, -1, 2, 3, -1, 5,
    ]);
  });

  it("see the old elements when source and target overlap", () => {
    const a = given("a", counting(int32, [6]));
    const right = view(a.expr, [5], slice(1, null));
    expect(stored(a, right, view(a.expr, [5], slice(null, -1)))).toEqual([0, 0, 1, 2, 3, 4]);
  });

  it("reverse in place", () => {
    const a = given("a", counting(int32, [5]));
    expect(stored(a, a.expr, view(a.expr, [5], slice(null, null, -1)))).toEqual([4, 3, 2, 1, 0]);
  });

  it("transpose in place", () => {
    const a = given("a", counting(int64, [2, 2]));
    expect(stored(a, a.expr, transpose(a.expr, 1, 0))).toEqual([0, 2, 1, 3]);
  });

  it("use an element of the target as it was before", () => {
    const a = given("a", counting(int32, [3], 2));
    expect(stored(a, a.expr, mul(a.expr, load(a.expr, int(0))))).toEqual([4, 6, 8]);
  });

  it("see the old elements through another name of the same memory", () => {
    const a = given("a", counting(int32, [5]));
    const x = variable("x", array(int32, [4]));
    const kernel = func("kernel", {
      params: [a.expr],
      locals: [x],
      body: [
        assign("x", view(a.expr, [4], slice(null, -1))),
        store(view(a.expr, [4], slice(1, null)), add(x, x)),
      ],
    });
    runProgram(program(kernel), a);
    expect(list(a.value)).toEqual([0, 0, 2, 4, 6]);
  });

  it("see the old elements when one array is given for two arguments", () => {
    const shared = counting(int32, [4]);
    const [a, b] = [given("a", shared), given("b", shared)];
    const body = [store(view(a.expr, [3], slice(1, null)), view(b.expr, [3], slice(null, -1)))];
    runProgram(program(func("kernel", { params: [a.expr, b.expr], body })), a, b);
    expect(list(shared)).toEqual([0, 0, 1, 2]);
  });

  it("scatter, the last of equal indices wins", () => {
    const a = given("a", counting(int32, [4]));
    const at = given("at", nd(int64, [3], [1, -1, 1]));
    const v = given("v", nd(int32, [3], [10, 20, 30]));
    expect(stored(a, gather(a.expr, at.expr), v.expr, at, v)).toEqual([0, 30, 2, 20]);
  });

  it("scatter what was gathered from the same array", () => {
    const a = given("a", counting(int32, [4]));
    const at = given("at", nd(int64, [4], [1, 2, 3, 0]));
    const back = given("back", nd(int64, [4], [0, 1, 2, 3]));
    expect(stored(a, gather(a.expr, at.expr), gather(a.expr, back.expr), at, back)).toEqual([3, 0, 1, 2]);
  });

  it("scatter rows of a matrix", () => {
    const a = given("a", counting(int32, [3, 2]));
    const at = given("at", nd(int64, [1], [-1]));
    expect(stored(a, gather(a.expr, at.expr), constant(int32, 9), at)).toEqual([0, 1, 2, 3, 9, 9]);
  });

  it("wrap nothing: each storage keeps its own type", () => {
    const a = given("a", nd(bool, [2], [false, true]));
    expect(stored(a, load(a.expr, int(0)), constant(bool, true))).toEqual([true, true]);
  });

  it("work row by row in a loop with views of the loop's index", () => {
    const a = given("a", counting(float64, [3, 3]));
    const row = view(a.expr, [3], index(i), slice(null, null));
    const next = view(a.expr, [3], index(add(i, int(1))), slice(null, null));
    const kernel = func("kernel", {
      params: [a.expr],
      locals: [i],
      body: [forRange("i", 0, 2, [store(next, add(next, row))])],
    });
    runProgram(program(kernel), a);
    expect(list(a.value)).toEqual([0, 1, 2, 3, 5, 7, 9, 12, 15]);
  });
});

describe("results", () => {
  it("that are views come back as arrays of their own shape", () => {
    const a = given("a", counting(int64, [3, 4]));
    const n = givenScalar("n", pythonInt, 2);
    const part = view(a.expr, [{ max: 3 }, 2], slice(null, n.expr), slice(1, null, 2));
    const kernel = func("kernel", { params: [a.expr, n.expr], body: [ret(part)], results: [part.type] });
    const [result] = runProgram(program(kernel), a, n);
    expect(typeof result === "object" && result.type.shape).toEqual([2, 2]);
    expect(list(result)).toEqual([1, 3, 5, 7]);
  });
});
