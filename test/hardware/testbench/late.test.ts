/** A fault that a circuit tells after `done` is seen all the same. */
import { describe, expect, it } from "vitest";
import { synthesize } from "../../../src/hardware/index.ts";
import { runVerilog, type Simulator } from "../../../src/runtime/verilog.ts";
import { argsFromWire } from "../../backend/wasm-build.ts";
import { loweredAt } from "../../corpus/kernels.ts";
import { typesOf } from "../../corpus/roads.ts";
import { icarusAvailable } from "../icarus.ts";
import { target } from "../kernel-run.ts";

const { loops, args: wire } = loweredAt("faults/square_root_of_negative");
const args = new Map(Object.entries(argsFromWire(wire, typesOf(wire))));

function sees(sim: Simulator, available: boolean): void {
  it.skipIf(!available)(`in ${sim}`, async () => {
    const made = synthesize(loops, { target, faults: "watched" });
    if (!made.ok) throw new Error("there is no circuit");
    expect(made.interface.fault?.late).toBeGreaterThan(0);
    await expect(runVerilog(made, args, { sim })).rejects.toThrow("sqrt has no value there");
  });
}

describe("a late fault is seen", () => {
  sees("lutra", true);
  sees("icarus", icarusAvailable());
});
