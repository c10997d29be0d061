/**
 * What a design tool sees of a kernel on AXI: the signals that Vitis HLS gives a kernel, under its names (`ap_clk`, `ap_rst_n`,
 * `s_axi_control_…`, `m_axi_gmem_…`), so that Vivado and Vitis find the interfaces by themselves.
 */
import type { ArrayPorts, KernelInterface } from "../../hardware/interface.ts";
import { clock, moduleName, reset } from "../../hardware/verilog/names.ts";
import { masterPorts, type Port } from "./bundle.ts";
import { type Crossed, crossingVerilog, fifoVerilog, kernelSide, synchronised } from "./crossing.ts";
import { controlAddressBits } from "./registers.ts";
import { streamName, streamsOf, streamWidth } from "./streams.ts";
import { type AxiSystem, controlPorts } from "./system.ts";

/** What the module around a kernel is called. */
export function shellName(kernel: string): string {
  return `${kernel}_axi`;
}

/** `crosses`: the bus has a clock of its own, and the kernel another, `ap_clk_2`, with its reset `ap_rst_n_2`. */
export function shellVerilog(
  name: string,
  system: AxiSystem,
  ports: KernelInterface,
  { crosses = false }: { readonly crosses?: boolean } = {},
): string {
  const { design, registers, bundles } = system;
  const control = controlPorts(controlAddressBits(registers));
  const signals: Signal[] = [
    ...prefixed("s_axi_control", control.inputs, "input"),
    ...prefixed("s_axi_control", control.outputs, "output"),
    ...["BRESP", "RRESP"].map((port): Signal => constantOutput(`s_axi_control_${port}`, 2, 0)),
    { name: "interrupt", bits: 1, direction: "output", value: null },
    ...bundles.flatMap(({ name: bundle, width }): readonly Signal[] => {
      const { inputs, outputs } = masterPorts(width);
      return [
        ...prefixed(`m_axi_${bundle}`, inputs, "input"),
        ...prefixed(`m_axi_${bundle}`, outputs, "output"),
        ...["AR", "AW"].flatMap((channel) => requestConstants(`m_axi_${bundle}_${channel}`, width)),
        ...["RID", "BID"].map((port): Signal => unused(`m_axi_${bundle}_${port}`)),
      ];
    }),
    ...streamsOf(ports).flatMap((array): readonly Signal[] => {
      const [there, back] = array.isRead ? (["input", "output"] as const) : (["output", "input"] as const);
      return [
        ...prefixed(streamName(array), sentOf(array), there),
        ...prefixed(streamName(array), [["TREADY", 1]], back),
      ];
    }),
  ];
  const declared = signals.map(({ name: own, bits, direction }) => {
    const range = bits === 1 ? "" : `[${bits - 1}:0] `;
    return `  ${direction.padEnd(6)} wire ${range}${own}`;
  });
  const constants = signals.flatMap(({ name: own, value, bits }) =>
    typeof value === "number" ? [`  assign ${own} = ${bits}'d${value};`] : [],
  );
  const idle = signals.flatMap(({ name: own, value }) => (value === "unused" ? [own] : []));
  const ignored = idle.length === 0 ? [] : [`  wire unused = &{1'b0, ${idle.join(", ")}};`]; // so that linters are quiet
  const joined = signals.flatMap(({ name: own, value }) =>
    value === null ? [`.${own}(${crosses ? kernelSide(own) : own})`] : [],
  );
  const clocks = ["ap_clk", "ap_rst_n", ...(crosses ? ["ap_clk_2", "ap_rst_n_2"] : [])];
  const [ownClock, ownReset] = crosses ? ["ap_clk_2", "kernel_reset"] : ["ap_clk", "!ap_rst_n"];
  const crossing = crosses ? [...crossingVerilog(busesOf(system, ports)), ...synchronised("interrupt")] : [];
  const text = `// ${ports.kernel}, with the signals of a kernel of Vitis HLS
module ${name} (
${[...clocks.map((one) => `  input  wire ${one}`), ...declared].join(",\n")}
);

${[...constants, ...ignored, ...crossing].join("\n")}

  ${moduleName(design.top)} system (
    ${[`.${clock}(${ownClock})`, `.${reset}(${ownReset})`, ...joined].join(",\n    ")}
  );
endmodule
`;
  return crosses ? `${fifoVerilog()}\n${text}` : text;
}

function busesOf({ registers, bundles }: AxiSystem, ports: KernelInterface): readonly Crossed[] {
  return [
    { prefix: "s_axi_control", ...controlPorts(controlAddressBits(registers)) },
    ...bundles.map(({ name, width }) => ({ prefix: `m_axi_${name}`, ...masterPorts(width) })),
    ...streamsOf(ports).map((array) => {
      const sent = sentOf(array);
      const back: readonly Port[] = [["TREADY", 1]];
      const [inputs, outputs] = array.isRead ? [sent, back] : [back, sent];
      return { prefix: streamName(array), inputs, outputs };
    }),
  ];
}

function sentOf(array: ArrayPorts): readonly Port[] {
  return [
    ["TDATA", streamWidth(array)],
    ["TVALID", 1],
    ["TLAST", 1],
  ];
}

interface Signal {
  readonly name: string;
  readonly bits: number;
  readonly direction: "input" | "output";
  readonly value: number | "unused" | null; // null: of the system
}

function prefixed(prefix: string, ports: readonly Port[], direction: Signal["direction"]): readonly Signal[] {
  return ports.map(([name, bits]) => ({ name: `${prefix}_${name}`, bits, direction, value: null }));
}

function constantOutput(name: string, bits: number, value: number): Signal {
  return { name, bits, direction: "output", value };
}

function unused(name: string): Signal {
  return { name, bits: 1, direction: "input", value: "unused" };
}

/** Whole beats, one after the other (INCR), bufferable and modifiable: as Vitis HLS asks. */
function requestConstants(prefix: string, width: number): readonly Signal[] {
  const values = {
    ID: [1, 0],
    SIZE: [3, Math.log2(width / 8)],
    BURST: [2, 1],
    LOCK: [1, 0],
    CACHE: [4, 3],
    PROT: [3, 0],
    QOS: [4, 0],
    REGION: [4, 0],
  } as const;
  return Object.entries(values).map(([port, [bits, value]]) => constantOutput(prefix + port, bits, value));
}
