/**
 * Families of FPGAs: what logic costs in time (nanoseconds) and in LUTs. All figures that schedules rest on stand here.
 *
 * Measured, in measured.ts, by `npm run bench:delays`:
 * - LUTs of operators, on every family, counted by Yosys;
 * - all delays of iCE40 (HX and UltraPlus), of ECP5 (speed grade 6) and of 7-series (Artix, speed grade -1), by Yosys and nextpnr:
 *   operators placed and routed, from register to register.
 * Public figures, not measured: the DSPs of UltraPlus and of 7-series (Yosys's cells_sim.v, speed grade -1, and wiring; nextpnr 0.11.1 has
 * no delay of a DSP48E1); LUT RAM; and every delay of UltraScale+, where vendor tools report about 1.0 for an adder of 32 bits. Gowin's GW1N has those of
 * iCE40 HX, made longer by what one circuit showed (gowinDelays).
 */
import { measured } from "./measured.ts";

export type FamilyName = "ice40" | "ice40up" | "ecp5" | "gw1n" | "xc7" | "xcup";

/** LUTs as memories with one port that writes and one that reads. */
export interface LutRam {
  readonly depth: number; // words that a column of LUTs holds
  readonly readNs: number;
  readonly luts: readonly { readonly depth: number; readonly perBit: number }[]; // by depth, ascending
}

export interface Family {
  readonly name: FamilyName;
  readonly title: string;
  readonly synth: string; // yosys's command, with the options that choose the family
  readonly lut: {
    readonly inputs: number;
    readonly ns: number; // with the wiring to it
    readonly rowNs: number; // a row of a product: three rows of bits made two
  };
  readonly luts: LutCosts;
  readonly carry: {
    readonly startNs: number; // wiring, into the chain, and out of it again
    readonly bitNs: number; // for each bit that the carry passes
    readonly subtractNs: number; // more where an operand is inverted before it
    readonly compareNs: number; // more where the last carry is the result
  };
  readonly registerNs: number; // clock to output, and setup
  readonly flipFlop: FlipFlop;
  readonly blockRam: {
    readonly bits: number; // of a block
    readonly widths: readonly number[]; // of its words; depth is bits (without parity) by width
    readonly clockToOutNs: number; // without its output register
    readonly setupNs: number; // of an address
    readonly readsOld: boolean; // a read in the cycle of a write surely gives the old word
    readonly ports: "two" | "oneEach"; // two that read or write; or one that reads and one that writes
  };
  readonly lutRam: LutRam | null;
  readonly dsp: Dsp | null;
}

/** What a flip-flop is worth in LUTs. */
export interface FlipFlop {
  readonly direct: number; // without a LUT before it
  readonly behind: number; // behind one
}

/** LUTs that synthesis takes. */
export interface LutCosts {
  readonly add: number; // for each bit
  readonly subtract: number;
  readonly compare: number;
  readonly product: number; // for each product of two bits
  readonly spread: number; // for each that other logic would fill; of float adders
}

/** What a script finds out, in measured.ts. */
export interface MeasuredFamily {
  readonly luts: LutCosts;
  readonly delays: null | {
    readonly lutNs: number; // a LUT and the wiring to it
    readonly carryStartNs: number;
    readonly carryBitNs: number;
    readonly subtractNs: number; // beyond a sum of as many bits
    readonly compareNs: number;
    readonly rowNs: number; // of a product of LUTs
    readonly placed: null | {
      readonly registerNs: number;
      readonly ramClockToOutNs: number;
      readonly ramSetupNs: number; // with the wiring to it
      readonly dspNs?: number; // operands to product, with the wiring on both sides
    };
  };
}

/** A multiplier. */
export interface Dsp {
  readonly signed: readonly [number, number]; // widths of signed operands, the wider one first
  readonly unsigned: readonly [number, number]; // one less each where it multiplies signed numbers only
  readonly ns: number; // operands to product, without registers, with the wiring to it
  readonly farNs: number; // more wiring in an array of processing elements, whose DSPs cannot all stand beside them
  readonly stages: number; // registers that yosys moves into it: a product may take that many clocks more
  readonly leastProduct: number; // narrower products are built of LUTs
}

const { ice40, ice40up, ecp5, xc7, xcup } = measured;

/** An iCE40 logic cell is a LUT4 and a flip-flop behind it, which has no other way in (iCE40 LP/HX data sheet). */
const inCell: FlipFlop = { direct: 1, behind: 0 };

/**
 * A Xilinx LUT6 has two flip-flops beside it (UG474, UG574), and synthesis fills both. In an ECP5 slice there are as many
 * as LUTs, with a way in of their own (FPGA-TN-02012), so that either can be used without the other.
 */
const beside: FlipFlop = { direct: 0.5, behind: 0.5 };

/** RAM32M holds 32 words of 6 bits, RAM64M 64 words of 3, in four LUTs each (UG474 table 2-3). ECP5's figure: report/area.ts. */
const xilinxLutRam = [
  { depth: 32, perBit: 4 / 6 },
  { depth: 64, perBit: 4 / 3 },
] as const;

/** The system of examples/popcount.py at 48 MHz reached 73.75 MHz on an HX8K and 63.31 MHz on a GW1NR-9C (nextpnr 0.8 and 0.11). */
const gowinDelays = longer({ ...ice40.delays, ...ice40.delays.placed }, 73.75 / 63.31);

const ice40Ram = { bits: 4096, widths: [2, 4, 8, 16], readsOld: false, ports: "oneEach" } as const;

export const families: Readonly<Record<FamilyName, Family>> = {
  ice40: {
    name: "ice40",
    title: "Lattice iCE40 HX",
    synth: "synth_ice40",
    lut: { inputs: 4, ns: ice40.delays.lutNs, rowNs: ice40.delays.rowNs },
    luts: ice40.luts,
    carry: carryOf(ice40.delays),
    registerNs: ice40.delays.placed.registerNs,
    flipFlop: inCell,
    blockRam: {
      ...ice40Ram,
      clockToOutNs: ice40.delays.placed.ramClockToOutNs,
      setupNs: ice40.delays.placed.ramSetupNs,
    },
    lutRam: null,
    dsp: null,
  },
  ice40up: {
    name: "ice40up",
    title: "Lattice iCE40 UltraPlus",
    synth: "synth_ice40 -device u -dsp",
    lut: { inputs: 4, ns: ice40up.delays.lutNs, rowNs: ice40up.delays.rowNs },
    luts: ice40up.luts,
    carry: carryOf(ice40up.delays),
    registerNs: ice40up.delays.placed.registerNs,
    flipFlop: inCell,
    blockRam: {
      ...ice40Ram,
      clockToOutNs: ice40up.delays.placed.ramClockToOutNs,
      setupNs: ice40up.delays.placed.ramSetupNs,
    },
    lutRam: null,
    dsp: {
      signed: [16, 16],
      unsigned: [16, 16],
      ns: 11,
      farNs: 0,
      stages: 0,
      leastProduct: 11,
    },
  },
  ecp5: {
    name: "ecp5",
    title: "Lattice ECP5",
    synth: "synth_ecp5",
    lut: { inputs: 4, ns: ecp5.delays.lutNs, rowNs: ecp5.delays.rowNs },
    luts: ecp5.luts,
    carry: carryOf(ecp5.delays),
    registerNs: ecp5.delays.placed.registerNs,
    flipFlop: beside,
    blockRam: {
      bits: 18432,
      widths: [1, 2, 4, 9, 18, 36],
      clockToOutNs: ecp5.delays.placed.ramClockToOutNs,
      setupNs: ecp5.delays.placed.ramSetupNs,
      readsOld: false,
      ports: "two",
    },
    lutRam: { depth: 16, readNs: 1.1, luts: [{ depth: 16, perBit: 6 / 4 }] },
    // In a 2 x 2 array of int16 the wires to and from a MULT18X18D took 1.3 and 2.3, later 2.4 and 2.6 (nextpnr 0.11).
    dsp: {
      ...{ signed: [18, 18], unsigned: [18, 18], stages: 0, leastProduct: 4 },
      ...{ ns: ecp5.delays.placed.dspNs, farNs: 3.3 },
    },
  },
  gw1n: {
    name: "gw1n",
    title: "Gowin GW1N",
    synth: "synth_gowin",
    lut: { inputs: 4, ns: gowinDelays.lutNs, rowNs: gowinDelays.rowNs },
    luts: ice40.luts,
    carry: carryOf(gowinDelays),
    registerNs: gowinDelays.registerNs,
    flipFlop: inCell,
    // Cautious: blocks with two ports that write have words of 18 bits at most (UG285), and are not used here.
    blockRam: {
      ...{ bits: 18432, widths: [1, 2, 4, 9, 18, 36], readsOld: false, ports: "oneEach" },
      clockToOutNs: gowinDelays.ramClockToOutNs,
      setupNs: gowinDelays.ramSetupNs,
    },
    lutRam: null,
    dsp: null, // Yosys 0.23 makes products of LUTs there
  },
  xc7: {
    name: "xc7",
    title: "Xilinx 7-series",
    synth: "synth_xilinx -family xc7",
    lut: { inputs: 6, ns: xc7.delays.lutNs, rowNs: xc7.delays.rowNs },
    luts: xc7.luts,
    carry: carryOf(xc7.delays),
    registerNs: xc7.delays.placed.registerNs,
    flipFlop: beside,
    blockRam: {
      bits: 36864,
      widths: [1, 2, 4, 9, 18, 36, 72],
      clockToOutNs: xc7.delays.placed.ramClockToOutNs,
      setupNs: xc7.delays.placed.ramSetupNs,
      readsOld: true,
      ports: "two",
    },
    lutRam: { depth: 64, readNs: 1.1, luts: xilinxLutRam },
    dsp: { signed: [25, 18], unsigned: [24, 17], ns: 4.2, farNs: 0, stages: 2, leastProduct: 9 },
  },
  // LUT6 0.05 to 0.2, CARRY8 0.06 for eight bits, register 0.08 and 0.03, RAMB36E2 1.0, DSP48E2 about 2.
  xcup: {
    name: "xcup",
    title: "Xilinx UltraScale+",
    synth: "synth_xilinx -family xcup",
    lut: { inputs: 6, ns: 0.4, rowNs: 0.4 },
    luts: xcup.luts,
    carry: { startNs: 0.7, bitNs: 0.01, subtractNs: 0, compareNs: 0 },
    registerNs: 0.2,
    flipFlop: beside,
    blockRam: {
      bits: 36864,
      widths: [1, 2, 4, 9, 18, 36, 72],
      clockToOutNs: 1.1,
      setupNs: 0.3,
      readsOld: true,
      ports: "two",
    },
    lutRam: { depth: 64, readNs: 0.55, luts: xilinxLutRam },
    dsp: { signed: [27, 18], unsigned: [26, 17], ns: 2.3, farNs: 0, stages: 2, leastProduct: 9 },
  },
};

function carryOf(delays: {
  readonly carryStartNs: number;
  readonly carryBitNs: number;
  readonly subtractNs: number;
  readonly compareNs: number;
}): Family["carry"] {
  const { carryStartNs: startNs, carryBitNs: bitNs, subtractNs, compareNs } = delays;
  return { startNs, bitNs, subtractNs, compareNs };
}

type HxDelays = Omit<typeof ice40.delays, "placed"> & typeof ice40.delays.placed;

function longer(delays: HxDelays, by: number): HxDelays {
  const entries = Object.entries(delays).map(([name, ns]) => [name, typeof ns === "number" ? ns * by : ns]);
  return Object.fromEntries(entries) as HxDelays;
}
