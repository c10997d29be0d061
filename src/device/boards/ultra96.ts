import type { Board } from "../board.ts";
import { parts } from "../part.ts";

export const ultra96: Board = {
  name: "ultra96",
  title: "Avnet Ultra96",
  part: parts["xczu3eg-sbva484-1-e"],
  clockMHz: 150,
  host: "zynq",
  boardPart: "em.avnet.com:ultra96v1:part0:1.2",
  processor: "zynqmp",
};
