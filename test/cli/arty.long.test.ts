/**
 * A whole system for an Arty, by open tools: it is built, reaches its clock, and the same circuit in a simulation gives NumPy's bits (all nine
 * do in test/python/systems.long.test.ts). LUTRA_SYSTEMS names others than the smallest, with commas, or is `all`: minutes each.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFlows } from "../../src/toolchain/flows.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { pythonAvailable, root, runPython } from "../python/package.ts";
import { lutra } from "./lutra.ts";
import { systems } from "./systems.ts";

const asked = process.env.LUTRA_SYSTEMS ?? "histogram";
const chosen = systems.filter(({ name }) => asked === "all" || asked.split(",").includes(name));
const slower = ["kmeans", "edge"]; // whose clock is lowered: see bench/systems/README.md
const missing = findFlows().find(({ flow }) => flow === "prjxray")?.install ?? null;

test.for(chosen)(
  "$name reaches the clock of an Arty",
  { timeout: 3_600_000 },
  async ({ name, file, words }, { skip }) => {
    if (missing !== null) skip(`tools of 7-series are not all here: ${missing}`);
    await inDirectory(async (parent) => {
      process.env.LUTRA_CACHE = join(parent, "cache");
      const to = ["--to", "bitstream", "--board", "arty-a7-35t", "-o", join(parent, "out"), "--json"];
      const { out, err, status } = await lutra("build", file, ...words, ...to);
      expect(status, `${err}${out}`).toBe(0);
      const { clockMHz } = JSON.parse(out) as {
        readonly clockMHz: { readonly made: number; readonly reached: number };
      };
      if (!slower.includes(name)) expect(clockMHz.made).toBe(100);
      expect(clockMHz.reached).toBeGreaterThanOrEqual(clockMHz.made);
    });
  },
);

test.skipIf(!pythonAvailable())("histogram gives NumPy's bits there", { timeout: 300_000 }, () => {
  const folder = join(root, "examples", "pylog");
  const { stdout, stderr, status } = runPython(
    ["histogram.py", "--size", "small", "--board", "sim:arty-a7-35t"],
    { cwd: folder, env: { PYTHONPATH: [join(root, "python"), folder].join(":") } },
  );
  expect(status, stderr).toBe(0);
  expect(stdout).toContain("as NumPy has it");
});
