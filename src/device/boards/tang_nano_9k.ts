import type { Board } from "../board.ts";
import { parts } from "../part.ts";

export const tangNano9k: Board = {
  name: "tang-nano-9k",
  title: "Sipeed Tang Nano 9K",
  part: parts["gw1nr-lv9qn88pc6/i5"],
  clockMHz: 27,
  host: "serial",
  flow: { tool: "apicula", device: "GW1N-9C", package: "GW1NR-LV9QN88PC6/I5" },
  oscillatorMHz: 27,
  pins: { clock: "52", rx: "18", tx: "17" },
  baud: 115200, // cautious: its USB bridge is a program in a microcontroller, and nobody tried faster here
  loader: "tangnano9k",
};
