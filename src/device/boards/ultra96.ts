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
  memory: {
    title: "LPDDR4-1066, 32 bits",
    peakGBs: 4.264,
    latencyNs: 150,
    port: { bits: 128, longestBurst: 256, outstanding: 8 },
  },
};
