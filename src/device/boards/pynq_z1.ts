import type { Board } from "../board.ts";
import { parts } from "../part.ts";

export const pynqZ1: Board = {
  name: "pynq-z1",
  title: "Digilent PYNQ-Z1",
  part: parts["xc7z020clg400-1"],
  clockMHz: 100,
  host: "zynq",
  boardPart: "www.digilentinc.com:pynq-z1:part0:1.0",
  processor: "zynq7",
  memory: {
    title: "DDR3-1050, 16 bits",
    peakGBs: 2.1,
    latencyNs: 150,
    port: { bits: 64, longestBurst: 16, outstanding: 8 },
  },
};
