/** What Yosys is told, so that it makes cells of a family out of a circuit: the same commands, wherever it runs. */

export type FpgaFamily = "ice40" | "ecp5" | "gw1n" | "xc7" | "xcup";

export interface CellsOf {
  readonly family: FpgaFamily;
  readonly top: string;
  readonly pads?: boolean; // of Xilinx: ports are pins, and get buffers; those of other families always do
  readonly options?: readonly string[]; // of the family's synthesis command: "-nodsp", "-nobram", "-abc9"
  readonly hierarchy?: "flat" | "kept"; // kept: each module by itself, none is simplified with those around it
}

/**
 * The family's synthesis. On 7-series sums behind products stay outside DSPs: xilinx_dsp of Yosys (0.23 and 0.55) takes a sum with the whole
 * product where the low bits of it, their sign extended, were meant: `wire [15:0] p = a * b; wire [31:0] s = {{16{p[15]}}, p} + c;`.
 * Its own stage map_dsp is left out for these commands, which are the same but for what xilinx_dsp may look at.
 */
export function cellsFor(job: CellsOf): readonly string[] {
  const command = synthesis(job);
  if (job.family !== "xc7" || job.options?.includes("-nodsp") === true) return [command];
  return [
    `${command} -run begin:map_dsp`,
    "memory_dff",
    `techmap -map +/mul2dsp.v -map +/xilinx/xc7_dsp_map.v ${widths}`,
    ...["select a:mul2dsp", "setattr -unset mul2dsp", "opt_expr -fine", "wreduce", "select -clear"],
    "xilinx_dsp -family xc7 t:* t:$add t:$sub %u %d",
    "chtype -set $mul t:$__soft_mul",
    `${command} -run coarse:`,
  ];
}

/** As synth_xilinx says them of 7-series: signed operands of 25 and 18 bits. */
const widths = [
  ...[
    "A_MAXWIDTH=25",
    "B_MAXWIDTH=18",
    "A_MAXWIDTH_PARTIAL=18",
    "A_MINWIDTH=2",
    "B_MINWIDTH=2",
    "Y_MINWIDTH=9",
  ],
  ...["SIGNEDONLY=1", "NAME=$__MUL25X18"],
]
  .map((one) => `-D DSP_${one}`)
  .join(" ");

/** The command that makes cells of a family out of a circuit. */
export function synthesis({ family, top, options = [], hierarchy = "flat", pads = false }: CellsOf): string {
  const kept = hierarchy === "kept" ? " -noflatten" : "";
  const rest = [...options, "-top", quoted(top)].join(" ");
  switch (family) {
    case "ice40":
      return `synth_ice40 ${rest}${kept}`;
    case "ecp5":
      return `synth_ecp5 ${rest}${kept}`;
    case "gw1n":
      return `synth_gowin ${rest}${kept}`;
    case "xc7":
    case "xcup":
      return `synth_xilinx -family ${family}${pads ? " -flatten" : " -noiopad -noclkbuf"} ${rest}`;
  }
}

export function quoted(name: string): string {
  return /^[\w./-]+$/.test(name) ? name : `"${name}"`;
}

/** What the netlist of a circuit in cells is made with, for nextpnr; of these files, where Yosys runs. */
export function netlistCommands(job: CellsOf, files: readonly string[]): readonly string[] {
  const read = files.map((name) => `read_verilog ${quoted(name)}`);
  const { netlist, cells } = netlistFiles;
  return [...read, ...cellsFor(job), `write_json ${netlist}`, `write_verilog -noattr ${cells}`]; // it checks that every module is there, or a cell
}

export const netlistFiles = { netlist: "netlist.json", cells: "cells.v" } as const;

/** The last that Yosys has complained of. */
export function lastError(output: string): string | null {
  const lines = output.split("\n").filter((line) => line.includes("ERROR") || line.includes("rror:"));
  return (
    lines
      .at(-1)
      ?.replace(/^ERROR: /, "")
      .trim() ?? null
  );
}
