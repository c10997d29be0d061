import type { Board } from "../board.ts";
import { parts } from "../part.ts";

export const zedboard: Board = {
  name: "zedboard",
  title: "Avnet ZedBoard",
  part: parts["xc7z020clg484-1"],
  clockMHz: 100,
  host: "zynq",
  boardPart: "em.avnet.com:zed:part0:1.4",
  processor: "zynq7",
  memory: {
    title: "DDR3-1066, 32 bits",
    peakGBs: 4.264,
    latencyNs: 150,
    port: { bits: 64, longestBurst: 16, outstanding: 8 },
  },
};
