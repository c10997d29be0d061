/**
 * Bitstreams of what nextpnr has placed: by icepack (of icestorm, or of the npm package of YoWASP's nextpnr) for iCE40, by ecppack
 * (or yowasp-ecppack) for ECP5.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runEmbedded } from "./embedded.ts";
import { type ProcessOutcome, runProcess } from "./process.ts";
import { fullDisk, makeWorkspace } from "./workspace.ts";

export type PackOutcome =
  | { readonly kind: "done"; readonly bytes: Uint8Array }
  | { readonly kind: "failed"; readonly reason: "missing" | "other"; readonly message: string };

export async function packBitstream(tool: "icestorm" | "trellis", placed: string): Promise<PackOutcome> {
  const workspace = makeWorkspace();
  const cwd = workspace.path;
  try {
    writeFileSync(join(cwd, "placed.txt"), placed);
    const options = { timeoutMs: 300_000, cwd, temporary: cwd };
    const outcome = await (tool === "icestorm" ? icepack(options) : ecppack(options));
    const full = fullDisk(workspace, "packing");
    if (full !== null) return { kind: "failed", reason: "other", message: full };
    if (outcome.kind === "failed")
      return {
        ...{ kind: "failed", reason: outcome.reason === "missing" ? "missing" : "other" },
        message: outcome.message,
      };
    if (outcome.status !== 0)
      return {
        kind: "failed",
        reason: "other",
        message: outcome.stderr.trim() || "it failed without a word",
      };
    return { kind: "done", bytes: readFileSync(join(cwd, "bitstream.bin")) };
  } finally {
    workspace.remove();
  }
}

interface PackOptions {
  readonly timeoutMs: number;
  readonly cwd: string;
  readonly temporary: string;
}

async function icepack(options: PackOptions): Promise<ProcessOutcome> {
  const args = ["placed.txt", "bitstream.bin"];
  const native = await runProcess("icepack", args, options);
  if (native.kind === "done" || native.reason !== "missing") return native;
  return runEmbedded({ package: "@yowasp/nextpnr-ice40", run: "runIcepack" }, args, options);
}

async function ecppack(options: PackOptions): Promise<ProcessOutcome> {
  const args = ["--input", "placed.txt", "--bit", "bitstream.bin"];
  const native = await runProcess("ecppack", args, options);
  if (native.kind === "done" || native.reason !== "missing") return native;
  return runProcess("yowasp-ecppack", args, options);
}
