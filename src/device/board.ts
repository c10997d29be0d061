/** Boards: a part, its clock, and how a host program reaches a kernel on it. */
import { named } from "../diagnostics/named.ts";
import { boards } from "./boards/index.ts";
import type { Part } from "./part.ts";
import { meantBy, plainName } from "./spelling.ts";

export type Board = {
  readonly name: string;
  readonly title: string;
  readonly part: Part;
  readonly clockMHz: number; // what kernels are built for when nobody says otherwise
} & Host;

/**
 * Zynq: processor and logic on one chip, shared memory, PYNQ. Card: behind PCIe, own memory, XRT. Serial: arguments go over a
 * line to memories on the chip.
 */
export type Host =
  | {
      readonly host: "zynq";
      readonly boardPart: string; // what Vivado calls the board
      readonly processor: "zynq7" | "zynqmp";
      readonly memory: Memory;
    }
  | {
      readonly host: "card";
      readonly platform: string; // what v++ calls it
      readonly memories: readonly string[]; // that arguments are spread over, one after the other
      readonly memory: Memory;
      readonly linkGBs: number; // between host and memory
    }
  | {
      readonly host: "serial";
      readonly flow: Flow;
      readonly oscillatorMHz: number;
      readonly pins: LinePins;
      readonly baud: number; // bits a second at most
      readonly loader: string; // what openFPGALoader calls it
      readonly note?: string; // what a person has to do
    };

/** A UART, whose `rx` goes to the part; or SPI, whose host is the controller, and `cs` is low while it is selected. */
export type LinePins =
  | { readonly clock: string; readonly rx: string; readonly tx: string }
  | {
      readonly clock: string; // of the part
      readonly cs: string;
      readonly sck: string;
      readonly mosi: string;
      readonly miso: string;
    };

export type Line = "uart" | "spi";

export function lineOf({ pins }: SerialBoard): Line {
  return "sck" in pins ? "spi" : "uart";
}

/** DRAM beside the part, and how its logic reaches it. */
export interface Memory {
  readonly title: string;
  readonly peakGBs: number; // of what one array is in: a channel, where there are several
  readonly latencyNs: number; // from a request to the first beat, as it mostly is
  readonly port: {
    readonly bits: number; // of a beat
    readonly longestBurst: number; // beats
    readonly outstanding: number; // requests
  };
}

export type SerialBoard = Extract<Board, { readonly host: "serial" }>;
export type VendorBoard = Exclude<Board, SerialBoard>; // whose bitstreams the vendor's tools make

/** The open tools that make its bitstream. `pll`: where its reference comes from, the pad of the clock or the fabric. */
export type Flow =
  | {
      readonly tool: "icestorm";
      readonly device: "up5k" | "hx8k";
      readonly package: string;
      readonly pll: "pad" | "core";
    }
  | {
      readonly tool: "trellis";
      readonly device: "12k" | "25k" | "45k" | "85k";
      readonly package: string;
      readonly speed: 6 | 7 | 8;
    }
  | {
      readonly tool: "apicula";
      readonly device: "GW1N-9C"; // as gowin_pack calls it
      readonly package: string; // the whole name of the part, as nextpnr does
    }
  | {
      readonly tool: "prjxray";
      readonly device: "xc7a35t";
      readonly package: string; // with the speed grade: csg324-1
    };

export { boards } from "./boards/index.ts";

export const vendorBoards: readonly VendorBoard[] = boards.filter(
  (board): board is VendorBoard => board.host !== "serial",
);

/** Other spellings that PyLog programs use. */
const spellings: Readonly<Record<string, string>> = {
  pynq: "pynq-z1",
  upduino: "upduino-3",
  hx8k: "ice40-hx8k",
  tangnano9k: "tang-nano-9k",
  arty: "arty-a7-35t",
  ulx3s: "ulx3s-85f",
  zed: "zedboard",
  aws: "aws_f1",
  ultra96v1: "ultra96",
  u200: "alveo_u200",
  u250: "alveo_u250",
  u280: "alveo_u280",
};

export type BoardChoice =
  | { readonly ok: true; readonly board: Board }
  | { readonly ok: false; readonly message: string; readonly help: string };

/** By name; case, `-` and `_` do not matter. */
export function findBoard(name: string): BoardChoice {
  const wanted = plainName(named(spellings, name.toLowerCase()) ?? name);
  const board = boards.find((one) => plainName(one.name) === wanted);
  if (board !== undefined) return { ok: true, board };
  const names = boards.map((one) => one.name);
  const meant = meantBy(name, names);
  return {
    ok: false,
    message: `there is no board ${name}`,
    help: `${meant === null ? "" : `did you mean ${meant}? `}the boards are ${names.join(", ")}`,
  };
}
