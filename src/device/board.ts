/** Boards: a part, its clock, and how a host program reaches a kernel on it. */
import { named } from "../diagnostics/named.ts";
import { type Part, parts } from "./part.ts";
import { meantBy, plainName } from "./spelling.ts";

export type Board = {
  readonly name: string;
  readonly title: string;
  readonly part: Part;
  readonly clockMHz: number; // what kernels are built for when nobody says otherwise
} & Host;

/** Zynq: processor and logic on one chip, shared memory, PYNQ. Card: behind PCIe, own memory, XRT. */
export type Host =
  | {
      readonly host: "zynq";
      readonly boardPart: string; // what Vivado calls the board
      readonly processor: "zynq7" | "zynqmp";
    }
  | {
      readonly host: "card";
      readonly platform: string; // what v++ calls it
      readonly memories: readonly string[]; // that arguments are spread over, one after the other
    };

const ddr = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `DDR[${i}]`);

const known = [
  {
    name: "zedboard",
    title: "Avnet ZedBoard",
    part: parts["xc7z020clg484-1"],
    clockMHz: 100,
    host: "zynq",
    boardPart: "em.avnet.com:zed:part0:1.4",
    processor: "zynq7",
  },
  {
    name: "pynq-z1",
    title: "Digilent PYNQ-Z1",
    part: parts["xc7z020clg400-1"],
    clockMHz: 100,
    host: "zynq",
    boardPart: "www.digilentinc.com:pynq-z1:part0:1.0",
    processor: "zynq7",
  },
  {
    name: "pynq-z2",
    title: "TUL PYNQ-Z2",
    part: parts["xc7z020clg400-1"],
    clockMHz: 100,
    host: "zynq",
    boardPart: "tul.com.tw:pynq-z2:part0:1.0",
    processor: "zynq7",
  },
  {
    name: "ultra96",
    title: "Avnet Ultra96",
    part: parts["xczu3eg-sbva484-1-e"],
    clockMHz: 150,
    host: "zynq",
    boardPart: "em.avnet.com:ultra96v1:part0:1.2",
    processor: "zynqmp",
  },
  {
    name: "aws_f1",
    title: "Amazon EC2 F1",
    part: parts["xcvu9p-flgb2104-2-i"],
    clockMHz: 250,
    host: "card",
    platform: "xilinx_aws-vu9p-f1_shell-v04261818_201920_3",
    memories: ddr(4),
  },
  {
    name: "alveo_u200",
    title: "Alveo U200",
    part: parts["xcu200-fsgd2104-2-e"],
    clockMHz: 300,
    host: "card",
    platform: "xilinx_u200_gen3x16_xdma_2_202110_1",
    memories: ddr(4),
  },
  {
    name: "alveo_u250",
    title: "Alveo U250",
    part: parts["xcu250-figd2104-2L-e"],
    clockMHz: 300,
    host: "card",
    platform: "xilinx_u250_gen3x16_xdma_4_1_202210_1",
    memories: ddr(4),
  },
  {
    name: "alveo_u280",
    title: "Alveo U280",
    part: parts["xcu280-fsvh2892-2L-e"],
    clockMHz: 300,
    host: "card",
    platform: "xilinx_u280_gen3x16_xdma_1_202211_1",
    memories: Array.from({ length: 32 }, (_, i) => `HBM[${i}]`),
  },
] as const satisfies readonly Board[];

export const boards: readonly Board[] = known;

/** Other spellings that PyLog programs use. */
const spellings: Readonly<Record<string, string>> = {
  pynq: "pynq-z1",
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
