/** What nextpnr is told, and what it leaves: the same words and files, wherever it runs. */

export interface PlacementJob {
  readonly json: string; // the netlist
  readonly device: Ice40Device | Ecp5Device | GowinDevice | XilinxDevice;
  readonly package: string; // "ct256", "sg48", "CABGA756"
  readonly clockMHz: number; // what it tries to reach
  readonly seed?: number; // 1 where not said
  readonly constraints?: string; // pins; where not said, wherever they fit
  readonly speed?: number; // of ECP5; 6 where not said
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

/** Of files in the folder where it runs. */
export const placementFiles = {
  ...{ netlist: "netlist.json", pins: "pins.txt", placed: "placed.txt", report: "report.json" },
} as const;

export function placementWords(job: PlacementJob): readonly string[] {
  const { device, clockMHz, seed = 1 } = job;
  return [
    ...["--json", placementFiles.netlist, "--report", placementFiles.report],
    ...["--freq", clockMHz.toFixed(3), "--seed", String(seed)],
    ...wordsFor[programFor(device)](job),
    ...["--timing-allow-fail", "--quiet"],
  ];
}

/** What each of them wants to know of the part, the pins, and where the result goes. */
const wordsFor: Readonly<Record<Placer, (job: PlacementJob) => readonly string[]>> = {
  "nextpnr-ice40": ({ device, package: body, constraints }) => [
    ...[`--${device}`, "--package", body, "--pcf-allow-unconstrained", "--asc", placementFiles.placed],
    ...(constraints === undefined ? [] : ["--pcf", placementFiles.pins]),
  ],
  "nextpnr-ecp5": ({ device, package: body, constraints, speed = 6 }) => [
    ...[`--${device}`, "--package", body, "--speed", String(speed)],
    ...["--lpf-allow-unconstrained", "--textcfg", placementFiles.placed],
    ...(constraints === undefined ? [] : ["--lpf", placementFiles.pins]),
  ],
  "nextpnr-himbaechel-gowin": ({ device, package: part, constraints }) => [
    ...["--device", part, "--vopt", `family=${device}`, "--write", placementFiles.placed],
    ...(constraints === undefined ? [] : ["--vopt", `cst=${placementFiles.pins}`]),
  ],
  "nextpnr-himbaechel-xilinx": ({ device, package: body, constraints }) => [
    ...["--device", `${device}${body}`, "--vopt", `fasm=${placementFiles.placed}`],
    ...(constraints === undefined ? [] : ["--vopt", `xdc=${placementFiles.pins}`]),
  ],
};

/** What it has said, and left. */
export interface PlacementSaid {
  readonly ok: boolean;
  readonly output: string;
  file(name: string): string;
}

export function placementOf({ device }: PlacementJob, { ok, output, file }: PlacementSaid): PlacementOutcome {
  const program = programFor(device);
  if (!ok) return { kind: "failed", reason: "other", message: complaint(program, output) };
  const report = JSON.parse(file(placementFiles.report)) as Report;
  if (Object.keys(report.fmax).length === 0) {
    const message = `${program}: it found no way between registers, and tells no clock`;
    return { kind: "failed", reason: "other", message };
  }
  return {
    ...reportIn(report),
    placed: file(placementFiles.placed),
    holdViolations: output.split("Hold/min time violation for").length - 1,
  };
}

function complaint(program: Placer, output: string): string {
  const line = output.split("\n").findLast((one) => one.startsWith("ERROR: "));
  return `${program}: ${line?.slice("ERROR: ".length) ?? "it failed without a word"}`;
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
