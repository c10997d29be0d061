import type { Board } from "../board.ts";
import { parts } from "../part.ts";

export const alveoU280: Board = {
  name: "alveo_u280",
  title: "Alveo U280",
  part: parts["xcu280-fsvh2892-2L-e"],
  clockMHz: 300,
  host: "card",
  platform: "xilinx_u280_gen3x16_xdma_1_202211_1",
  memories: Array.from({ length: 32 }, (_, i) => `HBM[${i}]`),
  memory: {
    title: "HBM2, 32 channels",
    peakGBs: 14.375,
    latencyNs: 200,
    port: { bits: 512, longestBurst: 64, outstanding: 16 },
  },
  linkGBs: 12,
};
