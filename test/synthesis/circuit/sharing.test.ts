/** Units that serve several operations, and what that must not change. */
import { describe, expect, it } from "vitest";
import { emit } from "../../../src/synthesis/circuit/index.ts";
import type { CircuitPlan, Graph } from "../../../src/synthesis/plan/nodes.ts";
import { check, type Shares, settingOf } from "./run.ts";
import type { LatencyOf } from "./schedule.ts";
import { block, level, pipeline, planOf, storage, u } from "./write.ts";

/** out[i] = ((i * 3) * (i * i)) mod 256, an iteration every `ii` cycles; then another product in a block. */
function products(ii: number): CircuitPlan {
  return planOf({
    storages: [storage("out", u(8), 16)],
    body: [
      pipeline([level("i", u(4), 0, 9)], { ii }, (g) => {
        const i = g.compute("convert", u(8), g.counter(0, u(4)));
        const low = (id: number): number => g.compute("convert", u(8), id);
        const three = g.compute("add", u(9), i, g.compute("add", u(9), i, i));
        const first = low(g.compute("mul", u(16), low(three), i));
        const second = low(g.compute("mul", u(16), first, i));
        const third = low(g.compute("mul", u(16), second, low(three)));
        g.store("out", i, third);
      }),
      block((g) => {
        const seven = g.constant(u(8), 7);
        const square = g.compute("mul", u(16), seven, seven);
        g.store("out", g.constant(u(4), 15), g.compute("convert", u(8), square));
      }),
    ],
  });
}

const latency: LatencyOf = (op) => (op.kind === "compute" && op.op === "mul" ? 2 : 0);

/** How many multipliers are built. */
function multipliers(plan: CircuitPlan, shares: Shares): number {
  let count = 0;
  const { sharing, units, timings } = settingOf(plan, latency, shares);
  const counting = (graph: Graph, id: number) => {
    const unit = units(graph, id);
    const build: typeof unit.build = (...given) => {
      if (unit.latency === 2) count++;
      return unit.build(...given);
    };
    return { ...unit, build };
  };
  emit(plan, timings, counting, { sharing });
  return count;
}

describe.each(["near", "ahead"] as const)("multipliers whose operands are chosen %s", (shares) => {
  it.each([
    [1, 3],
    [2, 3], // all three start in even cycles
    [3, 1],
    [5, 1],
  ])("at an interval of %i: %i", async (ii, wanted) => {
    const plan = products(ii);
    // What multiplies in the first cycle of the block has no cycle before it.
    expect(multipliers(plan, shares)).toBe(shares === "near" ? wanted : wanted + 1);
    await check(plan, [{}, {}], { latency, shares }); // the words, and the cycles that were predicted
  });
});
