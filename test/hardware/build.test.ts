/** Circuits as they are written: widths, names, sharing, simplification. */
import { describe, expect, it } from "vitest";
import {
  assign,
  type Builder,
  delayBy,
  design,
  drive,
  finish,
  input,
  instance,
  memory,
  named,
  output,
  read,
  register,
  startModule,
  wire,
} from "../../src/hardware/netlist/build.ts";
import {
  add,
  and,
  bit,
  concat,
  constant,
  eq,
  mul,
  mulFull,
  mux,
  not,
  or,
  resize,
  shl,
  shr,
  signExtend,
  slice,
  slt,
  sshr,
  sub,
  ule,
  ult,
  xor,
  zeroExtend,
} from "../../src/hardware/netlist/expressions.ts";
import type { Expr } from "../../src/hardware/netlist/nodes.ts";

describe("widths", () => {
  it("operands must agree, and a plain number follows the other", () => {
    const { b, x, y } = two(8, 4);
    expect(() => add(b, x, y)).toThrow("t: the right of add has 8 bits, and gets y of 4");
    expect(add(b, x, 1).width).toBe(8);
    expect(add(b, x, -1)).toBe(add(b, x, 255));
    expect(() => add(b, x, 256)).toThrow("has 8 bits, and gets 256");
    expect(() => add(b, 1, 2)).toThrow("two plain numbers");
  });

  it("a comparison is one bit, a full product as wide as both", () => {
    const { b, x, y } = two(8, 4);
    expect(ult(b, x, 3).width).toBe(1);
    expect(mulFull(b, x, y, true).width).toBe(12);
  });

  it("slices stay inside", () => {
    const { b, x } = two(8, 8);
    expect(() => slice(b, x, 4, 5)).toThrow("bits 4 to 8 of a value of 8 bits");
    expect(() => zeroExtend(b, x, 7)).toThrow("extended to 7");
  });

  it("a value belongs to the module it was made in", () => {
    const { b } = two(8, 8);
    const other = startModule("other");
    expect(() => not(b, input(other, "z", 8))).toThrow("t: z was not made in this module");
  });
});

describe("simplification", () => {
  const { b, x, y } = two(8, 8);
  const same: readonly (readonly [string, Expr, Expr])[] = [
    ["x & 0", and(b, x, 0), constantIn(b, 8, 0)],
    ["x & 255", and(b, x, 255), x],
    ["x | 0", or(b, x, 0), x],
    ["x ^ x", xor(b, x, x), constantIn(b, 8, 0)],
    ["x - x", sub(b, x, x), constantIn(b, 8, 0)],
    ["x + 0", add(b, x, 0), x],
    ["2 + 3", add(b, constant(8, 2), constant(8, 3)), constantIn(b, 8, 5)],
    ["~~x", not(b, not(b, x)), x],
    ["~(x < y)", not(b, ult(b, x, y)), ule(b, y, x)],
    ["x * 1", mul(b, x, 1), x],
    ["x * 4", mul(b, x, 4), shl(b, x, 2)],
    ["x << 8", shl(b, x, 8), constantIn(b, 8, 0)],
    ["x >> 3", shr(b, x, 3), zeroExtend(b, slice(b, x, 3, 5), 8)],
    ["x >>> 100", sshr(b, x, 100), signExtend(b, bit(b, x, 7), 8)],
    ["x < 0, signed", slt(b, x, 0), bit(b, x, 7)],
    ["x < 0", ult(b, x, 0), constantIn(b, 1, 0)],
    ["mux of equal arms", mux(b, bit(b, y, 0), x, x), x],
    ["mux of ~c", mux(b, not(b, bit(b, y, 0)), x, y), mux(b, bit(b, y, 0), y, x)],
    ["mux of 1 and 0", mux(b, bit(b, y, 0), constant(1, 1), constant(1, 0)), bit(b, y, 0)],
    ["slice of concat", slice(b, concat(b, x, y), 8, 8), x],
    ["slice across concat", slice(b, concat(b, x, y), 4, 8), concat(b, slice(b, x, 0, 4), slice(b, y, 4, 4))],
    ["slice of slice", slice(b, slice(b, x, 2, 5), 1, 2), slice(b, x, 3, 2)],
    ["slices side by side", concat(b, slice(b, x, 4, 4), slice(b, x, 0, 4)), x],
    ["slice of extend", slice(b, zeroExtend(b, x, 16), 8, 8), constantIn(b, 8, 0)],
    ["extend of extend", signExtend(b, zeroExtend(b, x, 9), 16), zeroExtend(b, x, 16)],
    ["there and back", resize(b, signExtend(b, x, 20), 8, true), x],
    ["extended = constant", eq(b, zeroExtend(b, x, 16), 256), constantIn(b, 1, 0)],
    ["one expression, twice", add(b, x, y), add(b, x, y)],
  ];
  it.each(same)("%s", (_, got, wanted) => {
    expect(got).toBe(wanted);
  });
});

describe("modules", () => {
  it("what is used twice becomes a wire, what is used once is written in place", () => {
    const { b, x, y } = two(8, 8);
    const sum = add(b, x, y);
    output(b, "double", add(b, sum, sum));
    output(b, "other", sub(b, x, y));
    const { wires, outputs } = finish(b);
    expect(wires.map(({ name }) => name)).toEqual(["add_1"]);
    expect(outputs[1]?.value.kind).toBe("binary");
  });

  it("a named value is a wire of that name, made unique, and still simplifies", () => {
    const { b, x, y } = two(8, 8);
    const pair = named(b, "pair", concat(b, x, y));
    expect(slice(b, pair, 0, 8)).toBe(y);
    output(b, "out", pair);
    output(b, "sum", named(b, "pair", add(b, x, y)));
    expect(finish(b).wires.map(({ name }) => name)).toEqual(["pair", "pair_1"]);
  });

  it("deep expressions are cut into wires, so that nothing overflows", () => {
    const { b, x, y } = two(8, 8);
    let value: Expr = x;
    for (let count = 0; count < 20_000; count++) value = add(b, xor(b, value, y), x);
    output(b, "out", value);
    expect(finish(b).wires.length).toBeGreaterThan(5_000);
  });

  it("every wire and register must get a value, once", () => {
    const { b, x } = two(8, 8);
    const late = wire(b, "late", 8);
    const state = register(b, "state", 8, { reset: true, initial: -1 });
    expect(() => finish(b)).toThrow("the wire late is never assigned");
    assign(b, late, x);
    expect(() => assign(b, late, x)).toThrow("late is assigned twice");
    expect(() => finish(b)).toThrow("the register state is never driven");
    drive(b, state, late, { enable: constant(1, 1) }); // which is always
    expect(finish(b).registers[0]).toMatchObject({ initial: 255n, reset: true, enable: null });
  });

  it("a delay of n clocks is n registers", () => {
    const { b, x } = two(8, 8);
    expect(delayBy(b, "x_late", x, 0)).toBe(x);
    output(b, "out", delayBy(b, "x_late", x, 3));
    expect(finish(b).registers.map(({ name }) => name)).toEqual(["x_late_1", "x_late_2", "x_late_3"]);
  });

  it("addresses are as wide as the depth needs", () => {
    const { b, x } = two(8, 8);
    const table = memory(b, "table", { width: 4, depth: 200, initial: [1n, 2n] });
    expect(read(b, table, x)).toMatchObject({ name: "table_data", width: 4 });
    expect(() => read(b, table, slice(b, x, 0, 7))).toThrow("the address of table has 8 bits");
  });

  it("an instance gives the outputs of its module", () => {
    const inner = startModule("inner");
    output(inner, "out", not(inner, input(inner, "in", 8)));
    const module = finish(inner);
    const { b, x } = two(8, 8);
    expect(() => instance(b, "u", module, {})).toThrow("leaves the input in open");
    expect(() => instance(b, "u", module, { in: x, no: x })).toThrow("inner has no input no");
    output(b, "out", instance(b, "u", module, { in: x }).out ?? x);
    expect(design(finish(b)).modules.map(({ name }) => name)).toEqual(["inner", "t"]);
  });
});

function two(left: number, right: number): { readonly b: Builder; readonly x: Expr; readonly y: Expr } {
  const b = startModule("t");
  return { b, x: input(b, "x", left), y: input(b, "y", right) };
}

function constantIn(b: Builder, width: number, value: number): Expr {
  return and(b, constant(width, value), constant(width, -1));
}
