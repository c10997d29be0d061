/** The area of the circuit, measured: Yosys, fetched when somebody asks for it, makes cells of its Verilog, and they are counted. */
import { cellsFor, lastError, quoted } from "../../../src/device/synthesis.ts";
import { ToolFailure } from "../../../src/diagnostics/tool_failure.ts";
import { targetOf } from "../../../src/driver/device.ts";
import { printVerilog } from "../../../src/hardware/verilog/index.ts";
import { moduleName } from "../../../src/hardware/verilog/names.ts";
import { areaOf } from "../../../src/synthesis/report/area.ts";
import type { Subject } from "../protocol.ts";
import type { Tell } from "./answer.ts";
import { knownOf } from "./known.ts";
import { deviceOf } from "./subject.ts";
import { runYosys } from "./tools.ts";

export async function measureArea(subject: Subject, tell: Tell): Promise<void> {
  const known = knownOf(subject);
  const { target, part } = targetOf(known.compiled(), deviceOf(subject));
  const made = known.circuit();
  const family = target.family === "ice40up" ? "ice40" : target.family;
  const top = moduleName(made.design.top);
  const commands = [
    ...["read_verilog design.v", `hierarchy -check -top ${quoted(top)}`, "proc", "flatten"],
    ...[...cellsFor({ family, top }), "tee -q -o stat.json stat -json"],
  ];
  const { ok, output, file } = await runYosys({ "design.v": printVerilog(made.design) }, commands);
  if (!ok)
    throw new ToolFailure(`Yosys: ${lastError(output) ?? "it failed without a word"}`, null, {
      absent: false,
    });
  const { stat, version } = statOf(file("stat.json"));
  const { lut, memoryLut, ff, dsp, bram, carry } = areaOf(stat);
  const rows = [
    ["LUTs", lut],
    ["of these, memory", memoryLut],
    ["carry cells", carry],
    ["flip-flops", ff],
    ["DSPs", dsp],
    ["block RAMs", bram],
  ] as const;
  tell({ kind: "area", tool: version, part: part.name, rows });
}

interface Stat {
  readonly creator?: string;
  readonly design?: { readonly num_cells_by_type?: Readonly<Record<string, number>> };
}

function statOf(json: string): {
  readonly stat: Readonly<Record<string, number>>;
  readonly version: string;
} {
  const { creator = "Yosys", design } = JSON.parse(json) as Stat;
  return { stat: design?.num_cells_by_type ?? {}, version: creator.split(" ").slice(0, 2).join(" ") };
}
