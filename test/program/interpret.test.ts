import { describe, expect, it } from "vitest";
import { prepare } from "../../src/program/interpret/index.ts";
import type { Stmt, Var } from "../../src/program/nodes.ts";
import {
  array,
  exactInt,
  float64,
  int32,
  int64,
  pythonBool,
  pythonInt,
  uint8,
} from "../../src/types/types.ts";
import {
  add,
  assign,
  binary,
  bits,
  call,
  callFor,
  cast,
  compare,
  conditional,
  constant,
  fill,
  forRange,
  func,
  i,
  int,
  j,
  leave,
  load,
  logic,
  mul,
  next,
  program,
  reduce,
  ret,
  slice,
  store,
  storeBits,
  table,
  variable,
  view,
  when,
  whileLoop,
} from "./build.ts";
import { counting, given, givenScalar, list, nd, runProgram } from "./interpret-run.ts";

const s = variable("s", pythonInt);

/** Runs statements and gives the value of `s`. */
function sAfter(
  body: readonly Stmt[],
  locals: readonly Var[] = [],
  args: Parameters<typeof runProgram>[1][] = [],
) {
  const params = args.map(({ expr }) => expr);
  const kernel = func("kernel", {
    params,
    locals: [s, i, j, ...locals],
    body: [...body, ret(s)],
    results: [pythonInt],
  });
  return runProgram(program(kernel), ...args)[0];
}

describe("loops", () => {
  it("run over a range", () => {
    expect(sAfter([assign("s", int(0)), forRange("i", 2, 6, [assign("s", add(s, i))])])).toBe(14);
  });

  it("count down", () => {
    const digits = forRange("i", 5, 0, [assign("s", add(mul(s, int(10)), i))], -2);
    expect(sAfter([assign("s", int(0)), digits])).toBe(531);
  });

  it("leave the last value in their variable", () => {
    expect(sAfter([forRange("i", 0, 7, []), assign("s", i)])).toBe(6);
  });

  it("leave the variable alone when there is no round", () => {
    expect(sAfter([assign("i", int(42)), forRange("i", 5, 5, []), assign("s", i)])).toBe(42);
  });

  it("go on from their own counter when the body assigns the variable", () => {
    const body = [assign("i", mul(i, int(10))), assign("s", add(s, i))];
    expect(sAfter([assign("s", int(0)), forRange("i", 0, 4, body)])).toBe(60);
  });

  it("evaluate their bounds once", () => {
    const n = variable("n", pythonInt);
    const body = [assign("n", int(100)), assign("s", add(s, int(1)))];
    expect(sAfter([assign("n", int(3)), assign("s", int(0)), forRange("i", 0, n, body)], [n])).toBe(3);
  });

  it("evaluate their bounds once, also where the bound is a NumPy integer", () => {
    const n = variable("n", int32);
    const body = [assign("n", constant(int32, 100)), assign("s", add(s, int(1)))];
    expect(
      sAfter([assign("n", constant(int32, 3)), assign("s", int(0)), forRange("i", 0, n, body)], [n]),
    ).toBe(3);
  });

  it("take steps that are only known when they run", () => {
    const step = givenScalar("step", pythonInt, -3);
    const loop = forRange("i", 10, 0, [assign("s", add(mul(s, int(100)), i))], step.expr);
    expect(sAfter([assign("s", int(0)), loop], [], [step])).toBe(10070401);
  });

  it("start beyond 2^53", () => {
    const from = givenScalar("from", pythonInt, 2n ** 60n);
    const to = givenScalar("to", pythonInt, 2n ** 60n + 3n);
    expect(sAfter([forRange("i", from.expr, to.expr, [assign("s", i)])], [], [from, to])).toBe(
      2n ** 60n + 2n,
    );
  });

  it("break and continue act on the innermost loop", () => {
    const inner = forRange("j", 0, 10, [
      when(compare("eq", j, int(2)), [next]),
      when(compare("eq", j, int(4)), [leave]),
      assign("s", add(s, int(1))),
    ]);
    expect(sAfter([assign("s", int(0)), forRange("i", 0, 3, [inner])])).toBe(9);
  });

  it("return from the middle of nested loops", () => {
    const inner = forRange("j", 0, 10, [
      when(compare("eq", mul(i, j), int(12)), [ret(add(mul(i, int(10)), j))]),
    ]);
    expect(sAfter([assign("s", int(-1)), forRange("i", 0, 10, [inner])])).toBe(26);
  });

  it("repeat while a condition holds", () => {
    const body = [
      when(
        compare("eq", binary("mod", s, int(2)), int(0)),
        [assign("s", binary("floordiv", s, int(2)))],
        [leave],
      ),
    ];
    expect(sAfter([assign("s", int(48)), whileLoop(compare("gt", s, int(1)), body)])).toBe(3);
  });

  it("evaluate a condition that needs a loop of its own before every round", () => {
    const a = given("a", counting(int64, [4]));
    const total = {
      kind: "reduce",
      op: "sum",
      operand: a.expr,
      axes: [0],
      type: int64,
      span: s.span,
    } as const;
    const body = [
      store(load(a.expr, int(0)), add(load(a.expr, int(0)), constant(int64, 1))),
      assign("s", add(s, int(1))),
    ];
    const loop = whileLoop(compare("lt", total, constant(int64, 10)), body);
    expect(sAfter([assign("s", int(0)), loop], [], [a])).toBe(4);
  });
});

describe("lazy expressions", () => {
  const bad = binary("floordiv", int(1), int(0));

  it("take only one side of a conditional", () => {
    const n = givenScalar("n", pythonInt, 0);
    const safe = conditional(compare("eq", n.expr, int(0)), int(7), binary("floordiv", int(1), n.expr));
    expect(sAfter([assign("s", safe)], [], [n])).toBe(7);
  });

  it("stop and/or as soon as the result is known", () => {
    const p = variable("p", pythonBool);
    const never = compare("eq", bad, int(0));
    const both = logic("and", constant(pythonBool, false), never);
    const either = logic("or", constant(pythonBool, true), never);
    const body = [
      assign("p", logic("or", both, either)),
      when(p, [assign("s", int(1))], [assign("s", int(2))]),
    ];
    expect(sAfter(body, [p])).toBe(1);
  });

  it("do not run the loop of a side that is not taken", () => {
    const a = given("a", nd(int64, [0], []));
    const n = givenScalar("n", pythonInt, 0);
    const least = {
      kind: "reduce",
      op: "min",
      operand: a.expr,
      axes: [0],
      type: int64,
      span: s.span,
    } as const;
    const value = conditional(compare("gt", n.expr, int(0)), least, constant(int64, 5));
    const kernel = func("kernel", { params: [a.expr, n.expr], body: [ret(value)], results: [int64] });
    expect(runProgram(program(kernel), a, n)).toEqual([5]);
  });
});

describe("array variables", () => {
  const A = array(int32, [3]);
  const [x, y, t] = [variable("x", A), variable("y", A), variable("t", A)];

  it("are references: a store through one is seen through the other", () => {
    const a = given("a", counting(int32, [3]));
    const kernel = func("kernel", {
      params: [a.expr],
      locals: [x],
      body: [assign("x", a.expr), store(load(x, int(1)), constant(int32, 9))],
    });
    runProgram(program(kernel), a);
    expect(list(a.value)).toEqual([0, 9, 2]);
  });

  it("share the memory of a view", () => {
    const a = given("a", counting(int32, [6]));
    const odd = view(a.expr, [3], slice(1, null, 2));
    const kernel = func("kernel", {
      params: [a.expr],
      locals: [x],
      body: [assign("x", odd), store(x, constant(int32, 0))],
    });
    runProgram(program(kernel), a);
    expect(list(a.value)).toEqual([0, 0, 2, 0, 4, 0]);
  });

  it("get new storage from a computed array", () => {
    const a = given("a", counting(int32, [3]));
    const kernel = func("kernel", {
      params: [a.expr],
      locals: [x],
      body: [assign("x", add(a.expr, a.expr)), store(x, constant(int32, 7)), ret(x)],
      results: [A],
    });
    expect(runProgram(program(kernel), a).map(list)).toEqual([[7, 7, 7]]);
    expect(list(a.value)).toEqual([0, 1, 2]);
  });

  it("change places in a loop", () => {
    const a = given("a", counting(int32, [3]));
    const b = given("b", counting(int32, [3], 10));
    const kernel = func("kernel", {
      params: [a.expr, b.expr],
      locals: [x, y, t, i],
      body: [
        assign("x", a.expr),
        assign("y", b.expr),
        forRange("i", 0, 3, [
          store(load(x, int(0)), add(load(x, int(0)), constant(int32, 100))),
          assign("t", x),
          assign("x", y),
          assign("y", t),
        ]),
      ],
    });
    runProgram(program(kernel), a, b);
    expect([list(a.value), list(b.value)]).toEqual([
      [200, 1, 2],
      [110, 11, 12],
    ]);
  });

  it("keep what an earlier round of a loop made", () => {
    const kernel = func("kernel", {
      locals: [x, y, i],
      body: [
        assign("x", fill(constant(int32, 1), [3])),
        assign("y", x),
        forRange("i", 0, 2, [assign("y", x), assign("x", add(x, x))]),
        ret(x, y),
      ],
      results: [A, A],
    });
    expect(runProgram(program(kernel)).map(list)).toEqual([
      [4, 4, 4],
      [2, 2, 2],
    ]);
  });

  it("are views that a loop makes again with other bounds", () => {
    const a = given("a", counting(int32, [5]));
    const rest = variable("r", array(int32, [{ max: 5 }]));
    const kernel = func("kernel", {
      params: [a.expr],
      locals: [rest, i],
      body: [
        assign("r", a.expr),
        forRange("i", 0, 2, [assign("r", view(rest, [{ max: 5 }], slice(1, null)))]),
        ret(rest),
      ],
      results: [rest.type],
    });
    expect(runProgram(program(kernel), a).map(list)).toEqual([[2, 3, 4]]);
  });

  it("copy a table, which stays what it is", () => {
    const numbers = table(A, [1, 2, 3]);
    const kernel = prepare(
      program(
        func("kernel", {
          locals: [x],
          body: [
            assign("x", numbers),
            store(load(x, int(0)), add(load(x, int(0)), constant(int32, 1))),
            ret(x),
          ],
          results: [A],
        }),
      ),
    );
    expect(list(kernel.run(new Map()).results[0])).toEqual([2, 2, 3]);
    expect(list(kernel.run(new Map()).results[0])).toEqual([2, 2, 3]);
  });
});

describe("calls", () => {
  const A = array(int32, [4]);
  const p = variable("p", A);

  it("pass arrays by reference", () => {
    const a = given("a", counting(int32, [4]));
    const clear = func("clear", { params: [p], body: [store(p, constant(int32, 0))] });
    const kernel = func("kernel", { params: [a.expr], body: [callFor([], "clear", a.expr)] });
    runProgram(program(clear, kernel), a);
    expect(list(a.value)).toEqual([0, 0, 0, 0]);
  });

  it("pass views of different strides to the same function", () => {
    const a = given("a", counting(int32, [8]));
    const negate = func("negate", {
      params: [p],
      body: [store(p, { kind: "unary", op: "neg", operand: p, type: A, span: p.span })],
    });
    const kernel = func("kernel", {
      params: [a.expr],
      body: [
        callFor([], "negate", view(a.expr, [4], slice(null, 4))),
        callFor([], "negate", view(a.expr, [4], slice(null, null, 2))),
      ],
    });
    runProgram(program(negate, kernel), a);
    expect(list(a.value)).toEqual([0, -1, 2, -3, -4, 5, -6, 7]);
  });

  it("pass extents that are only known when it runs", () => {
    const a = given("a", counting(int32, [6]));
    const some = variable("p", array(int32, [{ max: 6 }]));
    const total = func("total", { params: [some], body: [ret(reduce("sum", some))], results: [int32] });
    const part = view(a.expr, [{ max: 6 }], slice(null, i));
    const kernel = func("kernel", {
      params: [a.expr],
      locals: [i, s],
      body: [
        assign("s", int(0)),
        forRange("i", 0, 5, [assign("s", add(mul(s, int(10)), cast(call("total", int32, part), pythonInt)))]),
        ret(s),
      ],
      results: [pythonInt],
    });
    expect(runProgram(program(total, kernel), a)).toEqual([136]);
  });

  it("return scalars inside expressions", () => {
    const x = variable("x", float64);
    const square = func("square", { params: [x], body: [ret(mul(x, x))], results: [float64] });
    const value = add(
      call("square", float64, constant(float64, 3)),
      call("square", float64, constant(float64, 4)),
    );
    const kernel = func("kernel", { body: [ret(value)], results: [float64] });
    expect(runProgram(program(square, kernel))).toEqual([25]);
  });

  it("return arrays, and views of their arguments", () => {
    const a = given("a", counting(int32, [4]));
    const tail = func("tail", {
      params: [p],
      body: [ret(view(p, [2], slice(2, null)))],
      results: [array(int32, [2])],
    });
    const t = variable("t", array(int32, [2]));
    const kernel = func("kernel", {
      params: [a.expr],
      locals: [t],
      body: [assign("t", call("tail", t.type, a.expr)), store(t, constant(int32, 5)), ret(add(t, t))],
      results: [t.type],
    });
    expect(runProgram(program(tail, kernel), a).map(list)).toEqual([[10, 10]]);
    expect(list(a.value)).toEqual([0, 1, 5, 5]);
  });

  it("return tuples into several variables", () => {
    const [lo, hi, whole] = [variable("lo", int32), variable("hi", int32), variable("w", A)];
    const ends = func("ends", {
      params: [p],
      body: [ret(load(p, int(0)), load(p, int(-1)), add(p, p))],
      results: [int32, int32, A],
    });
    const a = given("a", counting(int32, [4], 3));
    const kernel = func("kernel", {
      params: [a.expr],
      locals: [lo, hi, whole],
      body: [callFor(["lo", "hi", "w"], "ends", a.expr), ret(hi, lo, whole)],
      results: [int32, int32, A],
    });
    expect(runProgram(program(ends, kernel), a).map(list)).toEqual([[6], [3], [6, 8, 10, 12]]);
  });
});

describe("bits", () => {
  it("are read as an unsigned number", () => {
    const x = givenScalar("x", uint8, 0b10110100);
    const value = bits(x.expr, int(2), exactInt(4, false));
    const kernel = func("kernel", { params: [x.expr], body: [ret(value)], results: [value.type] });
    expect(runProgram(program(kernel), x)).toEqual([0b1101]);
  });

  it("of a negative number are those of its two's complement", () => {
    const x = givenScalar("x", int64, -1);
    const value = bits(x.expr, int(60), exactInt(4, false));
    const kernel = func("kernel", { params: [x.expr], body: [ret(value)], results: [value.type] });
    expect(runProgram(program(kernel), x)).toEqual([15]);
  });

  it("are written in a variable and in an array", () => {
    const wide = exactInt(70, true);
    const a = given("a", nd(wide, [2], [0, 0]));
    const x = variable("x", uint8);
    const kernel = func("kernel", {
      params: [a.expr],
      locals: [x],
      body: [
        assign("x", constant(uint8, 0xf0)),
        storeBits(x, int(3), 2, constant(exactInt(2, false), 1)),
        storeBits(load(a.expr, int(1)), int(69), 1, constant(exactInt(1, false), 1)),
        ret(x),
      ],
      results: [uint8],
    });
    expect(runProgram(program(kernel), a)).toEqual([0b11101000]);
    expect(list(a.value)).toEqual([0, -(2n ** 69n)]);
  });
});

describe("generated code", () => {
  it("keeps names apart from JavaScript's own", () => {
    const names = ["var", "function", "await", "arguments", "raise", "K0", "i1", "π"];
    const locals = names.map((name) => variable(name, pythonInt));
    const body = [
      ...locals.map((local, at) => assign(local.name, int(at))),
      ret(locals.reduce<Parameters<typeof add>[0]>((sum, local) => add(mul(sum, int(10)), local), int(0))),
    ];
    const kernel = func("class", { locals, body, results: [pythonInt] });
    expect(runProgram(program(kernel))).toEqual([1234567]);
  });
});
