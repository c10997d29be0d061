import type { Board } from "../board.ts";
import { parts } from "../part.ts";

export const upduino3: Board = {
  name: "upduino-3",
  title: "tinyVision UPduino 3",
  part: parts["ice40up5k-sg48"],
  clockMHz: 24,
  host: "serial",
  flow: { tool: "icestorm", device: "up5k", package: "sg48", pll: "core" },
  oscillatorMHz: 12,
  pins: { clock: "20", rx: "15", tx: "14" },
  baud: 1000000,
  loader: "ice40_generic",
  note: "close the jumper OSC, which brings the oscillator to pin 20; the line shares its pins with the flash",
};
