import type { Board } from "../board.ts";
import { parts } from "../part.ts";

export const awsF1: Board = {
  name: "aws_f1",
  title: "Amazon EC2 F1",
  part: parts["xcvu9p-flgb2104-2-i"],
  clockMHz: 250,
  host: "card",
  platform: "xilinx_aws-vu9p-f1_shell-v04261818_201920_3",
  memories: ["DDR[0]", "DDR[1]", "DDR[2]", "DDR[3]"],
  memory: {
    title: "DDR4-2133, 4 channels of 64 bits",
    peakGBs: 17.064,
    latencyNs: 200,
    port: { bits: 512, longestBurst: 64, outstanding: 16 },
  },
  linkGBs: 12,
};
