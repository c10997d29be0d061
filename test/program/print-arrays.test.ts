/** Printed array nodes, run by CPython; what they must give is plain from what they say. */
import { describe, expect, it } from "vitest";
import { prepare } from "../../src/program/interpret/index.ts";
import type { Expr, Stmt, Var } from "../../src/program/nodes.ts";
import { verify } from "../../src/program/verify.ts";
import type { Value } from "../../src/types/operators.ts";
import { allocate, get, type NDArray, set } from "../../src/types/storage.ts";
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
  maxSize,
  pythonFloat,
  pythonInt,
  type Type,
  uint8,
  uint64,
} from "../../src/types/types.ts";
import {
  all,
  arange,
  assign,
  binary,
  bits,
  by,
  call,
  callFor,
  cast,
  compare,
  concat,
  conditional,
  constant,
  conv2d,
  convolve,
  copy,
  dot,
  element,
  fill,
  forRange,
  func,
  gather,
  index,
  int,
  load,
  logic,
  map,
  matmul,
  newAxis,
  program,
  reduce,
  reshape,
  ret,
  returning,
  scan,
  slice,
  sort,
  spmv,
  store,
  storeBits,
  table,
  transpose,
  variable,
  view,
  when,
  where,
  window,
} from "./build.ts";
import { hasPython, type Outcome, runPrinted } from "./run-printed.ts";

/** Evaluates expressions of the parameters, all in one run of Python; the reference must give the same. */
function evaluate(
  params: readonly [Var, readonly Value[]][],
  ...values: readonly Expr[]
): Outcome["results"] {
  const kernel = program(
    func("kernel", {
      params: params.map(([param]) => param),
      writes: [],
      results: values.map(({ type }) => type),
      body: [ret(...values)],
    }),
  );
  expect(verify(kernel)).toEqual([]);
  const args = params.map(([param, list]) => [param.name, argument(param.type, list)] as const);
  const reference = prepare(kernel).run(new Map(args)).results.map(valuesOf);
  const { results } = runPrinted(
    kernel,
    params.map(([, list]) => list),
  );
  expect(results).toEqual(reference);
  return results;
}

function argument(type: Type, list: readonly Value[]): NDArray | Value {
  if (type.kind !== "array") return list[0] ?? 0;
  const made = allocate(type);
  for (const [i, value] of list.entries()) set(made, i, value);
  return made;
}

function valuesOf(result: NDArray | Value): readonly Value[] {
  if (typeof result !== "object") return [result];
  return Array.from({ length: maxSize(result.type.shape) }, (_, i) => get(result, i));
}

function execute(
  params: readonly [Var, readonly Value[]][],
  locals: readonly Var[],
  body: readonly Stmt[],
): Outcome["args"] {
  const kernel = program(func("kernel", { params: params.map(([param]) => param), locals, body }));
  expect(verify(kernel)).toEqual([]);
  return runPrinted(
    kernel,
    params.map(([, list]) => list),
  ).args;
}

const a = variable("a", array(int32, [3, 4]));
const twelve = Array.from({ length: 12 }, (_, k) => k);
const v = variable("v", array(float32, [5]));
const five = [1, 2, 4, 8, 16];
const n = variable("n", pythonInt);

describe.skipIf(!hasPython)("printed arrays", () => {
  it("index, slice and reorder", () => {
    const results = evaluate(
      [
        [a, twelve],
        [n, [-1]],
      ],
      load(a, n, int(1)),
      view(a, [3, 2], slice(null, null), slice(1, null, 2)),
      view(a, [4], index(n), slice(null, null, -1)),
      view(a, [1, 3], newAxis, slice(null, null), index(0)),
      view(a, [{ max: 3 }, 4], slice(null, n), slice(null, null)),
      transpose(a, 1, 0),
      reshape(a, [2, 6]),
      gather(a, table(array(int64, [2]), [2, 0]), 0),
      gather(a, table(array(uint64, [2, 1]), [3, 1]), 1),
      gather(a, table(array(exactInt(4, true), [2]), [-1, 1]), 0),
      load(table(array(int8, [3]), [7, 8, 9]), int(-1)),
    );
    expect(results).toEqual([
      [9],
      [1, 3, 5, 7, 9, 11],
      [11, 10, 9, 8],
      [0, 4, 8],
      [0, 1, 2, 3, 4, 5, 6, 7],
      [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11],
      twelve,
      [8, 9, 10, 11, 0, 1, 2, 3],
      [3, 1, 7, 5, 11, 9],
      [8, 9, 10, 11, 4, 5, 6, 7],
      [9],
    ]);
  });

  it("are made, joined, copied and sorted", () => {
    const w = variable("w", array(float(5, 4), [4]));
    const results = evaluate(
      [
        [v, five],
        [w, [2, Number.NaN, -1, 0.5]],
      ],
      fill(constant(int8, 0), [2]),
      fill(constant(float32, 1.5), [2]),
      fill(constant(fixed(8, 4), 5), [1, 2]),
      arange(constant(int8, 100), constant(int8, 20), 4),
      arange(constant(float32, 0.5), constant(float32, 0.25), 3),
      arange(constant(exactInt(8, false), 1), constant(exactInt(8, false), 2), 3),
      arange(constant(float(5, 4), 1), constant(float(5, 4), 0.5), 3),
      concat([7], 0, v, view(v, [2], slice(1, 3))),
      copy(v, [2, 5]),
      sort("values", w),
      sort("positions", w),
      sort("values", table(array(exactInt(70, true), [3]), [5, -(2n ** 66n), 0])),
      where(compare("gt", v, constant(float32, 3)), v, constant(float32, -1)),
      where(
        compare("gt", v, constant(float32, 3)),
        constant(exactInt(3, true), 1),
        constant(exactInt(3, true), -2),
      ),
      map({ p: w }, constant(pythonInt, 3)),
    );
    expect(results).toEqual([
      [0, 0],
      [1.5, 1.5],
      [5, 5],
      [100, 120, -116, -96],
      [0.5, 0.75, 1],
      [1, 3, 5],
      [1, 1.5, 2],
      [1, 2, 4, 8, 16, 2, 4],
      [...five, ...five],
      [-1, 0.5, 2, Number.NaN],
      [2, 3, 0, 1],
      [-(2n ** 66n), 0, 5],
      [-1, -1, 4, 8, 16],
      [-2, -2, 1, 1, 1],
      [3, 3, 3, 3],
    ]);
  });

  it("are added up in their own type", () => {
    const narrow = variable("narrow", array(uint8, [2, 3]));
    const half = variable("half", array(fixed(6, 3, true, "truncate", "saturate"), [3]));
    const tiny = variable("tiny", array(float(4, 3), [2, 2]));
    const exact = variable("exact", array(exactInt(4, true), [3]));
    const numbers = variable("numbers", array(pythonFloat, [3]));
    const results = evaluate(
      [
        [narrow, [200, 100, 1, 2, 3, 4]],
        [half, [31, 8, -32]],
        [tiny, [15, 15, 0.5, -1]],
        [exact, [7, 7, -8]],
        [numbers, [0.1, 0.2, 0.3]],
      ],
      reduce("sum", narrow),
      reduce("sum", narrow, [0]),
      reduce("prod", narrow, [1], true),
      reduce("max", narrow),
      reduce("argmin", narrow, [1]),
      reduce("any", compare("gt", narrow, constant(uint8, 150)), [0]),
      reduce("sum", half),
      reduce("sum", tiny, [1]),
      reduce("max", tiny),
      reduce("argmax", tiny),
      reduce("sum", tiny, [0, 1], true),
      reduce("sum", exact),
      reduce("prod", exact),
      reduce("min", numbers),
      reduce("sum", numbers),
      scan("sum", narrow, 1),
      scan("max", narrow, 0),
      scan("sum", half),
      scan("prod", tiny, 0),
    );
    expect(results).toEqual([
      [54],
      [202, 103, 5],
      [32, 24],
      [200],
      [2, 0],
      [true, false, false],
      [-1],
      [30, -0.5],
      [15],
      [0],
      [28],
      [6],
      [-8],
      [0.1],
      [0.6000000000000001],
      [200, 44, 45, 2, 5, 9],
      [200, 100, 1, 200, 100, 4],
      [31, 31, -1],
      [15, 15, 7.5, -15],
    ]);
  });

  it("are multiplied as dot, @, convolution and sparse matrices do", () => {
    const image = variable("image", array(int32, [3, 3]));
    const small = float(5, 4);
    const f = variable("f", array(small, [3]));
    const q = fixed(8, 4);
    const results = evaluate(
      [
        [a, twelve],
        [v, five],
        [image, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
        [f, [1, 1.5, 31]],
      ],
      dot(v, v),
      dot(f, f),
      dot(table(array(q, [2]), [16, 8]), table(array(q, [2]), [24, 24])),
      matmul(a, transpose(a, 1, 0), [3, 3]),
      matmul(table(array(small, [1, 3]), [1, 2, 3]), f, [1]),
      convolve(v, table(array(float32, [2]), [1, -1]), "same", 5),
      convolve(f, table(array(small, [2]), [1, -1]), "full", 4),
      convolve(
        table(array(exactInt(9, true), [2]), [1, 2]),
        table(array(exactInt(9, true), [3]), [1, 2, 3]),
        "valid",
        2,
      ),
      conv2d(image, table(array(int32, [2, 2]), [1, 0, 0, 1]), 1, [2, 2]),
      conv2d(image, table(array(int32, [2, 1, 1, 1]), [1, 10]), 2, [2, 2, 2]),
      spmv(
        table(array(int32, [3]), [0, 2, 3]),
        table(array(int32, [3]), [0, 4, 1]),
        table(array(float32, [3]), [1, 2, 3]),
        v,
        2,
      ),
    );
    expect(results).toEqual([
      [341],
      [960],
      [36],
      [14, 38, 62, 38, 126, 214, 62, 214, 366],
      [96],
      [1, 1, 2, 4, 8],
      [1, 0.5, 30, -31],
      [4, 7],
      [6, 8, 12, 14],
      [1, 3, 7, 9, 10, 30, 70, 90],
      [33, 6],
    ]);
  });

  it("are mapped, with offsets that read 0 outside", () => {
    let count = 0;
    /** A map over one source; the parameter's name is new, as each in a function must be. */
    const over = (source: Expr, body: (p: string) => Expr): Expr => {
      const p = `p${count++}`;
      return map({ [p]: source }, body(p));
    };
    const inside = view(a, [1, 2], slice(1, 2), slice(1, 3));
    const odd = view(a, [3, 2], slice(null, null, -1), slice(n, null, 2));
    const column = view(a, [3], slice(null, null), index(0));
    const results = evaluate(
      [
        [a, twelve],
        [v, five],
        [n, [1]],
      ],
      over(a, (p) => binary("add", element(p, int32), constant(int32, 1))),
      over(inside, (p) => binary("sub", element(p, int32, by(0), by(1)), element(p, int32, by(-1), by(0)))),
      over(inside, (p) => reduce("sum", element(p, array(int32, [3, 3]), window(-1, 2), window(-1, 2)))),
      over(a, (p) => element(p, int32, by(1), by(n))),
      over(a, (p) => element(p, array(int32, [4]), by(1), all)),
      over(odd, (p) => element(p, int32, by(0), by(-1))),
      over(view(a, [4], index(-1), slice(null, null)), (p) => element(p, int32, by(-1), by(1))),
      map(
        { x: v, y: view(v, [5], slice(null, null, -1)) },
        binary("mul", element("x", float32), element("y", float32)),
      ),
      over(binary("add", v, v), (p) => element(p, float32, by(-1))),
      // A map in a map: each row plus the first element of the next.
      over(column, (p) =>
        over(element(p, array(int32, [4]), by(0), all), (r) =>
          binary("add", element(r, int32), element(p, int32, by(1), by(0))),
        ),
      ),
      over(table(array(exactInt(70, true), [2]), [1, 2]), (p) => element(p, exactInt(70, true), by(1))),
      over(table(array(float(5, 4), [2]), [1, 2]), (p) => element(p, float(5, 4), by(-1))),
    );
    expect(results).toEqual([
      twelve.map((k) => k + 1),
      [5, 5],
      [45, 54],
      [5, 6, 7, 0, 9, 10, 11, 0, 0, 0, 0, 0],
      [
        ...[4, 5, 6, 7],
        ...[4, 5, 6, 7],
        ...[4, 5, 6, 7],
        ...[4, 5, 6, 7],
        ...Array(4).fill([8, 9, 10, 11]).flat(),
        ...Array(16).fill(0),
      ],
      [8, 10, 4, 6, 0, 2],
      [5, 6, 7, 0],
      [16, 16, 16, 16, 16],
      [0, 2, 4, 8, 16],
      [4, 5, 6, 7, 12, 13, 14, 15, 8, 9, 10, 11],
      [2, 0],
      [0, 1],
    ]);
  });
});

describe.skipIf(!hasPython)("printed statements", () => {
  it("write through views, positions and whole arrays, the right side first", () => {
    const [after] = execute(
      [[a, twelve]],
      [variable("b", array(int32, [2, 4])), variable("i", pythonInt)],
      [
        assign("b", view(a, [2, 4], slice(1, null), slice(null, null))),
        store(variable("b", array(int32, [2, 4])), view(a, [2, 4], slice(0, 2), slice(null, null))),
        store(view(a, [3], slice(null, null), index(3)), constant(int32, 7)),
        store(gather(a, table(array(int64, [2]), [0, 1]), 1), constant(int32, -1)),
        forRange("i", 0, 4, [
          store(load(a, int(0), variable("i", pythonInt)), cast(variable("i", pythonInt), int32)),
        ]),
      ],
    );
    expect(after).toEqual([0, 1, 2, 3, -1, -1, 2, 7, -1, -1, 6, 7]);
  });

  it("replace bits", () => {
    const word = variable("word", array(int8, [2]));
    const raw = variable("raw", array(fixed(6, 2), [1]));
    const [words, raws] = execute(
      [
        [word, [0, -1]],
        [raw, [0]],
      ],
      [],
      [
        storeBits(load(word, int(0)), int(7), 1, constant(exactInt(1, false), 1)),
        storeBits(load(word, int(1)), int(0), 4, bits(load(word, int(0)), int(4), exactInt(4, false))),
        storeBits(load(raw, int(0)), int(4), 2, constant(exactInt(2, false), 2)),
      ],
    );
    expect(words).toEqual([-128, -8]);
    expect(raws).toEqual([-32]);
  });

  it("branch on truth of any kind", () => {
    const flag = variable("flag", bool);
    const e = variable("e", exactInt(5, true));
    const out = variable("out", array(int32, [4]));
    const one = constant(int32, 1);
    const isNegative = compare("lt", e, constant(exactInt(1, false), 0));
    const [, , after] = execute(
      [
        [flag, [true]],
        [e, [-3]],
        [out, [0, 0, 0, 0]],
      ],
      [variable("kept", bool)],
      [
        assign("kept", isNegative),
        when(logic("and", flag, isNegative), [store(load(out, int(0)), one)]),
        when(
          { kind: "unary", op: "not", operand: flag, type: bool, span: flag.span },
          [],
          [store(load(out, int(1)), one)],
        ),
        store(load(out, int(2)), conditional(variable("kept", bool), constant(int32, 5), one)),
        store(load(out, int(3)), cast(binary("add", flag, variable("kept", bool)), int32)),
      ],
    );
    expect(after).toEqual([1, 1, 5, 1]);
  });

  it("call functions before them, which may write arrays and return several results", () => {
    const x = variable("x", array(float64, [2]));
    const twice = func("twice", {
      params: [x],
      writes: ["x"],
      results: [float64, pythonInt],
      body: [store(x, binary("mul", x, constant(float64, 2))), ret(reduce("sum", x), int(3))],
    });
    const square = func("square", { params: [n], results: [pythonInt], body: [ret(binary("mul", n, n))] });
    const total = variable("total", float64);
    const count = variable("count", pythonInt);
    const kernel = program(
      twice,
      square,
      func("kernel", {
        params: [x],
        locals: [total, count],
        writes: ["x"],
        results: [float64, pythonInt],
        body: [
          callFor(["total", "count"], "twice", x),
          callFor([], "twice", x),
          ret(total, call("square", pythonInt, count)),
        ],
      }),
    );
    expect(verify(kernel)).toEqual([]);
    const outcome = runPrinted(kernel, [[1, 2.5]]);
    expect(outcome).toEqual({ results: [[7], [9]], args: [[4, 10]] });
  });

  it("leave names that Python needs to Python", () => {
    const names = ["np", "range", "_map", "lambda", "i"].map((name) => variable(name, int64));
    const sum = names.slice(1).reduce<Expr>((total, name) => binary("add", total, name), names[0] as Var);
    expect(runPrinted(returning(sum, names), [[1], [2], [3], [4], [5]]).results).toEqual([[15]]);
  });
});
