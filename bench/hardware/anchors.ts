/**
 * What other compilers reach on the kernels of `kernels/`.
 *
 * Bambu 2024.10: run with a target of 6 ns, its Verilog simulated with Verilator and counted by Yosys `synth_xilinx
 * -family xcup`; every array argument is a memory outside with two ports, as here. Dynamatic: as its authors report, at
 * 6 ns. Calyx (ASPLOS 2021), Piezo, and Vivado HLS 2019.2 without pipelining: as the authors of the first two report,
 * on an xczu3eg at 7 ns; their cycles hold the loops that copy arguments in and out.
 */
import { flushed } from "./kernel.ts";

export interface Figure {
  readonly who: string;
  readonly cycles: number | null; // null: not known
  readonly lut?: number;
  readonly ff?: number;
  readonly dsp?: number;
}

export interface Anchor {
  readonly kernel: string;
  readonly periodNs: number;
  readonly others: readonly Figure[]; // the first is the one to compare with
  readonly remark?: string; // what a reader of the figures must know
}

type Numbers = readonly [cycles: number | null, lut?: number, ff?: number, dsp?: number];

const floats: readonly Anchor[] = [
  at("dot_float", 6, { "Bambu -O3": [6402, 1412, 988, 2], "Bambu -O2": [7170, 678, 379, 2] }),
  at("spmv", 6, { "Bambu -O3": [1891, 1500, 1450, 2], "Bambu -O2": [2147, 952, 532, 2] }),
  at("matmul_float", 6, { "Bambu -O3": [170530, 6391, 4846, 2], "Bambu -O2": [231458, 956, 469, 2] }),
  at("jacobi_2d", 6, { "Bambu -O3": [null, 5916, 4642, 2], "Bambu -O2": [187686, 1533, 1440, 2] }),
  at("trmm", 6, { "Bambu -O3": [74260, 3430, 2083, 2], "Bambu -O2": [70298, 1005, 689, 2] }),
];

export const anchors: readonly Anchor[] = [
  at("fir", 6, {
    "Bambu -O3": [1252, 472, 344, 6],
    "Bambu -O2": [4002, 75, 168, 3],
    Dynamatic: [1014, 460, 544],
  }),
  at("iir", 6, { "Bambu -O3": [2667, 675, 436, 15], "Bambu -O2": [3999], Dynamatic: [4009] }),
  at("matvec", 6, {
    ...{ "Bambu -O3": [12702, 565, 400, 6], "Bambu -O2": [40202, 119, 223, 3], Dynamatic: [10118, 705, 747] },
  }),
  at("matmul_30", 6, {
    ...{
      "Bambu -O3": [17612, 2788, 2827, 90],
      "Bambu -O2": [109862, 294, 266, 3],
      Dynamatic: [27948, 756, 672],
    },
  }),
  at("gemm_8", 6, { "Bambu -O3": [122, 4426, 5592, 204], "Bambu -O2": [2962, 441, 365, 9] }),
  at("matmul_32", 4, { "Bambu -O3": [24162], "Bambu -O2": [198722] }),
  at("vecadd", 6, { "Bambu -O3": [1538, 139, 112, 0], "Bambu -O2": [3074, 76, 81, 0] }),
  at("prefix_sum", 6, { "Bambu -O3": [1026, 231, 120, 0], "Bambu -O2": [2050, 112, 80, 0] }),
  at("histogram", 6, { "Bambu -O3": [2306, 173, 84, 0], "Bambu -O2": [3074, 54, 47, 0] }),
  at("conv_3x3", 6, { "Bambu -O3": [30883, 895, 980, 27], "Bambu -O2": [169262, 429, 381, 3] }),
  at("smith_waterman", 6, { "Bambu -O3": [3138, 412, 410, 0], "Bambu -O2": [3138, 412, 410, 0] }),
  ...floats,
  ...floats.map(withoutSubnormals),
  at("calyx_gemm", 7, { "Vivado HLS": [2684, 673], Piezo: [7601, 513], Calyx: [9265, 2432] }),
  at("calyx_2mm", 7, { "Vivado HLS": [3718, 979], Piezo: [12481, 839], Calyx: [15571, 4055] }),
  at("calyx_3mm", 7, { "Vivado HLS": [5043, 782], Piezo: [8481, 583], Calyx: [17487, 560] }),
  at("calyx_atax", 7, { "Vivado HLS": [715, 650], Piezo: [1633, 484], Calyx: [2255, 1297] }),
  at("calyx_bicg", 7, { "Vivado HLS": [218, 367], Piezo: [801, 251], Calyx: [1083, 311] }),
  at("calyx_mvt", 7, { "Vivado HLS": [597, 697], Piezo: [1377, 524], Calyx: [1861, 1331] }),
  at("calyx_gesummv", 7, { "Vivado HLS": [532, 796], Piezo: [1929, 718], Calyx: [2209, 2334] }),
  at("calyx_syrk", 7, { "Vivado HLS": [2631, 681], Piezo: [10662, 456], Calyx: [12075, 1572] }),
  at("calyx_doitgen", 7, { "Vivado HLS": [14545, 411], Piezo: [35985, 336], Calyx: [49479, 260] }),
];

/**
 * Small causes of waste, each beside what a good design by hand takes: reckoned, not built. Cycles: what ports allow, and two
 * to start and to end. LUTs: a bit of an adder, of a choice, or half a bit of a comparison each, and eight for control.
 */
export const byHand: readonly Anchor[] = [
  at("complex_products", 6, { hand: [2, 5, 195, 4] }),
  at("window_fir", 6, { hand: [8 + 64 + 4, 15 * 32 + 8, 16 * 32 + 5 * 32, 16] }),
  at("butterflies", 6, { hand: [2 * 6 * 32 + 2] }),
  // A divider of six digits a cycle: nine cycles, one in front and one behind. Its LUTs are reckoned as 1,410: rows of 55 bits, two
  // normalisers, a shifter to round behind, a choice of operands. Ours takes 2,631, more than the 1.5 times that others keep.
  at("divisions", 10, { hand: [2 * 32 * 11 + 2 * 11 + 4] }),
  at("filled_branches", 6, { hand: [64 + 32 + 2] }),
  at("add_or_subtract", 6, { hand: [34, 2 * 32 + 8, 16, 0] }),
  at("hash_rounds", 10, { hand: [4 + 64 + 4 + 2, 7 * 32 + 4 * 32 + 8 * 32 + 2 * 64, 8 * 32 + 16, 0] }),
  // Two products a DSP: nine LUTs to put two weights beside each other, and 17 to take their products apart.
  at("channels", 10, {
    hand: [4 * 64 + 4, 4 * (8 * 18 + 32) + 18 * 8 + 100 + 18 * (9 + 17), 4 * 32 + 100, 18],
  }),
  // A multiplier and an adder that take an element each cycle, row by row and column by column, as where the counts are known.
  // As it stands in the source, with `pipeline j` and `pipeline l`, it takes 1,717 cycles; our own schedules 757.
  at("runtime_counts", 6, { hand: [16 + 2 * 16 * (16 + 2) + 2 * 8] }),
  at("extremes", 6, { hand: [34, 2 * (16 + 64) + 8, 16, 0] }),
  // A word a cycle, to the 61st: the counter is handed on beside the comparison.
  at("first_match", 6, { hand: [61 + 3, 32 + 2 * 7 + 16, 2 * 7 + 32 + 8, 0] }),
  at("search", 6, { hand: [61 + 3, 16 + 2 * 7 + 8] }),
  // 39 steps back beside 64 letters.
  at("matching", 6, { hand: [64 + 39 + 3] }),
];

/**
 * The same figures once more, beside the same kernel without subnormal numbers: by its own help, Bambu's floats have
 * none by default, so these are alike.
 */
function withoutSubnormals(anchor: Anchor): Anchor {
  return {
    ...anchor,
    kernel: `${anchor.kernel}${flushed}`,
    remark: "float<8,23,ftz>, for Bambu's floats have no subnormal numbers by default",
  };
}

function at(kernel: string, periodNs: number, others: Readonly<Record<string, Numbers>>): Anchor {
  return { kernel, periodNs, others: Object.entries(others).map(figure) };
}

function figure([who, [cycles, lut, ff, dsp]]: readonly [string, Numbers]): Figure {
  return {
    ...{ who, cycles },
    ...(lut === undefined ? {} : { lut }),
    ...(ff === undefined ? {} : { ff }),
    ...(dsp === undefined ? {} : { dsp }),
  };
}
