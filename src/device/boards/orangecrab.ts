import type { Board } from "../board.ts";
import { parts } from "../part.ts";

export const orangecrab: Board = {
  name: "orangecrab",
  title: "OrangeCrab r0.2 (25F)",
  part: parts["lfe5u-25f-8mg285c"],
  clockMHz: 48,
  host: "serial",
  flow: { tool: "trellis", device: "25k", package: "CSFBGA285", speed: 8 },
  oscillatorMHz: 48,
  pins: { clock: "A9", rx: "N17", tx: "M18" },
  baud: 1000000,
  loader: "orangeCrab",
  note: "a serial adapter at pins 0 (rx) and 1 (tx): the USB port of the board is no serial line",
};
