import { describe, expect, it } from "vitest";
import type { Expr, Program, Var } from "../../src/program/nodes.ts";
import { printedKernelName, printProgram } from "../../src/program/print/index.ts";
import { verify } from "../../src/program/verify.ts";
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
  pythonBool,
  pythonFloat,
  pythonInt,
} from "../../src/types/types.ts";
import {
  all,
  assign,
  binary,
  by,
  cast,
  compare,
  constant,
  element,
  forRange,
  func,
  index,
  int,
  leave,
  load,
  map,
  program,
  reduce,
  ret,
  returning,
  slice,
  span,
  store,
  table,
  unary,
  variable,
  view,
  when,
  whileLoop,
  window,
} from "./build.ts";

/** The text after the prelude. */
function printed(p: Program): string {
  expect(verify(p)).toEqual([]);
  const text = printProgram(p);
  return text.slice(text.lastIndexOf("\n\n\n") + 3).trimEnd();
}

function returned(value: Expr, ...params: readonly Var[]): string {
  return printed(returning(value, params)).replace(/^def .*\n {4}return /, "");
}

const x = variable("x", int32);
const y = variable("y", int32);
const a = variable("a", array(float32, [8, 8]));

describe("a printed program", () => {
  it("is a Python file with only the prelude it needs", () => {
    const n = variable("n", pythonInt);
    const double = program(
      func("double", {
        params: [n],
        results: [pythonInt],
        body: [ret(binary("mul", int(2), n))],
      }),
    );
    expect(printProgram(double)).toBe(`import numpy as np


def double(n: "python int"):
    return 2 * n
`);
  });

  it("shows loops, their attributes, pragmas and stores", () => {
    const i = variable("i", pythonInt);
    const j = variable("j", pythonInt);
    const total = load(a, i, j);
    const kernel = program(
      func("scale", {
        params: [a],
        locals: [i, j],
        writes: ["a"],
        body: [
          { kind: "pragma", text: "HLS DATAFLOW", names: [], span },
          forRange("i", 0, 8, [
            {
              kind: "for",
              variable: "j",
              from: int(0),
              to: int(8),
              step: int(1),
              body: [store(total, binary("mul", total, constant(float32, Math.fround(0.1))))],
              attrs: { pipeline: { ii: 1 }, unroll: { factor: 4 } },
              span,
            },
          ]),
          store(view(a, [8], index(0), slice(null, null)), constant(float32, 0)),
          store(a, binary("add", a, a)),
        ],
      }),
    );
    expect(printed(kernel)).toBe(`def scale(a: "float32[8,8]"):
    # pragma: HLS DATAFLOW
    for i in range(8):
        for j in range(8):  # pipeline(ii=1) unroll(4)
            a[i, j] = a[i, j] * 0.1
    a[0] = 0.0
    a[...] = a + a`);
  });

  it("turns nested ifs into elif and fills empty blocks", () => {
    const r = variable("r", int32);
    const less = (n: number) => compare("lt", x, constant(int32, n));
    const kernel = program(
      func("choose", {
        params: [x],
        locals: [r],
        results: [int32],
        body: [
          when(
            less(1),
            [assign("r", constant(int32, 1))],
            [when(less(2), [{ kind: "pragma", text: "keep", names: [], span }], [assign("r", x)])],
          ),
          whileLoop(less(3), [leave]),
          ret(r),
        ],
      }),
    );
    expect(printed(kernel)).toBe(`def choose(x: "int32"):
    if x < 1:
        r = np.int32(1)
    elif x < 2:
        # pragma: keep
        pass
    else:
        r = x
    while x < 3:
        break
    return r`);
  });

  it("writes parentheses only where Python needs them", () => {
    const sum = binary("add", x, y);
    const params = [x, y] as const;
    expect(returned(binary("mul", sum, y), ...params)).toBe("(x + y) * y");
    expect(returned(binary("sub", x, binary("sub", x, y)), ...params)).toBe("x - (x - y)");
    expect(returned(binary("sub", binary("sub", x, y), y), ...params)).toBe("x - y - y");
    expect(returned(binary("pow", unary("neg", x), y), ...params)).toBe("(-x) ** y");
    expect(returned(unary("neg", binary("pow", x, y)), ...params)).toBe("-x ** y");
    expect(returned(compare("eq", compare("lt", x, y), constant(bool, true)), ...params)).toBe(
      "(x < y) == np.True_",
    );
    expect(returned(binary("and", binary("shl", x, y), binary("or", x, y)), ...params)).toBe(
      "x << y & (x | y)",
    );
  });

  it("keeps constants typed only where nothing else gives the type", () => {
    const params = [x] as const;
    expect(returned(binary("add", x, constant(int32, 3)), ...params)).toBe("x + 3");
    expect(returned(binary("add", constant(int32, 2), constant(int32, 3)), ...params)).toBe(
      "np.int32(2) + np.int32(3)",
    );
    expect(returned(constant(float32, Math.fround(0.1)), ...params)).toBe("np.float32(0.1)");
    expect(returned(constant(float64, Number.NEGATIVE_INFINITY), ...params)).toBe("np.float64(-np.inf)");
    expect(returned(constant(pythonFloat, 2), ...params)).toBe("2.0");
    expect(returned(constant(pythonFloat, -0), ...params)).toBe("-0.0");
    expect(returned(constant(pythonBool, true), ...params)).toBe("True");
    expect(returned(constant(exactInt(70, true), 2n ** 65n), ...params)).toBe("36893488147419103232");
  });

  it("casts as NumPy does", () => {
    expect(returned(cast(x, int8), x)).toBe("np.int8(x)");
    expect(returned(cast(a, float64), a)).toBe("a.astype(np.float64)");
    expect(returned(cast(x, pythonInt), x)).toBe("int(x)");
    expect(returned(cast(variable("n", pythonInt), pythonFloat), variable("n", pythonInt))).toBe("float(n)");
  });

  it("shifts exact numbers so that their points meet", () => {
    const p = variable("p", fixed(8, 4));
    const q = variable("q", fixed(6, 4));
    const params = [p, q] as const;
    expect(returned(binary("add", p, q, fixed(9, 5)), ...params)).toBe("p + (q << 2)");
    expect(returned(binary("mul", p, q, fixed(14, 8)), ...params)).toBe("p * q");
    expect(returned(cast(p, fixed(4, 2, true, "nearest_even", "saturate")), ...params)).toBe(
      '_saturate(_drop(p, 2, "nearest_even"), 4, True)',
    );
    expect(returned(cast(p, fixed(6, 4)), ...params)).toBe("p >> 2");
  });

  it("computes formats NumPy lacks with a named object", () => {
    const f = variable("f", float(5, 4));
    const text = printProgram(returning(binary("add", f, constant(float(5, 4), 1)), [f]));
    expect(text).toContain(
      '_float_5_4 = _Float(5, 4)\n\n\ndef kernel(f: "float<5,4>"):\n    return _float_5_4.add(f, 1.0)\n',
    );
  });

  it("prints a map as a lambda of the position", () => {
    const params = [a] as const;
    expect(
      returned(map({ v: a }, binary("mul", element("v", float32), constant(float32, 2))), ...params),
    ).toBe("_map((8, 8), np.float32, lambda i, j: a[i, j] * 2.0)");
    const inner = view(a, [6, 3], slice(1, -1), slice(1, -1, 2));
    expect(returned(map({ v: inner }, element("v", float32, by(-1), by(1))), ...params)).toBe(
      "_map((6, 3), np.float32, lambda i, j, v=a[1:-1, 1:-1:2]: _at(a, i, j * 2 + 2))",
    );
    const patch = element("v", array(float32, [3, 8]), window(-1, 2), all);
    expect(returned(map({ v: a }, reduce("sum", patch)), ...params)).toBe(
      "_map((8, 8), np.float32, lambda i, j: np.sum(_at(a, range(i - 1, i + 2), range(8))))",
    );
  });

  it("makes tables that are only read once", () => {
    const n = variable("n", pythonInt);
    const text = printProgram(returning(load(table(array(int8, [2]), [1, -2]), n), [n]));
    expect(text).toContain("_table_0 = np.array([1, -2], dtype=np.int8)");
    expect(text).toContain("return _table_0[n]");
  });

  it("gives way to Python's own names", () => {
    const kernel = program(
      func("max", {
        params: ["np", "lambda", "_map", "len"].map((name) => variable(name, int64)),
        results: [int64],
        body: [
          ret(
            binary(
              "add",
              variable("np", int64),
              binary("add", variable("lambda", int64), variable("_map", int64)),
            ),
          ),
        ],
      }),
    );
    expect(printed(kernel)).toBe(
      'def max_(np_: "int64", lambda_: "int64", _map_: "int64", len: "int64"):\n    return np_ + (lambda_ + _map_)',
    );
    expect(printedKernelName(kernel)).toBe("max_");
  });
});
