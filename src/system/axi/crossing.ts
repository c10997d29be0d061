/**
 * From the clock of a bus to that of a kernel and back: each channel goes through a queue whose pointers cross as Gray codes, so that a
 * pointer that is looked at while it changes is the old one or the new one (C. E. Cummings, Simulation and Synthesis Techniques for
 * Asynchronous FIFO Design, SNUG 2002, style 1).
 *
 * This is text, as what stands around a board's clock is (serial/board.ts): circuits of ours have one clock.
 */
import type { Port } from "./bundle.ts";

export const fifoName = "lutra_async_fifo";

/** Words: full speed needs some 8, as a pointer takes two cycles of the other clock to be seen, each way. */
const logWords = 4;

/** `in_` belongs to one clock, `out_` to the other. A word passes where valid and ready are 1; each side is reset with the other. */
export function fifoVerilog(): string {
  return `// A queue between two clocks
module ${fifoName} #(parameter WIDTH = 8, parameter LOG = ${logWords}) (
  input  wire in_clk,
  input  wire in_rst,
  input  wire [WIDTH-1:0] in_data,
  input  wire in_valid,
  output wire in_ready,
  input  wire out_clk,
  input  wire out_rst,
  output wire [WIDTH-1:0] out_data,
  output wire out_valid,
  input  wire out_ready
);
  reg [WIDTH-1:0] words [0:(1 << LOG) - 1];
  reg [LOG:0] in_at = 0, in_gray = 0, out_at = 0, out_gray = 0;
  (* ASYNC_REG = "TRUE" *) reg [LOG:0] in_gray_1 = 0, in_gray_2 = 0;   // as the reader sees it
  (* ASYNC_REG = "TRUE" *) reg [LOG:0] out_gray_1 = 0, out_gray_2 = 0; // as the writer sees it

  assign in_ready = in_gray != {~out_gray_2[LOG:LOG-1], out_gray_2[LOG-2:0]};
  wire push = in_valid & in_ready;
  wire [LOG:0] in_next = in_at + {{LOG{1'b0}}, push};
  always @(posedge in_clk) begin
    if (push) words[in_at[LOG-1:0]] <= in_data;
    if (in_rst) begin
      in_at <= 0; in_gray <= 0; out_gray_1 <= 0; out_gray_2 <= 0;
    end else begin
      in_at <= in_next; in_gray <= in_next ^ (in_next >> 1); out_gray_1 <= out_gray; out_gray_2 <= out_gray_1;
    end
  end

  assign out_valid = out_gray != in_gray_2;
  assign out_data = words[out_at[LOG-1:0]];
  wire pop = out_valid & out_ready;
  wire [LOG:0] out_next = out_at + {{LOG{1'b0}}, pop};
  always @(posedge out_clk) begin
    if (out_rst) begin
      out_at <= 0; out_gray <= 0; in_gray_1 <= 0; in_gray_2 <= 0;
    end else begin
      out_at <= out_next; out_gray <= out_next ^ (out_next >> 1); in_gray_1 <= in_gray; in_gray_2 <= in_gray_1;
    end
  end
endmodule
`;
}

/** Signals of a bus, as the system has them: `prefix_PORT`. */
export interface Crossed {
  readonly prefix: string;
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
}

/** Of a channel: what goes with VALID, and which way. */
interface Channel {
  readonly name: string;
  readonly isIn: boolean; // to the system
  readonly data: readonly Port[];
}

const channelOf = /^(AW|AR|W|R|B|T)/;

function channelsOf({ inputs, outputs }: Crossed): readonly Channel[] {
  const all = [
    ...inputs.map((port) => ({ port, isIn: true })),
    ...outputs.map((port) => ({ port, isIn: false })),
  ];
  const named = (name: string) => all.filter(({ port }) => channelOf.exec(port[0])?.[1] === name);
  return ["AW", "W", "B", "AR", "R", "T"].flatMap((name): readonly Channel[] => {
    const valid = named(name).find(({ port }) => port[0] === `${name}VALID`);
    if (valid === undefined) return [];
    const isData = ([port]: Port): boolean => port !== `${name}VALID` && port !== `${name}READY`;
    const data = named(name)
      .map(({ port }) => port)
      .filter(isData);
    return [{ name, isIn: valid.isIn, data }];
  });
}

/** The name of a signal on the kernel's side. */
export function kernelSide(signal: string): string {
  return `kernel_${signal}`;
}

/** Declarations and instances: from `prefix_PORT` on `ap_clk` to `kernel_prefix_PORT` on `ap_clk_2`, or back. */
export function crossingVerilog(buses: readonly Crossed[]): readonly string[] {
  const wires = buses.flatMap(({ prefix, inputs, outputs }) =>
    [...inputs, ...outputs].map(
      ([port, bits]) => `  wire ${bits === 1 ? "" : `[${bits - 1}:0] `}${kernelSide(`${prefix}_${port}`)};`,
    ),
  );
  const queues = buses.flatMap((bus) =>
    channelsOf(bus).map(({ name, isIn, data }) => {
      const bits = data.reduce((sum, [, own]) => sum + own, 0);
      const side = (isKernel: boolean, port: string): string =>
        isKernel ? kernelSide(`${bus.prefix}_${port}`) : `${bus.prefix}_${port}`;
      const joined = (isKernel: boolean): string =>
        data.length === 0 ? "" : `{${data.map(([port]) => side(isKernel, port)).join(", ")}}`;
      const end = (way: "in" | "out"): string => {
        const isKernel = isIn === (way === "out");
        const [clock, reset] = isKernel ? ["ap_clk_2", "kernel_reset"] : ["ap_clk", "bus_reset"];
        const value = data.length === 0 && way === "in" ? "1'b0" : joined(isKernel);
        return [
          `.${way}_clk(${clock}), .${way}_rst(${reset}), .${way}_data(${value}),`,
          `.${way}_valid(${side(isKernel, `${name}VALID`)}), .${way}_ready(${side(isKernel, `${name}READY`)})`,
        ].join(" ");
      };
      return `  ${fifoName} #(.WIDTH(${Math.max(1, bits)})) cross_${bus.prefix}_${name} (
    ${end("in")},
    ${end("out")}
  );`;
    }),
  );
  return [...wires, ...resets, ...queues];
}

/** Whichever reset comes, both sides are reset; each leaves it on its own clock. */
const resets: readonly string[] = [
  "  wire any_reset = !ap_rst_n || !ap_rst_n_2;",
  ...[
    ["bus", "ap_clk"],
    ["kernel", "ap_clk_2"],
  ].map(
    ([side, clock]) => `  (* ASYNC_REG = "TRUE" *) reg [1:0] ${side}_resets = 2'b11;
  always @(posedge ${clock} or posedge any_reset)
    if (any_reset) ${side}_resets <= 2'b11;
    else ${side}_resets <= {${side}_resets[0], 1'b0};
  wire ${side}_reset = ${side}_resets[1];`,
  ),
];

/** A bit that may be seen a cycle sooner or later: two registers of the other clock. */
export function synchronised(signal: string): readonly string[] {
  return [
    `  wire ${kernelSide(signal)};
  (* ASYNC_REG = "TRUE" *) reg ${signal}_1 = 1'b0, ${signal}_2 = 1'b0;
  always @(posedge ap_clk) begin
    ${signal}_1 <= ${kernelSide(signal)}; ${signal}_2 <= ${signal}_1;
  end
  assign ${signal} = ${signal}_2;`,
  ];
}

/** For Vivado: what crosses is no path of either clock, and its bits come within a cycle of the faster one. */
export function crossingXdc(busMHz: number, kernelMHz: number): string {
  const ns = (1000 / Math.max(busMHz, kernelMHz)).toFixed(3);
  return `set bus [get_clocks -of_objects [get_ports ap_clk]]
set kernel [get_clocks -of_objects [get_ports ap_clk_2]]
set_max_delay -datapath_only -from $bus -to $kernel ${ns}
set_max_delay -datapath_only -from $kernel -to $bus ${ns}
`;
}
