/**
 * Elementary functions of formats of more than 32 bits against their models, float64 above all. LUTRA_CASES=100000 for so
 * many values of each, LUTRA_FUNCTIONS as in elementary.long.test.ts.
 */
import { describe, expect, it } from "vitest";
import { trustedBits } from "../../../src/types/float/elementary/index.ts";
import { formatOf } from "../../../src/types/float/format.ts";
import { encode } from "../../../src/types/float/index.ts";
import { type Pair, pairBinary, pairUnary } from "../../../src/types/float/pairs/index.ts";
import { type FloatType, float, float64 } from "../../../src/types/types.ts";
import { checker } from "./check.ts";
import {
  binaryFunctions,
  bitsOf,
  moderate,
  selected,
  turningPoints,
  unaryFunctions,
} from "./elementary-values.ts";
import { anyFloat, floatPair } from "./floats.ts";
import { seeded } from "./random.ts";

const cases = Number(process.env.LUTRA_CASES ?? 30);

const others = [float(11, 52, "ftz"), float(9, 40, "flopoco"), float(8, 24), float(2, 52)];

describe.each(selected(unaryFunctions))("%s", (op) => {
  it("of float64", () => {
    const { check } = checker(op, [float64], float64);
    for (const bits of [...turningPoints(float64), ...directed]) check(bits);
    const random = seeded(op);
    for (let i = 0; i < cases; i++) for (const bits of someOf(float64, random)) check(bits);
  });

  it("of float64 next to a midpoint", () => {
    const { check, count } = checker(op, [float64], float64);
    const random = seeded(`hard ${op}`);
    for (let i = 0; i < 200 * cases; i++) {
      const x = (random() < 0.5 ? 1 : -1) * 2 ** (random() * 16 - 9);
      if (isHard(pairUnary[op](x))) check(encode(float64, x));
    }
    if (op !== "cbrt") expect(count()).toBeGreaterThan(0); // a root is exact
  });

  it.each(others)("of %j", (type) => {
    const { check } = checker(op, [type], type);
    const random = seeded(op);
    for (let i = 0; i < cases / 10; i++) for (const bits of someOf(type, random)) check(bits);
  });
});

describe.each(selected(binaryFunctions))("%s", (op) => {
  it("of float64", () => {
    const { check } = checker(op, [float64, float64], float64);
    const special = [0, 1, 2, 0.5, 3, 2 ** 100, Infinity, 5e-324, 1.7e308].flatMap((x) => [x, -x]);
    const patterns = [...special, Number.NaN].map((x) => encode(float64, x));
    for (const a of patterns) for (const b of patterns) check(a, b);
    const random = seeded(op);
    for (let i = 0; i < cases; i++) {
      const [a, b] = [someOf(float64, random), someOf(float64, random)];
      for (const [n, x] of a.entries()) check(x, b[(n + i) % b.length] ?? 0n);
      check(...floatPair(float64, random));
    }
  });

  it("of float64 next to a midpoint", () => {
    const { check, count } = checker(op, [float64, float64], float64);
    const random = seeded(`hard ${op}`);
    for (let i = 0; i < 200 * cases; i++) {
      const x = 2 ** (random() * 16 - 8);
      const y = (random() < 0.5 ? 1 : -1) * 2 ** (random() * 8 - 5);
      if (isHard(pairBinary[op](x, y))) check(encode(float64, x), encode(float64, y));
    }
    if (op !== "hypot") expect(count()).toBeGreaterThan(0);
  });

  it.each(others)("of %j", (type) => {
    const { check } = checker(op, [type, type], type);
    const random = seeded(op);
    for (let i = 0; i < cases / 10; i++) check(...floatPair(type, random));
    for (let i = 0; i < cases / 10; i++) check(moderate(type, random), moderate(type, random));
  });
});

describe.runIf(selected(["pow"]).length > 0)("rational powers of float64", () => {
  const { check } = checker("pow", [float64, float64], float64);

  it("whole ones, and their reciprocals", () => {
    for (let base = 3; base < 2 ** 20; base = base < 20 ? base + 2 : base * 3 + 2) {
      for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 25, 31, 33, 63, 64, 65]) {
        const scale = 2 ** ((base + n) % 9);
        check(encode(float64, base / scale), encode(float64, n));
        check(encode(float64, -base / scale), encode(float64, -n));
      }
    }
  });

  it("roots of perfect powers, and of their neighbours", () => {
    for (const degree of [2, 4, 8, 16, 32]) {
      for (let root = 3; root ** degree < 2 ** 53 && root < 12; root += 2) {
        for (const n of [1, 3, -1, 5]) {
          const x = encode(float64, root ** degree * 2 ** (degree * (n - 2)));
          check(x, encode(float64, n / degree));
          check(x + 1n, encode(float64, n / degree));
        }
      }
    }
  });

  it("powers of two at the borders of the range", () => {
    check(encode(float64, 2 ** -256), encode(float64, 51 / 256));
    for (let e = -1074; e <= 1023; e += 61) {
      for (const n of [-1076, -1075, -1074, -1022, 1023, 1024]) {
        check(encode(float64, 2 ** e), encode(float64, n / e));
      }
      for (const n of [1, 51, 77, 200]) check(encode(float64, 2 ** e), encode(float64, n / 256));
    }
  });
});

/** Ends of ranges, numbers all but a multiple of pi/2, and borders between the ways of computing. */
const directed: readonly bigint[] = [
  ...[709.7, 709.8, -745.1, -745.2, -708.4, 1023.9, -1074.5, -1075.5, 710.4, 710.5, 19.1, 18.7],
  ...[6381956970095103 * 2 ** 797, 1e22, 2 ** 1023, 1.5e300, 2 ** -60, 2 ** -81, 2 ** -82, 2 ** -120],
  ...[1 - 2 ** -53, 1 + 2 ** -52, 2 ** -6, 2 ** -7, 1 - 2 ** -20, 5e-324, 2 ** -1022, 2 ** -1030 + 5e-324],
].flatMap((x) => [encode(float64, x), encode(float64, -x)]);

/** One of any exponent, a subnormal one, one near 1, one between 2^-20 and 2^10. */
function someOf(type: FloatType, random: () => number): readonly bigint[] {
  const { subnormals } = formatOf(type);
  const fraction = BigInt(Math.floor(random() * 2 ** Math.ceil(random() * type.mantissa)));
  const sign = random() < 0.5 ? 1 : -1;
  return [
    anyFloat(type, random),
    moderate(type, random),
    bitsOf(type, sign * (1 + (random() - 0.5) * 2 ** (-random() * type.mantissa))),
    ...(subnormals ? [fraction] : []),
  ];
}

/** Too near to a midpoint for a pair of doubles to tell which way the model rounds. */
function isHard(near: Pair | undefined): boolean {
  if (near === undefined) return false;
  const doubt = Math.abs(near.high) * 2 ** -(trustedBits(formatOf(float64)) - 3);
  return near.high + (near.low - doubt) !== near.high + (near.low + doubt);
}
