/** What every circuit that we print must pass: a linter and a synthesizer that have nothing to say against it. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Design } from "../../src/hardware/netlist/nodes.ts";
import { printVerilog } from "../../src/hardware/verilog/index.ts";
import { moduleName } from "../../src/hardware/verilog/names.ts";
import { checkVerilog } from "../../src/toolchain/yosys.ts";

/** Is Verilator here? With LUTRA_TOOLS=required its absence is an error, so that no test is skipped unnoticed. */
export function verilatorAvailable(): boolean {
  const probe = spawnSync("verilator", ["--version"], { encoding: "utf8" });
  const available = probe.error === undefined && probe.stdout.startsWith("Verilator");
  if (!available && process.env.LUTRA_TOOLS === "required") {
    throw new Error(`verilator does not work: ${probe.error?.message ?? probe.stderr}`);
  }
  return available;
}

/** What `verilator --lint-only -Wall` says, line by line; nothing is what we want. */
export function lint(design: Design): readonly string[] {
  return lintText(printVerilog(design), moduleName(design.top));
}

export function lintText(verilog: string, top: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "lutra-lint-"));
  try {
    writeFileSync(join(folder, "design.v"), verilog);
    const args = ["--lint-only", "-Wall", "--top-module", top, "design.v"];
    const { status, stdout, stderr, error } = spawnSync("verilator", args, {
      cwd: folder,
      encoding: "utf8",
      timeout: 120_000,
    });
    const said = `${error?.message ?? ""}\n${stdout}\n${stderr}`
      .split("\n")
      .filter((line) => line.trim() !== "");
    return status === 0 || said.length > 0 ? said : [`verilator ended with status ${status}`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Latches, combinational loops, wires with two drivers or none, as Yosys finds them. */
export async function synthesisProblems(design: Design): Promise<readonly string[]> {
  const files = { "design.v": printVerilog(design) };
  const outcome = await checkVerilog({ files, top: moduleName(design.top) });
  if (outcome.kind === "failed") return [outcome.message];
  return outcome.problems.map(({ message }) => message);
}
