/** See answered.ts: boards of other families, with products in LUTs and in DSPs, memories in LUTs and in block RAMs. */
import { test } from "vitest";
import { icarusAvailable } from "../../hardware/icarus.ts";
import { answersAsSimulated, type Cells, large } from "./answered.ts";
import { cellModels } from "./gates.ts";

const tang = { name: "tang-nano-9k", family: "gw1n", mhz: 27, models: "gowin", synth: "gw1n" } as const;
const arty = { name: "arty-a7-35t", family: "xc7", mhz: 100, models: "xilinx", synth: "xc7" } as const;
const ulx3s = { name: "ulx3s-25f", family: "ecp5", mhz: 25, models: "ecp5", synth: "ecp5" } as const;

test.skipIf(cellModels("gowin") === null || !icarusAvailable()).each<[string, Cells]>([
  ["Tang Nano 9K", { ...tang, words: [] }],
  ["Arty", { ...arty, words: ["-nodsp"] }],
  ["Arty with DSPs", { ...arty, words: [], has: [/DSP48E1 /] }],
  ["Arty with block RAMs", { ...arty, words: [], source: large, has: [/DSP48E1 /, /RAMB(18|36)E1 /] }],
  ["ULX3S", { ...ulx3s, words: [], has: [/MULT18X18D /] }],
  ["ULX3S with block RAMs", { ...ulx3s, words: [], source: large, has: [/MULT18X18D /, /DP16KD /] }],
])("%s", { timeout: 900_000 }, (_, cells) => answersAsSimulated(cells));
