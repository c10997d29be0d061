/** A counter on a 7-series part, and its bitstream read back by bitread of Project X-Ray; where its tools are here. */
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFlows, isCommand } from "../../src/toolchain/flows.ts";
import { placeNetlist } from "../../src/toolchain/nextpnr.ts";
import { packBitstream } from "../../src/toolchain/packer.ts";
import { databaseFolder, openDatabase } from "../../src/toolchain/xray/database.ts";
import { framesOf } from "../../src/toolchain/xray/frames.ts";
import { netlistOfVerilog } from "../../src/toolchain/yosys.ts";
import { inDirectory } from "../call/numpy_files.ts";

const counter = `module top(input clk, output led);
  reg [25:0] q = 26'd5;
  always @(posedge clk) q <= q + 1;
  assign led = q[25];
endmodule
`;
const pins = [
  ...["set_property LOC E3 [get_ports clk]", "set_property LOC H5 [get_ports led]"],
  ...[
    "set_property IOSTANDARD LVCMOS33 [get_ports clk]",
    "set_property IOSTANDARD LVCMOS33 [get_ports led]",
    "",
  ],
].join("\n");
const part = { device: "xc7a35t", package: "csg324-1" } as const;

test("a bitstream has the bits of its frames", { timeout: 300_000 }, async ({ skip }) => {
  const missing = findFlows().find(({ flow }) => flow === "prjxray")?.install ?? null;
  if (missing !== null) skip(`its tools are not all here: ${missing}`);
  if (!isCommand("bitread")) skip("bitread of prjxray is not here");
  const netlist = await netlistOfVerilog({
    files: { "top.v": counter },
    top: "top",
    family: "xc7",
    pads: true,
  });
  if (netlist.kind === "failed") throw new Error(netlist.message);
  const placed = await placeNetlist({ json: netlist.json, ...part, clockMHz: 100, constraints: pins });
  if (placed.kind === "failed") throw new Error(placed.message);
  const packed = await packBitstream({ tool: "prjxray", ...part, placed: placed.placed });
  if (packed.kind === "failed") throw new Error(packed.message);
  const database = openDatabase(databaseFolder() ?? "", part);
  if (database === null) throw new Error("the part is not in the database");
  const expected = [...framesOf(placed.placed, database)].flatMap(([frame, words]) =>
    [...words].flatMap((word, at) =>
      Array.from({ length: 32 }, (_, bit) => bit)
        .filter((bit) => ((word >>> bit) & 1) === 1)
        .map((bit) => `bit_${padded(frame.toString(16), 8)}_${padded(at, 3)}_${padded(bit, 2)}`),
    ),
  );
  expect(expected.length).toBeGreaterThan(100);
  await inDirectory(async (folder) => {
    writeFileSync(join(folder, "top.bit"), packed.bytes);
    copyFileSync(database.partFile, join(folder, "part.yaml"));
    const words = ["-part_file", "part.yaml", "-o", "top.bits", "-z", "-y", "top.bit"];
    execFileSync("bitread", words, { cwd: folder, stdio: "ignore" });
    const lines = readFileSync(join(folder, "top.bits"), "utf8").split("\n");
    expect(lines.filter((line) => line.startsWith("bit_")).sort()).toEqual(expected.sort());
  });
});

function padded(value: number | string, width: number): string {
  return String(value).padStart(width, "0");
}
