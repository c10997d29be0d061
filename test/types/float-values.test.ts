/** Rounding, bit patterns, conversions and text of float values. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compileFloatBinary,
  compileFloatCompare,
  compileFloatMath,
  compileFloatUnary,
  convertFloat,
  decode,
  encode,
  floatBits,
  floatFromInteger,
  floatToExact,
  parseFloatLiteral,
  printFloat,
  roundTo,
} from "../../src/types/float/index.ts";
import type { Value } from "../../src/types/operators.ts";
import {
  type FloatType,
  type FloatVariant,
  float,
  float16,
  float32,
  float64,
} from "../../src/types/types.ts";

const anyType = fc
  .tuple(
    fc.integer({ min: 2, max: 11 }),
    fc.integer({ min: 1, max: 52 }),
    fc.constantFrom<FloatVariant>("ieee", "ftz", "flopoco"),
  )
  .map(([e, m, variant]) => float(e, m, variant));
const anyBits = fc.bigInt({ min: 0n, max: 2n ** 66n - 1n });
const typeAndBits = fc
  .tuple(anyType, anyBits)
  .map(([type, bits]) => ({ type, bits: BigInt.asUintN(floatBits(type), bits) }));

describe("patterns", () => {
  it("decode and encode are inverse, up to the many NaNs and the zeros of ftz and flopoco", () => {
    fc.assert(
      fc.property(typeAndBits, ({ type, bits }) => {
        const value = decode(type, bits);
        expect(decode(type, encode(type, value))).toBe(value);
        if (type.variant === "ieee" && !Number.isNaN(value)) expect(encode(type, value)).toBe(bits);
      }),
      { numRuns: 3000 },
    );
  });

  it("float32 and float64 are the machine's", () => {
    fc.assert(
      fc.property(fc.double(), (x) => {
        const view = new DataView(new ArrayBuffer(8));
        view.setFloat64(0, x);
        if (!Number.isNaN(x)) expect(encode(float64, x)).toBe(view.getBigUint64(0));
        view.setFloat32(0, x);
        if (!Number.isNaN(x)) expect(encode(float32, Math.fround(x))).toBe(BigInt(view.getUint32(0)));
      }),
    );
    expect(encode(float32, Number.NaN)).toBe(0x7fc00000n);
    expect(encode(float64, Number.NaN)).toBe(0x7ff8n << 48n);
  });

  it("flopoco puts two exception bits first: 00 zero, 01 normal, 10 infinity, 11 NaN", () => {
    const type = float(5, 4, "flopoco");
    expect(encode(type, 0)).toBe(0b00_0_00000_0000n);
    expect(encode(type, -0)).toBe(0b00_1_00000_0000n);
    expect(encode(type, 1.5)).toBe(0b01_0_01111_1000n);
    expect(encode(type, -Infinity)).toBe(0b10_1_00000_0000n);
    expect(encode(type, Number.NaN)).toBe(0b11_0_00000_0000n);
    expect(decode(type, 0b01_0_11111_1111n)).toBe(2 ** 16 * 1.9375); // every exponent code is a number
    expect(decode(type, 0b01_0_00000_0000n)).toBe(2 ** -15);
  });

  it("flopoco with 11 exponent bits is its pattern, a number where that is a safe integer", () => {
    expect(roundTo(float(11, 20, "flopoco"), 1)).toBe(2 ** 32 + 1023 * 2 ** 20);
    expect(roundTo(float(11, 52, "flopoco"), 1)).toBe((1n << 64n) | (1023n << 52n));
    expect(roundTo(float(11, 52, "flopoco"), 0)).toBe(0);
  });
});

describe("rounding", () => {
  it("is to nearest, ties to even, into infinity above and onto the subnormal grid below", () => {
    const type = float(4, 3); // 1 ulp of 1 is 1/8; smallest normal 2^-6, subnormal 2^-9; largest 240
    const cases = [
      [1.0625, 1],
      [1.1875, 1.25],
      [1.07, 1.125],
      [240, 240],
      [247.9, 240],
      [248, Infinity],
      [2 ** -9, 2 ** -9],
      [2 ** -10, 0],
      [1.01 * 2 ** -10, 2 ** -9],
      [-(2 ** -11), -0],
      [1.5 * 2 ** -9, 2 ** -8],
    ] as const;
    for (const [x, want] of cases) expect(roundTo(type, x), String(x)).toBe(want);
  });

  it("next to the largest power of two a double has", () => {
    expect(roundTo(float(11, 51), 2 ** 1023 * (1 - 2 ** -53))).toBe(2 ** 1023);
    expect(roundTo(float(11, 50), 2 ** 1023 * (1 - 2 ** -53))).toBe(2 ** 1023);
    expect(roundTo(float(11, 51), Number.MAX_VALUE)).toBe(Infinity);
  });

  it("ftz rounds as if exponents were unbounded, then flushes what is below the smallest normal number", () => {
    const type = float(4, 3, "ftz");
    const min = 2 ** -6;
    expect(roundTo(type, min)).toBe(min);
    expect(roundTo(type, min * (1 - 2 ** -4))).toBe(0); // a value of four bits, but too small
    expect(roundTo(type, min * (1 - 2 ** -5))).toBe(min); // a tie, to even
    expect(roundTo(type, -min / 2)).toBe(-0);
    expect(decode(type, 0b1_0000_111n)).toBe(-0); // a subnormal pattern reads as zero
  });

  it("of integers happens once", () => {
    expect(floatFromInteger(float32, 16777217, 0)).toBe(16777216);
    expect(floatFromInteger(float32, (1n << 80n) + (1n << 56n) + 1n, -80)).toBe(1 + 2 ** -23);
    expect(floatFromInteger(float64, -3, -1075)).toBe(-2 * 2 ** -1074);
    expect(floatFromInteger(float16, 65520, 0)).toBe(Infinity);
    expect(floatFromInteger(float16, 0, 5)).toBe(0);
  });

  it("floatToExact gives back the value", () => {
    fc.assert(
      fc.property(typeAndBits, ({ type, bits }) => {
        const value = decode(type, bits);
        const exact = floatToExact(type, value);
        if (exact.kind !== "finite" || exact.mantissa === 0n) return;
        expect(exact.negative).toBe(exact.mantissa < 0n);
        expect(floatFromInteger(type, exact.mantissa, exact.exponent)).toBe(value);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("conversion", () => {
  it("to a type that has every value is exact, and comes back", () => {
    fc.assert(
      fc.property(typeAndBits, fc.integer({ min: 0, max: 3 }), ({ type, bits }, more) => {
        if (type.exponent === 11) return;
        const wide = float(type.exponent + 1, Math.min(52, type.mantissa + more), type.variant);
        const value = decode(type, bits);
        expect(convertFloat(wide, type)(convertFloat(type, wide)(value))).toBe(value);
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps infinities, NaN and the sign of zero, also to and from patterns", () => {
    const pattern = float(11, 30, "flopoco");
    for (const x of [0, -0, Infinity, -Infinity, Number.NaN, 1.5]) {
      expect(convertFloat(pattern, float64)(convertFloat(float64, pattern)(x))).toBe(x);
      expect(convertFloat(float64, float16)(x)).toBe(x);
    }
  });

  it("is the machine's from float64 to float32", () => {
    const convert = convertFloat(float64, float32);
    fc.assert(
      fc.property(fc.double(), (x) => {
        expect(convert(x)).toBe(Math.fround(x));
      }),
    );
  });
});

describe("text", () => {
  it("prints as Python does", () => {
    const cases: readonly [FloatType, Value, string][] = [
      [float64, 1, "1.0"],
      [float64, 0.1, "0.1"],
      [float64, -0, "-0.0"],
      [float64, 1e16, "1e+16"],
      [float64, 123456789012345680, "1.2345678901234568e+17"],
      [float64, 1e15, "1000000000000000.0"],
      [float64, 0.0001, "0.0001"],
      [float64, 0.00001, "1e-05"],
      [float64, 5e-324, "5e-324"],
      [float64, Number.MAX_VALUE, "1.7976931348623157e+308"],
      [float64, Infinity, "inf"],
      [float64, -Infinity, "-inf"],
      [float64, Number.NaN, "nan"],
      [float32, Math.fround(0.1), "0.1"],
      [float32, 16777216, "16777216.0"],
      [float16, 65504, "65500.0"],
      [float(4, 3), 240, "240.0"],
      [float(2, 1), 0.5, "0.5"],
    ];
    for (const [type, value, text] of cases) expect(printFloat(type, value)).toBe(text);
  });

  it("agrees with the platform on float64", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
        expect(Number(printFloat(float64, x))).toBe(x);
        expect(significant(printFloat(float64, x))).toBe(significant(String(x)));
      }),
      { numRuns: 2000 },
    );
  });

  it("reads back what it prints, in every type", () => {
    fc.assert(
      fc.property(typeAndBits, ({ type, bits }) => {
        const value = decode(type, bits);
        expect(parseFloatLiteral(type, printFloat(type, value))).toEqual({ ok: true, value });
      }),
      { numRuns: 2000 },
    );
  });

  it("rounds a decimal once", () => {
    // Just above the midpoint of 1 and the next float32, by less than a double can tell.
    expect(parseFloatLiteral(float32, "1.000000059604644775390625000000001")).toEqual({
      ok: true,
      value: 1 + 2 ** -23,
    });
    expect(parseFloatLiteral(float32, "1.000000059604644775390625")).toEqual({ ok: true, value: 1 });
    expect(parseFloatLiteral(float64, "1e400000000")).toEqual({ ok: true, value: Infinity });
    expect(parseFloatLiteral(float64, "-1e-400000000")).toEqual({ ok: true, value: -0 });
    expect(parseFloatLiteral(float64, " 1_000.5e-1 ")).toEqual({ ok: true, value: 100.05 });
  });

  it("says what it does not understand", () => {
    for (const text of ["", ".", "e5", "1.2.3", "0x10", "one", "1 2"]) {
      expect(parseFloatLiteral(float32, text)).toEqual({
        ok: false,
        message: `"${text}" is not a decimal number, inf or nan`,
      });
    }
  });

  function significant(text: string): string {
    const digits = text.replace(/e.*$/, "").replace(/[-.]/g, "").replace(/^0+/, "").replace(/0+$/, "");
    return digits;
  }
});

describe("comparison, sign and integers, in numbers and in patterns", () => {
  const numbers = float(10, 12, "flopoco");
  const patterns = float(11, 12, "flopoco");
  const to = convertFloat(numbers, patterns);
  const values = [0, -0, 1, -1, 1.5, 2.5, -2.5, 0.25, 3e40, -3e40, Infinity, -Infinity, Number.NaN].map((x) =>
    roundTo(numbers, x),
  );

  it("agree", () => {
    for (const a of values) {
      for (const op of ["neg", "abs"] as const) {
        expect(compileFloatUnary(op, patterns)(to(a))).toBe(to(compileFloatUnary(op, numbers)(a)));
      }
      expect(compileFloatUnary("not", patterns)(to(a))).toBe(a === 0);
      for (const fn of ["floor", "ceil", "trunc", "rint", "sign", "sqrt"] as const) {
        expect(compileFloatMath(fn, patterns)(to(a), to(a)), `${fn}(${a})`).toBe(
          to(compileFloatMath(fn, numbers)(a, a)),
        );
      }
      for (const fn of ["isnan", "isinf", "isfinite"] as const) {
        expect(compileFloatMath(fn, patterns)(to(a), to(a))).toBe(compileFloatMath(fn, numbers)(a, a));
      }
      for (const b of values) {
        for (const op of ["eq", "ne", "lt", "le", "gt", "ge"] as const) {
          expect(compileFloatCompare(op, patterns)(to(a), to(b))).toBe(
            compileFloatCompare(op, numbers)(a, b),
          );
        }
        for (const op of ["min", "max", "floordiv", "mod", "fmod", "pow"] as const) {
          expect(compileFloatBinary(op, patterns)(to(a), to(b)), `${a} ${op} ${b}`).toBe(
            to(compileFloatBinary(op, numbers)(a, b)),
          );
        }
        expect(compileFloatMath("copysign", patterns)(to(a), to(b))).toBe(
          to(compileFloatMath("copysign", numbers)(a, b)),
        );
      }
    }
  });

  it("floor of a format whose largest value is a fraction can only be infinite", () => {
    expect(compileFloatMath("floor", float(2, 5))(-3.96875 + 0.03125, 0)).toBe(-Infinity);
    expect(compileFloatMath("trunc", float(2, 5))(-3.9375, 0)).toBe(-3);
  });
});
