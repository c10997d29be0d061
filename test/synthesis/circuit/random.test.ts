/**
 * Random plans: their circuits compute what they mean, in the cycles that were predicted.
 *
 *     LUTRA_PROGRAMS=2000 LUTRA_SEED=7 npx vitest run test/hardware/circuit/random.test.ts     as many as wanted
 *     LUTRA_VERILOG=1 …                                                                        in Icarus Verilog too
 */
import { expect, it } from "vitest";
import { dice } from "../../hardware/random.ts";
import { randomPlan } from "./random.ts";
import { check } from "./run.ts";

const shares = [{}, { shares: "near" }, { shares: "ahead" }] as const;
/** Registers stay apart; are one where that is free; are one wherever their lives allow. */
const registers = [
  {},
  { registers: { direct: 0.5, behind: 0.5, lutInputs: 6, ways: 3 } },
  { registers: { direct: 1000, behind: 500, lutInputs: 4, ways: 2 } },
] as const;
const runs = Number(process.env.LUTRA_PROGRAMS ?? 25);
const first = Number(process.env.LUTRA_SEED ?? 1);

it.each(Array.from({ length: runs }, (_, index) => first + index))("random plan, seed %i", async (seed) => {
  const plan = randomPlan(seed);
  const d = dice(seed ^ 0x2545f491);
  const latencies = new Map<string, number>();
  const latency = (op: { readonly kind: string; readonly op?: unknown }): number => {
    const name = String(op.op);
    if (!latencies.has(name)) latencies.set(name, d.roll(3));
    return name === "convert" || name === "[object Object]" ? 0 : (latencies.get(name) ?? 0);
  };
  const calls = [0, 1, 2].map(() => ({
    scalars: plan.inputs.map(() => d.bits(8)),
    arrays: Object.fromEntries(
      plan.storages.map(({ name, banks, depth }) => [
        name,
        Array.from({ length: banks }, () => Array.from({ length: depth }, () => d.bits(8))),
      ]),
    ),
  }));
  const interrupted = d.roll(2) * d.roll(20);
  const ran = await check(plan, calls, {
    latency,
    ...shares[d.roll(3)],
    walks: d.roll(2) === 0,
    interrupted,
    ...registers[d.roll(3)],
    verilog: process.env.LUTRA_VERILOG === "1",
  });
  expect(ran.cycles.length).toBe(3);
});
