/**
 * What operators take of a family, counted by Yosys; and how long their cells take, by its static timing analysis: the
 * delays of cells as they stand in Yosys's own libraries (`specify` blocks), with no wiring.
 */

import { synthesis } from "../../../src/device/synthesis.ts";
import { design, finish, input, instance, output, startModule } from "../../../src/hardware/netlist/build.ts";
import type { Module } from "../../../src/hardware/netlist/nodes.ts";
import { printVerilog } from "../../../src/hardware/verilog/index.ts";
import { type Area, areaOf } from "../../../src/synthesis/report/area.ts";
import {
  cellsOf,
  type FpgaFamily,
  inFolder,
  type SynthesisJob,
  versionOf,
} from "../../../src/toolchain/yosys.ts";
import { nameOf, type Sample } from "./samples.ts";

export interface Counted {
  readonly area: Area;
  readonly cells: CellPath | null; // null: Yosys knows no delays of the family, or there is no logic
}

export interface CellPath {
  readonly ns: number; // of the cells on the slowest path
  readonly wires: number; // pieces of wiring that lead to them; none within a carry chain, or to wide multiplexers
}

export async function counted(
  samples: readonly Sample[],
  family: FpgaFamily,
  options: readonly string[],
  what: "delays" | "areas",
): Promise<ReadonlyMap<string, Counted>> {
  const files = { "samples.v": printVerilog(design(together(samples.map(plain)))) };
  const limits = { timeoutMs: 3_600_000 };
  const job: SynthesisJob = { files, top: "together", family, options, hierarchy: "kept", ...limits };
  const library = what === "delays" ? libraries[family] : null;
  const commands = [
    ...["read_verilog samples.v", "hierarchy -check -top together", synthesis(job)],
    "tee -q -o stat.json stat -json",
    ...(library === null ? [] : [`read_verilog -specify -lib ${library}`, "tee -q -o delays.txt sta"]),
  ];
  const said = await inFolder(job, commands, ({ file }) => {
    const stat = JSON.parse(file("stat.json")) as { readonly modules: Readonly<Record<string, unknown>> };
    const paths = library === null ? new Map<string, CellPath>() : pathsIn(file("delays.txt"));
    const found = Object.entries(stat.modules).map(([name, module]): [string, Counted] => {
      const plainName = name.replace(/^\\/, "");
      return [plainName, { area: areaOf(cellsOf(module)), cells: paths.get(plainName) ?? null }];
    });
    return { kind: "done", samples: new Map(found) } as const;
  });
  if (said.kind === "failed") throw new Error(said.message);
  return said.samples;
}

export async function yosysVersion(): Promise<string> {
  const text = "module gate (input a, b, output y); assign y = a & b; endmodule\n";
  const source = { files: { "gate.v": text }, top: "gate" };
  const commands = ["read_verilog gate.v", "hierarchy -top gate", "tee -q -o stat.json stat -json"];
  const said = await inFolder(source, commands, ({ file }) => {
    return { kind: "done", version: versionOf(JSON.parse(file("stat.json"))) } as const;
  });
  if (said.kind === "failed") throw new Error(said.message);
  return said.version;
}

/** Of UltraScale+ and Gowin Yosys has no delays. */
const libraries: Readonly<Record<FpgaFamily, string | null>> = {
  ice40: "-D ICE40_HX +/ice40/cells_sim.v",
  ecp5: "+/ecp5/cells_sim.v",
  gw1n: null,
  xc7: "+/xilinx/cells_sim.v",
  xcup: null,
};

/**
 * `Latest arrival time in 'add_32' is 1784:`, then the path from its end to its start, a line a cell: its arrival in
 * picoseconds, its name, and the type and pins in parentheses.
 */
function pathsIn(text: string): ReadonlyMap<string, CellPath> {
  const found = new Map<string, CellPath>();
  for (const part of text.split("Latest arrival time in ").slice(1)) {
    const [, name, ps] = /^'(\w+)' is (\d+):/.exec(part) ?? [];
    if (name === undefined) continue;
    const pins = [...part.matchAll(/^ +\d+ .*\(([\w$]+)\.([\w[\]]+)->/gm)];
    const isOwn = (type: string, pin: string): boolean =>
      /^(PFUMX|L6MUX21|MUXF\d)$/.test(type) || (/CARRY|CCU2/.test(type) && pin.startsWith("CI"));
    const wires = pins.filter(([, type = "", pin = ""]) => !isOwn(type, pin));
    found.set(name, { ns: Number(ps) / 1000, wires: wires.length });
  }
  return found;
}

function plain(sample: Sample): Module {
  const b = startModule(nameOf(sample));
  let count = 0;
  const result = sample.build(b, (width) => input(b, `in${count++}`, width));
  output(b, "result", result);
  return finish(b);
}

/** All of them side by side. */
function together(modules: readonly Module[]): Module {
  const b = startModule("together");
  for (const module of modules) {
    const given = module.inputs.map(
      ({ name, width }) => [name, input(b, `${module.name}_${name}`, width)] as const,
    );
    const { result } = instance(b, `u_${module.name}`, module, Object.fromEntries(given));
    if (result !== undefined) output(b, `${module.name}_result`, result);
  }
  return finish(b);
}
