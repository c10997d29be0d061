/** Units that serve several operations, and what that must not change. */
import { describe, expect, it } from "vitest";
import { emit } from "../../../src/hardware/circuit/index.ts";
import type { Graph, Plan } from "../../../src/hardware/plan/nodes.ts";
import { check } from "./run.ts";
import { type LatencyOf, timingsOf, unitsOf } from "./schedule.ts";
import { block, level, pipeline, planOf, storage, u } from "./write.ts";

/** out[i] = ((i * 3) * (i * i)) mod 256, an iteration every `ii` cycles; then another product in a block. */
function products(ii: number): Plan {
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
function multipliers(plan: Plan): number {
  let count = 0;
  const units = unitsOf(latency);
  const counting = (graph: Graph, id: number) => {
    const unit = units(graph, id);
    const build: typeof unit.build = (...given) => {
      if (unit.latency === 2) count++;
      return unit.build(...given);
    };
    return { ...unit, build };
  };
  emit(plan, timingsOf(plan, latency), counting, { sharing: { period: 10, mux: 1, ways: 2 } });
  return count;
}

describe("multipliers", () => {
  it.each([
    [1, 3],
    [2, 3], // all three start in even cycles
    [3, 1],
    [5, 1],
  ])("at an interval of %i: %i", async (ii, wanted) => {
    const plan = products(ii);
    expect(multipliers(plan)).toBe(wanted);
    const alone = await check(plan, [{}, {}], { latency });
    const shared = await check(plan, [{}, {}], { latency, shares: true });
    expect(shared.cycles).toEqual(alone.cycles);
  });
});
