/**
 * Bitstreams of what nextpnr has placed: by icepack (of icestorm, or of the npm package of YoWASP's nextpnr) for iCE40, by ecppack
 * (or yowasp-ecppack) for ECP5, by gowin_pack of apycula for Gowin, by xc7frames2bit of prjxray, of frames that xray/ makes, for Xilinx.
 */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runEmbedded } from "./embedded.ts";
import type { FlowName } from "./flows.ts";
import { type ProcessOutcome, runProcess } from "./process.ts";
import { fullDisk, makeWorkspace } from "./workspace.ts";
import { databaseFolder, openDatabase } from "./xray/database.ts";
import { framesOf, framesText } from "./xray/frames.ts";

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

/** Frames by xray/, of the database that is here. */
const xilinxPack: Packer = async (options, part) => {
  const folder = databaseFolder();
  const database = folder === null ? null : openDatabase(folder, part);
  const name = `${part.device}${part.package}`;
  if (database === null) {
    const message =
      folder === null
        ? "PRJXRAY_DB_DIR does not name the database of Project X-Ray"
        : `the database of Project X-Ray in ${folder} does not know ${name}`;
    return { kind: "failed", reason: "other", message };
  }
  const fasm = readFileSync(join(options.cwd, "placed.txt"), "utf8");
  writeFileSync(join(options.cwd, "frames.txt"), framesText(framesOf(fasm, database)));
  copyFileSync(database.partFile, join(options.cwd, "part.yaml"));
  const words = ["--part_name", name, "--part_file", "part.yaml"];
  const files = ["--frm_file", "frames.txt", "--output_file", "bitstream.bin"];
  return runProcess("xc7frames2bit", [...words, ...files], options);
};

const packers: Readonly<Record<FlowName, Packer>> = {
  ...{ icestorm: icepack, trellis: ecppack, apicula: gowinPack, prjxray: xilinxPack },
};
