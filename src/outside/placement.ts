/**
 * The clock that a circuit reaches on an iCE40 part, measured: its Verilog is synthesized, placed and routed.
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
import { type PlacementJob, type PlacementOutcome, placeNetlist } from "../toolchain/nextpnr.ts";
import { netlistOfVerilog, type YosysChoice } from "../toolchain/yosys.ts";

export type PlacedFamily = Extract<FamilyName, "ice40" | "ice40up">;

export interface ClockOptions {
  readonly family: PlacedFamily;
  readonly clockMHz: number; // what place and route aims at
  readonly seed?: number;
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
  const { family, clockMHz, seed = 1, yosys } = options;
  const netlist = await netlistOfVerilog({
    ...{ files: { "design.v": printVerilog(design) }, top: moduleName(design.top) },
    ...{ family: "ice40", options: family === "ice40up" ? ["-device", "u", "-dsp"] : [] },
    ...(yosys === undefined ? {} : { yosys }),
  });
  if (netlist.kind === "failed") throw new ToolFailure(netlist.message, null, { absent: false });
  const outcome = await placeNetlist({ json: netlist.json, ...placedOn[family], clockMHz, seed });
  if (outcome.kind === "done") return outcome;
  if (outcome.reason === "other") throw new ToolFailure(outcome.message, null, { absent: false });
  throw new ToolFailure("nextpnr-ice40 is not here", "npm install @yowasp/nextpnr-ice40, or install nextpnr");
}

const placedOn: Readonly<Record<PlacedFamily, Pick<PlacementJob, "device" | "package">>> = {
  ice40: { device: "hx8k", package: "ct256" },
  ice40up: { device: "up5k", package: "sg48" },
};
