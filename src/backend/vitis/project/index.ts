/** Everything around a generated kernel: what runs it here, in Vitis HLS, and on a board. */
import type { VendorBoard } from "../../../device/board.ts";
import type { Signature } from "../../c/signature.ts";
import { printCardMakefile, printLinkConfig, printXrtHost } from "./card.ts";
import { printHlsTcl } from "./hls.ts";
import { printTestbench } from "./testbench.ts";
import { printPynqHost, printVivadoTcl, printZynqMakefile } from "./zynq.ts";

export interface ProjectSetting {
  readonly board: VendorBoard;
  readonly clockMHz: number;
  readonly sources: readonly string[]; // the kernel's file, and those it calls
  readonly header: string; // declares the kernel
}

export function projectFiles(signature: Signature, setting: ProjectSetting): ReadonlyMap<string, string> {
  const { board, clockMHz, header, sources } = setting;
  const files = new Map([
    ["testbench.cpp", printTestbench(signature, header)],
    ["hls.tcl", printHlsTcl(signature, setting)],
  ]);
  if (board.host === "card") {
    files.set("link.cfg", printLinkConfig(signature, board, clockMHz));
    files.set("host.cpp", printXrtHost(signature));
    files.set("Makefile", printCardMakefile(signature, sources));
  } else {
    files.set("vivado.tcl", printVivadoTcl(signature, board, clockMHz));
    files.set("host.py", printPynqHost(signature));
    files.set("Makefile", printZynqMakefile(signature, sources));
  }
  return files;
}

/** The program of the vendor that goes on from here. */
export function nextSteps({ name }: Signature, board: VendorBoard): readonly string[] {
  return board.host === "card"
    ? [
        "make csim",
        "vitis_hls -f hls.tcl",
        `v++ -l -t hw --config link.cfg -o ${name}.xclbin ${name}.xo`,
        "make run",
      ]
    : [
        "make csim",
        "vitis_hls -f hls.tcl",
        "vivado -mode batch -source vivado.tcl",
        "python3 host.py (on the board)",
      ];
}
