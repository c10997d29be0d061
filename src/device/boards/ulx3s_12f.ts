import type { Board } from "../board.ts";
import { parts } from "../part.ts";

export const ulx3s12f: Board = {
  name: "ulx3s-12f",
  title: "Radiona ULX3S 12F",
  part: parts["lfe5u-12f-6bg381c"],
  clockMHz: 50,
  host: "serial",
  flow: { tool: "trellis", device: "12k", package: "CABGA381", speed: 6 },
  oscillatorMHz: 25,
  pins: { clock: "G2", rx: "M1", tx: "L4" },
  baud: 1000000,
  loader: "ulx3s",
};
