/** Cycles of a call, loop by loop. */
import { describe, expect, it } from "vitest";
import { predict } from "../../../src/synthesis/circuit/index.ts";
import type { CircuitPlan, Item } from "../../../src/synthesis/plan/nodes.ts";
import { timingsOf } from "./schedule.ts";
import { block, level, pipeline, planOf, repeat, storage, u } from "./write.ts";

const registers = ["i", "n", "t"].map((name) => ({ name, type: u(10) }));
const storages = [storage("a", u(8), 1024)];

const plan = (...body: readonly Item[]): CircuitPlan => planOf({ registers, storages, body });

const predicted = (...body: readonly Item[]) => {
  const made = plan(...body);
  return predict(
    made,
    timingsOf(made, () => 0),
  );
};

const copy = (to: Parameters<typeof level>[3], mayBeEmpty = false): Item =>
  pipeline([level("j", u(10), 0, to)], { mayBeEmpty }, (g) => {
    const j = g.counter(0, u(10));
    g.store("a", j, g.compute("convert", u(8), j));
  });

describe("cycles", () => {
  it("of a triangle are summed up", () => {
    const { least, most, items } = predicted(
      repeat(level("i", u(10), 0, 100), [copy({ register: "i" }, true)]),
    );
    expect(least).toBe(most);
    expect(least).toBe(1 + 100 + (99 * 100) / 2); // each turn takes one
    expect(items[0]).toMatchObject({
      kind: "repeat",
      iterations: { least: 100, most: 100 },
      items: [{ kind: "pipeline", name: "j", iterations: { least: 4950, most: 4950 }, ii: null, length: 1 }],
    });
  });

  it("are not known where an argument says how often", () => {
    const { least, most } = predicted(copy({ register: "n" }, true));
    expect({ least, most }).toEqual({ least: 1, most: Infinity });
    const never = predicted(copy({ register: "n" }));
    expect(never.least).toBe(2);
  });

  it("of a branch are those of one side", () => {
    const side = block((g) => g.write("t", g.constant(u(10), 1)));
    const branch: Item = {
      kind: "branch",
      condition: "n",
      then: [copy(20)],
      else: [side],
      span: { from: 0, to: 0 },
    };
    const { least, most } = predicted(branch);
    expect({ least, most }).toEqual({ least: 2, most: 21 });
  });

  it("of a loop that never runs are none", () => {
    expect(predicted(copy(0), repeat(level("i", u(10), 5, 5), [copy(7)]))).toMatchObject({
      least: 1,
      most: 1,
    });
  });
});
