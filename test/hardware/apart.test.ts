/** Sums of sums: a row of adders each, as counted by Yosys. */
import { expect, it } from "vitest";
import { design, finish, input, output, startModule } from "../../src/hardware/netlist/build.ts";
import { operator } from "../../src/hardware/operators/operator.ts";
import { areaOf } from "../../src/hardware/report/area.ts";
import { printVerilog } from "../../src/hardware/verilog/index.ts";
import { type FpgaFamily, synthesizeVerilog } from "../../src/toolchain/yosys.ts";
import { int32 } from "../../src/types/types.ts";

/** Of (a + b) + (c + d). */
async function lutsOf(family: FpgaFamily): Promise<number> {
  const add = operator("add", [int32, int32], int32, { family, periodNs: 40 });
  const b = startModule("sum");
  const [w, x, y, z] = ["a", "b", "c", "d"].map((name) => input(b, name, 32));
  if (w === undefined || x === undefined || y === undefined || z === undefined) throw new Error("no inputs");
  const [left, right] = [add.build(b, "left", [w, x]), add.build(b, "right", [y, z])];
  output(b, "total", add.build(b, "total", [left, right]));
  const files = { "sum.v": printVerilog(design(finish(b))) };
  const outcome = await synthesizeVerilog({ files, top: "sum", family });
  if (outcome.kind === "failed") throw new Error(outcome.message);
  return areaOf(outcome.cells).lut;
}

it.each(["xcup", "ice40"] as const)(
  "four numbers of 32 bits take three rows on %s",
  { timeout: 60_000 },
  async (family) => {
    expect(await lutsOf(family)).toBeLessThanOrEqual(100);
  },
);
