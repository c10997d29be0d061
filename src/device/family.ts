/**
 * Families of FPGAs: what logic costs in time, in nanoseconds. All figures that schedules rest on stand in this table.
 *
 * None of them is measured. Cell delays of iCE40, ECP5 and 7-series follow yosys's cell libraries (techlibs, cells_sim.v;
 * xilinx is speed grade -1). Wiring, block RAM and DSP of ECP5, and all of UltraScale+ are estimates: of a good placement,
 * where wiring takes as long as a cell or longer, and of UltraScale+ as a faster 7-series. A script that measures them by
 * place and route will replace this table.
 */

export type FamilyName = "ice40" | "ice40up" | "ecp5" | "xc7" | "xcup";

export interface Family {
  readonly name: FamilyName;
  readonly title: string;
  readonly synth: string; // yosys's command, with the options that choose the family
  readonly lut: {
    readonly inputs: number;
    readonly ns: number; // with the wiring to it
    readonly spread: number; // LUTs that yosys 0.23 takes for each that logic would fill, measured on float adders
  };
  readonly carry: {
    readonly startNs: number; // wiring, into the chain, and out of it again
    readonly bitNs: number; // for each bit that the carry passes
  };
  readonly registerNs: number; // clock to output, and setup
  readonly blockRam: {
    readonly bits: number; // of a block
    readonly widths: readonly number[]; // of its words; depth is bits (without parity) by width
    readonly clockToOutNs: number; // without its output register
    readonly setupNs: number; // of an address
    readonly readsOld: boolean; // a read in the cycle of a write surely gives the old word
    readonly ports: "two" | "oneEach"; // two that read or write; or one that reads and one that writes
  };
  readonly lutRam: { readonly depth: number; readonly readNs: number } | null; // words that a column of LUTs holds
  readonly dsp: Dsp | null;
}

/** A multiplier. */
export interface Dsp {
  readonly signed: readonly [number, number]; // widths of signed operands, the wider one first
  readonly unsigned: readonly [number, number]; // one less each where it multiplies signed numbers only
  readonly ns: number; // operands to product, without registers, with the wiring to it
  readonly stages: number; // registers that yosys moves into it: a product may take that many clocks more
  readonly leastProduct: number; // narrower products are built of LUTs
}

export const families: Readonly<Record<FamilyName, Family>> = {
  // LUT 0.32 to 0.45, carry 0.126 (0.196 more between tiles of 8), SB_DFF 0.54, SB_RAM40 2.146.
  ice40: {
    name: "ice40",
    title: "Lattice iCE40 HX",
    synth: "synth_ice40",
    lut: { inputs: 4, ns: 1.2, spread: 1.3 },
    carry: { startNs: 1.9, bitNs: 0.15 },
    registerNs: 0.7,
    blockRam: {
      bits: 4096,
      widths: [2, 4, 8, 16],
      clockToOutNs: 2.15,
      setupNs: 0.3,
      readsOld: false,
      ports: "oneEach",
    },
    lutRam: null,
    dsp: null,
  },
  // LUT 0.86 to 1.25, carry 0.278, SB_DFF 1.39, SB_RAM40 1.18; SB_MAC16 without registers.
  ice40up: {
    name: "ice40up",
    title: "Lattice iCE40 UltraPlus",
    synth: "synth_ice40 -device u -dsp",
    lut: { inputs: 4, ns: 2.6, spread: 1.3 },
    carry: { startNs: 4.0, bitNs: 0.31 },
    registerNs: 1.6,
    blockRam: {
      bits: 4096,
      widths: [2, 4, 8, 16],
      clockToOutNs: 1.2,
      setupNs: 0.6,
      readsOld: false,
      ports: "oneEach",
    },
    lutRam: null,
    dsp: { signed: [16, 16], unsigned: [16, 16], ns: 11, stages: 0, leastProduct: 11 },
  },
  // LUT4 0.14 to 0.38, CCU2C 0.043 for two bits (0.52 in, 0.27 out), register 0.52; DP16KD 5.6 and MULT18X18D 4
  // at speed grade 6 in Project Trellis.
  ecp5: {
    name: "ecp5",
    title: "Lattice ECP5",
    synth: "synth_ecp5",
    lut: { inputs: 4, ns: 0.95, spread: 2.1 },
    carry: { startNs: 1.6, bitNs: 0.035 },
    registerNs: 0.6,
    blockRam: {
      bits: 18432,
      widths: [1, 2, 4, 9, 18, 36],
      clockToOutNs: 5.6,
      setupNs: 0.2,
      readsOld: false,
      ports: "two",
    },
    lutRam: { depth: 16, readNs: 1.1 },
    dsp: { signed: [18, 18], unsigned: [18, 18], ns: 4.9, stages: 0, leastProduct: 4 },
  },
  // LUT6 0.13 to 0.64, CARRY4 0.11 for four bits (0.6 in, 0.31 out), register 0.46 and 0.1, RAMB36 2.454,
  // DSP48E1 2.82 to 3.84 from A to P. An adder of 32 bits takes 2.5, as vendors' own tables of operators have it.
  xc7: {
    name: "xc7",
    title: "Xilinx 7-series",
    synth: "synth_xilinx -family xc7",
    lut: { inputs: 6, ns: 0.8, spread: 1.5 },
    carry: { startNs: 1.55, bitNs: 0.03 },
    registerNs: 0.6,
    blockRam: {
      bits: 36864,
      widths: [1, 2, 4, 9, 18, 36, 72],
      clockToOutNs: 2.46,
      setupNs: 0.57,
      readsOld: true,
      ports: "two",
    },
    lutRam: { depth: 64, readNs: 1.1 },
    dsp: { signed: [25, 18], unsigned: [24, 17], ns: 4.2, stages: 2, leastProduct: 9 },
  },
  // LUT6 0.05 to 0.2, CARRY8 0.06 for eight bits, register 0.08 and 0.03, RAMB36E2 1.0, DSP48E2 about 2.
  xcup: {
    name: "xcup",
    title: "Xilinx UltraScale+",
    synth: "synth_xilinx -family xcup",
    lut: { inputs: 6, ns: 0.4, spread: 1.5 },
    carry: { startNs: 0.7, bitNs: 0.01 },
    registerNs: 0.2,
    blockRam: {
      bits: 36864,
      widths: [1, 2, 4, 9, 18, 36, 72],
      clockToOutNs: 1.1,
      setupNs: 0.3,
      readsOld: true,
      ports: "two",
    },
    lutRam: { depth: 64, readNs: 0.55 },
    dsp: { signed: [27, 18], unsigned: [26, 17], ns: 2.3, stages: 2, leastProduct: 9 },
  },
};
