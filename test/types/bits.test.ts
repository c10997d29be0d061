import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bitWidth, fromBits, getBits, setBits, toBits } from "../../src/types/bits.ts";
import { ArithmeticFault } from "../../src/types/fault.ts";
import { fixed, float16, float32, int8, int32, pythonInt } from "../../src/types/types.ts";
import { anyExact, anyRaw, anyScalar, toValue } from "./generators.ts";

const typed = anyExact.chain((type) => anyRaw(type).map((raw) => ({ type, raw })));

/** A value and a range of bits that lies inside it. */
const ranged = typed.chain((value) =>
  fc
    .nat(bitWidth(value.type) - 1)
    .chain((low) =>
      fc.integer({ min: 1, max: bitWidth(value.type) - low }).map((width) => ({ ...value, low, width })),
    ),
);

describe("bit patterns", () => {
  test("every pattern is that of its value", () => {
    const patterns = anyScalar
      .filter((type) => type.kind !== "float" && !(type.kind === "python" && type.name === "float")) // NaN has many
      .chain((type) =>
        fc.bigInt({ min: 0n, max: (1n << BigInt(bitWidth(type))) - 1n }).map((bits) => ({ type, bits })),
      );
    fc.assert(
      fc.property(patterns, ({ type, bits }) => {
        expect(toBits(type, fromBits(type, bits))).toBe(bits);
      }),
      { numRuns: 2000 },
    );
  });

  test("known patterns", () => {
    expect(toBits(int8, -1)).toBe(0xffn);
    expect(toBits(fixed(8, 4), -16)).toBe(0xf0n);
    expect(toBits(float32, 1.5)).toBe(0x3fc00000n);
    expect(fromBits(float16, 0xc000n)).toBe(-2);
    expect(fromBits(pythonInt, 2n ** 64n - 1n)).toBe(-1);
    expect([int8, fixed(12, 3), float16, pythonInt].map(bitWidth)).toEqual([8, 12, 16, 64]);
  });

  test("getBits reads a range as an unsigned number", () => {
    fc.assert(
      fc.property(ranged, ({ type, raw, low, width }) => {
        const expected = BigInt.asUintN(width, BigInt.asUintN(bitWidth(type), BigInt(raw)) >> BigInt(low));
        expect(getBits(type, raw, low, width)).toBe(toValue(expected));
      }),
      { numRuns: 2000 },
    );
    expect(getBits(int32, -1, 0, 32)).toBe(2 ** 32 - 1);
  });

  test("setBits changes the range and nothing else", () => {
    fc.assert(
      fc.property(ranged, fc.bigInt({ min: 0n, max: 2n ** 300n }), ({ type, raw, low, width }, bits) => {
        const changed = setBits(type, raw, low, width, toValue(bits));
        expect(getBits(type, changed, low, width)).toBe(toValue(BigInt.asUintN(width, bits)));
        expect(setBits(type, changed, low, width, getBits(type, raw, low, width))).toBe(raw);
      }),
      { numRuns: 2000 },
    );
  });

  test("a range outside the type is a fault", () => {
    expect(() => getBits(int8, 1, 7, 2)).toThrow(ArithmeticFault);
    expect(() => setBits(int8, 1, -1, 2, 0)).toThrow("bits -1 to 0 are outside the 8 bits of int8");
  });
});
