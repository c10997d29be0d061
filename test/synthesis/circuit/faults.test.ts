/** The first fault of a call, where somebody watches. */
import { expect, it } from "vitest";
import { interpret } from "../../../src/hardware/simulate/interpret.ts";
import type { CircuitPlan } from "../../../src/synthesis/plan/nodes.ts";
import { bool, exactInt } from "../../../src/types/types.ts";
import { check } from "./run.ts";
import { level, pipeline, planOf, span, storage, u } from "./write.ts";

/** Watches for i == x and i == y; both at once where x is y. */
const watching: CircuitPlan = planOf({
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

/** Watches for i == x and tells 3 * i - 100. */
const telling: CircuitPlan = planOf({
  registers: [{ name: "x", type: u(5) }],
  inputs: [{ port: "x", register: "x", type: u(5) }],
  storages: [storage("out", u(5), 16)],
  checks: [{ code: "index-out-of-range", message: "{value} is wrong", told: exactInt(9, true), span }],
  body: [
    pipeline([level("i", u(5), 0, 16)], {}, (g) => {
      const i = g.counter(0, u(5));
      const scaled = g.compute("mul", exactInt(9, true), i, g.constant(u(2), 3));
      const told = g.compute("sub", exactInt(9, true), scaled, g.constant(u(7), 100));
      g.watch(g.compute("eq", bool, i, g.read("x", u(5))), 0, told);
      g.store("out", i, i);
    }),
  ],
});

it("tells the value of the first fault", async () => {
  const { kernel } = await check(telling, [{ scalars: [5n] }, { scalars: [20n] }], { faults: "watched" });
  expect(kernel.interface.fault?.value).toEqual({ port: "fault_value", width: 10 });
  const circuit = interpret(kernel.design);
  circuit.set("x", 5n);
  circuit.set("start", 1n);
  circuit.step();
  circuit.step(40);
  expect(BigInt.asIntN(10, circuit.get("fault_value"))).toBe(-85n);
});

it("has no port where nobody watches", async () => {
  const { kernel } = await check(watching, calls);
  expect(kernel.interface.fault).toBeNull();
});
