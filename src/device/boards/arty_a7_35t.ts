import type { Board } from "../board.ts";
import { parts } from "../part.ts";

const arty = {
  name: "arty-a7-35t",
  title: "Digilent Arty A7-35T",
  part: parts["xc7a35ticsg324-1l"],
  clockMHz: 100,
  host: "serial",
  flow: { tool: "prjxray", device: "xc7a35t", package: "csg324-1" },
  oscillatorMHz: 100,
  pins: { clock: "E3", rx: "A9", tx: "D10" },
  baud: 1000000,
  loader: "arty_a7_35t",
} as const satisfies Board;

/** PMOD JA has the pins of an SPI controller as Digilent's PMOD type 2 (SPI) has them: CS, MOSI, MISO, SCK. */
const artySpi = {
  ...arty,
  name: "arty-a7-35t-spi",
  title: "Digilent Arty A7-35T, by SPI",
  pins: { clock: "E3", cs: "G13", mosi: "B11", miso: "A11", sck: "D12" },
  baud: 8000000,
  note: "an SPI controller at PMOD JA: pin 1 CS, 2 MOSI, 3 MISO, 4 SCK; mode 0, 8 MHz or slower",
} as const satisfies Board;

export const artys: readonly Board[] = [arty, artySpi];
