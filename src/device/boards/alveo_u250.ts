import type { Board } from "../board.ts";
import { parts } from "../part.ts";

export const alveoU250: Board = {
  name: "alveo_u250",
  title: "Alveo U250",
  part: parts["xcu250-figd2104-2L-e"],
  clockMHz: 300,
  host: "card",
  platform: "xilinx_u250_gen3x16_xdma_4_1_202210_1",
  memories: ["DDR[0]", "DDR[1]", "DDR[2]", "DDR[3]"],
  memory: {
    title: "DDR4-2400, 4 channels of 64 bits",
    peakGBs: 19.2,
    latencyNs: 200,
    port: { bits: 512, longestBurst: 64, outstanding: 16 },
  },
  linkGBs: 12,
};
