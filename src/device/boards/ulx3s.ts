import type { Board } from "../board.ts";
import { parts } from "../part.ts";

/** One board with four sizes of part. */
export const ulx3s: readonly Board[] = ([12, 25, 45, 85] as const).map((size) => ({
  name: `ulx3s-${size}f`,
  title: `Radiona ULX3S ${size}F`,
  part: parts[`lfe5u-${size}f-6bg381c`],
  clockMHz: 50,
  host: "serial",
  flow: { tool: "trellis", device: `${size}k`, package: "CABGA381", speed: 6 },
  oscillatorMHz: 25,
  pins: { clock: "G2", rx: "M1", tx: "L4" },
  baud: 1000000,
  loader: "ulx3s",
}));
