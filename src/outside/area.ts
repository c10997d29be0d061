/**
 * The area of a circuit on a family of parts, measured: its Verilog is synthesized and the cells are counted.
 *
 *     const { area } = await measureArea(design, "xcup");
 *     console.log(area.lut, area.ff, area.dsp, area.bram);
 */

import { ToolFailure } from "../diagnostics/tool_failure.ts";
import type { Design } from "../hardware/netlist/nodes.ts";
import { printVerilog } from "../hardware/verilog/index.ts";
import { moduleName } from "../hardware/verilog/names.ts";
import { type Area, areaOf } from "../synthesis/report/area.ts";
import { type FpgaFamily, type Problem, synthesizeVerilog, type YosysChoice } from "../toolchain/yosys.ts";

export interface MeasuredArea {
  readonly family: FpgaFamily;
  readonly tool: string;
  readonly area: Area;
  readonly cells: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}

export interface MeasureOptions {
  readonly options?: readonly string[]; // of the synthesis command, as "-nodsp"
  readonly yosys?: YosysChoice;
  readonly timeoutMs?: number;
  readonly hierarchy?: "flat" | "kept"; // kept: each module by itself, which takes a fraction of the time
}

export async function measureArea(
  design: Design,
  family: FpgaFamily,
  options: MeasureOptions = {},
): Promise<MeasuredArea> {
  const files = { "design.v": printVerilog(design) };
  const outcome = await synthesizeVerilog({ files, top: moduleName(design.top), family, ...options });
  if (outcome.kind === "failed") throw new ToolFailure(outcome.message, null, { absent: false });
  const { version, cells, problems } = outcome;
  return { family, tool: `Yosys ${version}`, area: areaOf(cells), cells, problems };
}
