/**
 * Bitstreams of what nextpnr has placed: by icepack (of icestorm, or of the npm package of YoWASP's nextpnr) for iCE40, by ecppack
 * (or yowasp-ecppack) for ECP5, by gowin_pack of apycula for Gowin, by fasm2frames and xc7frames2bit of prjxray for Xilinx.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runEmbedded } from "./embedded.ts";
import type { FlowName } from "./flows.ts";
import { type ProcessOutcome, runProcess } from "./process.ts";
import { fullDisk, makeWorkspace } from "./workspace.ts";

export type PackOutcome =
  | { readonly kind: "done"; readonly bytes: Uint8Array }
  | { readonly kind: "failed"; readonly reason: "missing" | "other"; readonly message: string };

export interface PackJob {
  readonly tool: FlowName;
  readonly device: string;
  readonly package: string;
  readonly placed: string;
}

export async function packBitstream({ placed, ...part }: PackJob): Promise<PackOutcome> {
  const workspace = makeWorkspace();
  const cwd = workspace.path;
  try {
    writeFileSync(join(cwd, "placed.txt"), placed);
    const options = { timeoutMs: 300_000, cwd, temporary: cwd };
    const outcome = await packers[part.tool](options, part);
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

type Packer = (options: PackOptions, part: Omit<PackJob, "placed">) => Promise<ProcessOutcome>;

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

/** Text of zeros and ones. */
const gowinPack: Packer = (options, { device }) =>
  runProcess("gowin_pack", ["-d", device, "-o", "bitstream.bin", "placed.txt"], options);

/** Not run by anybody here so far: the words are those of prjxray's documents. */
const xilinxPack: Packer = async (options, { device, package: body }) => {
  const database = process.env.PRJXRAY_DB_DIR;
  if (!database) {
    const message = "PRJXRAY_DB_DIR does not name the database of Project X-Ray";
    return { kind: "failed", reason: "other", message };
  }
  const [part, artix] = [`${device}${body}`, join(database, "artix7")];
  const frames = ["--part", part, "--db-root", artix, "placed.txt", "frames.txt"];
  const framed = await runProcess("fasm2frames", frames, options);
  if (framed.kind === "failed" || framed.status !== 0) return framed;
  const words = ["--part_name", part, "--part_file", join(artix, part, "part.yaml")];
  const files = ["--frm_file", "frames.txt", "--output_file", "bitstream.bin"];
  return runProcess("xc7frames2bit", [...words, ...files], options);
};

const packers: Readonly<Record<FlowName, Packer>> = {
  ...{ icestorm: icepack, trellis: ecppack, apicula: gowinPack, prjxray: xilinxPack },
};
