/**
 * A kernel on AXI as an IP of Vivado, and as a kernel of Vitis. The names in these texts are those of modules and arguments in Verilog, and of
 * parts of ours: letters, digits, `_` and `-` alone.
 */
import type { KernelInterface } from "../../hardware/interface.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { elementBytes } from "./elements.ts";
import type { Register } from "./registers.ts";
import { streamName, streamsOf, streamWidth } from "./streams.ts";
import type { AxiSystem } from "./system.ts";

const vendor = "lutra";
const library = "kernel";
const version = "1.0";

/** `vivado -mode batch -source package_ip.tcl` makes the directory ip/, for a block design. */
export function packageIpTcl(
  name: string,
  { bundles }: AxiSystem,
  ports: KernelInterface,
  { part, crosses }: { readonly part: string; readonly crosses: boolean },
): string {
  const buses = [
    "s_axi_control",
    ...bundles.map((bundle) => `m_axi_${bundle.name}`),
    ...streamsOf(ports).map(streamName),
  ];
  return `# ${name} as an IP: vivado -mode batch -source package_ip.tcl
set here [file dirname [file normalize [info script]]]
create_project -in_memory -part ${part}
add_files [file join $here ${name}.v]
${crosses ? `add_files -fileset constrs_1 [file join $here ${name}.xdc]\nset_property processing_order LATE [get_files ${name}.xdc]\n` : ""}set_property top ${name} [current_fileset]
update_compile_order -fileset sources_1
ipx::package_project -root_dir [file join $here ip] -vendor ${vendor} -library ${library} -taxonomy /UserIP -import_files -set_current true
set core [ipx::current_core]
set_property name ${name} $core
set_property version ${version} $core
set_property display_name ${name} $core
set_property supported_families {zynq Production zynquplus Production artix7 Production kintex7 Production virtexuplus Production virtexuplusHBM Production} $core

# Interfaces follow from the names of signals; all of them run on ap_clk.
foreach bus {${buses.join(" ")}} {
  if {[llength [ipx::get_bus_interfaces -quiet $bus -of_objects $core]] == 0} { error "no interface $bus was found" }
  ipx::associate_bus_interfaces -busif $bus -clock ap_clk $core
}
if {[llength [ipx::get_bus_interfaces -quiet interrupt -of_objects $core]] == 0} {
  ipx::infer_bus_interface interrupt xilinx.com:signal:interrupt_rtl:1.0 $core
}
set_property sdx_kernel true $core
set_property sdx_kernel_type rtl $core
ipx::create_xgui_files $core
ipx::update_checksums $core
ipx::check_integrity $core
ipx::save_core $core
`;
}

/** `vivado -mode batch -source package_xo.tcl` makes NAME.xo, which v++ links. */
export function packageXoTcl(name: string): string {
  return `# ${name} as a kernel of Vitis: vivado -mode batch -source package_xo.tcl
set here [file dirname [file normalize [info script]]]
source [file join $here package_ip.tcl]
close_project
package_xo -force -xo_path [file join $here ${name}.xo] -kernel_name ${name} \\
  -ip_directory [file join $here ip] -kernel_xml [file join $here kernel.xml]
`;
}

/** What XRT knows of the kernel: UG1393, "RTL Kernel XML File". */
export function kernelXml(name: string, { registers, bundles }: AxiSystem, ports: KernelInterface): string {
  const hex = (value: number): string => `0x${value.toString(16).toUpperCase()}`;
  const streams = streamsOf(ports);
  const portLines = [
    `<port name="s_axi_control" mode="slave" range="0x1000" dataWidth="32" portType="addressable" base="0x0"/>`,
    ...bundles.map(
      (bundle) =>
        `<port name="m_axi_${bundle.name}" mode="master" range="0xFFFFFFFFFFFFFFFF" dataWidth="${bundle.width}" portType="addressable" base="0x0"/>`,
    ),
    ...streams.map(
      (array) =>
        `<port name="${streamName(array)}" mode="${array.isRead ? "read_only" : "write_only"}" dataWidth="${streamWidth(array)}" portType="stream"/>`,
    ),
  ];
  const busOf = (array: string): string =>
    bundles.find((bundle) => bundle.arrays.some((one) => one.array.name === array))?.name ??
    bundles[0]?.name ??
    "";
  const given = registers.filter(({ meaning }) => meaning.kind === "scalar" || meaning.kind === "array");
  const line = ({ name: own, offset, width, meaning }: Register, id: number): string => {
    const isArray = meaning.kind === "array";
    const bytes = isArray ? 8 : 4 * Math.ceil(width / 32);
    const [qualifier, port, type] = isArray
      ? [1, `m_axi_${busOf(own)}`, "void*"]
      : [0, "s_axi_control", scalarType(bytes)];
    return `<arg name="${asciiName(own)}" addressQualifier="${qualifier}" id="${id}" port="${port}" size="${hex(bytes)}" offset="${hex(offset)}" hostOffset="0x0" hostSize="${hex(bytes)}" type="${type}"/>`;
  };
  const argLines = [
    ...given.map(line),
    ...streams.map((array, at) => {
      const bytes = hex(elementBytes(array.element));
      return `<arg name="${streamName(array)}" addressQualifier="4" id="${given.length + at}" port="${streamName(array)}" size="${bytes}" offset="0x0" hostOffset="0x0" hostSize="${bytes}" type="stream"/>`;
    }),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<root versionMajor="1" versionMinor="6">
  <kernel name="${name}" language="ip_c" vlnv="${vendor}:${library}:${name}:${version}" attributes="" preferredWorkGroupSizeMultiple="0" workGroupSize="1" interrupt="true" hwControlProtocol="ap_ctrl_hs">
    <ports>
      ${portLines.join("\n      ")}
    </ports>
    <args>
      ${argLines.join("\n      ")}
    </args>
  </kernel>
</root>
`;
}

function scalarType(bytes: number): string {
  return bytes <= 4 ? "uint" : "ulong";
}
