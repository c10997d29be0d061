import type { Board } from "../board.ts";
import { parts } from "../part.ts";

export const ulx3s85f: Board = {
  name: "ulx3s-85f",
  title: "Radiona ULX3S 85F",
  part: parts["lfe5u-85f-6bg381c"],
  clockMHz: 50,
  host: "serial",
  flow: { tool: "trellis", device: "85k", package: "CABGA381", speed: 6 },
  oscillatorMHz: 25,
  pins: { clock: "G2", rx: "M1", tx: "L4" },
  baud: 1000000,
  loader: "ulx3s",
};
