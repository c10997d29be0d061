/**
 * The instructions of WebAssembly that compute a value from values, by the names that Binaryen's library gives them.
 * Opcodes that follow each other are listed from the first one on; `-` stands for one that is left out.
 */

export interface Instruction {
  readonly path: readonly string[]; // such as f32 convert_s i64
  readonly opcode: readonly number[];
  readonly operands: number;
  readonly result: Valued;
}

export type Valued = "i32" | "i64" | "f32" | "f64" | "v128";

export function instructions(): readonly Instruction[] {
  return [
    ...run(0x45, "i32", "i32", `eqz/1 ${compares}`),
    ...run(0x50, "i64", "i32", `eqz/1 ${compares}`),
    ...run(0x5b, "f32", "i32", "eq ne lt gt le ge"),
    ...run(0x61, "f64", "i32", "eq ne lt gt le ge"),
    ...run(0x67, "i32", "i32", integers),
    ...run(0x79, "i64", "i64", integers),
    ...run(0x8b, "f32", "f32", floats),
    ...run(0x99, "f64", "f64", floats),
    ...run(0xa7, "i32", "i32", "wrap/1 trunc_s.f32/1 trunc_u.f32/1 trunc_s.f64/1 trunc_u.f64/1"),
    ...run(
      0xac,
      "i64",
      "i64",
      "extend_s/1 extend_u/1 trunc_s.f32/1 trunc_u.f32/1 trunc_s.f64/1 trunc_u.f64/1",
    ),
    ...run(0xb2, "f32", "f32", `${converts} demote/1`),
    ...run(0xb7, "f64", "f64", `${converts} promote/1`),
    ...run(0xbc, "i32", "i32", "reinterpret/1"),
    ...run(0xbd, "i64", "i64", "reinterpret/1"),
    ...run(0xbe, "f32", "f32", "reinterpret/1"),
    ...run(0xbf, "f64", "f64", "reinterpret/1"),
    ...run(0xc0, "i32", "i32", "extend8_s/1 extend16_s/1"),
    ...run(0xc2, "i64", "i64", "extend8_s/1 extend16_s/1 extend32_s/1"),
    ...saturating(0, "i32"),
    ...saturating(4, "i64"),
    ...vectors(),
  ];
}

/** Reads and writes of memory, by the names of the library: (offset, alignment, pointer[, value]). */
export function accesses(): readonly (Instruction & { readonly access: "load" | "store" })[] {
  const loads = [
    ...run(0x28, "i32", "i32", "load"),
    ...run(0x29, "i64", "i64", "load"),
    ...run(0x2a, "f32", "f32", "load"),
    ...run(0x2b, "f64", "f64", "load"),
    ...run(0x2c, "i32", "i32", "load8_s load8_u load16_s load16_u"),
    ...run(0x30, "i64", "i64", "load8_s load8_u load16_s load16_u load32_s load32_u"),
    ...vectorRun(0, "v128", "v128", "load"),
    ...vectorRun(7, "v128", "v128", "load8_splat load16_splat load32_splat load64_splat"),
  ];
  const stores = [
    ...run(0x36, "i32", "i32", "store"),
    ...run(0x37, "i64", "i64", "store"),
    ...run(0x38, "f32", "f32", "store"),
    ...run(0x39, "f64", "f64", "store"),
    ...run(0x3a, "i32", "i32", "store8 store16"),
    ...run(0x3c, "i64", "i64", "store8 store16 store32"),
    ...vectorRun(11, "v128", "v128", "store"),
  ];
  return [
    ...loads.map((one) => ({ ...one, access: "load" as const })),
    ...stores.map((one) => ({ ...one, access: "store" as const })),
  ];
}

/** Instructions on one lane of a vector: (vector, lane[, value]). */
export function lanes(): readonly Instruction[] {
  const scalar = { i32x4: "i32", i64x2: "i64", f32x4: "f32", f64x2: "f64" } as const;
  return [
    ...vectorRun(21, "i8x16", "i32", "extract_lane_s/1 extract_lane_u/1"),
    ...vectorRun(23, "i8x16", "v128", "replace_lane"),
    ...vectorRun(24, "i16x8", "i32", "extract_lane_s/1 extract_lane_u/1"),
    ...vectorRun(26, "i16x8", "v128", "replace_lane"),
    ...(["i32x4", "i64x2", "f32x4", "f64x2"] as const).flatMap((shape, i) => [
      ...vectorRun(27 + 2 * i, shape, scalar[shape], "extract_lane/1"),
      ...vectorRun(28 + 2 * i, shape, "v128", "replace_lane"),
    ]),
  ];
}

const compares = "eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u";
const integers =
  "clz/1 ctz/1 popcnt/1 add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr";
const floats = "abs/1 neg/1 ceil/1 floor/1 trunc/1 nearest/1 sqrt/1 add sub mul div min max copysign";
const converts = "convert_s.i32/1 convert_u.i32/1 convert_s.i64/1 convert_u.i64/1";

function saturating(first: number, type: "i32" | "i64"): readonly Instruction[] {
  const names = "trunc_s_sat.f32/1 trunc_u_sat.f32/1 trunc_s_sat.f64/1 trunc_u_sat.f64/1";
  return listed(first, type, type, names, (code) => [0xfc, code]);
}

function vectors(): readonly Instruction[] {
  const v = "v128";
  const widened = (from: string): string =>
    ["s", "u"].map((sign) => `extend_low_${from}_${sign}/1 extend_high_${from}_${sign}/1`).join(" ");
  const products = (from: string): string =>
    ["s", "u"].map((sign) => `extmul_low_${from}_${sign} extmul_high_${from}_${sign}`).join(" ");
  const sums = "add add_sat_s add_sat_u sub sub_sat_s sub_sat_u";
  const extremes = "min_s min_u max_s max_u";
  const shifts = "shl shr_s shr_u";
  return [
    ...["i8x16", "i16x8", "i32x4", "i64x2", "f32x4", "f64x2"].flatMap((shape, i) =>
      vectorRun(15 + i, shape, v, "splat/1"),
    ),
    ...vectorRun(14, "i8x16", v, "swizzle"),
    ...vectorRun(35, "i8x16", v, compares),
    ...vectorRun(45, "i16x8", v, compares),
    ...vectorRun(55, "i32x4", v, compares),
    ...vectorRun(65, "f32x4", v, "eq ne lt gt le ge"),
    ...vectorRun(71, "f64x2", v, "eq ne lt gt le ge"),
    ...vectorRun(77, "v128", v, "not/1 and andnot or xor bitselect/3"),
    ...vectorRun(83, "v128", "i32", "any_true/1"),
    ...vectorRun(94, "f32x4", v, "demote_f64x2_zero/1"),
    ...vectorRun(95, "f64x2", v, "promote_low_f32x4/1"),
    ...vectorRun(96, "i8x16", v, "abs/1 neg/1 popcnt/1"),
    ...vectorRun(99, "i8x16", "i32", "all_true/1 bitmask/1"),
    ...vectorRun(101, "i8x16", v, "narrow_i16x8_s narrow_i16x8_u"),
    ...vectorRun(103, "f32x4", v, "ceil/1 floor/1 trunc/1 nearest/1"),
    ...vectorRun(107, "i8x16", v, `${shifts} ${sums}`),
    ...vectorRun(116, "f64x2", v, "ceil/1 floor/1"),
    ...vectorRun(118, "i8x16", v, extremes),
    ...vectorRun(122, "f64x2", v, "trunc/1"),
    ...vectorRun(123, "i8x16", v, "avgr_u"),
    ...vectorRun(124, "i16x8", v, "extadd_pairwise_i8x16_s/1 extadd_pairwise_i8x16_u/1"),
    ...vectorRun(126, "i32x4", v, "extadd_pairwise_i16x8_s/1 extadd_pairwise_i16x8_u/1"),
    ...vectorRun(128, "i16x8", v, "abs/1 neg/1 q15mulr_sat_s"),
    ...vectorRun(131, "i16x8", "i32", "all_true/1 bitmask/1"),
    ...vectorRun(133, "i16x8", v, "narrow_i32x4_s narrow_i32x4_u"),
    ...vectorRun(135, "i16x8", v, `${widened("i8x16")} ${shifts} ${sums}`),
    ...vectorRun(148, "f64x2", v, "nearest/1"),
    ...vectorRun(149, "i16x8", v, `mul ${extremes} - avgr_u ${products("i8x16")}`),
    ...vectorRun(160, "i32x4", v, "abs/1 neg/1"),
    ...vectorRun(163, "i32x4", "i32", "all_true/1 bitmask/1"),
    ...vectorRun(167, "i32x4", v, `${widened("i16x8")} ${shifts} add - - sub - - - mul ${extremes}`),
    ...vectorRun(186, "i32x4", v, `dot_i16x8_s - ${products("i16x8")}`),
    ...vectorRun(192, "i64x2", v, "abs/1 neg/1"),
    ...vectorRun(195, "i64x2", "i32", "all_true/1 bitmask/1"),
    ...vectorRun(199, "i64x2", v, `${widened("i32x4")} ${shifts} add - - sub - - - mul`),
    ...vectorRun(214, "i64x2", v, `eq ne lt_s gt_s le_s ge_s ${products("i32x4")}`),
    ...vectorRun(224, "f32x4", v, "abs/1 neg/1 - sqrt/1 add sub mul div min max pmin pmax"),
    ...vectorRun(236, "f64x2", v, "abs/1 neg/1 - sqrt/1 add sub mul div min max pmin pmax"),
    ...vectorRun(248, "i32x4", v, "trunc_sat_f32x4_s/1 trunc_sat_f32x4_u/1"),
    ...vectorRun(250, "f32x4", v, "convert_i32x4_s/1 convert_i32x4_u/1"),
    ...vectorRun(252, "i32x4", v, "trunc_sat_f64x2_s_zero/1 trunc_sat_f64x2_u_zero/1"),
    ...vectorRun(254, "f64x2", v, "convert_low_i32x4_s/1 convert_low_i32x4_u/1"),
  ];
}

function run(first: number, home: string, result: Valued, names: string): readonly Instruction[] {
  return listed(first, home, result, names, (code) => [code]);
}

/** The longer opcodes of vectors. */
function vectorRun(first: number, home: string, result: Valued, names: string): readonly Instruction[] {
  return listed(first, home, result, names, (code) =>
    code < 128 ? [0xfd, code] : [0xfd, (code & 127) | 128, code >> 7],
  );
}

/** `name/1` has one operand; others have two. */
function listed(
  first: number,
  home: string,
  result: Valued,
  names: string,
  opcode: (code: number) => readonly number[],
): readonly Instruction[] {
  return names.split(" ").flatMap((word, i) => {
    const [name = "", operands = "2"] = word.split("/");
    if (name === "-") return [];
    return [
      { path: [home, ...name.split(".")], opcode: opcode(first + i), operands: Number(operands), result },
    ];
  });
}
