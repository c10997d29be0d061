/** Arrays of modules in Icarus Verilog and Verilator: the same results in the same cycles as in our simulator. */
import { describe, expect, test } from "vitest";
import type { Simulator } from "../../src/call/verilog.ts";
import { icarusAvailable } from "../hardware/icarus.ts";
import { verilatorAvailable } from "../hardware/verilator.ts";
import { loopsOf } from "../schedule/lowered.ts";
import { argumentsFor, scheduled } from "../schedule/scheduled.ts";
import { elementKernels } from "./element_kernels.ts";
import { runCircuit } from "./kernel-run.ts";

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
