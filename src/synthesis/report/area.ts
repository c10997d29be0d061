import { named } from "../../diagnostics/named.ts";
/**
 * What a synthesized circuit takes of a part, counted from the cells of its netlist.
 *
 *     areaOf({ LUT6: 10, FDRE: 4, RAM32M: 2 })        // { lut: 18, memoryLut: 8, ff: 4, … }
 */

export interface Area {
  readonly lut: number; // all of them, those that are memories and shift registers as well
  readonly memoryLut: number; // of these, LUTs that hold words or delay bits
  readonly carry: number; // cells of carry chains: CARRY4, CARRY8, CCU2C, SB_CARRY
  readonly mux: number; // wide multiplexers behind LUTs: F7, F8, F9, PFUMX, L6MUX21
  readonly ff: number;
  readonly latch: number;
  readonly dsp: number;
  readonly bram: number; // in the block of the family: 36 Kb (an 18 Kb one is half), 18 Kb, 4 Kb
  readonly uram: number;
  readonly other: readonly string[]; // types of cells that are not known here
}

export function areaOf(cells: Readonly<Record<string, number>>): Area {
  const sums = { ...nothing };
  const other: string[] = [];
  for (const [type, count] of Object.entries(cells)) {
    const each = costOf(type);
    if (each === null) other.push(type);
    else for (const [kind, cost] of Object.entries(each)) sums[kind as Kind] += cost * count;
  }
  return { ...sums, other: other.sort() };
}

type Kind = Exclude<keyof Area, "other">;
type Cost = Partial<Readonly<Record<Kind, number>>>;

const nothing: Readonly<Record<Kind, number>> = {
  ...{ lut: 0, memoryLut: 0, carry: 0, mux: 0, ff: 0, latch: 0, dsp: 0, bram: 0, uram: 0 },
};

function costOf(type: string): Cost | null {
  const known = named(costs, type);
  if (known !== undefined) return known;
  if (/^LUT[1-6]$/.test(type)) return { lut: 1 };
  if (/^(SB_)?DFF\w*$/.test(type)) return { ff: 1 };
  return null;
}

/** LUTs that are memory or shift registers. */
function memory(lut: number): Cost {
  return { lut, memoryLut: lut };
}

/**
 * LUTs of Xilinx memories: UG474 table 2-3 and UG574 chapter 3: a LUT6 keeps 64 words of a bit or 32 of two bits, a
 * second read port is a second copy. ECP5 keeps 16 words of 4 bits in four LUTs and gives two more to their write port
 * (FPGA-TN-02204, section 4); a CCU2C takes the two LUTs of its slice.
 */
const costs: Readonly<Record<string, Cost>> = {
  INV: { lut: 1 },
  LUT6_2: { lut: 1 },
  SRL16E: memory(1),
  SRLC16E: memory(1),
  SRLC32E: memory(1),
  RAM32X1S: memory(1),
  RAM32X1D: memory(2),
  RAM32X2S: memory(2),
  RAM64X1S: memory(1),
  RAM64X1D: memory(2),
  RAM128X1S: memory(2),
  RAM128X1D: memory(4),
  RAM256X1S: memory(4),
  RAM256X1D: memory(8),
  RAM512X1S: memory(8),
  RAM32M: memory(4),
  RAM64M: memory(4),
  RAM32M16: memory(8),
  RAM64M8: memory(8),
  RAM64X8SW: memory(8),
  RAM32X16DR8: memory(8),
  CARRY4: { carry: 1 },
  CARRY8: { carry: 1 },
  MUXF5: { mux: 1 },
  MUXF6: { mux: 1 },
  MUXF7: { mux: 1 },
  MUXF8: { mux: 1 },
  MUXF9: { mux: 1 },
  FDRE: { ff: 1 },
  FDSE: { ff: 1 },
  FDCE: { ff: 1 },
  FDPE: { ff: 1 },
  FDRE_1: { ff: 1 },
  FDSE_1: { ff: 1 },
  FDCE_1: { ff: 1 },
  FDPE_1: { ff: 1 },
  LDCE: { latch: 1 },
  LDPE: { latch: 1 },
  DSP48E1: { dsp: 1 },
  DSP48E2: { dsp: 1 },
  RAMB36E1: { bram: 1 },
  RAMB36E2: { bram: 1 },
  RAMB18E1: { bram: 0.5 },
  RAMB18E2: { bram: 0.5 },
  URAM288: { uram: 1 },
  // ECP5
  CCU2C: { carry: 1, lut: 2 },
  PFUMX: { mux: 1 },
  L6MUX21: { mux: 1 },
  TRELLIS_FF: { ff: 1 },
  TRELLIS_DPR16X4: memory(6),
  MULT18X18D: { dsp: 1 },
  ALU54B: { dsp: 1 },
  DP16KD: { bram: 1 },
  PDPW16KD: { bram: 1 },
  // iCE40
  SB_LUT4: { lut: 1 },
  SB_CARRY: { carry: 1 },
  SB_MAC16: { dsp: 1 },
  SB_RAM40_4K: { bram: 1 },
  SB_RAM40_4KNR: { bram: 1 },
  SB_RAM40_4KNW: { bram: 1 },
  SB_RAM40_4KNRNW: { bram: 1 },
  SB_SPRAM256KA: { uram: 1 },
  // Gowin: an ALU is a LUT with a carry, RAM16SDP4 takes four (UG288)
  ALU: { carry: 1, lut: 1 },
  MUX2_LUT5: { mux: 1 },
  MUX2_LUT6: { mux: 1 },
  MUX2_LUT7: { mux: 1 },
  MUX2_LUT8: { mux: 1 },
  RAM16SDP4: memory(4),
  SP: { bram: 1 },
  SPX9: { bram: 1 },
  SDPB: { bram: 1 },
  SDPX9B: { bram: 1 },
  DPB: { bram: 1 },
  DPX9B: { bram: 1 },
  // Nothing of the fabric.
  GND: {},
  VCC: {},
  IBUF: {},
  OBUF: {},
  BUFG: {},
  SB_IO: {},
  SB_GB: {},
  TRELLIS_IO: {},
};

/** A line a circuit, the columns that any of them needs. */
export function printAreas(rows: readonly { readonly name: string; readonly area: Area }[]): string {
  const columns = titles.filter(([kind, , always]) => always || rows.some(({ area }) => area[kind] > 0));
  const table = [
    ["", ...columns.map(([, title]) => title)],
    ...rows.map(({ name, area }) => [name, ...columns.map(([kind]) => String(area[kind]))]),
  ];
  const widths = (table[0] ?? []).map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  "),
  );
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

const titles: readonly (readonly [Kind, string, boolean])[] = [
  ["lut", "LUT", true],
  ["memoryLut", "as memory", false],
  ["carry", "carry", false],
  ["mux", "wide mux", false],
  ["ff", "FF", true],
  ["latch", "latch", false],
  ["dsp", "DSP", true],
  ["bram", "block RAM", true],
  ["uram", "large RAM", false],
];
