/** Control: what runs when, and how many cycles it takes. */
import { describe, expect, it } from "vitest";
import type { CircuitPlan } from "../../../src/synthesis/plan/nodes.ts";
import { bool } from "../../../src/types/types.ts";
import { check } from "./run.ts";
import { block, level, pipeline, planOf, repeat, s, storage, u } from "./write.ts";

const words = (count: number, of: (index: number) => number): bigint[][] => [
  Array.from({ length: count }, (_, index) => BigInt(of(index))),
];

function vecadd(count: number, ii: number | null): CircuitPlan {
  return planOf({
    storages: ["a", "b", "c"].map((name) => storage(name, u(8), 16)),
    body: [
      pipeline([level("i", u(5), 0, count)], { ii }, (g) => {
        const i = g.counter(0, u(5));
        const sum = g.compute("add", u(9), g.load("a", u(8), i), g.load("b", u(8), i));
        g.store("c", i, g.compute("convert", u(8), sum));
      }),
    ],
  });
}

describe("a pipeline", () => {
  const arrays = { a: words(16, (i) => i), b: words(16, (i) => 3 * i) };

  it("starts an iteration every cycle", async () => {
    const { cycles } = await check(vecadd(10, 1), [{ arrays }, { arrays }], { verilog: true });
    expect(cycles).toEqual([12, 12]); // 1 + (10 - 1) * 1 + 2
  });

  it("starts an iteration every third cycle", async () => {
    const latency = () => 3;
    const { cycles } = await check(vecadd(10, 3), [{ arrays }, { arrays }], { latency });
    expect(cycles).toEqual([1 + 9 * 3 + 8, 1 + 9 * 3 + 8]);
  });

  it("runs one iteration after another", async () => {
    const { cycles } = await check(vecadd(10, null), [{ arrays }, { arrays }]);
    expect(cycles).toEqual([21, 21]);
  });

  it("may have a single iteration", async () => {
    expect((await check(vecadd(1, 1), [{ arrays }, { arrays }])).cycles).toEqual([3, 3]);
  });

  it("that never runs takes no time", async () => {
    expect((await check(vecadd(0, 1), [{ arrays }, { arrays }])).cycles).toEqual([1, 1]);
  });

  it("carries a scalar", async () => {
    const plan = planOf({
      inputs: [{ port: "start_at", register: "total", type: u(16) }],
      results: [{ port: "result", register: "total", type: u(16) }],
      registers: [{ name: "total", type: u(16) }],
      storages: [storage("a", u(8), 16)],
      body: [
        pipeline([level("i", u(5), 0, 16)], {}, (g) => {
          const word = g.load("a", u(8), g.counter(0, u(5)));
          const old = g.read("total", u(16));
          const sum = g.compute("add", u(17), old, g.compute("convert", u(16), word));
          g.write("total", g.compute("convert", u(16), sum));
        }),
      ],
    });
    const late = { ...plan, body: plan.body };
    const ran = await check(
      late,
      [
        { scalars: [5n], arrays },
        { scalars: [100n], arrays },
      ],
      { verilog: true },
    );
    expect(ran.cycles).toEqual([18, 18]);
  });

  it("counts over triangles", async () => {
    const plan = planOf({
      registers: [{ name: "n", type: u(4) }],
      inputs: [{ port: "n", register: "n", type: u(4) }],
      storages: [storage("c", u(8), 64)],
      body: [
        pipeline([level("i", u(4), 0, 8), level("j", u(4), { level: 0 }, 8)], {}, (g) => {
          const i = g.counter(0, u(4));
          const j = g.counter(1, u(4));
          const at = g.compute("add", u(8), g.compute("mul", u(7), i, g.constant(u(4), 8)), j);
          g.store("c", at, g.compute("convert", u(8), g.compute("mul", u(8), i, j)));
        }),
      ],
    });
    expect((await check(plan, [{}, {}])).cycles).toEqual([37, 37]);
  });

  it("steps over more than one, and takes negative values", async () => {
    const plan = planOf({
      storages: [storage("c", s(8), 64)],
      body: [
        pipeline(
          [level("i", s(5), -7, 9, 3), level("j", s(6), { level: 0, factor: 2 }, 20, 5)],
          { ii: 2 },
          (g) => {
            const i = g.counter(0, s(5));
            const j = g.counter(1, s(6));
            const at = g.compute("convert", u(6), g.compute("add", s(8), i, j));
            g.store("c", at, g.compute("convert", s(8), g.compute("mul", s(11), i, j)));
          },
        ),
      ],
    });
    await check(plan, [{}, {}]);
  });

  it("counts up to an argument, perhaps not at all", async () => {
    const plan = planOf({
      registers: [
        { name: "n", type: u(5) },
        { name: "m", type: u(5) },
      ],
      inputs: [
        { port: "n", register: "n", type: u(5) },
        { port: "m", register: "m", type: u(5) },
      ],
      storages: [storage("c", u(8), 32)],
      body: [
        pipeline([level("i", u(5), { register: "m" }, { register: "n" })], { mayBeEmpty: true }, (g) => {
          const i = g.counter(0, u(5));
          g.store("c", i, g.compute("convert", u(8), g.compute("add", u(6), i, i)));
        }),
      ],
    });
    const calls = [
      [20n, 3n],
      [3n, 3n],
      [4n, 3n],
      [2n, 7n],
      [31n, 0n],
    ].map((scalars) => ({ scalars }));
    expect((await check(plan, calls, { verilog: true })).cycles).toEqual([19, 2, 3, 2, 33]); // an empty one takes the cycle in which `i` is set
  });

  it("runs until an exit", async () => {
    // while x != 1: x = x / 2 if x is even else 3 * x + 1
    const collatz = (ii: number | null) =>
      planOf({
        registers: [
          { name: "x", type: u(16) },
          { name: "steps", type: u(8) },
        ],
        inputs: [{ port: "x", register: "x", type: u(16) }],
        results: [{ port: "steps", register: "steps", type: u(8) }],
        body: [
          block((g) => g.write("steps", g.constant(u(8), 0))),
          pipeline([], { ii }, (g) => {
            const x = g.read("x", u(16));
            const steps = g.read("steps", u(8));
            const one = g.compute("eq", bool, x, g.constant(u(16), 1));
            const odd = g.compute({ name: "getBits", low: 0, width: 1 }, u(1), x);
            const half = g.compute({ name: "getBits", low: 1, width: 15 }, u(15), x);
            const triple = g.compute(
              "add",
              u(19),
              g.compute("mul", u(18), x, g.constant(u(2), 3)),
              g.constant(u(1), 1),
            );
            const next = g.compute(
              "select",
              u(16),
              g.compute("convert", bool, odd),
              g.compute("convert", u(16), triple),
              g.compute("convert", u(16), half),
            );
            g.write("x", g.compute("select", u(16), one, x, next));
            const more = g.compute("convert", u(8), g.compute("add", u(9), steps, g.constant(u(1), 1)));
            g.write("steps", g.compute("select", u(8), one, steps, more));
            g.exit(one);
          }),
        ],
      });
    const calls = [7n, 1n, 27n, 1n, 6n].map((scalars) => ({ scalars: [scalars] }));
    expect((await check(collatz(1), calls)).cycles).toEqual([19, 3, 114, 3, 11]);
    const slow = { latency: (op: { kind: string }) => (op.kind === "compute" ? 1 : 0) };
    await check(collatz(null), calls, slow);
    await check(collatz(2), calls, slow);
  });

  it("leaves a nest by an exit, and starts afresh", async () => {
    const plan = planOf({
      registers: [
        { name: "key", type: u(8) },
        { name: "found", type: u(8) },
      ],
      inputs: [{ port: "key", register: "key", type: u(8) }],
      results: [{ port: "found", register: "found", type: u(8) }],
      storages: [storage("a", u(8), 16)],
      body: [
        pipeline([level("i", u(3), 0, 4), level("j", u(3), 0, 4)], { ii: 1 }, (g) => {
          const four = g.constant(u(3), 4);
          const at = g.compute(
            "add",
            u(7),
            g.compute("mul", u(6), g.counter(0, u(3)), four),
            g.counter(1, u(3)),
          );
          const word = g.load("a", u(8), at);
          g.write("found", g.compute("convert", u(8), at));
          g.exit(g.compute("eq", bool, word, g.read("key", u(8))));
        }),
      ],
    });
    const arrays = { a: words(16, (i) => 7 * i) };
    const calls = [35n, 0n, 99n, 105n, 21n].map((key) => ({ scalars: [key], arrays }));
    const { cycles } = await check(plan, calls);
    expect(cycles).toEqual([13, 3, 33, 33, 9]);
  });
});

describe("a repeat", () => {
  /** for i in range(6): c[i] = sum(a[j] for j in range(i)) */
  const triangle = (options: { readonly ii?: number | null }) =>
    planOf({
      registers: [
        { name: "i", type: u(4) },
        { name: "total", type: u(12) },
      ],
      storages: [storage("a", u(8), 16), storage("c", u(12), 16)],
      body: [
        repeat(level("i", u(4), 0, 6), [
          block((g) => g.write("total", g.constant(u(12), 0))),
          pipeline([level("j", u(4), 0, { register: "i" })], { mayBeEmpty: true, ...options }, (g) => {
            const word = g.load("a", u(8), g.counter(0, u(4)));
            const sum = g.compute("add", u(13), g.read("total", u(12)), word);
            g.write("total", g.compute("convert", u(12), sum));
          }),
          block((g) => g.store("c", g.read("i", u(4)), g.read("total", u(12)))),
        ]),
      ],
    });
  const arrays = { a: words(16, (i) => 11 * i + 1) };

  it("loses no cycle where its body foretells its end", async () => {
    const { cycles } = await check(triangle({}), [{ arrays }, { arrays }], { verilog: true });
    // a block, j (i - 1 cycles and 2, or none), a block
    expect(cycles).toEqual([1 + 6 * 2 + (2 + 3 + 4 + 5 + 6), 1 + 6 * 2 + (2 + 3 + 4 + 5 + 6)]);
  });

  it("turns in a cycle where its body may end at once", async () => {
    const plan = planOf({
      registers: [{ name: "i", type: u(4) }],
      storages: [storage("c", u(8), 16)],
      body: [
        repeat(level("i", u(4), 1, 7, 2), [
          pipeline([level("j", u(4), 3, { register: "i" })], { mayBeEmpty: true }, (g) => {
            g.store("c", g.read("i", u(4)), g.compute("convert", u(8), g.counter(0, u(4))));
          }),
        ]),
      ],
    });
    expect((await check(plan, [{}, {}])).cycles).toEqual([1 + 3 + 2, 1 + 3 + 2]); // i = 1, 3, 5
  });

  it("stands in another one", async () => {
    const plan = planOf({
      registers: [
        { name: "i", type: u(4) },
        { name: "j", type: u(4) },
        { name: "n", type: u(4) },
      ],
      inputs: [{ port: "n", register: "n", type: u(4) }],
      storages: [storage("c", u(8), 128)],
      body: [
        repeat(
          level("i", u(4), 0, { register: "n" }),
          [
            repeat(level("j", u(4), { register: "i" }, { register: "n" }), [
              block((g) => {
                const row = g.compute("mul", u(8), g.read("i", u(4)), g.constant(u(4), 8));
                const at = g.compute("convert", u(7), g.compute("add", u(9), row, g.read("j", u(4))));
                g.store("c", at, g.compute("convert", u(8), at));
              }),
            ]),
          ],
          { mayBeEmpty: true },
        ),
      ],
    });
    const calls = [3n, 0n, 1n, 8n].map((n) => ({ scalars: [n] }));
    // each i takes a cycle to set j
    expect((await check(plan, calls)).cycles).toEqual([1 + 3 + 6, 1, 3, 1 + 8 + 36]);
  });

  it("runs until a register is set", async () => {
    const plan = planOf({
      registers: [
        { name: "x", type: u(8) },
        { name: "over", type: bool },
      ],
      inputs: [{ port: "x", register: "x", type: u(8) }],
      results: [{ port: "x_out", register: "x", type: u(8) }],
      body: [
        repeat(
          null,
          [
            block((g) => {
              const x = g.read("x", u(8));
              const next = g.compute("convert", u(8), g.compute("sub", s(10), x, g.constant(u(8), 3)));
              g.write("x", next);
              g.write("over", g.compute("lt", bool, next, g.constant(u(8), 5)));
            }),
          ],
          { exit: "over" },
        ),
      ],
    });
    const calls = [30n, 5n, 7n].map((x) => ({ scalars: [x] }));
    expect((await check(plan, calls)).cycles).toEqual([10, 2, 2]);
  });
});

describe("a branch", () => {
  it("takes one side, or passes", async () => {
    const plan = planOf({
      registers: [
        { name: "x", type: u(8) },
        { name: "big", type: bool },
      ],
      inputs: [{ port: "x", register: "x", type: u(8) }],
      storages: [storage("c", u(8), 16)],
      body: [
        block((g) => g.write("big", g.compute("gt", bool, g.read("x", u(8)), g.constant(u(8), 100)))),
        {
          kind: "branch",
          condition: "big",
          then: [
            pipeline([level("i", u(5), 0, 16)], {}, (g) =>
              g.store("c", g.counter(0, u(5)), g.read("x", u(8))),
            ),
          ],
          else: [],
          span: { from: 0, to: 0 },
        },
        block((g) => g.store("c", g.constant(u(4), 3), g.read("x", u(8)))),
      ],
    });
    const calls = [101n, 100n].map((x) => ({ scalars: [x] }));
    expect((await check(plan, calls, { verilog: true })).cycles).toEqual([19, 3]);
  });
});
