/** All boards, one file each. */
import type { Board } from "../board.ts";
import { alveoU200 } from "./alveo_u200.ts";
import { alveoU250 } from "./alveo_u250.ts";
import { alveoU280 } from "./alveo_u280.ts";
import { artys } from "./arty_a7_35t.ts";
import { awsF1 } from "./aws_f1.ts";
import { hx8kBreakout } from "./hx8k_breakout.ts";
import { icebreakers } from "./icebreaker.ts";
import { orangecrab } from "./orangecrab.ts";
import { pynqZ1 } from "./pynq_z1.ts";
import { pynqZ2 } from "./pynq_z2.ts";
import { tangNano9k } from "./tang_nano_9k.ts";
import { ultra96 } from "./ultra96.ts";
import { ulx3s } from "./ulx3s.ts";
import { upduino3 } from "./upduino_3.ts";
import { zedboard } from "./zedboard.ts";

export const boards: readonly Board[] = [
  zedboard,
  pynqZ1,
  pynqZ2,
  ultra96,
  awsF1,
  alveoU200,
  alveoU250,
  alveoU280,
  ...icebreakers,
  upduino3,
  hx8kBreakout,
  ...ulx3s,
  orangecrab,
  tangNano9k,
  ...artys,
];
