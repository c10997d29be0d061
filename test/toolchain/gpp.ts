import { spawnSync } from "node:child_process";

/** Is there a C++ compiler here? With LUTRA_TOOLS=required its absence is an error, so that no test is skipped unnoticed. */
export function gppAvailable(): boolean {
  const probe = spawnSync("g++", ["--version"], { encoding: "utf8" });
  const available = probe.status === 0;
  if (!available && process.env.LUTRA_TOOLS === "required") {
    throw new Error(`g++ does not work: ${probe.error?.message ?? probe.stderr}`);
  }
  return available;
}
