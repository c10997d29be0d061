/** The area of the circuit, measured: Yosys, fetched when somebody asks for it, makes cells of its Verilog, and they are counted. */
import { cellsFor, quoted } from "../../../src/device/synthesis.ts";
import { Diagnosed } from "../../../src/diagnostics/diagnosed.ts";
import { ToolFailure } from "../../../src/diagnostics/tool_failure.ts";
import { targetOf } from "../../../src/driver/device.ts";
import { printVerilog } from "../../../src/hardware/verilog/index.ts";
import { moduleName } from "../../../src/hardware/verilog/names.ts";
import { synthesize } from "../../../src/synthesis/index.ts";
import { areaOf } from "../../../src/synthesis/report/area.ts";
import type { Subject } from "../protocol.ts";
import type { Tell } from "./answer.ts";
import { acceptedSubject } from "./run.ts";
import { deviceOf } from "./subject.ts";

export async function measureArea(subject: Subject, tell: Tell): Promise<void> {
  const { compiled, loops } = acceptedSubject(subject);
  const { target, part } = targetOf(compiled, deviceOf(subject));
  const made = synthesize(loops, { target });
  if (!made.ok) throw new Diagnosed(compiled.program.source, made.diagnostics);
  const family = target.family === "ice40up" ? "ice40" : target.family;
  const top = moduleName(made.design.top);
  const commands = [
    ...["read_verilog design.v", `hierarchy -check -top ${quoted(top)}`, "proc", "flatten"],
    ...[...cellsFor({ family, top }), "tee -q -o stat.json stat -json"],
  ];
  const files = { "design.v": printVerilog(made.design), "run.ys": `${commands.join("\n")}\n` };
  const { stat, version } = statOf(await ran(files));
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

async function ran(files: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>> {
  const said: string[] = [];
  const decoder = new TextDecoder();
  const show = (bytes: Uint8Array | null): void => {
    if (bytes !== null) said.push(decoder.decode(bytes, { stream: true }));
  };
  try {
    const { runYosys } = await import("@yowasp/yosys"); // only now is it fetched
    const options = { stdout: show, stderr: show, decodeASCII: true };
    return (await runYosys(["-q", "-s", "run.ys"], files, options)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const last = said.join("").trim().split("\n").at(-1);
    const reason = last === undefined || last === "" ? String(error) : last;
    throw new ToolFailure(`Yosys: ${reason}`, null, { absent: false });
  }
}

interface Stat {
  readonly creator?: string;
  readonly design?: { readonly num_cells_by_type?: Readonly<Record<string, number>> };
}

function statOf(files: Readonly<Record<string, unknown>>): {
  readonly stat: Readonly<Record<string, number>>;
  readonly version: string;
} {
  const text = files["stat.json"];
  const json = typeof text === "string" ? text : new TextDecoder().decode(text as Uint8Array);
  const { creator = "Yosys", design } = JSON.parse(json) as Stat;
  return { stat: design?.num_cells_by_type ?? {}, version: creator.split(" ").slice(0, 2).join(" ") };
}
