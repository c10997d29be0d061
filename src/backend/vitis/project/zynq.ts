/** A Zynq board: Vivado puts the kernel beside the processor, PYNQ runs it. */
import type { Board } from "../../../device/board.ts";
import type { Parameter, Signature } from "../../c/signature.ts";
import { csimRules } from "./makefile.ts";
import { itemOf } from "./memory.ts";
import { makeWord } from "./words.ts";

export type Zynq = Extract<Board, { readonly host: "zynq" }>;

/** What differs between the two generations of processor. */
const processors = {
  zynq7: {
    cell: "xilinx.com:ip:processing_system7",
    rule: "xilinx.com:bd_rule:processing_system7",
    config: '{make_external "FIXED_IO, DDR" apply_board_preset "1"}',
    clock: (mhz: number) => `CONFIG.PCW_FPGA0_PERIPHERAL_FREQMHZ {${mhz}}`,
    memoryPort: "CONFIG.PCW_USE_S_AXI_HP0 {1}",
    master: "M_AXI_GP0",
    slave: "S_AXI_HP0",
  },
  zynqmp: {
    cell: "xilinx.com:ip:zynq_ultra_ps_e",
    rule: "xilinx.com:bd_rule:zynq_ultra_ps_e",
    config: '{apply_board_preset "1"}',
    clock: (mhz: number) => `CONFIG.PSU__CRL_APB__PL0_REF_CTRL__FREQMHZ {${mhz}}`,
    memoryPort: "CONFIG.PSU__USE__S_AXI_GP2 {1}",
    master: "M_AXI_HPM0_FPD",
    slave: "S_AXI_HP0_FPD",
  },
} as const;

export function printVivadoTcl({ name, parameters }: Signature, board: Zynq, clockMHz: number): string {
  const processor = processors[board.processor];
  const masters = parameters.filter(({ kind, stream }) => kind === "array" && !stream).length > 0;
  const lines = [
    `# ${name} on the ${board.title}: vivado -mode batch -source vivado.tcl, after vitis_hls -f hls.tcl`,
    `create_project -force ${name}_vivado ${name}_vivado -part ${board.part.name}`,
    `if {[llength [get_board_parts -quiet ${board.boardPart}]] > 0} {`,
    `  set_property board_part ${board.boardPart} [current_project]`,
    "} else {",
    `  puts "The files of board ${board.boardPart} are not installed: the processor is not configured for it."`,
    "}",
    `set_property ip_repo_paths ${name}_hls/solution/impl/ip [current_project]`,
    "update_ip_catalog",
    "",
    "create_bd_design design_1",
    `set ps [create_bd_cell -type ip -vlnv ${processor.cell} ps]`,
    `apply_bd_automation -rule ${processor.rule} -config ${processor.config} $ps`,
    `set_property -dict [list ${processor.clock(clockMHz)} ${masters ? processor.memoryPort : ""}] $ps`,
    `create_bd_cell -type ip -vlnv xilinx.com:hls:${name}:1.0 ${name}_0`,
    "",
    "# Registers: the processor writes arguments and starts the kernel.",
    "apply_bd_automation -rule xilinx.com:bd_rule:axi4 \\",
    `  -config {Master "/ps/${processor.master}" Slave "/${name}_0/s_axi_control"} [get_bd_intf_pins ${name}_0/s_axi_control]`,
    ...(masters
      ? [
          "# Memory: every m_axi port of the kernel reaches the processor's DDR.",
          `foreach port [get_bd_intf_pins ${name}_0/m_axi_*] {`,
          "  apply_bd_automation -rule xilinx.com:bd_rule:axi4 \\",
          `    -config [list Master $port Slave "/ps/${processor.slave}"] [get_bd_intf_pins ps/${processor.slave}]`,
          "}",
        ]
      : []),
    "validate_bd_design",
    "save_bd_design",
    "",
    `make_wrapper -files [get_files design_1.bd] -top -import`,
    "launch_runs impl_1 -to_step write_bitstream -jobs 4",
    "wait_on_run impl_1",
    `file copy -force ${name}_vivado/${name}_vivado.runs/impl_1/design_1_wrapper.bit ${name}.bit`,
    `file copy -force [lindex [glob ${name}_vivado/${name}_vivado.gen/sources_1/bd/design_1/hw_handoff/design_1.hwh \\`,
    `  ${name}_vivado/${name}_vivado.srcs/sources_1/bd/design_1/hw_handoff/design_1.hwh] 0] ${name}.hwh`,
  ];
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

export function printZynqMakefile({ name }: Signature, sources: readonly string[]): string {
  return `# make csim        checks the C++ with g++ alone
# make bitstream   synthesises (needs Vitis HLS and Vivado); then copy ${name}.bit, ${name}.hwh and host.py to the board
${csimRules(sources)}
bitstream: ${name}.bit

${name}_hls/solution/impl/ip: ${sources.map(makeWord).join(" ")} hls.tcl
\tvitis_hls -f hls.tcl

${name}.bit: ${name}_hls/solution/impl/ip vivado.tcl
\tvivado -mode batch -source vivado.tcl

.PHONY: csim bitstream
`;
}

/** Python for the board itself: arguments from .npy files into shared memory, the call, results out. */
export function printPynqHost(signature: Signature): string {
  const { name, parameters } = signature;
  return `"""Runs ${name} on a Zynq board with PYNQ: python3 host.py [IN_DIR [OUT_DIR]], beside ${name}.bit and ${name}.hwh."""
import os
import sys
from collections import namedtuple

import numpy as np
from pynq import Overlay, allocate

# way: "value" is a register, others are buffers; inputs are read, outputs written as NAME.npy.
# A wide integer is several 64-bit words, of which the file has \`stored\`; \`fraction\`: the file has values, not raw integers.
Parameter = namedtuple("Parameter", "name way input outputs dtype shape stored fraction")

PARAMETERS = [
${parameters.map((parameter) => `    ${parameterFacts(signature, parameter)},`).join("\n")}
]


def from_file(parameter, path):
    data = np.load(path)
    if parameter.fraction is not None:
        data = np.rint(np.ldexp(data, parameter.fraction)).astype(parameter.dtype)
    if parameter.stored > 1:
        words = np.zeros(parameter.shape, parameter.dtype)
        words[..., : parameter.stored] = data
        data = words
    if data.dtype != np.dtype(parameter.dtype) or data.shape != parameter.shape:
        sys.exit(f"{path} holds {data.dtype}{list(data.shape)}; the kernel takes {parameter.dtype}{list(parameter.shape)}")
    return data


def to_file(parameter, data, path):
    if parameter.stored > 1:
        data = data[..., : parameter.stored]
    if parameter.fraction is not None:
        data = np.ldexp(data.astype(np.float64), -parameter.fraction)
    np.save(path, data)


def set_register(registers, name, value):
    """A 64-bit value is two registers of 32 bits, NAME_1 and NAME_2."""
    if hasattr(registers, name + "_1"):
        setattr(registers, name + "_1", value & 0xFFFFFFFF)
        setattr(registers, name + "_2", value >> 32)
    else:
        setattr(registers, name, value & 0xFFFFFFFF)


def main():
    inputs = sys.argv[1] if len(sys.argv) > 1 else "data"
    outputs = sys.argv[2] if len(sys.argv) > 2 else "out"
    os.makedirs(outputs, exist_ok=True)
    here = os.path.dirname(os.path.abspath(__file__))
    kernel = Overlay(os.path.join(here, "${name}.bit")).${name}_0
    registers = kernel.register_map
    buffers = {}
    for parameter in PARAMETERS:
        if parameter.way == "value":
            data = from_file(parameter, f"{inputs}/{parameter.input}.npy")
            raw = int.from_bytes(np.ascontiguousarray(data).tobytes(), "little")
            set_register(registers, parameter.name, raw)
            continue
        buffer = allocate(parameter.shape or (1,), parameter.dtype)
        if parameter.way != "out":
            buffer[...] = from_file(parameter, f"{inputs}/{parameter.input}.npy")
        buffer.flush()
        set_register(registers, parameter.name, buffer.device_address)
        buffers[parameter.name] = buffer
    registers.CTRL.AP_START = 1
    while not registers.CTRL.AP_DONE:
        pass
    for parameter in PARAMETERS:
        if parameter.way in ("value", "in"):
            continue
        buffer = buffers[parameter.name]
        buffer.invalidate()
        for output in parameter.outputs:
            to_file(parameter, np.array(buffer).reshape(parameter.shape), f"{outputs}/{output}.npy")


main()
`;
}

/** A call of the named tuple in the host. */
function parameterFacts({ results }: Signature, parameter: Parameter): string {
  const { dtype, words, stored, fixed } = itemOf(parameter.type);
  const outputs = [
    ...(parameter.source === null || parameter.direction === "in" ? [] : [parameter.source]),
    ...results.filter((result) => result.parameter === parameter.name).map(({ file }) => file),
  ];
  const facts = [
    JSON.stringify(parameter.name),
    `"${isBuffer(parameter) ? parameter.direction : "value"}"`,
    parameter.direction === "out" ? "None" : JSON.stringify(parameter.source ?? parameter.name),
    `[${outputs.map((file) => JSON.stringify(file)).join(", ")}]`,
    `"${dtype}"`,
    tuple([...parameter.shape, ...(words > 1 ? [words] : [])]),
    String(stored),
    fixed === null ? "None" : String(fixed.fraction),
  ];
  return `Parameter(${facts.join(", ")})`;
}

function isBuffer({ kind, direction }: Parameter): boolean {
  return kind === "array" || direction !== "in";
}

function tuple(extents: readonly number[]): string {
  return extents.length === 1 ? `(${extents[0]},)` : `(${extents.join(", ")})`;
}
