import type { Board } from "../board.ts";
import { parts } from "../part.ts";

export const alveoU200: Board = {
  name: "alveo_u200",
  title: "Alveo U200",
  part: parts["xcu200-fsgd2104-2-e"],
  clockMHz: 300,
  host: "card",
  platform: "xilinx_u200_gen3x16_xdma_2_202110_1",
  memories: ["DDR[0]", "DDR[1]", "DDR[2]", "DDR[3]"],
  memory: {
    title: "DDR4-2400, 4 channels of 64 bits",
    peakGBs: 19.2,
    latencyNs: 200,
    port: { bits: 512, longestBurst: 64, outstanding: 16 },
  },
  linkGBs: 12,
};
