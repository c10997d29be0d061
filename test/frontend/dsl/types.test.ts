import { describe, expect, it } from "vitest";
import { printType } from "../../../src/types/print.ts";
import { evaluate, kernel, result } from "./run.ts";

describe("arithmetic", () => {
  it("is NumPy's on NumPy's types: results wrap, numbers are weak", () => {
    const wrap = kernel("wrap", { x: "int8", y: "uint8" }, ({ x, y }) => [
      x.add(1),
      y.sub(1),
      x.mul(x),
      x.neg().abs(),
      x.div(2),
      x.floordiv(-2),
      x.mod(-50),
      x.add(y),
    ]);
    expect(evaluate(wrap, 127, 0).results.flat()).toEqual([-128, 255, 1, 127, 63.5, -64, -23, 127]);
    expect(types(wrap)).toEqual(["int8", "uint8", "int8", "int8", "float64", "int8", "int8", "int16"]);
  });

  it("grows on exact types", () => {
    const grow = kernel("grow", { x: "int<8>", q: "fixed<8,4>" }, ({ x, q }) => [
      x.add(x),
      x.mul(x),
      q.mul(q),
      q.add(x),
      q.add(0.5),
    ]);
    expect(types(grow)).toEqual(["int<9>", "int<16>", "fixed<16,8>", "fixed<13,9>", "fixed<9,5>"]);
    expect(evaluate(grow, -128, 127).results.flat()).toEqual([-256, 16384, 16129, 127 - 128 * 16, 135]);
  });

  it("h.add and the others take numbers first, and many", () => {
    const chain = kernel("chain", { x: "int32", y: "int32" }, ({ x, y }, h) => [
      h.add(1, x, y),
      h.sub(10, x),
      h.mul(2, x, y),
      h.div(1, h.float(4)),
    ]);
    expect(evaluate(chain, 3, 4).results.flat()).toEqual([8, 7, 24, 0.25]);
  });

  it("has shifts, bits, comparisons, minimum and maximum", () => {
    const more = kernel("more", { x: "int32" }, ({ x }) => [
      x.shl(2),
      x.shr(1),
      x.and(6),
      x.or(8),
      x.xor(1),
      x.invert(),
      x.min(3),
      x.max(9),
      x.le(5),
      x.pow(3),
    ]);
    expect(evaluate(more, 5).results.flat()).toEqual([20, 2, 4, 13, 4, -6, 3, 9, true, 125]);
  });

  it("has functions of floats", () => {
    const f = kernel("f", { x: "float64" }, ({ x }) => [
      x.sqrt(),
      x.floor(),
      x.round(),
      x.math("copysign", -1),
    ]);
    expect(evaluate(f, 2.5).results.flat()).toEqual([Math.sqrt(2.5), 2, 2, -2.5]);
  });
});

describe("types", () => {
  it("cast converts, rounding and overflow as the type says", () => {
    const casts = kernel("casts", { x: "float32" }, ({ x }) => [
      x.cast("int8"),
      x.cast("fixed<8,4>"),
      x.cast("fixed<8,4,nearest_even,saturate>"),
      x.mul(8).cast("fixed<8,4,truncate,saturate>"),
      x.cast("float<5,4>"),
    ]);
    expect(evaluate(casts, 2.71875).results.flat()).toEqual([2, 43, 44, 127, 2.75]);
  });

  it("select takes one of two values and the type that holds both", () => {
    const pick = kernel("pick", { c: "bool", x: "int8", y: "int<12>" }, ({ c, x, y }, h) => [
      h.select(c, x, y),
      h.select(c, x, 5),
    ]);
    expect(types(pick)).toEqual(["int<12>", "int8"]);
    expect(evaluate(pick, false, 3, 2000).results.flat()).toEqual([2000, 5]);
  });

  it("tensors hold tables", () => {
    const weights = kernel("weights", {}, (_, h) => {
      const w = h.tensor("fixed<8,2>[2,2]", [0.5, -0.25, 1, 0], "w");
      return h.compute([2, 2], (i, j) => w.at(i, j).mul(2), { type: "float32" });
    });
    expect(result(weights)).toEqual([1, -0.5, 2, 0]);
  });
});

describe("bits", () => {
  it("are read one by one and in ranges, at places known when it runs", () => {
    const read = kernel("read", { x: "uint<16>", i: "int32" }, ({ x, i }) => [
      x.bit(3),
      x.bits(4, 8),
      x.bit(i),
      x.bits(i, 4),
    ]);
    expect(evaluate(read, 0xabcd, 8).results.flat()).toEqual([1, 0xbc, 1, 0xb]);
  });

  it("are set in scalars and in elements", () => {
    const write = kernel("write", { t: "uint<16>[2]" }, ({ t }, h) => {
      const x = h.scalar(0, "uint<100>");
      x.bits(60, 40).set(0xffn);
      x.bit(99).set(true);
      t.at(1).bits(4, 8).bits(4, 4).set(0xa);
      return x;
    });
    const { results, args } = evaluate(write, [0, 0x1234]);
    expect(results).toEqual([[(0xffn << 60n) + (1n << 99n)]]);
    expect(args).toEqual([[0, 0x1a34]]);
  });

  it("a bitcast reads the same bits as another type", () => {
    const cast = kernel("cast", { x: "float32" }, ({ x }) => x.bitcast("uint<32>"));
    expect(result(cast, 1)).toEqual([0x3f800000]);
  });
});

describe("pack and unpack", () => {
  it("put element 0 in the lowest bits", () => {
    const pack = kernel("pack", { a: "uint<8>[8]" }, ({ a }, h) => h.pack(a, "uint<32>"));
    expect(result(pack, [1, 2, 3, 4, 5, 6, 7, 8])).toEqual([0x04030201, 0x08070605]);
  });

  it.each(["int8", "fixed<8,2>", "float<4,3>", "uint<4>", "int<2>", "bool"])("%s there and back", (type) => {
    const there = kernel("there", { a: `${type}[2,16]` }, ({ a }, h) =>
      h.unpack(h.pack(a, "uint<16>"), a.element),
    );
    const bits = Array.from({ length: 32 }, (_, i) => (i * 7) % 2);
    const values = type === "bool" ? bits.map((bit) => bit === 1) : bits;
    expect(result(there, values)).toEqual(values);
  });
});

function types(built: ReturnType<typeof kernel>): string[] {
  return (built.program.functions.at(-1)?.results ?? []).map(printType);
}
