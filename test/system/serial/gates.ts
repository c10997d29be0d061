/**
 * The cells that Yosys made of a board's system, run by Icarus Verilog through the pins: what a host said to our own simulation is
 * said again, and what comes back is given.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Line } from "../../../src/system/serial/host.ts";

/** What was sent, and how many bytes had come back by then. */
export interface Conversation {
  readonly said: { readonly bytes: Uint8Array; readonly after: number }[];
  readonly heard: number[];
}

export function recorded(line: Line): { readonly line: Line; readonly talk: Conversation } {
  const talk: Conversation = { said: [], heard: [] };
  return {
    talk,
    line: {
      bytesPerMs: line.bytesPerMs,
      now: line.now,
      send: (bytes) => {
        talk.said.push({ bytes, after: talk.heard.length });
        return line.send(bytes);
      },
      receive: async (milliseconds) => {
        const bytes = await line.receive(milliseconds);
        talk.heard.push(...bytes);
        return bytes;
      },
    },
  };
}

export type Models = "ice40" | "ecp5" | "gowin" | "xilinx"; // as Yosys' folders are called

/** Where Yosys keeps what its cells do; null where it is not installed. */
export function cellModels(family: Models): string | null {
  const found = ["/usr", "/usr/local"].map((folder) => join(folder, "share/yosys", family, "cells_sim.v"));
  const path = found.find((one) => existsSync(one)) ?? null;
  if (path === null && process.env.LUTRA_TOOLS === "required")
    throw new Error("the cells of Yosys are not here");
  return path;
}

export interface Replayed {
  readonly netlist: string; // Verilog of cells
  readonly models: string; // the file that says what they do
  readonly own?: string; // modules that take the place of some in it
  readonly divider: number;
  readonly top: string;
}

/** What the pins answer. */
export function replay(
  { netlist, models, own = "", divider, top }: Replayed,
  { said, heard }: Conversation,
): readonly number[] {
  const folder = mkdtempSync(join(tmpdir(), "lutra-pins-"));
  try {
    const script = [
      ...said.flatMap(({ bytes, after }) => [0x8000_0000 + after, ...bytes]),
      ...[0x8000_0000 + heard.length, 0xffff_ffff],
    ];
    writeFileSync(join(folder, "script.hex"), script.map((word) => word.toString(16)).join("\n"));
    writeFileSync(join(folder, "netlist.v"), netlist.replaceAll(/SB_PLL40_(PAD|CORE)/g, "pll_model")); // Yosys has no model of it
    writeFileSync(join(folder, "bench.v"), bench(divider, top, script.length));
    writeFileSync(join(folder, "models.v"), `${without(readFileSync(models, "utf8"), own)}\n${own}\n`);
    const files = ["-I", dirname(models), "bench.v", "netlist.v", "models.v"];
    execFileSync(
      "iverilog",
      ["-g2012", "-DNO_ICE40_DEFAULT_ASSIGNMENTS", "-o", "run", "-s", "bench", ...files],
      {
        cwd: folder,
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    execFileSync("vvp", ["-n", "run"], { cwd: folder, timeout: 900_000, stdio: "ignore" });
    const lines = readFileSync(join(folder, "heard.txt"), "utf8").split("\n");
    return lines.filter((text) => text !== "").map((text) => Number.parseInt(text, 16));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Verilog without the modules that the other has. */
function without(text: string, other: string): string {
  const names = [...other.matchAll(/^module (\w+)/gm)].map(([, name]) => name);
  if (names.length === 0) return text;
  return text.replaceAll(new RegExp(`^module (?:${names.join("|")})\\b[\\s\\S]*?^endmodule`, "gm"), "");
}

/** Says the script, a byte a line, and writes down what it hears. A word with the top bit: wait until so many have come. */
function bench(divider: number, top: string, words: number): string {
  return `\`timescale 1ns/1ns
module pll_model(input PACKAGEPIN, RESETB, BYPASS, output PLLOUTGLOBAL, LOCK);
  parameter FEEDBACK_PATH = "", DIVR = 0, DIVF = 0, DIVQ = 0, FILTER_RANGE = 0;
  assign PLLOUTGLOBAL = PACKAGEPIN;
  assign LOCK = 1'b1;
endmodule
module bench;
  reg clock = 0;
  always #5 clock = !clock;
  reg rx = 1;
  wire tx;
  ${top} board(.clock_in(clock), .rx(rx), .tx(tx));
  reg [31:0] script[0:${words - 1}];
  integer at, i, file, heard = 0, idle;
  reg [7:0] byte_in;
  initial begin
    $readmemh("script.hex", script);
    file = $fopen("heard.txt", "w");
    repeat (200) @(posedge clock);
    for (at = 0; script[at] !== 32'hffffffff; at = at + 1) begin
      if (script[at][31]) begin
        idle = 0;
        while (heard < script[at][30:0] && idle < 2000000) begin @(posedge clock); idle = idle + 1; end
        repeat (${4 * divider}) @(posedge clock);
      end else begin
        rx = 0;
        repeat (${divider}) @(posedge clock);
        for (i = 0; i < 8; i = i + 1) begin
          rx = script[at][i];
          repeat (${divider}) @(posedge clock);
        end
        rx = 1;
        repeat (${divider}) @(posedge clock);
      end
    end
    $fclose(file);
    $finish;
  end
  integer k;
  always @(negedge tx) begin
    repeat (${Math.floor((3 * divider) / 2)}) @(posedge clock);
    for (k = 0; k < 8; k = k + 1) begin
      byte_in[k] = tx;
      repeat (${divider}) @(posedge clock);
    end
    $fdisplay(file, "%02x", byte_in);
    heard = heard + 1;
  end
endmodule
`;
}
