import { describe, expect, it } from "vitest";
import type { Expr, Stmt, Var } from "../../src/program/nodes.ts";
import { verify } from "../../src/program/verify.ts";
import {
  array,
  bool,
  exactInt,
  float32,
  float64,
  int8,
  int32,
  int64,
  pythonBool,
  pythonFloat,
  pythonInt,
} from "../../src/types/types.ts";
import {
  assign,
  binary,
  bitcast,
  bits,
  by,
  call,
  callFor,
  cast,
  compare,
  concat,
  conditional,
  constant,
  element,
  fill,
  forRange,
  func,
  gather,
  index,
  int,
  leave,
  load,
  logic,
  map,
  math,
  matmul,
  program,
  reduce,
  reshape,
  ret,
  returning,
  slice,
  span,
  store,
  table,
  transpose,
  variable,
  view,
  when,
  where,
} from "./build.ts";

const a = variable("a", array(int32, [3, 4]));
const v = variable("v", array(float32, [5]));
const x = variable("x", int32);
const n = variable("n", pythonInt);

/** What is wrong with an expression, without where it stands. */
function wrong(expr: Expr): readonly string[] {
  return verify(returning(expr, [a, v, x, n])).map(withoutSpan);
}

function wrongBody(
  body: readonly Stmt[],
  parts: { locals?: readonly Var[]; writes?: readonly string[] } = {},
): readonly string[] {
  const kernel = func("kernel", {
    params: [a, v, x, n],
    locals: parts.locals ?? [],
    writes: parts.writes ?? [],
    body,
  });
  return verify(program(kernel)).map(withoutSpan);
}

function withoutSpan(message: string): string {
  return message.replace(" at 0..0", "");
}

describe("verify", () => {
  it("finds nothing in a sound program", () => {
    expect(wrong(binary("add", a, cast(n, int32)))).toEqual([]);
  });

  it("names the node and its place", () => {
    const bad: Expr = { kind: "var", name: "missing", type: int32, span: { from: 3, to: 10 } };
    expect(verify(returning(bad))).toEqual(["var at 3..10: missing is not declared"]);
  });

  it.each<[string, Expr, string]>([
    ["a constant out of range", constant(int8, 200), "const: 200 needs more than 8 bits (int8)"],
    [
      "an integer that is no integer",
      constant(int32, 1.5),
      "const: 1.5 is no safe integer, and must be a bigint (int32)",
    ],
    [
      "a bigint that is a safe integer",
      constant(int64, 5n),
      "const: 5n is a safe integer, and must be a number (int64)",
    ],
    ["a bool that is a number", constant(bool, 1), "const: 1 is no bool (bool)"],
    [
      "a float with too many bits",
      constant(float32, 0.1),
      "const: 0.1 has more than 23 mantissa bits (float32)",
    ],
    ["a table of the wrong size", table(array(int8, [3]), [1, 2]), "arrayConst: 2 values for int8[3]"],
    ["a variable of another type", variable("x", int64), "var: x is int32, not int64"],
    ["unlike operands", binary("add", x, n), "binary: operands are int32 and python int"],
    ["a result of another type", binary("add", x, x, int64), "binary: add on int32 gives int64"],
    [
      "exact operands with a NumPy result",
      binary("add", constant(exactInt(4, true), 1), constant(exactInt(5, true), 1), int32),
      "binary: int<4> and int<5> give int32",
    ],
    [
      "shapes that do not broadcast",
      { ...binary("add", a, x), type: array(int32, [4, 3]) } as Expr,
      "binary: int32[3,4] and int32 do not give int32[4,3]",
    ],
    [
      "comparing unlike types",
      compare("lt", x, constant(float32, 1)),
      "compare: operands are int32 and float32",
    ],
    ["logic on numbers", logic("and", x, constant(pythonBool, true)), "logic: int32 is no truth value"],
    ["a number as a condition", conditional(x, x, x), "conditional: the condition is int32"],
    ["where on numbers", where(x, x, x), "where: the condition is int32"],
    ["too few indices", load(a, n), "load: 1 indices for int32[3,4]"],
    ["a float index", load(v, constant(pythonFloat, 1)), "load: an index is python float"],
    ["too few subscripts", view(a, [3], index(0)), "view: 1 subscripts for int32[3,4]"],
    ["a slice of another length", view(v, [3], slice(1, 3)), "view: the subscripts do not give float32[3]"],
    ["axes that are no order", transpose(a, 0, 0), "transpose: axes 0, 0 are no order of int32[3,4]"],
    ["a reshape that loses elements", reshape(a, [5]), "reshape: int32[3,4] as int32[5]"],
    ["float positions", gather(v, v), "gather: an index is float32[5]"],
    ["an integer root", math("sqrt", x), "math: no sqrt of int32; cast it first"],
    [
      "a sum of another type",
      { ...reduce("sum", v), type: float64 } as Expr,
      "reduce: float32 gives float64",
    ],
    ["an axis twice", { ...reduce("sum", a), axes: [0, 0] } as Expr, "reduce: axes 0, 0 of int32[3,4]"],
    ["inner extents that differ", matmul(a, a, [3, 4]), "matmul: the inner extents differ"],
    ["bits that are not there", bits(x, int(0), exactInt(40, false)), "bits: int32 has no 40 bits"],
    ["a bit cast to another width", bitcast(x, float64), "bitcast: int32 and float64 differ in width"],
    ["an element outside any map", element("p", int32), "element: no map around binds p"],
    ["too few offsets", map({ p: a }, element("p", int32, by(1))), "element: 1 offsets for 2 axes"],
    [
      "a map parameter that hides a variable",
      map({ x: a }, element("x", int32)),
      "map: the parameter x is not unique",
    ],
    ["parts that do not add up", concat([9], 0, v, v), "concat: the parts have 10 of 9"],
    ["a fill without a size", fill(x, [{ max: 3 }]), "fill: int32[<=3] has a dynamic extent"],
    ["a function that is not there", call("f", int32, x), "call: no function f stands before the caller"],
  ])("finds %s", (_, expr, message) => {
    expect(wrong(expr)).toEqual([message]);
  });

  it.each<[string, Stmt, string]>([
    ["a target that is not declared", assign("y", x), "assign: y is not declared"],
    ["a value of another type", assign("x", n), "assign: x is int32, its value python int"],
    ["a store of another type", store(a, v), "store: the target is int32[3,4], the value float32[5]"],
    [
      "a store that does not fit",
      store(view(a, [4], index(0), slice(null, null)), view(a, [3], slice(null, null), index(0))),
      "store: int32[3] does not broadcast to int32[4]",
    ],
    [
      "a store to a temporary",
      store(view(binary("add", v, v), [2], slice(0, 2)), constant(float32, 0)),
      "store: the target has no memory that outlives the store",
    ],
    ["a float bound", forRange("n", 0, constant(pythonFloat, 2), []), "for: a bound is python float"],
    ["a loop over a float", forRange("v", 0, 3, []), "for: the variable is float32[5]"],
    ["an array as a condition", when(compare("eq", v, v), []), "if: the condition is bool[5]"],
    ["a break outside a loop", leave, "break: there is no loop around"],
    ["a result too many", ret(x), "return: 1 values for 0 results"],
    ["a call of nothing", callFor([], "f"), "callStmt: no function f stands before the caller"],
  ])("finds %s", (_, stmt, message) => {
    expect(wrongBody([stmt], { writes: ["a", "v"] })).toEqual([message]);
  });

  it("finds writes that are not listed, also through views", () => {
    const b = variable("b", array(int32, [2, 4]));
    const aliased = [
      assign("b", view(a, [2, 4], slice(1, null), slice(null, null))),
      store(b, constant(int32, 0)),
    ];
    expect(wrongBody(aliased, { locals: [b] })).toEqual(["store: writes does not list a"]);
    expect(wrongBody(aliased, { locals: [b], writes: ["a"] })).toEqual([]);
  });

  it("finds calls that do not match, and writers inside expressions", () => {
    const clear = func("clear", {
      params: [v],
      writes: ["v"],
      results: [int32],
      body: [store(v, constant(float32, 0)), ret(constant(int32, 1))],
    });
    const kernel = func("kernel", {
      params: [v, x],
      writes: ["v"],
      results: [int32],
      body: [callFor([], "clear", x), ret(binary("add", x, call("clear", int32, v)))],
    });
    expect(verify(program(clear, kernel)).map(withoutSpan)).toEqual([
      "callStmt: v of clear is float32[5], not int32",
      "call: clear writes v inside an expression",
    ]);
    expect(verify(program(kernel, clear)).map(withoutSpan)).toContain(
      "callStmt: no function clear stands before the caller",
    );
  });

  it("finds a local that only a later round of a loop sets", () => {
    const count = variable("count", pythonInt);
    const round = variable("i", pythonInt);
    const counting = assign("count", binary("add", count, n));
    const loop = forRange("i", int(0), int(4), [counting]);
    const locals = [count, round];
    expect(wrongBody([loop], { locals })).toEqual(["var: nothing can have set count"]);
    expect(wrongBody([assign("count", int(0)), loop], { locals })).toEqual([]);
    expect(wrongBody([when(compare("lt", n, int(1)), [assign("count", n)]), loop], { locals })).toEqual([]);
  });

  it("finds names declared twice and a kernel that is not last", () => {
    const twice = func("f", { params: [x], locals: [x], body: [] });
    expect(verify({ ...program(twice), kernel: "g" })).toEqual([
      "function f at 0..0: x is declared twice",
      "program: the kernel g is not the last function",
    ]);
  });

  it("accepts empty statements and pragmas", () => {
    expect(wrongBody([{ kind: "pragma", text: "HLS INLINE", names: [], span }])).toEqual([]);
  });
});
