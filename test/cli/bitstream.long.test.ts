/** Bitstreams of real boards: by tools that come with `npm ci`, and by those of other families where they are here. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findBoard } from "../../src/device/board.ts";
import { partOf } from "../../src/outside/bitstream_part.ts";
import { findFlows } from "../../src/toolchain/flows.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra } from "./lutra.ts";

test("examples/popcount.py for iCEBreaker", { timeout: 600_000 }, async () => {
  await inDirectory(async (parent) => {
    const folder = join(parent, "out");
    process.env.LUTRA_CACHE = join(parent, "cache");
    const words = ["--to", "bitstream", "--board", "icebreaker", "-o", folder, "--json"];
    const { out, err, status } = await lutra("build", "examples/popcount.py", ...words);
    expect({ err, status }).toMatchObject({ status: 0 });
    const facts = JSON.parse(out) as { bytes: number; clockMHz: { made: number; reached: number } };
    expect(facts.bytes).toBe(104_090); // of every iCE40UP5K
    expect(facts.clockMHz.reached).toBeGreaterThanOrEqual(facts.clockMHz.made);
    const files = readdirSync(folder).filter((name) => !name.startsWith("."));
    expect(files.sort()).toEqual([
      "README.md",
      "constraints",
      "pins.pcf",
      "popcount.bin",
      "report.json",
      "system.v",
    ]);
    const bits = readFileSync(join(folder, "popcount.bin"));
    expect(bits.indexOf(Buffer.from([0x7e, 0xaa, 0x99, 0x7e]))).toBeGreaterThanOrEqual(0); // where an iCE40 begins to read
  });
});

test.for([
  { board: "ulx3s-25f", file: "popcount.bit", pins: "pins.lpf", bytes: null }, // they are compressed
  { board: "tang-nano-9k", file: "popcount.fs", pins: "pins.cst", bytes: 2_069_320 },
  { board: "arty-a7-35t", file: "popcount.bit", pins: "pins.xdc", bytes: 2_192_113 },
] as const)(
  "examples/popcount.py for $board",
  { timeout: 900_000 },
  async ({ board, file, pins, bytes }, { skip }) => {
    const found = findBoard(board);
    if (!found.ok || found.board.host !== "serial") throw new Error(`${board} has no open flow`);
    const { tool, device } = found.board.flow;
    const missing = findFlows().find(({ flow }) => flow === tool)?.install ?? null;
    if (missing !== null) skip(`its tools are not all here: ${missing}`);
    await inDirectory(async (parent) => {
      const folder = join(parent, "out");
      process.env.LUTRA_CACHE = join(parent, "cache");
      const words = ["--to", "bitstream", "--board", board, "-o", folder, "--json"];
      const { out, err, status } = await lutra("build", "examples/popcount.py", ...words);
      expect({ err, status }).toMatchObject({ status: 0 });
      const facts = JSON.parse(out) as { bytes: number; clockMHz: { made: number; reached: number } };
      expect(facts.clockMHz.reached).toBeGreaterThanOrEqual(facts.clockMHz.made);
      if (bytes !== null) expect(facts.bytes).toBe(bytes);
      const files = readdirSync(folder).filter((name) => !name.startsWith("."));
      expect(files.sort()).toEqual(
        ["README.md", "constraints", pins, file, "report.json", "system.v"].sort(),
      );
      expect(partOf(readFileSync(join(folder, file)))).toEqual({ tool, device });
    });
  },
);
