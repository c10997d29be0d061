/**
 * Kernels in Icarus Verilog and Verilator: the same results, the same faults, the same cycles as in our simulator.
 *
 *     LUTRA_CORPUS=all LUTRA_SIM=icarus npx vitest run test/hardware/kernels-outside.test.ts     every kernel
 */
import { describe, expect, test } from "vitest";
import type { Loops } from "../../src/loops/nodes.ts";
import type { Simulator } from "../../src/runtime/verilog.ts";
import { randomCases } from "../backend/c-samples.ts";
import type { Args } from "../backend/wasm-build.ts";
import { loweredPaths } from "../corpus/kernels.ts";
import { corpusKernel, corpusSample, isAll } from "./corpus-circuits.ts";
import { verilatorAvailable } from "./gates.ts";
import { icarusAvailable } from "./icarus.ts";
import { runCircuit } from "./kernel-run.ts";

const asked = process.env.LUTRA_SIM;
const wanted = (sim: Simulator): boolean => asked === undefined || asked === sim;

describe.runIf(wanted("icarus") && icarusAvailable())("Icarus Verilog agrees on", () => {
  test.each(corpusSample(3, 5))("%s", (path) => agrees("icarus", corpusKernel(path, "as it is")));
  test.each(corpusSample(2, 9))("%s, pipelined and unrolled", (path) =>
    agrees("icarus", corpusKernel(path, "pipelined and unrolled")),
  );
  test.each(randomCases(2))("a random kernel, $name", (kernel) => agrees("icarus", kernel));
});

describe.runIf(wanted("verilator") && verilatorAvailable())("Verilator agrees on", () => {
  const timeout = 600_000; // somebody else's compiler, which may have to wait for a processor
  test.each(isAll ? loweredPaths : ["sorting/insertion"])(
    "%s, pipelined and unrolled",
    (path) => agrees("verilator", corpusKernel(path, "pipelined and unrolled")),
    timeout,
  );
  test.each(randomCases(1))("a random kernel, $name", (kernel) => agrees("verilator", kernel), timeout);
});

/** Our own simulator is compared with the reference elsewhere. */
async function agrees(
  sim: Simulator,
  { loops, args }: { readonly loops: Loops; readonly args: Args },
): Promise<void> {
  const ours = await runCircuit(loops, args);
  if (ours.kind === "refused") return;
  const theirs = await runCircuit(loops, args, sim);
  expect(theirs).toMatchObject({ left: ours.left, cycles: ours.cycles });
}
