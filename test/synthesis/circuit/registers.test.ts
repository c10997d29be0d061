/** Registers shared by lifetime, in circuits: there are fewer, and every call gives what the plan means. */
import { expect, it } from "vitest";
import type { Costs } from "../../../src/synthesis/circuit/index.ts";
import type { CircuitPlan, Item } from "../../../src/synthesis/plan/nodes.ts";
import { check } from "./run.ts";
import { block, level, pipeline, planOf, repeat, span, storage, u, type Writer } from "./write.ts";

const xilinx: Costs = { direct: 0.5, behind: 0.5, lutInputs: 6, ways: 3 };
const eager: Costs = { direct: 1000, behind: 500, lutInputs: 4, ways: 2 };

function planWith(body: readonly Item[], names: readonly string[] = []): CircuitPlan {
  return planOf({
    inputs: [{ port: "first_in", register: "first", type: u(8) }],
    results: [{ port: "result_out", register: "result", type: u(8) }],
    registers: ["first", "result", "i", "j", ...names].map((name) => ({ name, type: u(8) })),
    storages: [storage("words", u(8), 16), storage("out", u(8), 16)],
    body,
  });
}

/** Registers that are not there when they are shared. */
async function gone(plan: CircuitPlan, registers: Costs): Promise<readonly string[]> {
  const words = Array.from({ length: 16 }, (_, index) => BigInt((37 * index + 11) % 256));
  const arrays = { words: [words], out: [words] };
  const calls = [
    { scalars: [3n], arrays },
    { scalars: [250n], arrays },
    { scalars: [0n], arrays },
  ];
  const options = { latency: () => 0, interrupted: 7 };
  const namesIn = async (more: { readonly registers?: Costs }): Promise<readonly string[]> => {
    const { kernel } = await check(plan, calls, { ...options, ...more });
    return kernel.design.top.registers.map(({ name }) => name);
  };
  const left = new Set(await namesIn({ registers }));
  return (await namesIn({})).filter((name) => !left.has(name));
}

/** out[k] = words[k] + words[k + 1] */
const pairs = (g: Writer): void => {
  const k = g.counter(0, u(4));
  const one = g.load("words", u(8), k);
  const other = g.load("words", u(8), g.compute("add", u(4), k, g.constant(u(4), 1)));
  g.store("out", k, g.compute("convert", u(8), g.compute("add", u(9), one, other)));
};

it("counters of loops that follow one another, and what waits in them", async () => {
  const loops = ["k", "l"].map((name) => pipeline([level(name, u(4), 0, 8)], { ii: 2 }, pairs));
  const left = await gone(planWith(loops), xilinx);
  expect(new Set(left)).toEqual(new Set(["l", "l_over", "words_word_1", "words_index_1", "counter_1"]));
});

it("variables of loops around others", async () => {
  const loops = ["i", "j"].map((name) =>
    repeat(level(name, u(8), 0, 3), [pipeline([level("k", u(4), 0, 8)], { ii: 2 }, pairs)]),
  );
  expect(await gone(planWith(loops), xilinx)).toContain("j");
});

it("but not of a loop in another", async () => {
  const inner = repeat(level("j", u(8), 0, 3), [pipeline([level("k", u(4), 0, 8)], { ii: 2 }, pairs)]);
  expect(await gone(planWith([repeat(level("i", u(8), 0, 3), [inner])]), eager)).not.toContain("j");
});

const set = (name: string, from: string): Item =>
  block((g) => {
    const sum = g.compute("add", u(9), g.read(from, u(8)), g.constant(u(8), 5));
    g.write(name, g.compute("convert", u(8), sum));
  });

it("scalars, each of which ends where the next begins", async () => {
  const steps = [set("a", "first"), set("b", "a"), set("c", "b"), set("result", "c")];
  expect(await gone(planWith(steps, ["a", "b", "c"]), eager)).toEqual(["a", "b", "c"]);
});

it("scalars, but not those of which one lives on while the other does", async () => {
  const steps = [
    set("a", "first"),
    set("b", "first"),
    set("out1", "a"),
    set("result", "b"),
    set("result", "out1"),
  ];
  expect(await gone(planWith(steps, ["a", "b", "out1"]), eager)).toEqual(["b", "out1"]);
});

it("but not two that are written at once, though either branch needs only one", async () => {
  const both = block((g) => {
    const first = g.read("first", u(8));
    g.write("a", g.compute("convert", u(8), g.compute("add", u(9), first, g.constant(u(8), 5))));
    g.write("b", g.compute("convert", u(8), g.compute("add", u(9), first, g.constant(u(8), 9))));
    g.write("yes", g.compute({ name: "getBits", low: 1, width: 1 }, u(1), first));
  });
  const one = (name: string): readonly Item[] => [repeat(level("i", u(8), 0, 1), [set("result", name)])];
  const plan = planWith(
    [both, { kind: "branch", condition: "yes", then: one("a"), else: one("b"), span }],
    ["a", "b"],
  );
  const registers = [...plan.registers, { name: "yes", type: u(1) }];
  expect(await gone({ ...plan, registers }, eager)).toEqual(["a", "i_over_1"]);
});

it("a scalar that the next iteration needs, with one that ends before it is written again", async () => {
  const body = [set("a", "kept"), set("kept", "a")];
  const all = [set("kept", "first"), repeat(level("i", u(8), 0, 3), body), set("result", "kept")];
  expect(await gone(planWith(all, ["a", "kept"]), eager)).toEqual(["a", "kept"]);
});
