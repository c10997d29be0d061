/** See answered.ts: boards of other families. */
import { test } from "vitest";
import { icarusAvailable } from "../../hardware/icarus.ts";
import { answersAsSimulated } from "./answered.ts";
import { cellModels } from "./gates.ts";

test.skipIf(cellModels("gowin") === null || !icarusAvailable()).each([
  { name: "tang-nano-9k", family: "gw1n", mhz: 27, models: "gowin", synth: "gw1n", words: [] },
  { name: "arty-a7-35t", family: "xc7", mhz: 100, models: "xilinx", synth: "xc7", words: ["-nodsp"] },
] as const)("$name", { timeout: 180_000 }, answersAsSimulated);
