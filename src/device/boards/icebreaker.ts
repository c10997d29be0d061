import type { Board } from "../board.ts";
import { parts } from "../part.ts";

const icebreaker = {
  name: "icebreaker",
  title: "1BitSquared iCEBreaker",
  part: parts["ice40up5k-sg48"],
  clockMHz: 24,
  host: "serial",
  flow: { tool: "icestorm", device: "up5k", package: "sg48", pll: "pad" },
  oscillatorMHz: 12,
  pins: { clock: "35", rx: "6", tx: "9" },
  baud: 1000000,
  loader: "ice40_generic",
} as const satisfies Board;

/** PMOD 1A has the pins of an SPI controller as Digilent's PMOD type 2 (SPI) has them: CS, MOSI, MISO, SCK. */
const icebreakerSpi = {
  ...icebreaker,
  name: "icebreaker-spi",
  title: "1BitSquared iCEBreaker, by SPI",
  pins: { clock: "35", cs: "4", mosi: "2", miso: "47", sck: "45" },
  note: "an SPI controller at PMOD 1A: pin 1 CS, 2 MOSI, 3 MISO, 4 SCK; mode 0, 1 MHz or slower",
} as const satisfies Board;

export const icebreakers: readonly Board[] = [icebreaker, icebreakerSpi];
