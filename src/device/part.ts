/** FPGA parts: what a design may use. Figures from the vendors' product tables. */
import { type FamilyName, families } from "./family.ts";
import { meantBy, plainName } from "./spelling.ts";

export interface Part {
  readonly name: string; // as the vendor's tools write it
  readonly family: FamilyName;
  readonly luts: number;
  readonly flipflops: number;
  readonly dsps: number;
  readonly blockRams: number; // of as many bits as the family's have
  readonly ultraRams: number; // of 288 Kbit
}

/** With those of 288 Kbit, as blocks of 36. */
export function blockRamsOf({ blockRams, ultraRams }: Part): number {
  return blockRams + 8 * ultraRams;
}

export const parts = {
  "xc7z020clg400-1": zynq7020("xc7z020clg400-1"),
  "xc7z020clg484-1": zynq7020("xc7z020clg484-1"),
  "xczu3eg-sbva484-1-e": {
    name: "xczu3eg-sbva484-1-e",
    family: "xcup",
    luts: 70_560,
    flipflops: 141_120,
    dsps: 360,
    blockRams: 216,
    ultraRams: 0,
  },
  "xcvu9p-flgb2104-2-i": virtex9p("xcvu9p-flgb2104-2-i"),
  "xcu200-fsgd2104-2-e": virtex9p("xcu200-fsgd2104-2-e"),
  "xcu250-figd2104-2L-e": {
    name: "xcu250-figd2104-2L-e",
    family: "xcup",
    luts: 1_728_000,
    flipflops: 3_456_000,
    dsps: 12_288,
    blockRams: 2_688,
    ultraRams: 1_280,
  },
  "xcu280-fsvh2892-2L-e": {
    name: "xcu280-fsvh2892-2L-e",
    family: "xcup",
    luts: 1_303_680,
    flipflops: 2_607_360,
    dsps: 9_024,
    blockRams: 2_016,
    ultraRams: 960,
  },
  "ice40hx8k-ct256": {
    name: "ice40hx8k-ct256",
    family: "ice40",
    luts: 7_680,
    flipflops: 7_680,
    dsps: 0,
    blockRams: 32,
    ultraRams: 0,
  },
  "ice40up5k-sg48": {
    name: "ice40up5k-sg48",
    family: "ice40up",
    luts: 5_280,
    flipflops: 5_280,
    dsps: 8,
    blockRams: 30,
    ultraRams: 0,
  },
  // Gowin DS117, table 1-1. It has 20 multipliers, which Yosys 0.23 makes no use of.
  "gw1nr-lv9qn88pc6/i5": {
    name: "gw1nr-lv9qn88pc6/i5",
    family: "gw1n",
    luts: 8_640,
    flipflops: 6_480,
    dsps: 0,
    blockRams: 26,
    ultraRams: 0,
  },
  "xc7a35ticsg324-1l": {
    name: "xc7a35ticsg324-1l",
    family: "xc7",
    luts: 20_800,
    flipflops: 41_600,
    dsps: 90,
    blockRams: 50,
    ultraRams: 0,
  },
  "lfe5u-12f-6bg381c": ecp5("lfe5u-12f-6bg381c", 12),
  "lfe5u-25f-6bg381c": ecp5("lfe5u-25f-6bg381c", 25),
  "lfe5u-25f-8mg285c": ecp5("lfe5u-25f-8mg285c", 25),
  "lfe5u-45f-6bg381c": ecp5("lfe5u-45f-6bg381c", 45),
  "lfe5u-85f-6bg381c": ecp5("lfe5u-85f-6bg381c", 85),
} as const satisfies Readonly<Record<string, Part>>;

/** What stands for a family where no part is named. */
const typical: Readonly<Record<FamilyName, keyof typeof parts>> = {
  ice40: "ice40hx8k-ct256",
  ice40up: "ice40up5k-sg48",
  ecp5: "lfe5u-85f-6bg381c",
  gw1n: "gw1nr-lv9qn88pc6/i5",
  xc7: "xc7z020clg400-1",
  xcup: "xczu3eg-sbva484-1-e",
};

export type PartChoice =
  | { readonly ok: true; readonly part: Part }
  | { readonly ok: false; readonly message: string; readonly help: string };

/**
 * By name: a part (`xc7z020clg400-1`), the beginning of its name (`ice40hx8k`, `lfe5u-85f`), or a family (`ecp5`).
 * Case, `-` and `_` do not matter.
 */
export function findPart(name: string): PartChoice {
  const wanted = plainName(name);
  const all: readonly Part[] = Object.values(parts);
  const family = Object.values(families).find((one) => plainName(one.name) === wanted);
  const part =
    family !== undefined
      ? parts[typical[family.name]]
      : (all.find((one) => plainName(one.name) === wanted) ??
        all.find((one) => wanted.length >= 5 && plainName(one.name).startsWith(wanted)));
  if (part !== undefined) return { ok: true, part };
  const names = [...Object.keys(families), ...all.map((one) => one.name)];
  const meant = meantBy(name, names);
  return {
    ok: false,
    message: `there is no part ${name}`,
    help: `${meant === null ? "" : `did you mean ${meant}? `}the families are ${Object.keys(families).join(", ")}; the parts are ${all.map((one) => one.name).join(", ")}`,
  };
}

function zynq7020(name: string): Part {
  return {
    name,
    family: "xc7",
    luts: 53_200,
    flipflops: 106_400,
    dsps: 220,
    blockRams: 140,
    ultraRams: 0,
  };
}

/** The Alveo U200 carries the same die as AWS F1. */
function virtex9p(name: string): Part {
  return {
    name,
    family: "xcup",
    luts: 1_182_240,
    flipflops: 2_364_480,
    dsps: 6_840,
    blockRams: 2_160,
    ultraRams: 960,
  };
}

/** The 12F is a 25F to the open tools, which use all of it; the figures are those that are sold. */
function ecp5(name: string, size: 12 | 25 | 45 | 85): Part {
  const [luts, dsps, blockRams] = {
    12: [12_096, 28, 32],
    25: [24_288, 28, 56],
    45: [43_848, 72, 108],
    85: [83_640, 156, 208],
  }[size] as [number, number, number];
  return { name, family: "ecp5", luts, flipflops: luts, dsps, blockRams, ultraRams: 0 };
}
