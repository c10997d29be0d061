import { describe, expect, it } from "vitest";
import type { Expr } from "../../src/program/nodes.ts";
import {
  exactInt,
  float64,
  int8,
  int32,
  int64,
  pythonFloat,
  pythonInt,
  uint8,
} from "../../src/types/types.ts";
import {
  add,
  at,
  binary,
  bits,
  cast,
  constant,
  forRange,
  func,
  gather,
  i,
  index,
  int,
  load,
  program,
  reduce,
  returning,
  slice,
  store,
  view,
} from "./build.ts";
import {
  counting,
  evaluate,
  faultOf,
  type Given,
  given,
  givenScalar,
  nd,
  runProgram,
} from "./interpret-run.ts";

function fault(value: Expr, ...args: readonly Given[]) {
  return faultOf(() => evaluate(value, ...args));
}

const a = given("a", counting(int32, [8]));
const m = given("m", counting(int32, [3, 4]));

describe("a run fault", () => {
  it.each([10, 8, -9])("names the index, the axis and the array: %i", (value) => {
    const n = givenScalar("n", pythonInt, value);
    expect(fault(load(a.expr, n.expr), a, n)).toMatchObject({
      code: "index-out-of-range",
      message: `index ${value} is out of range for axis 0 of \`a\`, which has 8 elements`,
    });
  });

  it("names the second axis", () => {
    const n = givenScalar("n", pythonInt, 4);
    expect(fault(load(m.expr, int(0), n.expr), m, n).message).toBe(
      "index 4 is out of range for axis 1 of `m`, which has 4 elements",
    );
  });

  it("knows the place in the source", () => {
    const n = givenScalar("n", pythonInt, 99);
    const bad = { ...load(a.expr, n.expr), span: at(17) };
    expect(fault(add(load(a.expr, int(0)), bad), a, n).at).toBe(17);
  });

  it("stops a loop that runs past the end", () => {
    const kernel = func("kernel", {
      params: [a.expr],
      locals: [i],
      body: [forRange("i", 0, 9, [store(load(a.expr, i), constant(int32, 0))])],
    });
    expect(faultOf(() => runProgram(program(kernel), given("a", counting(int32, [8])))).code).toBe(
      "index-out-of-range",
    );
  });

  it("tells of views, gathers and huge indices too", () => {
    const n = givenScalar("n", pythonInt, 2n ** 60n);
    const row = view(m.expr, [4], index(n.expr), slice(null, null));
    expect(fault(add(row, row), m, n).code).toBe("index-out-of-range");
    const places = given("p", nd(int64, [2], [0, 8]));
    expect(fault(gather(a.expr, places.expr), a, places).message).toContain("index 8");
  });

  it("tells both shapes when they do not broadcast", () => {
    const n = givenScalar("n", pythonInt, 3);
    const some = view(a.expr, [{ max: 8 }], slice(null, n.expr));
    expect(fault(add(a.expr, some), a, n)).toMatchObject({
      code: "shape-mismatch",
      message: "shapes (8,) and (3,) do not broadcast",
    });
    const kernel = func("kernel", { params: [a.expr, n.expr], body: [store(a.expr, some)] });
    expect(faultOf(() => runProgram(program(kernel), a, n)).code).toBe("shape-mismatch");
  });

  it("refuses the least of nothing", () => {
    const n = givenScalar("n", pythonInt, 0);
    const none = view(a.expr, [{ max: 8 }], slice(null, n.expr));
    for (const op of ["min", "max", "argmin", "argmax"] as const) {
      expect(fault(reduce(op, none), a, n).code).toBe("empty-reduction");
    }
  });

  it("reports Python integers that leave 64 bits, whatever the operator", () => {
    const n = givenScalar("n", pythonInt, 2n ** 62n);
    for (const op of ["add", "mul", "shl", "pow"] as const) {
      const twice = binary(op, n.expr, op === "shl" || op === "pow" ? int(4) : n.expr, pythonInt, at(5));
      expect(fault(twice, n)).toMatchObject({ code: "overflow", at: 5 });
    }
  });

  it("lets NumPy integers wrap instead", () => {
    const n = givenScalar("n", int64, 2n ** 62n);
    expect(evaluate(add(n.expr, n.expr), n)).toEqual([-(2n ** 63n)]);
  });

  it.each(["floordiv", "mod"] as const)("reports %s by zero of Python integers, NumPy's give 0", (op) => {
    const n = givenScalar("n", pythonInt, 0);
    expect(fault(binary(op, int(1), n.expr), n).code).toBe("zero-division");
    const x = givenScalar("x", int32, 0);
    expect(evaluate(binary(op, constant(int32, 1), x.expr), x)).toEqual([0]);
  });

  it("reports division by zero of Python floats, NumPy's give infinity", () => {
    const n = givenScalar("n", pythonFloat, 0);
    expect(fault(binary("div", constant(pythonFloat, 1), n.expr), n).code).toBe("zero-division");
    const x = givenScalar("x", float64, 0);
    expect(evaluate(binary("div", constant(float64, 1), x.expr), x)).toEqual([Number.POSITIVE_INFINITY]);
  });

  it("reports negative shifts of Python integers", () => {
    const n = givenScalar("n", pythonInt, -1);
    expect(fault(binary("shl", int(1), n.expr), n).code).toBe("negative-shift");
    expect(fault(binary("shr", int(1), n.expr), n).code).toBe("negative-shift");
  });

  it("reports a Python integer that does not fit the type it meets", () => {
    const n = givenScalar("n", pythonInt, 200);
    expect(fault(cast(n.expr, int8, at(3)), n)).toEqual({
      code: "out-of-range",
      message: "200 is out of range for int8",
      at: 3,
    });
    expect(evaluate(cast(n.expr, uint8), n)).toEqual([200]);
  });

  it("reports bits outside a value", () => {
    const n = givenScalar("n", pythonInt, 6);
    const x = givenScalar("x", uint8, 1);
    expect(fault(bits(x.expr, n.expr, exactInt(3, false)), n, x).code).toBe("bit-range");
  });

  it("reports a step of zero", () => {
    const n = givenScalar("n", pythonInt, 0);
    const kernel = func("kernel", { params: [n.expr], locals: [i], body: [forRange("i", 0, 9, [], n.expr)] });
    expect(faultOf(() => runProgram(program(kernel), n)).code).toBe("zero-step");
  });

  it("refuses arguments of another type", () => {
    const kernel = returning(load(a.expr, int(0)), [a.expr]);
    expect(faultOf(() => runProgram(kernel)).code).toBe("argument");
    expect(faultOf(() => runProgram(kernel, given("a", counting(int32, [9])))).message).toBe(
      "the argument `a` is int32[9], and int32[8] is needed",
    );
  });
});
