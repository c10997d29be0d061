/** Of values of which only the lowest bits matter, no others are computed, kept or stored. */
import { describe, expect, test } from "vitest";
import type { CoreOp } from "../../src/hardware/cores/core.ts";
import { operandDemands } from "../../src/synthesis/plan/demand.ts";
import { withoutWatches } from "../../src/synthesis/plan/live.ts";
import { narrowed } from "../../src/synthesis/plan/narrow.ts";
import type { CircuitPlan, Compute, Const, Graph, Op } from "../../src/synthesis/plan/nodes.ts";
import { graphsIn } from "../../src/synthesis/plan/walk.ts";
import { toBits } from "../../src/types/bits.ts";
import { printType } from "../../src/types/print.ts";
import { bool, fixed, float32, type Rounding, type ScalarType } from "../../src/types/types.ts";
import { graphOf, planOf, s, span, storage, u, type Writer } from "./circuit/write.ts";

describe("the lowest 8 bits of a result are made from", () => {
  const x64 = value(u(64));
  const cases: readonly (readonly [string, CoreOp, readonly Op[], readonly number[]])[] = [
    ["the lowest 8 bits of summands", "add", [x64, x64], [8, 8]],
    ["… of what is subtracted", "sub", [x64, value(s(64))], [8, 8]],
    ["… of factors", "mul", [x64, x64], [8, 8]],
    ["… of a number below zero", "neg", [value(s(64))], [8]],
    ["… of inverted bits", "invert", [x64], [8]],
    ["… of both sides of or", "or", [x64, x64], [8, 8]],
    ["… of both sides of xor", "xor", [x64, x64], [8, 8]],
    ["… of both sides of and", "and", [x64, x64], [8, 8]],
    ["the bits of a mask that are set", "and", [x64, constant(u(64), 6n)], [3, 8]],
    ["… wherever the mask stands", "and", [constant(u(64), 6n), x64], [8, 3]],
    ["all bits under a mask that is negative", "and", [x64, constant(s(9), -4n)], [8, 8]],
    ["what a factor of 2^k leaves", "mul", [x64, constant(u(64), 24n)], [5, 8]],
    ["both values of a choice", "select", [value(bool), x64, x64], [1, 8, 8]],
    ["what a conversion keeps", "convert", [value(s(20))], [8]],
    ["what is below a shift to the left", "shl", [x64, constant(u(64), 3n)], [5, 64]],
    ["as much, by a count that nobody knows", "shl", [x64, value(u(6))], [8, 6]],
    ["what is above a shift to the right", "shr", [x64, constant(u(64), 3n)], [11, 64]],
    ["what the longest shift to the right can reach", "shr", [x64, value(u(3))], [15, 3]],
    ["the rest by 2^k", "mod", [x64, constant(u(64), 4n)], [2, 64]],
    ["the quotient by 2^k", "floordiv", [x64, constant(u(64), 4n)], [10, 64]],
    ["bits from a place on", { name: "getBits", low: 5, width: 8 }, [x64], [13]],
    ["factors and a summand", "muladd", [x64, x64, x64], [8, 8, 8]],
    ["as many bits as there are", "add", [x64, value(u(3))], [8, 3]],
    ["one bit, where all are shifted out", "shl", [x64, constant(u(64), 60n)], [1, 64]],
    ["bits wider than words", "mul", [value(u(200)), value(u(200))], [8, 8]],
  ];
  test.each(cases)("%s", (_, op, operands, wanted) => {
    expect(operandDemands(computed(op, u(64)), operands, 8)).toEqual(wanted);
  });

  const whole: readonly (readonly [string, CoreOp, readonly Op[], ScalarType])[] = [
    ["a quotient", "floordiv", [x64, x64], u(64)],
    ["a rest by what is no power of two", "mod", [x64, constant(u(64), 6n)], u(64)],
    ["a rest as C has it", "fmod", [value(s(64)), constant(s(64), 4n)], s(64)],
    ["a comparison", "lt", [x64, x64], bool],
    ["the smaller one", "min", [x64, x64], u(64)],
    ["a magnitude", "abs", [value(s(64))], u(64)],
    ["a shift to the right by any count", "shr", [x64, value(u(6))], u(64)],
    ["a sign that is shifted in", "shr", [value(s(16)), constant(u(4), 12n)], s(16)],
    ["a shift in fewer bits than the result has", "shl", [value(u(4)), value(u(2))], u(64)],
    ["a truth value", "convert", [x64], bool],
    ["a float", "convert", [x64], float32],
    ["a whole part, rounded toward zero", "convert", [value(fixed(32, 16))], s(32)],
    ["a number that saturates", "add", [x64, x64], fixed(32, 32, false, "truncate", "saturate")],
  ];
  test.each(whole)("everything: %s", (_, op, operands, type) => {
    expect(operandDemands(computed(op, type), operands, 8)).toBe(null);
  });

  const rounded: readonly (readonly [Rounding, readonly number[] | null])[] = [
    ["truncate", [16]],
    ["floor", [16]],
    ["nearest_even", [16]],
    ["nearest_away", null], // the sign says where a half goes
    ["toward_zero", null],
  ];
  test.each(rounded)("the fraction that is rounded off as well: %s", (rounding, wanted) => {
    const to = fixed(24, 12, true, rounding);
    expect(operandDemands(computed("convert", to), [value(fixed(40, 20))], 8)).toEqual(wanted);
  });

  test("what two fractions have after the point together", () => {
    const to = fixed(24, 12);
    const factors = [value(fixed(20, 14)), value(fixed(20, 10))];
    expect(operandDemands(computed("mul", to), factors, 8)).toEqual([12, 12]); // 6 + 10 bits of which 12 are kept
  });
});

describe("a graph", () => {
  test("is as narrow as what it stores", () => {
    const plan = storing(u(8), (g, x) => {
      const product = g.compute("mul", u(64), x, x);
      return g.compute("convert", u(8), g.compute("add", u(64), product, x));
    });
    expect(shown(plan)).toEqual([
      "convert(uint<64>) uint<8>",
      "mul(uint<8>, uint<8>) uint<8>",
      "add(uint<8>, uint<8>) uint<8>",
    ]);
  });

  test("keeps the bits that another use needs", () => {
    const plan = storing(u(64), (g, x) => {
      const sum = g.compute("add", u(64), x, x);
      const low = g.compute("mul", u(64), sum, sum);
      return g.compute("xor", u(64), sum, g.compute("and", u(64), low, g.constant(u(64), 15)));
    });
    expect(shown(plan)).toEqual([
      "add(uint<64>, uint<64>) uint<64>",
      "convert(uint<64>) uint<4>",
      "mul(uint<4>, uint<4>) uint<4>",
      "and(uint<4>, uint<64>) uint<64>",
      "xor(uint<64>, uint<64>) uint<64>",
    ]);
  });

  test("keeps the sign of what it divides", () => {
    const plan = storing(u(8), (g, x) => {
      const sum = g.compute("add", s(65), x, x);
      return g.compute("convert", u(8), g.compute("floordiv", s(65), sum, g.constant(s(65), 3)));
    });
    expect(shown(plan)).toEqual([
      "add(uint<64>, uint<64>) int<65>",
      "floordiv(int<65>, int<65>) int<65>",
      "convert(int<65>) uint<8>",
    ]);
  });

  test("stays as it is where all bits matter", () => {
    const plan = storing(u(64), (g, x) => g.compute("mul", u(64), g.compute("add", u(64), x, x), x));
    expect(narrowed(plan)).toEqual(plan);
  });

  test("takes constants in as few bits as their low bits need", () => {
    const plan = storing(u(8), (g, x) => {
      const minus = g.compute("mul", u(64), x, g.constant(u(64), Number.MAX_SAFE_INTEGER)); // …11111111
      return g.compute("convert", u(8), minus);
    });
    expect(shown(plan)).toEqual(["convert(uint<64>) uint<8>", "mul(uint<8>, int<1>) uint<8>"]);
  });
});

describe("a register", () => {
  test("that only its own low bits go into has no others", () => {
    expect(shownOf(hashing((g, h) => g.compute("convert", u(16), h))).registers).toEqual(["h uint<16>"]);
  });

  test("that is compared somewhere keeps all", () => {
    const compared = hashing((g, h) => {
      const large = g.compute("gt", bool, h, g.constant(u(64), 9));
      return g.compute("convert", u(16), large);
    });
    expect(shownOf(compared).registers).toEqual(["h uint<64>"]);
  });

  test("that is shifted down in every iteration keeps all, and that is soon known", () => {
    const shifting = looping((g, h) => g.compute("shr", u(64), h, g.constant(u(64), 1)));
    expect(shownOf(shifting).registers).toEqual(["h uint<64>"]);
  });

  test("that is returned keeps all", () => {
    const plan = hashing((g, h) => g.compute("convert", u(16), h));
    const results = [{ port: "return", register: "h", type: u(64) }];
    expect(shownOf({ ...plan, results }).registers).toEqual(["h uint<64>"]);
  });

  test("that takes an argument has the bits that matter; the port has all", () => {
    const plan = hashing((g, h) => g.compute("convert", u(16), h));
    const inputs = [{ port: "h", register: "h", type: u(64) }];
    const done = narrowed({ ...plan, inputs });
    expect(done.inputs).toEqual(inputs);
    expect(done.registers).toEqual([{ name: "h", type: u(16) }]);
  });
});

describe("a memory", () => {
  const at = (g: Writer) => g.constant(u(3), 2);
  const through = (where: "block" | "port"): CircuitPlan =>
    storing(
      u(8),
      (g, x) => {
        g.store("kept", at(g), g.compute("add", u(64), x, x));
        return g.compute("convert", u(8), g.load("kept", u(64), at(g)));
      },
      [storage("kept", u(64), 8, { where })],
    );

  test("of which low bits are read holds no others", () => {
    const plan = through("block");
    expect(shown(plan)).toEqual(["convert(uint<64>) uint<8>", "add(uint<8>, uint<8>) uint<8>"]);
    expect(narrowed(plan).storages.map(({ element }) => printType(element))).toEqual([
      "uint<64>",
      "uint<8>",
      "uint<8>",
    ]);
  });

  test("outside holds what it is said to hold", () => {
    const plan = through("port");
    expect(narrowed(plan).storages).toEqual(plan.storages);
    expect(shown(plan)).toEqual(["add(uint<64>, uint<64>) uint<64>", "convert(uint<64>) uint<8>"]);
  });

  test("with a table in it has the low bits of that", () => {
    const table = storage("kept", u(64), 2, { where: "lut", initial: [[0x1234n, 0xffffn]] });
    const plan = storing(
      u(8),
      (g) => g.compute("convert", u(8), g.load("kept", u(64), g.constant(u(1), 1))),
      [table],
    );
    expect(narrowed(plan).storages.at(-1)?.initial).toEqual([[0x34n, 0xffn]]);
  });
});

describe("a fault", () => {
  const watching = (g: Writer, x: number): number => {
    const sum = g.compute("add", u(64), x, x);
    g.watch(g.compute("gt", bool, sum, g.constant(u(64), 99)), 0, sum);
    return g.compute("convert", u(8), sum);
  };
  const plan: CircuitPlan = {
    ...storing(u(8), watching),
    checks: [{ code: "overflow", message: "{value} is too large", told: u(64), span }],
  };

  test("is told from all bits, beside the narrow value", () => {
    expect(shown(plan)).toEqual([
      "convert(uint<64>) uint<8>",
      "add(uint<8>, uint<8>) uint<8>",
      "add(uint<64>, uint<64>) uint<64>",
      "gt(uint<64>, uint<64>) bool",
    ]);
  });

  test("leaves nothing behind where nobody watches", () => {
    const done = withoutWatches(narrowed(plan));
    expect(textOf(done)).toEqual(["convert(uint<64>) uint<8>", "add(uint<8>, uint<8>) uint<8>"]);
    expect(done.checks).toEqual([]);
  });

  test("that a register tells keeps all of its bits, watched or not", () => {
    const told: CircuitPlan = {
      ...looping((g, h) => {
        g.watch(g.compute("gt", bool, h, g.constant(u(64), 99)), 0);
        return g.compute("mul", u(64), h, h);
      }),
      checks: plan.checks,
    };
    expect(narrowed(told).registers).toEqual([{ name: "h", type: u(64) }]);
    expect(withoutWatches(narrowed(told)).registers).toEqual([{ name: "h", type: u(64) }]);
  });
});

// What grows with the square would take minutes.
test("a hundred thousand operations are looked at one by one", { timeout: 30_000 }, () => {
  const ops: Op[] = [
    { kind: "const", type: u(3), bits: 1n, span },
    {
      kind: "load",
      storage: "in",
      type: u(64),
      address: 0,
      bank: { kind: "static", bank: 0 },
      predicate: null,
      span,
    },
  ];
  for (let k = 0; k < 100_000; k++) {
    ops.push({
      kind: "compute",
      op: k % 2 === 0 ? "add" : "mul",
      type: u(64),
      operands: [ops.length - 1, 1],
      span,
    });
  }
  ops.push({ kind: "compute", op: "convert", type: u(8), operands: [ops.length - 1], span });
  const bank = { kind: "static", bank: 0 } as const;
  ops.push({
    kind: "store",
    storage: "out",
    type: u(8),
    address: 0,
    bank,
    value: ops.length - 1,
    predicate: null,
    span,
  });
  const plan = {
    ...storing(u(8), (_, x) => x),
    body: [{ kind: "block", graph: { ops, orders: [], forwards: [] } }] as const,
  };
  const [graph] = graphsIn(narrowed(plan).body);
  expect(graph?.ops.at(-2)?.type).toEqual(u(8));
});

// Plans

/** out[2] = f(in[1]) */
function storing(
  type: ScalarType,
  f: (g: Writer, x: number) => number,
  more: CircuitPlan["storages"] = [],
): CircuitPlan {
  const graph = graphOf((g) => {
    const x = g.load("in", u(64), g.constant(u(3), 1));
    g.store("out", g.constant(u(3), 2), f(g, x));
  });
  const storages = [storage("in", u(64), 8), storage("out", type, 8), ...more];
  return planOf({ storages, body: [{ kind: "block", graph }] });
}

/** h = f(h) again and again, then out[2] = h % 256. */
function looping(f: (g: Writer, h: number) => number): CircuitPlan {
  const low = graphOf((g) => {
    g.store("out", g.constant(u(3), 2), g.compute("convert", u(8), g.read("h", u(64))));
  });
  return {
    ...hashing((g, h) => g.compute("convert", u(8), h)),
    body: [again(f), { kind: "block", graph: low }],
  };
}

/** h = h * 31 + in[1] again and again, then out[2] = f(h). */
function hashing(f: (g: Writer, h: number) => number): CircuitPlan {
  const step = (g: Writer, h: number): number => {
    const product = g.compute("mul", u(64), h, g.constant(u(64), 31));
    return g.compute("add", u(64), product, g.load("in", u(64), g.constant(u(3), 1)));
  };
  const graph = graphOf((g) => {
    const low = f(g, g.read("h", u(64)));
    g.store("out", g.constant(u(3), 2), low);
  });
  return planOf({
    registers: [{ name: "h", type: u(64) }],
    storages: [storage("in", u(64), 8), storage("out", u(16), 8)],
    body: [again(step), { kind: "block", graph }],
  });
}

function again(f: (g: Writer, h: number) => number): CircuitPlan["body"][number] {
  const bound = (constant: number) => ({ constant, terms: [] });
  return {
    kind: "pipeline",
    name: "i",
    loops: ["i"],
    levels: [{ variable: "i", type: u(4), from: bound(0), to: bound(8), step: 1 }],
    graph: graphOf((g) => g.write("h", f(g, g.read("h", u(64))))),
    mayBeEmpty: false,
    asked: {},
    span,
  };
}

function shown(plan: CircuitPlan): readonly string[] {
  return textOf(narrowed(plan));
}

function textOf(plan: CircuitPlan): readonly string[] {
  return graphsIn(plan.body).flatMap(computesIn);
}

function computesIn({ ops }: Graph): readonly string[] {
  return ops.flatMap((op) => {
    if (op.kind !== "compute") return [];
    const operands = op.operands.map((id) => printType(ops[id]?.type ?? bool));
    const name = typeof op.op === "string" ? op.op : op.op.name;
    return [`${name}(${operands.join(", ")}) ${printType(op.type)}`];
  });
}

function shownOf(plan: CircuitPlan): { readonly registers: readonly string[] } {
  return { registers: narrowed(plan).registers.map(({ name, type }) => `${name} ${printType(type)}`) };
}

function value(type: ScalarType): Op {
  return { kind: "read", register: "x", type, span };
}

function constant(type: ScalarType, given: bigint): Const {
  return { kind: "const", type, bits: toBits(type, given), span };
}

function computed(op: CoreOp, type: ScalarType): Compute {
  return { kind: "compute", op, operands: [], type, span };
}
