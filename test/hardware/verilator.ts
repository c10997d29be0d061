/** Is Verilator here? With LUTRA_TOOLS=required its absence is an error, so that no test is skipped unnoticed. */
import { spawnSync } from "node:child_process";

export function verilatorAvailable(): boolean {
  const probe = spawnSync("verilator", ["--version"], { encoding: "utf8" });
  const available = probe.error === undefined && /^Verilator [5-9]/.test(probe.stdout);
  if (!available && process.env.LUTRA_TOOLS === "required") {
    throw new Error(`Verilator 5 does not work: ${probe.error?.message ?? probe.stdout}`);
  }
  return available;
}
