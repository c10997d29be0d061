/**
 * Kernels in Icarus Verilog and Verilator: the same results, the same faults, the same cycles as in our simulator.
 *
 *     LUTRA_CORPUS=all LUTRA_SIM=icarus LUTRA_TESTS=all npx vitest run test/synthesis/kernels-outside.long.test.ts     every kernel
 */
import { describe, expect, test } from "vitest";
import type { Simulator } from "../../src/call/verilog.ts";
import { bug } from "../../src/diagnostics/bug.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { randomCases } from "../backend/c-samples.ts";
import type { Args } from "../backend/wasm-build.ts";
import { icarusAvailable } from "../hardware/icarus.ts";
import { verilatorAvailable } from "../hardware/verilator.ts";
import { circuitSample, corpusKernel, isAll } from "./corpus-circuits.ts";
import { runCircuit } from "./kernel-run.ts";

const asked = process.env.LUTRA_SIM;
const wanted = (sim: Simulator): boolean => asked === undefined || asked === sim;

const fast = "pipelined and unrolled";

describe.runIf(wanted("icarus") && icarusAvailable())("Icarus Verilog agrees on", () => {
  test.each(circuitSample("as it is", 3, 5))("%s", (path) =>
    agrees("icarus", corpusKernel(path, "as it is")),
  );
  test.each(circuitSample(fast, 2, 9))("%s, pipelined and unrolled", (path) =>
    agrees("icarus", corpusKernel(path, fast)),
  );
  test.for(randomCases(2))("a random kernel, $name", (kernel, { skip }) => agrees("icarus", kernel, skip));
});

describe.runIf(wanted("verilator") && verilatorAvailable())("Verilator agrees on", () => {
  const timeout = 600_000; // somebody else's compiler, which may have to wait for a processor
  test.each(isAll ? circuitSample(fast, 0) : ["sorting/insertion"])(
    "%s, pipelined and unrolled",
    (path) => agrees("verilator", corpusKernel(path, fast)),
    timeout,
  );
  test.for(randomCases(1))("a random kernel, $name", { timeout }, (kernel, { skip }) =>
    agrees("verilator", kernel, skip),
  );
});

/** Our own simulator is compared with the reference elsewhere. Only of random kernels some become no circuit. */
async function agrees(
  sim: Simulator,
  { loops, args }: { readonly loops: Loops; readonly args: Args },
  refused: (why: string) => never = bug,
): Promise<void> {
  const ours = await runCircuit(loops, args);
  if (ours.kind === "refused") return refused(`no circuit: ${ours.message}`);
  const theirs = await runCircuit(loops, args, sim);
  expect(theirs).toMatchObject({ left: ours.left, cycles: ours.cycles });
}
