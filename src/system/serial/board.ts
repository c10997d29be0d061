/** What stands around a serial system on a board: clock, reset, pins. As text, for the open tools of its part. */
import { type Flow, lineOf, type SerialBoard } from "../../device/board.ts";
import { Failure } from "../../diagnostics/failure.ts";
import { clock, reset } from "../../hardware/verilog/names.ts";
import { clocksOf, type MadeClock } from "./clock.ts";
import { leastSpiBit } from "./spi.ts";
import { leastDivider } from "./uart.ts";

/** The fastest clock of the board that is no faster; null where none is that slow. */
export function clockBelow({ flow, oscillatorMHz }: SerialBoard, mhz: number): MadeClock | null {
  return clocksOf(flow.tool, oscillatorMHz).find((one) => one.mhz <= mhz + 1e-9) ?? null;
}

/** The same; fails where none is that slow. */
export function clockFor(board: SerialBoard, mhz: number): MadeClock {
  const found = clockBelow(board, mhz);
  if (found !== null) return found;
  const least = clocksOf(board.flow.tool, board.oscillatorMHz).at(-1)?.mhz ?? board.oscillatorMHz;
  throw new Failure(`${board.name} can make no clock as slow as ${Number(mhz.toFixed(2))} MHz`, {
    help: `choose --clock ${Math.ceil(least)}MHz or faster`,
  });
}

/** Cycles of a bit, and how far that is from what the host sends; a receiver bears two of a hundred. */
export function dividerFor(
  mhz: number,
  baud: number,
): { readonly divider: number; readonly isExact: boolean } {
  const exact = (mhz * 1e6) / baud;
  const divider = Math.max(leastDivider, Math.round(exact));
  return { divider, isExact: Math.abs(divider / exact - 1) <= mostDrift };
}

const mostDrift = 0.02;

/** The fastest rate that is no faster than the board's own and comes near enough at this clock. On SPI any is near enough. */
export function baudFor(board: SerialBoard, mhz: number): number {
  const { baud } = board;
  if (lineOf(board) === "spi") return Math.min(baud, Math.floor((mhz * 1e6) / leastSpiBit));
  const rates = [baud, 921_600, 500_000, 460_800, 230_400, 115_200, 57_600, 9_600].filter(
    (one) => one <= baud,
  );
  return rates.find((one) => dividerFor(mhz, one).isExact) ?? 9_600;
}

export const boardTop = "lutra_board";

/** The module around the system, which is called `system`: a clock, and a reset for its first cycles or where the host asks for one. */
export function boardVerilog(board: SerialBoard, made: MadeClock, system: string): string {
  const { before, name, locked } = clockLines(board, made);
  const [inputs, last] = lineOf(board) === "uart" ? [["rx"], "tx"] : [["cs", "sck", "mosi"], "miso"];
  const pins = [...inputs, last].map((pin) => `.${pin}(${pin})`).join(", ");
  return `// ${board.title}: ${Number(made.mhz.toFixed(3))} MHz
module ${boardTop}(
  input  wire clock_in,
${inputs.map((pin) => `  input  wire ${pin},`).join("\n")}
  output wire ${last}
);
${before}
  wire restart;
  reg [5:0] awake = 6'd0;
  wire ${reset} = !awake[5];
  always @(posedge ${name})
    if (!${locked} || restart) awake <= 6'd0;
    else if (${reset}) awake <= awake + 6'd1;

  ${system} system(.${clock}(${name}), .${reset}(${reset}), ${pins}, .restart(restart));
endmodule
`;
}

interface ClockLines {
  readonly before: string;
  readonly name: string; // of the clock
  readonly locked: string; // a bit
}

function clockLines({ flow, oscillatorMHz }: SerialBoard, { settings }: MadeClock): ClockLines {
  if (settings === null) return { before: "", name: "clock_in", locked: "1'b1" };
  const params = Object.entries(settings).map(([name, value]) => `.${name}(${value})`);
  const pll = pllOf(flow, params.join(", "), oscillatorMHz);
  return { before: `  wire fast;\n  wire locked;\n${pll}\n`, name: "fast", locked: "locked" };
}

/** The PLL of the part, as its tools call it, from `clock_in` to `fast` and `locked`. */
function pllOf(flow: Flow, params: string, oscillatorMHz: number): string {
  switch (flow.tool) {
    case "icestorm": {
      const source = flow.pll === "pad" ? ".PACKAGEPIN(clock_in)" : ".REFERENCECLK(clock_in)";
      return `  SB_PLL40_${flow.pll === "pad" ? "PAD" : "CORE"} #(.FEEDBACK_PATH("SIMPLE"), ${params}) pll(
    ${source}, .PLLOUTGLOBAL(fast), .LOCK(locked), .RESETB(1'b1), .BYPASS(1'b0));`;
    }
    case "trellis":
      return `  (* FREQUENCY_PIN_CLKI="${oscillatorMHz}" *)
  EHXPLLL #(.FEEDBK_PATH("CLKOP"), .CLKOP_ENABLE("ENABLED"), ${params}, .CLKOP_CPHASE(0)) pll(
    .CLKI(clock_in), .CLKFB(fast), .CLKOP(fast), .LOCK(locked), .RST(1'b0), .STDBY(1'b0), .ENCLKOP(1'b0),
    .PHASESEL0(1'b0), .PHASESEL1(1'b0), .PHASEDIR(1'b0), .PHASESTEP(1'b0), .PHASELOADREG(1'b0), .PLLWAKESYNC(1'b0));`;
    case "apicula":
      return `  rPLL #(.FCLKIN("${oscillatorMHz}"), .DEVICE("GW1NR-9C"), ${params}) pll(
    .CLKIN(clock_in), .CLKOUT(fast), .LOCK(locked), .CLKFB(1'b0), .RESET(1'b0), .RESET_P(1'b0), .FBDSEL(6'b0), .IDSEL(6'b0),
    .ODSEL(6'b0), .PSDA(4'b0), .DUTYDA(4'b0), .FDLY(4'b0));`;
    case "prjxray":
      return `  wire feedback;
  wire unbuffered;
  PLLE2_BASE #(.CLKIN1_PERIOD(${1000 / oscillatorMHz}), ${params}) pll(
    .CLKIN1(clock_in), .CLKFBIN(feedback), .CLKFBOUT(feedback), .CLKOUT0(unbuffered), .LOCKED(locked), .RST(1'b0), .PWRDWN(1'b0));
  BUFG buffer(.I(unbuffered), .O(fast));`;
  }
}

/** Pins, as the place and route of the part reads them. */
export function constraintsFor({ flow, pins, oscillatorMHz }: SerialBoard): PinFile {
  const { clock: clockPin, ...line } = pins;
  const { name, text } = pinFile(flow.tool, Object.entries({ clock_in: clockPin, ...line }));
  return flow.tool === "trellis"
    ? { name, text: `${text}${lines([`FREQUENCY PORT "clock_in" ${oscillatorMHz} MHZ;`])}` }
    : { name, text };
}

export interface PinFile {
  readonly name: string;
  readonly text: string;
}

/** Ports at pins, all of 3.3 volts. */
export function pinFile(
  tool: Flow["tool"],
  ports: readonly (readonly [port: string, pin: string])[],
): PinFile {
  switch (tool) {
    case "icestorm":
      return { name: "pins.pcf", text: lines(ports.map(([port, pin]) => `set_io ${port} ${pin}`)) };
    case "trellis":
      return {
        name: "pins.lpf",
        text: lines(
          ports.flatMap(([port, pin]) => [
            `LOCATE COMP "${port}" SITE "${pin}";`,
            `IOBUF PORT "${port}" IO_TYPE=LVCMOS33;`,
          ]),
        ),
      };
    case "apicula":
      return {
        name: "pins.cst",
        text: lines(
          ports.flatMap(([port, pin]) => [`IO_LOC "${port}" ${pin};`, `IO_PORT "${port}" IO_TYPE=LVCMOS33;`]),
        ),
      };
    case "prjxray":
      return {
        name: "pins.xdc",
        text: lines(
          ports.flatMap(([port, pin]) => [
            `set_property LOC ${pin} [get_ports ${port}]`,
            `set_property IOSTANDARD LVCMOS33 [get_ports ${port}]`,
          ]),
        ),
      };
  }
}

function lines(all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}
