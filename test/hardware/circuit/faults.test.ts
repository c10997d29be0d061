/** The first fault of a call, where somebody watches. */
import { expect, it } from "vitest";
import type { Plan } from "../../../src/hardware/plan/nodes.ts";
import { bool } from "../../../src/types/types.ts";
import { check } from "./run.ts";
import { level, pipeline, planOf, span, storage, u } from "./write.ts";

/** Watches for i == x and i == y; both at once where x is y. */
const watching: Plan = planOf({
  registers: [
    { name: "x", type: u(5) },
    { name: "y", type: u(5) },
  ],
  inputs: [
    { port: "x", register: "x", type: u(5) },
    { port: "y", register: "y", type: u(5) },
  ],
  storages: [storage("out", u(5), 16)],
  checks: ["first", "second", "third"].map((message) => ({ code: "index-out-of-range", message, span })),
  body: [
    pipeline([level("i", u(5), 0, 16)], {}, (g) => {
      const i = g.counter(0, u(5));
      g.watch(g.compute("eq", bool, i, g.read("y", u(5))), 2);
      g.watch(g.compute("eq", bool, i, g.read("x", u(5))), 1);
      g.store("out", i, i);
    }),
  ],
});

const calls = [
  [3n, 9n],
  [9n, 3n],
  [20n, 20n],
  [5n, 5n],
  [30n, 15n],
].map((scalars) => ({ scalars }));

it("tells the first, of several at once the one that stands first, and starts each call anew", async () => {
  const { faults, cycles } = await check(watching, calls, { faults: "watched" });
  expect(faults).toEqual([2n, 3n, 0n, 2n, 3n]);
  expect((await check(watching, calls)).cycles).toEqual(cycles);
});

it("has no port where nobody watches", async () => {
  const { kernel } = await check(watching, calls);
  expect(kernel.interface.fault).toBeNull();
});
