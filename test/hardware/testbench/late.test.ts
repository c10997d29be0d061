/** A fault that a circuit tells after `done` is seen all the same. */

import { describe, expect, it } from "vitest";
import { runVerilog, type Simulator } from "../../../src/call/verilog.ts";
import { thisMachine } from "../../../src/outside/index.ts";
import { synthesize } from "../../../src/synthesis/index.ts";
import { argsFromWire } from "../../backend/wasm-build.ts";
import { loweredAt } from "../../corpus/kernels.ts";
import { typesOf } from "../../corpus/roads.ts";
import { target } from "../../synthesis/kernel-run.ts";
import { icarusAvailable } from "../icarus.ts";

const { loops, args: wire } = loweredAt("faults/square_root_of_negative");
const args = new Map(Object.entries(argsFromWire(wire, typesOf(wire))));

function sees(sim: Simulator, available: boolean): void {
  it.skipIf(!available)(`in ${sim}`, async () => {
    const made = synthesize(loops, { target, faults: "watched" });
    if (!made.ok) throw new Error("there is no circuit");
    expect(made.interface.fault?.late).toBeGreaterThan(0);
    await expect(runVerilog(made, args, { sim, outside: thisMachine })).rejects.toThrow(
      "sqrt has no value at -4",
    );
  });
}

describe("a late fault is seen", () => {
  sees("lutra", true);
  sees("icarus", icarusAvailable());
});
