import type { Board } from "../board.ts";
import { parts } from "../part.ts";

export const icebreaker: Board = {
  name: "icebreaker",
  title: "1BitSquared iCEBreaker",
  part: parts["ice40up5k-sg48"],
  clockMHz: 24,
  host: "serial",
  flow: { tool: "icestorm", device: "up5k", package: "sg48", pll: "pad" },
  oscillatorMHz: 12,
  pins: { clock: "35", rx: "6", tx: "9" },
  baud: 1000000,
  loader: "ice40_generic",
};
