/** What must hold of a board's data beyond its types; tests ask it of every board. */
import { type Board, type Flow, lineOf } from "./board.ts";
import type { FamilyName } from "./family.ts";

/** In words; empty where all is well. */
export function problemsOf(board: Board): readonly string[] {
  const { name, title, clockMHz, part } = board;
  const common = [
    [/^[a-z0-9]+([-_][a-z0-9]+)*$/.test(name), "its name is of small letters, numbers, - and _"],
    [title.trim() === title && title !== "", "it has a title"],
    [clockMHz > 0 && clockMHz <= 1000, "its clock is from 1 to 1000 MHz"],
    [part.luts > 0 && part.blockRams > 0, "its part has LUTs and memory"],
  ] as const;
  return [...common, ...hostFacts(board)].flatMap(([holds, fact]) => (holds ? [] : [fact]));
}

type Fact = readonly [holds: boolean, fact: string];

function hostFacts(board: Board): readonly Fact[] {
  switch (board.host) {
    case "zynq":
      return [
        [
          /^[\w.]+:[\w-]+:part0:\d+\.\d+$/.test(board.boardPart),
          "Vivado knows it by vendor:board:part0:version",
        ],
      ];
    case "card":
      return [
        [board.memories.length > 0 && board.platform !== "", "v++ knows its platform, and it has memories"],
      ];
    case "serial": {
      const { pins, oscillatorMHz, baud, flow, part, loader } = board;
      const all = Object.values(pins);
      const names = Object.keys(pins);
      const least = lineOf(board) === "uart" ? 4 : 8;
      return [
        [
          new Set(all).size === all.length,
          `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are pins of their own`,
        ],
        [all.every((pin) => /^([A-Z]{1,2})?\d{1,2}$/.test(pin)), "pins are numbers, or letters and a number"],
        [
          oscillatorMHz * 1e6 >= least * baud && baud >= 9600,
          `a bit has ${least === 4 ? "four" : "eight"} cycles of the oscillator or more`,
        ],
        [families[flow.tool].includes(part.family), "its flow builds for its part"],
        [/^\w+$/.test(loader), "openFPGALoader knows it by a word"],
      ];
    }
  }
}

const families: Readonly<Record<Flow["tool"], readonly FamilyName[]>> = {
  icestorm: ["ice40", "ice40up"],
  trellis: ["ecp5"],
  apicula: ["gw1n"],
  prjxray: ["xc7"],
};
