import { describe, expect, it } from "vitest";
import { array, float32, int32, int64, pythonInt } from "../../src/types/types.ts";
import {
  add,
  all,
  binary,
  by,
  compare,
  conditional,
  constant,
  dot,
  element,
  func,
  index,
  int,
  load,
  map,
  mul,
  program,
  reduce,
  slice,
  store,
  table,
  view,
  window,
} from "./build.ts";
import { counting, evaluate, given, givenScalar, list, nd, runProgram } from "./interpret-run.ts";

const a = given("a", counting(int32, [6], 1));
const m = given("m", counting(int32, [4, 4]));
const x = element("x", int32);

describe("map", () => {
  it("computes each element", () => {
    expect(evaluate(map({ x: a.expr }, mul(x, x)), a)).toEqual([1, 4, 9, 16, 25, 36]);
  });

  it("walks several arrays together", () => {
    const b = given("b", counting(int32, [6], 10));
    expect(evaluate(map({ x: a.expr, y: b.expr }, mul(x, element("y", int32))), a, b)).toEqual([
      10, 22, 36, 52, 70, 90,
    ]);
  });

  it("reads elements around the current one, and 0 outside", () => {
    const sum = add(add(element("x", int32, by(-1)), x), element("x", int32, by(1)));
    expect(evaluate(map({ x: a.expr }, sum), a)).toEqual([3, 6, 9, 12, 15, 11]);
  });

  it("reads beyond a slice, in the array it was taken from", () => {
    const inner = view(a.expr, [4], slice(1, -1));
    expect(
      evaluate(map({ x: inner }, add(element("x", int32, by(-1)), element("x", int32, by(1)))), a),
    ).toEqual([4, 6, 8, 10]);
  });

  it("counts offsets in the coordinates of the origin when the slice has steps", () => {
    const even = view(a.expr, [3], slice(null, null, 2));
    expect(evaluate(map({ x: even }, element("x", int32, by(1))), a)).toEqual([2, 4, 6]);
    const backwards = view(a.expr, [6], slice(null, null, -1));
    expect(evaluate(map({ x: backwards }, element("x", int32, by(1))), a)).toEqual([0, 6, 5, 4, 3, 2]);
  });

  it("moves along the axes that a row was cut from", () => {
    const row = view(m.expr, [4], index(1), slice(null, null));
    const above = add(element("x", int32, by(-1), by(0)), element("x", int32, by(1), by(0)));
    expect(evaluate(map({ x: row }, above), m)).toEqual([8, 10, 12, 14]);
  });

  it("takes offsets that are computed", () => {
    const n = givenScalar("n", pythonInt, 2);
    expect(evaluate(map({ x: a.expr }, element("x", int32, by(n.expr))), a, n)).toEqual([3, 4, 5, 6, 0, 0]);
  });

  it("sees windows as arrays", () => {
    const inner = view(m.expr, [2, 2], slice(1, -1), slice(1, -1));
    const patch = element("x", array(int32, [3, 3]), window(-1, 2), window(-1, 2));
    expect(evaluate(map({ x: inner }, reduce("sum", patch)), m)).toEqual([45, 54, 81, 90]);
    const weights = table(array(int32, [3, 3]), [0, 1, 0, 1, -4, 1, 0, 1, 0]);
    expect(evaluate(map({ x: inner }, dot(patch, weights)), m)).toEqual([0, 0, 0, 0]);
  });

  it("fills windows that reach outside with 0", () => {
    const patch = element("x", array(int32, [3]), window(-1, 2));
    expect(evaluate(map({ x: a.expr }, reduce("sum", patch)), a)).toEqual([3, 6, 9, 12, 15, 11]);
    const wide = element("x", array(int32, [11]), window(-5, 6));
    expect(evaluate(map({ x: a.expr }, reduce("sum", wide)), a)).toEqual([21, 21, 21, 21, 21, 21]);
  });

  it("sees whole axes", () => {
    const rows = view(m.expr, [4], slice(null, null), index(0));
    const row = element("x", array(int32, [4]), by(0), all);
    expect(evaluate(map({ x: rows }, reduce("sum", row)), m)).toEqual([6, 22, 38, 54]);
  });

  it("multiplies matrices by rows and columns", () => {
    const p = given("p", nd(float32, [2, 2], [1, 2, 3, 4]));
    const q = given("q", nd(float32, [2, 2], [5, 6, 7, 8]));
    const row = element("r", array(float32, [2]), by(0), all);
    const column = element("c", array(float32, [2]), all, by(0));
    const rows = view(p.expr, [2], slice(null, null), index(0));
    const columns = view(q.expr, [2], index(0), slice(null, null));
    const nested = map({ r: rows }, map({ c: columns }, dot(row, column)));
    expect(evaluate(nested, p, q)).toEqual([19, 22, 43, 50]);
  });

  it("puts the axes of an array body last", () => {
    const pair = add(element("x", array(int32, [2]), window(0, 2)), constant(int32, 100));
    expect(evaluate(map({ x: view(a.expr, [2], slice(null, 2)) }, pair), a)).toEqual([101, 102, 102, 103]);
  });

  it("nests: an inner body uses the outer element", () => {
    const b = given("b", nd(int32, [2], [10, 20]));
    const inner = map({ y: b.expr }, add(x, element("y", int32)));
    expect(evaluate(map({ x: a.expr }, reduce("sum", inner)), a, b)).toEqual([32, 34, 36, 38, 40, 42]);
  });

  it("takes only one side of a conditional", () => {
    const even = compare("eq", binary("mod", x, constant(int32, 2)), constant(int32, 0));
    expect(evaluate(map({ x: a.expr }, conditional(even, x, constant(int32, 0))), a)).toEqual([
      0, 2, 0, 4, 0, 6,
    ]);
  });

  it("maps what was computed, and reads around it", () => {
    const doubled = add(a.expr, a.expr);
    expect(evaluate(map({ x: doubled }, add(x, element("x", int32, by(1)))), a)).toEqual([
      6, 10, 14, 18, 22, 12,
    ]);
  });

  it("stored in its own source sees the old elements", () => {
    const own = given("a", counting(int64, [5]));
    const shifted = map({ x: own.expr }, add(element("x", int64, by(-1)), element("x", int64)));
    runProgram(program(func("kernel", { params: [own.expr], body: [store(own.expr, shifted)] })), own);
    expect(list(own.value)).toEqual([0, 1, 3, 5, 7]);
  });

  it("stored in an array that its body reads sees the old elements", () => {
    const own = given("a", counting(int32, [3], 1));
    const body = add(x, load(own.expr, int(0)));
    runProgram(
      program(func("kernel", { params: [own.expr], body: [store(own.expr, map({ x: own.expr }, body))] })),
      own,
    );
    expect(list(own.value)).toEqual([2, 3, 4]);
  });
});
