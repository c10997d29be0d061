/**
 * Random networks with streams at their ports mean the same to somebody else's simulators: in the cycles that ours takes where
 * nobody pauses, and with the same results where who sends and takes words does.
 */
import { expect, test } from "vitest";
import type { Simulator } from "../../../src/call/verilog.ts";
import { prepareLoops } from "../../../src/loops/program.ts";
import { synthesize } from "../../../src/synthesis/index.ts";
import { left, sameLeft } from "../../backend/wasm-build.ts";
import { day } from "../../corpus/day.ts";
import { icarusAvailable } from "../../hardware/icarus.ts";
import { verilatorAvailable } from "../../hardware/verilator.ts";
import { target } from "../kernel-run.ts";
import { argsOf, leftStalled, randomNetwork } from "./run.ts";

test.skipIf(!icarusAvailable())("in Icarus Verilog", { timeout: 120_000 }, async () => {
  for (const seed of seedsWithStreams(8)) {
    await agree("icarus", seed, seed);
    expect(await agree("icarus", seed, 0), `seed ${seed}`).toBe(await agree("lutra", seed, 0));
  }
});

/** It takes seconds to compile a circuit. */
test.skipIf(!verilatorAvailable())("in Verilator", { timeout: 120_000 }, async () => {
  for (const seed of seedsWithStreams(1)) await agree("verilator", seed, seed);
});

/** Gives the cycles. */
async function agree(sim: Simulator, seed: number, stalls: number): Promise<number> {
  const { source, steps, before, loops } = randomNetwork(seed);
  const made = synthesize(loops, { target });
  if (!made.ok) throw new Error(`seed ${seed}`);
  let cycles = 0;
  const found = await leftStalled(made, argsOf(loops, seed), stalls, sim, (count) => {
    cycles = count;
  });
  const isSame = sameLeft(found, left(prepareLoops(before), argsOf(loops, seed)));
  expect(isSame, `seed ${seed}, pauses ${stalls}\n${source}\n${steps}`).toBe(true);
  return cycles;
}

/** Other ones every day, of those whose circuits have a stream at a port. */
function seedsWithStreams(count: number): readonly number[] {
  const seeds: number[] = [];
  for (let seed = day * 1000; seeds.length < count; seed++) {
    const { loops } = randomNetwork(seed);
    const hasStream = loops.params.some((param) => param.kind === "array" && param.stream !== undefined);
    if (hasStream && synthesize(loops, { target }).ok) seeds.push(seed);
  }
  return seeds;
}
