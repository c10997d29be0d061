/** Arrays in memories, in registers and outside: what loads and stores find there. */
import { describe, expect, it } from "vitest";
import type { CircuitPlan, Storage, Where } from "../../../src/synthesis/plan/nodes.ts";
import { bool } from "../../../src/types/types.ts";
import { check } from "./run.ts";
import { block, level, pipeline, planOf, storage, u } from "./write.ts";

const homes: readonly Where[] = ["port", "block", "lut", "registers"];

const numbers = (count: number, of: (index: number) => number): bigint[] =>
  Array.from({ length: count }, (_, index) => BigInt(of(index)));

/** for i in range(16): h[a[i]] += 1; then it is copied out. */
function histogram(where: Where, ii: number, more: Partial<Storage> = {}): CircuitPlan {
  const home = storage("h", u(8), 4, { where, ...more });
  return planOf({
    storages: [storage("a", u(2), 16), home, storage("out", u(8), 4)],
    body: [
      pipeline([level("k", u(3), 0, 4)], {}, (g) => {
        g.store("h", g.counter(0, u(3)), g.constant(u(8), 7));
      }),
      pipeline([level("i", u(5), 0, 16)], { ii }, (g) => {
        const at = g.load("a", u(2), g.counter(0, u(5)));
        const old = g.load("h", u(8), at);
        const next = g.compute("convert", u(8), g.compute("add", u(9), old, g.constant(u(1), 1)));
        const store = g.store("h", at, next);
        g.forward({ store, load: old, distance: 1 });
        g.order({ first: store, second: old, distance: 1, lag: -home.latency });
      }),
      pipeline([level("o", u(3), 0, 4)], {}, (g) => {
        const o = g.counter(0, u(3));
        g.store("out", o, g.load("h", u(8), o));
      }),
    ],
  });
}

describe.each(homes)("a histogram in %s", (where) => {
  const runs = numbers(16, (i) => (i < 6 ? 1 : i < 9 ? i % 2 : (i * i) % 4));
  const arrays = { a: [runs], h: [numbers(4, () => 0)] };

  it("passes stores on to loads, an iteration every cycle", async () => {
    const { cycles } = await check(histogram(where, 1, { ports: 2 }), [{ arrays }, { arrays }], {
      verilog: true,
    });
    expect(cycles[0]).toBe(
      1 +
        4 +
        (15 + (where === "port" || where === "block" ? 3 : 2)) +
        (3 + (where === "port" || where === "block" ? 2 : 1)),
    );
  });

  it("passes stores on over an adder of one cycle", async () => {
    const latency = (op: { readonly kind: string; readonly op?: unknown }) => (op.op === "add" ? 1 : 0);
    await check(histogram(where, 1, { ports: 2 }), [{ arrays }, { arrays }], { latency });
  });
});

describe("stores that come together", () => {
  /** Two stores before a load of one iteration; the later one wins, where its predicate holds. */
  const rivals = (where: Where): CircuitPlan =>
    planOf({
      registers: [{ name: "x", type: u(3) }],
      inputs: [{ port: "x", register: "x", type: u(3) }],
      storages: [storage("m", u(8), 8, { where, ports: 3 }), storage("out", u(8), 16)],
      body: [
        pipeline([level("k", u(4), 0, 8)], {}, (g) => g.store("m", g.counter(0, u(4)), g.constant(u(8), 99))),
        pipeline([level("i", u(4), 0, 8)], { ii: 1 }, (g) => {
          const i = g.counter(0, u(4));
          const x = g.read("x", u(3));
          const low = g.compute("convert", u(3), i);
          const other = g.compute("and", u(3), low, g.constant(u(3), 5));
          const first = g.store("m", low, g.compute("convert", u(8), i));
          const odd = g.compute("convert", bool, g.compute({ name: "getBits", low: 0, width: 1 }, u(1), i));
          const second = g.store("m", other, g.constant(u(8), 50), { predicate: odd });
          const load = g.load("m", u(8), x);
          const word = g.store("out", i, load);
          g.order({ first, second, distance: 0, lag: where === "registers" ? 0 : 1 });
          g.order({ first: second, second: first, distance: 1, lag: 1 });
          const latency = where === "port" || where === "block" ? 1 : 0;
          for (const store of [first, second]) {
            g.forward({ store, load, distance: 0 });
            g.order({ first: store, second: load, distance: 0, lag: -latency });
            g.order({ first: load, second: store, distance: 1, lag: 0 });
          }
          g.order({ first: load, second: word, distance: 0, lag: 0 });
        }),
      ],
    });

  it.each(homes)("in %s", async (where) => {
    const calls = numbers(8, (x) => x).map((x) => ({ scalars: [x] }));
    await check(rivals(where), calls);
  });
});

describe("banks", () => {
  const among = { first: 0, digits: [{ step: 1, count: 4 }] };
  /** out[i] = m[bank (i * 3) % 4][i / 4], after m was filled bank by bank and stored by number. */
  const banked = (where: Where): CircuitPlan =>
    planOf({
      storages: [storage("m", u(8), 4, { where, banks: 4, ports: 2 }), storage("out", u(8), 16)],
      body: [
        pipeline([level("i", u(5), 0, 16)], {}, (g) => {
          const i = g.counter(0, u(5));
          const bank = g.compute({ name: "getBits", low: 0, width: 2 }, u(2), i);
          const word = g.compute({ name: "getBits", low: 2, width: 2 }, u(2), i);
          g.store("m", word, g.compute("convert", u(8), g.compute("mul", u(10), i, i)), {
            bank: { nth: bank, among },
          });
        }),
        block((g) => {
          const one = g.constant(u(2), 1);
          for (let bank = 0; bank < 4; bank++) {
            const value = g.load("m", u(8), one, { bank });
            g.store("m", g.constant(u(2), 2), value, { bank: 3 - bank });
          }
        }),
        pipeline([level("o", u(5), 0, 16)], {}, (g) => {
          const o = g.counter(0, u(5));
          const third = g.compute("mul", u(7), o, g.constant(u(2), 3));
          const bank = g.compute({ name: "getBits", low: 0, width: 2 }, u(2), third);
          const word = g.compute({ name: "getBits", low: 2, width: 2 }, u(2), o);
          g.store("out", o, g.load("m", u(8), word, { bank: { nth: bank, among } }));
        }),
      ],
    });

  it.each(homes)("are chosen by number in %s", async (where) => {
    await check(banked(where), [{}, {}], { verilog: where === "block" });
  });
});

describe("ports", () => {
  /** out[i] = m[i] + m[15 - i] + m[7], with as many ports as there are. */
  const three = (where: Where, ports: number): CircuitPlan =>
    planOf({
      storages: [storage("m", u(8), 16, { where, ports }), storage("out", u(10), 16)],
      body: [
        pipeline([level("i", u(5), 0, 16)], {}, (g) => {
          const i = g.counter(0, u(5));
          g.store("m", i, g.compute("convert", u(8), g.compute("mul", u(10), i, i)));
        }),
        pipeline([level("o", u(5), 0, 16)], {}, (g) => {
          const o = g.counter(0, u(5));
          const back = g.compute("convert", u(4), g.compute("sub", u(5), g.constant(u(4), 15), o));
          const one = g.load("m", u(8), o);
          const two = g.load("m", u(8), back);
          const more = g.load("m", u(8), g.constant(u(4), 7));
          const sum = g.compute("add", u(10), g.compute("add", u(9), one, two), more);
          g.store("out", o, sum);
        }),
      ],
    });

  it.each([
    ["port", 1],
    ["port", 2],
    ["block", 2],
    ["lut", 1],
    ["registers", 1],
  ] as const)("of %s are shared: %i", async (where, ports) => {
    await check(three(where, ports), [{}, {}], { verilog: where === "lut" });
  });

  it("read and write block RAM through its two ports", async () => {
    const { kernel } = await check(three("block", 2), [{}]);
    const [memory] = kernel.design.top.memories;
    expect(memory?.reads.length).toBe(2);
    const addresses = new Set(
      [...(memory?.reads ?? []), ...(memory?.writes ?? [])].map((one) => JSON.stringify(one.address)),
    );
    expect(addresses.size).toBe(2);
  });
});

describe("a table", () => {
  it.each(["block", "lut", "registers"] as const)("in %s", async (where) => {
    const initial = [numbers(8, (index) => 31 * index + 3)];
    const plan = planOf({
      storages: [storage("t", u(8), 8, { where, initial }), storage("out", u(8), 8)],
      body: [
        pipeline([level("i", u(4), 0, 8)], {}, (g) => {
          const i = g.counter(0, u(4));
          g.store("out", i, g.load("t", u(8), i));
        }),
      ],
    });
    await check(plan, [{}, {}]);
  });
});

describe("an array that is zero when a call starts", () => {
  /** m[x] = x, and all of m is copied out. */
  const marked = (where: Where): CircuitPlan =>
    planOf({
      registers: [{ name: "x", type: u(4) }],
      inputs: [{ port: "x", register: "x", type: u(4) }],
      storages: [
        storage("m", u(8), 13, { where, clears: true, banks: 2 }),
        storage("out", u(8), 16),
        storage("small", u(4), 3, { where, clears: true }),
      ],
      body: [
        block((g) => {
          const x = g.read("x", u(4));
          g.store("m", x, g.compute("convert", u(8), x), { bank: 1 });
          g.store("small", g.constant(u(2), 1), x);
        }),
        pipeline([level("i", u(4), 0, 13)], {}, (g) => {
          const i = g.counter(0, u(4));
          const sum = g.compute(
            "add",
            u(9),
            g.load("m", u(8), i, { bank: 1 }),
            g.load("m", u(8), i, { bank: 0 }),
          );
          g.store(
            "out",
            i,
            g.compute(
              "convert",
              u(8),
              g.compute("add", u(10), sum, g.load("small", u(4), g.constant(u(2), 0))),
            ),
          );
        }),
      ],
    });
  const calls = [3n, 12n, 0n, 5n].map((x) => ({ scalars: [x] }));

  it.each(["block", "lut", "registers"] as const)("is cleared between calls in %s", async (where) => {
    await check(marked(where), calls, { verilog: true });
  });

  it.each(["block", "lut", "registers"] as const)("is cleared after a reset in %s", async (where) => {
    for (const interrupted of [1, 2, 3, 6]) await check(marked(where), calls.slice(1), { interrupted });
  });
});
