import type { Board } from "../board.ts";
import { parts } from "../part.ts";

export const hx8kBreakout: Board = {
  name: "ice40-hx8k",
  title: "Lattice iCE40-HX8K breakout board",
  part: parts["ice40hx8k-ct256"],
  clockMHz: 48,
  host: "serial",
  flow: { tool: "icestorm", device: "hx8k", package: "ct256", pll: "core" },
  oscillatorMHz: 12,
  pins: { clock: "J3", rx: "B10", tx: "B12" },
  baud: 1000000,
  loader: "ice40_generic",
};
