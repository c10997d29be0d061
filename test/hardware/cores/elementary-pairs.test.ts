/**
 * Elementary functions of two operands against their models; powers also where they are rational. LUTRA_CASES,
 * LUTRA_EXHAUSTIVE and LUTRA_FUNCTIONS as in elementary.test.ts.
 */
import { describe, expect, it } from "vitest";
import type { CoreOp } from "../../../src/hardware/cores/core.ts";
import { compileRound, encode } from "../../../src/types/float/index.ts";
import { type FloatType, float, float16, float32 } from "../../../src/types/types.ts";
import { checker, exhaust } from "./check.ts";
import { binaryFunctions, bitsOf, isHard, moderate, selected } from "./elementary-values.ts";
import { anyFloat, floatPair } from "./floats.ts";
import { seeded } from "./random.ts";

const cases = Number(process.env.LUTRA_CASES ?? 300);
const isThorough = process.env.LUTRA_EXHAUSTIVE === "1";

describe.each(selected(binaryFunctions))("%s", (op) => {
  it("every pair of a small format", () => {
    const more = isThorough ? [float(4, 3), float(3, 4, "ftz"), float(3, 3, "flopoco")] : [];
    for (const type of [float(3, 2), ...more]) {
      expect(exhaust(op, [type, type], type)).toBeGreaterThan(1000);
    }
  });

  const rare = isThorough ? [float16, float(11, 20), float(2, 29)] : [];
  it.each([float32, float(8, 23, "ftz"), float(11, 20, "flopoco"), ...rare])("%j", (type) =>
    tryPairs(op, type, cases / 4),
  );
});

describe.runIf(selected(["pow"]).length > 0)("rational powers", () => {
  const small = float(5, 6);
  const rest = isThorough ? [float16, float(4, 9, "ftz"), float(2, 29)] : [];

  it.each([float32, small, ...rest])("whole ones of %j, and their reciprocals", (type) => {
    const { check } = checker("pow", [type, type], type);
    for (let base = 3; base < 2 ** 13; base += base < 40 ? 2 : isThorough ? 14 : 302) {
      for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 16, 25, 31, 32, 33, 63, 64, 65]) {
        if (base > 40 && n > 16) break;
        const scale = 2 ** ((base + n) % 9);
        check(bitsOf(type, base / scale), bitsOf(type, n));
        check(bitsOf(type, -base / scale), bitsOf(type, -n));
      }
    }
  });

  it.each([float32, small, ...rest])("roots of perfect powers of %j, and of their neighbours", (type) => {
    const { check } = checker("pow", [type, type], type);
    for (const degree of [2, 4, 8, 16]) {
      const most = isThorough ? 400 : 12;
      for (let root = 2; root ** degree < 2 ** (type.mantissa + 2) && root < most; root++) {
        for (const n of [1, 3, 7, -1, -3]) {
          for (const power of [0, 1, degree, -3 * degree]) {
            const x = bitsOf(type, root ** degree * 2 ** power);
            check(x, bitsOf(type, n / degree));
            check(x + 1n, bitsOf(type, n / degree));
          }
        }
      }
    }
  });

  it.each([float32, small, float(3, 2)])("powers of two of %j at the borders of the range", (type) => {
    const { check } = checker("pow", [type, type], type);
    const bias = 2 ** (type.exponent - 1) - 1;
    const tie = -bias - type.mantissa; // half the least subnormal number
    for (let e = 1 - bias; e <= bias; e++) {
      if (e === 0) continue;
      for (const n of [tie - 1, tie, tie + 1, bias, bias + 1]) {
        check(bitsOf(type, 2 ** e), bitsOf(type, n / e));
      }
    }
  });

  it("powers of two by fractions that leave a few bits of the exponent", () => {
    for (const type of [float32, float(5, 6)]) {
      const { check } = checker("pow", [type, type], type);
      const least = 2 - 2 ** (type.exponent - 1) - type.mantissa;
      for (let e = least; e < 0; e += 3) {
        for (let n = 1; n < 64; n += 7) check(bitsOf(type, 2 ** e), bitsOf(type, n / 64));
      }
      check(bitsOf(type, 2 ** -128), bitsOf(type, 22 / 128));
    }
  });

  it("powers next to a midpoint", () => {
    const { check, count } = checker("pow", [float32, float32], float32);
    const random = seeded("hard powers");
    const round = compileRound(float32);
    for (let i = 0; i < 200 * cases; i++) {
      const x = round(2 ** (random() * 16 - 8));
      const y = round((random() < 0.5 ? 1 : -1) * 2 ** (random() * 8 - 5));
      if (isHard(x ** y, float32, round)) check(encode(float32, x), encode(float32, y));
    }
    expect(count()).toBeGreaterThan(0);
  });
});

function tryPairs(op: CoreOp, type: FloatType, count: number): void {
  const { check } = checker(op, [type, type], type);
  const special = [0, 1, 2, 0.5, 3, 2 ** 100, Infinity].flatMap((x) => [x, -x]);
  const patterns = [...special, Number.NaN].map((x) => bitsOf(type, x));
  for (const a of patterns) for (const b of patterns) check(a, b);
  const random = seeded(JSON.stringify([op, type]));
  for (let i = 0; i < count; i++) {
    check(anyFloat(type, random), anyFloat(type, random));
    check(moderate(type, random), moderate(type, random));
    check(...floatPair(type, random));
  }
}
