/** The script that takes a generated kernel through Vitis HLS. */
import type { Board } from "../../../device/board.ts";
import type { Signature } from "../../c/signature.ts";
import { tclWord } from "./words.ts";

export interface HlsSetting {
  readonly board: Board;
  readonly clockMHz: number;
  readonly sources: readonly string[]; // the kernel's file, and those it calls
}

/** `vitis_hls -f hls.tcl`, or `vitis-run --mode hls --tcl hls.tcl`; with `-tclargs csim` only so far. */
export function printHlsTcl({ name }: Signature, { board, clockMHz, sources }: HlsSetting): string {
  const period = Number((1000 / clockMHz).toFixed(3));
  const flags = "-std=c++14 -I. -fwrapv -ffp-contract=off";
  const run = '"data out data/expected"';
  const lines = [
    `# ${name} through Vitis HLS: vitis_hls -f hls.tcl [csim|csynth|cosim|export]`,
    "# Stops after the step that is named; without one, all are taken.",
    "set last export",
    "if {[info exists argv] && [llength $argv] > 0} { set last [lindex $argv end] }",
    "if {[lsearch {csim csynth cosim export} $last] < 0} { set last export }",
    "",
    `open_project -reset ${name}_hls`,
    `set_top ${name}`,
    ...sources.map((source) => `add_files ${tclWord(source)} -cflags "${flags}"`),
    `add_files -tb testbench.cpp -cflags "${flags} -Wno-unknown-pragmas"`,
    "add_files -tb data",
    "",
    `open_solution -reset solution -flow_target ${board.host === "card" ? "vitis" : "vivado"}`,
    `set_part {${board.part.name}}`,
    `create_clock -period ${period} -name default`,
    ...(board.host === "zynq" && board.processor === "zynq7"
      ? ["config_interface -m_axi_addr64=false ;# 32-bit addresses on this chip"]
      : []),
    "",
    "file mkdir out",
    `csim_design -argv ${run}`,
    'if {$last eq "csim"} { exit }',
    "csynth_design",
    'if {$last eq "csynth"} { exit }',
    `cosim_design -argv ${run}`,
    'if {$last eq "cosim"} { exit }',
    board.host === "card"
      ? `export_design -format xo -output ${name}.xo`
      : `export_design -format ip_catalog -display_name ${name}`,
    "exit",
  ];
  return `${lines.join("\n")}\n`;
}
