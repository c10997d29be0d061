import { spawnSync } from "node:child_process";

/** Are make and tclsh here? With LUTRA_TOOLS=required their absence is an error, so that no test is skipped unnoticed. */
export function available(tool: "make" | "tclsh"): boolean {
  const probe =
    tool === "make" ? spawnSync("make", ["--version"]) : spawnSync("tclsh", [], { input: "exit" });
  const isHere = probe.status === 0;
  if (!isHere && process.env.LUTRA_TOOLS === "required") throw new Error(`${tool} does not work`);
  return isHere;
}
