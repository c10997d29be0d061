/**
 * Arrays of modules in Icarus Verilog and Verilator: the same results in the same cycles as in our simulator;
 * and registers that nobody clears, as nobody sees what they hold at first.
 *
 *     LUTRA_TESTS=all LUTRA_PROGRAMS=500 npx vitest run test/synthesis/elements.long.test.ts     as many random kernels as wanted
 */
import { describe, expect, test } from "vitest";
import type { Simulator } from "../../src/call/verilog.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { parseSchedule } from "../../src/schedule/parse.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { left, sameLeft } from "../backend/wasm-build.ts";
import { icarusAvailable } from "../hardware/icarus.ts";
import { verilatorAvailable } from "../hardware/verilator.ts";
import { loopsOf } from "../schedule/lowered.ts";
import { argumentsFor, scheduled } from "../schedule/scheduled.ts";
import { random, written } from "../schedule/systolic_kernels.ts";
import { fromAnything } from "./anything.ts";
import { elementKernels } from "./element_kernels.ts";
import { callsOf, runCircuit, target } from "./kernel-run.ts";

const available = (sim: Simulator): boolean => (sim === "icarus" ? icarusAvailable() : verilatorAvailable());

describe.each(["icarus", "verilator"] as const)("in %s", (sim) => {
  test.runIf(available(sim)).each(elementKernels)(
    "$name",
    { timeout: 600_000 },
    async ({ source, steps }) => {
      const loops = scheduled(loopsOf(source), steps);
      const args = Object.fromEntries(argumentsFor(loops, 1));
      const ours = await runCircuit(loops, args);
      const theirs = await runCircuit(loops, args, sim);
      if (ours.kind === "refused") throw new Error(ours.message);
      expect(theirs).toMatchObject({ left: ours.left, cycles: ours.cycles });
    },
  );
});

describe("whatever registers hold at first, twice in a row, the results are those of the reference", () => {
  const count = Number(process.env.LUTRA_PROGRAMS ?? 12);
  const start = Number(process.env.LUTRA_SEED ?? 1);
  const drawn = Array.from({ length: count }, (_, index) => random(start + index));

  test.each([...written, ...drawn])("$name", { timeout: 36_000_000 }, async ({ source, steps }) => {
    const loops = loopsOf(source);
    for (const text of steps) {
      const parsed = parseSchedule(text);
      const applied = parsed.ok ? apply(loops, parsed.schedule) : null;
      if (applied?.ok !== true) continue;
      const made = synthesize(applied.loops, { target });
      if (!made.ok) continue;
      const calls = [1, 2].map((seed) => Object.fromEntries(argumentsFor(applied.loops, seed)));
      const ran = await callsOf({ ...made, design: fromAnything(made.design, 1) }, calls);
      const wanted = calls.map((args) => left(prepareLoops(loops), args));
      expect(
        ran.map((one, call) => sameLeft(one.left, wanted[call] ?? one.left)),
        text,
      ).toEqual([true, true]);
    }
  });
});
