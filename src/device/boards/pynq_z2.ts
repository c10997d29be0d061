import type { Board } from "../board.ts";
import { parts } from "../part.ts";

export const pynqZ2: Board = {
  name: "pynq-z2",
  title: "TUL PYNQ-Z2",
  part: parts["xc7z020clg400-1"],
  clockMHz: 100,
  host: "zynq",
  boardPart: "tul.com.tw:pynq-z2:part0:1.0",
  processor: "zynq7",
  memory: {
    title: "DDR3-1050, 16 bits",
    peakGBs: 2.1,
    latencyNs: 150,
    port: { bits: 64, longestBurst: 16, outstanding: 8 },
  },
};
