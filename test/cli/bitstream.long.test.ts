/** A bitstream of a real board, by tools that come with `npm ci`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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
    expect(files.sort()).toEqual(["README.md", "pins.pcf", "popcount.bin", "report.json", "system.v"]);
    const bits = readFileSync(join(folder, "popcount.bin"));
    expect(bits.indexOf(Buffer.from([0x7e, 0xaa, 0x99, 0x7e]))).toBeGreaterThanOrEqual(0); // where an iCE40 begins to read
  });
});
