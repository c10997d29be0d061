/** The text of include/lutra_elementary/tables.h, from the series of src/types/float/elementary/constants.ts. */
import {
  atanOf,
  expOf,
  inverseFactorial,
  inverseLn2,
  inverseLn10,
  inverseOf,
  ln2,
  logOf,
  pi,
  twoOverPi,
} from "../../src/types/float/elementary/constants.ts";

/** c about 256 / z for z in [j/64, (j+1)/64), j from 45: as compileLn has them. */
export const reciprocals: readonly number[] = Array.from({ length: 45 }, (_, i) => {
  const j = i + 45;
  return j === 63 || j === 64 ? 256 : Math.floor((256 * 128 + (2 * j + 1) / 2) / (2 * j + 1));
});

/** Bits of 2/pi that a format can ask for (float64: 1169), and 64 more to see what follows. */
export const twoOverPiWords = 20;

export function elementaryTables(): string {
  const factorials = Array.from({ length: 24 }, (_, n) => floored((bits) => inverseFactorial(n, bits), 127));
  const inverses = Array.from({ length: 19 }, (_, n) => floored((bits) => inverseOf(n + 1, bits), 127));
  const exponentials = Array.from({ length: 25 }, (_, i) => floored((bits) => expOf(i - 12, 32, bits), 127));
  const logs = reciprocals.map((c) => floored((bits) => magnitude(logOf(256, c, bits)), 127));
  const arcs = Array.from({ length: 17 }, (_, j) =>
    j === 0 ? 0n : floored((bits) => atanOf(j, 16, bits), 127),
  );
  const circle = floored(twoOverPi, 64 * twoOverPiWords);
  return [
    "/*",
    " * The constants of the elementary functions, rounded down. To fewer bits they are rounded to nearest, which needs no",
    " * more than one bit below. test/include/elementary.long.test.ts makes this file; see src/types/float/elementary/constants.ts.",
    " */",
    "#ifndef LUTRA_ELEMENTARY_TABLES_H",
    "#define LUTRA_ELEMENTARY_TABLES_H",
    "",
    "/* All but 2/pi have 127 fraction bits (pi: 125); those of the first word are 63 (61). */",
    "",
    ...words("lutra_ln2[2]", pair(floored(ln2, 127))),
    ...words("lutra_inverse_ln2[2]", pair(floored(inverseLn2, 127))),
    ...words("lutra_inverse_ln10[2]", pair(floored(inverseLn10, 127))),
    ...words("lutra_pi[2]", pair(floored(pi, 125))),
    "",
    "/* 1 / n! */",
    ...words("lutra_inverse_factorial[24][2]", factorials.flatMap(pair), 2),
    "",
    "/* e^((i - 12) / 32) */",
    ...words("lutra_exp_table[25][2]", exponentials.flatMap(pair), 2),
    "",
    "/* atan(j / 16) */",
    ...words("lutra_atan_table[17][2]", arcs.flatMap(pair), 2),
    "",
    "/* 1 / (n + 1) */",
    ...words("lutra_inverse[19][2]", inverses.flatMap(pair), 2),
    "",
    "/* c about 256 / z for z in [j/64, (j+1)/64), from j = 45 */",
    "LUTRA_TABLE int lutra_log_reciprocal[45] = {",
    ...rows(reciprocals.map(String), 15),
    "};",
    "",
    "/* |ln(256 / c)|; negative where c > 256 */",
    ...words("lutra_log_table[45][2]", logs.flatMap(pair), 2),
    "",
    `/* 2 / pi, ${64 * twoOverPiWords} fraction bits, the first word most significant */`,
    ...words(
      `lutra_two_over_pi[${twoOverPiWords}]`,
      Array.from({ length: twoOverPiWords }, (_, i) =>
        BigInt.asUintN(64, circle >> BigInt(64 * (twoOverPiWords - 1 - i))),
      ),
    ),
    "",
    "#endif",
    "",
  ].join("\n");
}

/** The constant's first bits, cut off: from one with many more, of which the last may be wrong. */
function floored(constant: (bits: number) => bigint, bits: number): bigint {
  return constant(bits + 64) >> 64n;
}

function magnitude(x: bigint): bigint {
  return x < 0n ? -x : x;
}

function pair(x: bigint): readonly bigint[] {
  return [x >> 64n, BigInt.asUintN(64, x)];
}

function words(declaration: string, values: readonly bigint[], group = 1): readonly string[] {
  const texts = values.map(hex);
  const items =
    group === 1
      ? texts
      : texts.filter((_, i) => i % group === 0).map((_, i) => `{${texts[2 * i]}, ${texts[2 * i + 1]}}`);
  return [`LUTRA_TABLE lutra_u64 ${declaration} = {`, ...rows(items, group === 1 ? 5 : 2), "};"];
}

function rows(items: readonly string[], width: number): readonly string[] {
  return items.flatMap((_, i) => (i % width === 0 ? [`  ${items.slice(i, i + width).join(", ")},`] : []));
}

function hex(x: bigint): string {
  return `0x${x.toString(16).padStart(16, "0")}`;
}
