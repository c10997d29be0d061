/**
 * Kernels of the corpus as Verilog in Icarus Verilog: the results, faults and cycles of our simulator.
 *
 *     LUTRA_CORPUS=all npx vitest run test/hardware/testbench/corpus.test.ts      every kernel
 */
import { describe, expect, test } from "vitest";
import { synthesize } from "../../../src/hardware/index.ts";
import { RunFault } from "../../../src/program/interpret/fault.ts";
import { type Circuit, runVerilog, type Simulator } from "../../../src/runtime/verilog.ts";
import type { Value } from "../../../src/types/operators.ts";
import type { NDArray } from "../../../src/types/storage.ts";
import { argsFromWire } from "../../backend/wasm-build.ts";
import { loweredAt, loweredPaths } from "../../corpus/kernels.ts";
import { typesOf } from "../../corpus/roads.ts";
import { icarusAvailable } from "../icarus.ts";
import { target } from "../kernel-run.ts";

const every = process.env.LUTRA_CORPUS === "all" ? 1 : 60;
const chosen = loweredPaths.filter((_, index) => index % every === every - 1);

describe.skipIf(!icarusAvailable())("in Icarus Verilog", () => {
  test.each(chosen)("%s", async (path) => {
    const { loops, args: wire } = loweredAt(path);
    const made = synthesize(loops, { target, faults: "watched" });
    if (!made.ok || made.prediction.least > 200_000) return; // no circuit, or too long for Icarus
    const args = new Map(Object.entries(argsFromWire(wire, typesOf(wire))));
    expect(await ending(made, args, "icarus")).toEqual(await ending(made, args, "lutra"));
  });
});

type Given = ReadonlyMap<string, NDArray | Value>;

/** The arrays after the call with results and cycles, or the fault. */
async function ending(circuit: Circuit, given: Given, sim: Simulator): Promise<unknown> {
  const args = new Map(
    [...given].map(([name, value]) => [
      name,
      typeof value === "object" ? { ...value, data: value.data.slice() } : value,
    ]),
  );
  try {
    return { args, ...(await runVerilog(circuit, args, { sim })) };
  } catch (error) {
    if (error instanceof RunFault) return { code: error.code, message: error.message, span: error.span };
    throw error;
  }
}
