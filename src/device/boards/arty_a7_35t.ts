import type { Board } from "../board.ts";
import { parts } from "../part.ts";

export const artyA735t: Board = {
  name: "arty-a7-35t",
  title: "Digilent Arty A7-35T",
  part: parts["xc7a35ticsg324-1l"],
  clockMHz: 100,
  host: "serial",
  flow: { tool: "prjxray", device: "xc7a35t", package: "csg324-1" },
  oscillatorMHz: 100,
  pins: { clock: "E3", rx: "A9", tx: "D10" },
  baud: 1000000,
  loader: "arty_a7_35t",
};
