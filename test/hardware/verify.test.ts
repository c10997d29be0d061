/** What a Design must keep, and what is said of one that does not. */
import { describe, expect, it } from "vitest";
import {
  assign,
  design,
  drive,
  finish,
  input,
  instance,
  memory,
  output,
  read,
  readNow,
  register,
  startModule,
  wire,
  write,
} from "../../src/hardware/netlist/build.ts";
import { add, bit, not } from "../../src/hardware/netlist/expressions.ts";
import type { Expr, Module } from "../../src/hardware/netlist/nodes.ts";
import { verified, verifyDesign } from "../../src/hardware/netlist/verify.ts";

const x: Expr = { kind: "ref", name: "x", width: 8 };
const y: Expr = { kind: "ref", name: "y", width: 4 };
const plain: Module = {
  name: "m",
  inputs: [
    { name: "x", width: 8 },
    { name: "y", width: 4 },
  ],
  outputs: [],
  wires: [],
  registers: [],
  memories: [],
  instances: [],
};
const register8 = { name: "r", width: 8, initial: 0n, reset: false, next: x, enable: null };
const memory8 = {
  name: "mem",
  width: 8,
  depth: 16,
  initial: [],
  style: "auto",
  reads: [],
  writes: [],
} as const;
const inner: Module = { ...plain, name: "inner", outputs: [{ name: "out", value: x }] };

const out = (value: Expr): Partial<Module> => ({ outputs: [{ name: "out", value }] });

describe("a broken circuit", () => {
  const cases: readonly (readonly [said: string, Partial<Module>])[] = [
    ["the output out: add of 8 and 4 bits", out({ kind: "binary", op: "add", width: 8, left: x, right: y })],
    [
      "the output out: ult of 8 and 8 bits has 8",
      out({ kind: "binary", op: "ult", width: 8, left: x, right: x }),
    ],
    [
      "the output out: reduceOr of 8 bits has 8",
      out({ kind: "unary", op: "reduceOr", width: 8, operand: x }),
    ],
    ["the output out: a mux by 8 bits", out({ kind: "mux", width: 4, condition: x, then: y, else: y })],
    ["the output out: a concat of 12 bits has 11", out({ kind: "concat", width: 11, parts: [x, y] })],
    ["the output out: bits 6 to 9 of 8", out({ kind: "slice", width: 4, operand: x, low: 6 })],
    ["the output out: 8 bits extended to 8", out({ kind: "extend", width: 8, operand: x, signed: true })],
    ["the output out: 256 in 8 bits", out({ kind: "const", width: 8, value: 256n })],
    ["the output out: z is not known", out({ kind: "ref", name: "z", width: 8 })],
    ["the output out: y has 4 bits, not 5", out({ ...y, width: 5 } as Expr)],
    ["x is declared twice", { wires: [{ name: "x", value: y }] }],
    ["two ports are called x", { outputs: [{ name: "x", value: x }] }],
    ['"a b" is no name', { wires: [{ name: "a b", value: y }] }],
    ["the register r of 8 bits gets 4", { registers: [{ ...register8, next: y }] }],
    ["the register r of 8 bits starts as -1", { registers: [{ ...register8, initial: -1n }] }],
    ["the enable of r has 4 bits", { registers: [{ ...register8, enable: y }] }],
    [
      "the memory mem of 16 words starts with 17",
      { memories: [{ ...memory8, initial: Array.from({ length: 17 }, () => 0n) }] },
    ],
    [
      "q has an address of 8 bits, not 4",
      { memories: [{ ...memory8, reads: [{ data: "q", address: x, latency: 1, enable: null }] }] },
    ],
    [
      "q is read at once, and yet has an enable",
      {
        memories: [
          {
            ...memory8,
            reads: [{ data: "q", address: y, latency: 0, enable: { kind: "const", width: 1, value: 1n } }],
          },
        ],
      },
    ],
    [
      "mem of 8 bits is written with 4",
      {
        memories: [
          { ...memory8, writes: [{ address: y, data: y, enable: { kind: "const", width: 1, value: 1n } }] },
        ],
      },
    ],
    [
      "the module inner of u does not stand before it",
      { instances: [{ name: "u", module: inner, inputs: [], outputs: [] }] },
    ],
    [
      "u connects the inputs x; inner has x, y",
      { instances: [{ name: "u", module: inner, inputs: [{ port: "x", value: x }], outputs: [] }] },
    ],
    [
      "a combinational loop: a <- b <- a",
      {
        wires: [
          { name: "a", value: { kind: "ref", name: "b", width: 8 } },
          { name: "b", value: { kind: "ref", name: "a", width: 8 } },
        ],
      },
    ],
  ];
  it.each(cases)("%s", (said, change) => {
    const module = { ...plain, ...change };
    expect(verifyDesign({ top: module, modules: [module] })).toContain(`m: ${said}`);
  });

  it("is a bug", () => {
    const module = { ...plain, ...out({ ...x, width: 9 } as Expr) };
    expect(() => verified({ top: module, modules: [module] })).toThrow("x has 8 bits, not 9");
  });

  it("may have two modules of one name only once", () => {
    const two = { top: plain, modules: [{ ...plain }, plain] };
    expect(verifyDesign(two)).toEqual(["m: two modules have this name"]);
  });
});

describe("loops", () => {
  it("through a register are none", () => {
    const b = startModule("counter");
    const count = register(b, "count", 8);
    drive(b, count, add(b, count, 1));
    expect(verifyDesign(design(finish(b)))).toEqual([]);
  });

  it("through a combinational read are some, through a synchronous one none", () => {
    const chase = (at: typeof read): readonly string[] => {
      const b = startModule("chase");
      const table = memory(b, "table", { width: 4, depth: 16 });
      const next = wire(b, "next", 4);
      assign(b, next, not(b, at(b, table, next)));
      write(b, table, { address: next, data: next, enable: bit(b, next, 0) });
      output(b, "out", next);
      return verifyDesign(design(finish(b)));
    };
    expect(chase(read)).toEqual([]);
    expect(chase(readNow)).toEqual(["chase: a combinational loop: table_data <- next <- table_data"]);
  });

  it("through an instance follow only the paths that it has", () => {
    const leaf = startModule("leaf");
    const now = input(leaf, "now", 8);
    const later = input(leaf, "later", 8);
    const held = register(leaf, "held", 8);
    drive(leaf, held, later);
    output(leaf, "fast", not(leaf, now));
    output(leaf, "slow", add(leaf, held, 1));
    const module = finish(leaf);
    const around = (from: "fast" | "slow", to: "now" | "later"): readonly string[] => {
      const b = startModule("around");
      const back = wire(b, "back", 8);
      const outputs = instance(b, "u", module, { now: 0, later: 0, [to]: back });
      assign(b, back, outputs[from] ?? 0);
      return verifyDesign(design(finish(b)));
    };
    expect(around("fast", "now")).toEqual(["around: a combinational loop: u_fast <- back <- u_fast"]);
    expect(around("fast", "later")).toEqual([]);
    expect(around("slow", "now")).toEqual([]);
    expect(around("slow", "later")).toEqual([]);
  });

  it("a long chain of wires is no trouble", () => {
    const chain = Array.from({ length: 50_000 }, (_, index) => ({
      name: `w${index}`,
      value: index === 49_999 ? x : ({ kind: "ref", name: `w${index + 1}`, width: 8 } as const),
    }));
    const module = { ...plain, wires: chain };
    expect(verifyDesign({ top: module, modules: [module] })).toEqual([]);
  });
});
