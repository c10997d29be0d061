/** FPGA parts: what a design may use. Figures from the vendors' product tables. */

export interface Part {
  readonly name: string; // as the vendor's tools write it
  readonly family: Family;
  readonly luts: number;
  readonly flipflops: number;
  readonly dsps: number;
  readonly blockRams: number; // of 36 Kbit
  readonly ultraRams: number; // of 288 Kbit
}

export type Family = "7series" | "ultrascale+";

export const parts = {
  "xc7z020clg400-1": zynq7020("xc7z020clg400-1"),
  "xc7z020clg484-1": zynq7020("xc7z020clg484-1"),
  "xczu3eg-sbva484-1-e": {
    name: "xczu3eg-sbva484-1-e",
    family: "ultrascale+",
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
    family: "ultrascale+",
    luts: 1_728_000,
    flipflops: 3_456_000,
    dsps: 12_288,
    blockRams: 2_688,
    ultraRams: 1_280,
  },
  "xcu280-fsvh2892-2L-e": {
    name: "xcu280-fsvh2892-2L-e",
    family: "ultrascale+",
    luts: 1_303_680,
    flipflops: 2_607_360,
    dsps: 9_024,
    blockRams: 2_016,
    ultraRams: 960,
  },
} as const satisfies Readonly<Record<string, Part>>;

function zynq7020(name: string): Part {
  return {
    name,
    family: "7series",
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
    family: "ultrascale+",
    luts: 1_182_240,
    flipflops: 2_364_480,
    dsps: 6_840,
    blockRams: 2_160,
    ultraRams: 960,
  };
}
