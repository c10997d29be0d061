/** a * b + c: cores against their models. */
import { describe, expect, it } from "vitest";
import { bitWidth } from "../../../src/types/bits.ts";
import { compileFloatFma } from "../../../src/types/float/index.ts";
import {
  exactInt,
  type FloatType,
  type FloatVariant,
  fixed,
  float,
  float16,
  float32,
  float64,
  int8,
  int32,
} from "../../../src/types/types.ts";
import { checker, patternsOf } from "./check.ts";
import { anyFloat, floatPair, specialFloats } from "./floats.ts";
import { randomBits, seeded } from "./random.ts";

const variants: readonly FloatVariant[] = ["ieee", "ftz", "flopoco"];
const cases = Number(process.env.LUTRA_CASES ?? 100);
const small =
  process.env.LUTRA_CORES === "all"
    ? ([
        [2, 2],
        [3, 2],
        [4, 1],
        [2, 3],
      ] as const)
    : [];

describe("the model", () => {
  it("of float64 rounds once", () => {
    const fma = compileFloatFma(float64);
    const e = 2 ** -30;
    expect(fma(1 + e, 1 - e, -1)).toBe(-(2 ** -60)); // the product alone would round to 1
    expect(fma(1 + e, 1 + e, -1 - 2 * e)).toBe(2 ** -60);
    expect(fma(2 ** 600, 2 ** 600, -Infinity)).toBe(-Infinity);
    expect(fma(Infinity, 0, 1)).toBeNaN();
    expect(Object.is(fma(-1, 0, -0), -0)).toBe(true);
    expect(Object.is(fma(-1, 0, 0), 0)).toBe(true);
    expect(fma(2 ** -600, 2 ** -500, 0)).toBe(0);
    expect(fma(2 ** -537, 2 ** -537, 0)).toBe(2 ** -1074);
  });
});

describe.each(["fma", "muladd"] as const)("%s", (op) => {
  it.each(variants)("of all triples of tiny %s formats", (variant) => {
    for (const [e, m] of [[2, 1], [3, 1], ...small] as const) {
      const type = float(e, m, variant);
      const { check, count } = checker(op, [type, type, type], type);
      const patterns = patternsOf(type);
      for (const a of patterns) for (const b of patterns) for (const c of patterns) check(a, b, c);
      expect(count()).toBe(patterns.length ** 3);
    }
  });

  it.each([
    ["float16", float16],
    ["float32", float32],
    ["float64", float64],
    ["ftz", float(8, 23, "ftz")],
    ["flopoco", float(8, 23, "flopoco")],
    ["wide flopoco", float(11, 30, "flopoco")],
  ] as const)("of random %s", (_name, type) => {
    const { check, count } = checker(op, [type, type, type], type);
    const borders = specialFloats(type);
    const random = seeded(`${op} ${JSON.stringify(type)}`);
    const border = (): bigint => borders[Math.floor(random() * borders.length)] ?? 0n;
    for (let i = 0; i < cases; i++) {
      check(border(), border(), border());
      const [a, b] = floatPair(type, random);
      check(a, b, anyFloat(type, random));
      check(a, b, border());
      check(...nearProduct(type, random));
    }
    expect(count()).toBe(4 * cases);
  });

  it("of integers and fixed numbers", () => {
    const random = seeded(`${op} of integers`);
    const q = fixed(8, 4);
    for (const [left, right, third, result] of [
      [int8, int8, int8, int8],
      [int32, int32, int32, int32],
      [exactInt(9, true), exactInt(5, false), exactInt(20, true), exactInt(21, true)],
      [q, q, fixed(12, 3), fixed(16, 8)],
      [q, q, fixed(20, 3), fixed(9, 5, true, "nearest_even", "saturate")],
      [exactInt(4, true), exactInt(4, true), fixed(10, 4), exactInt(4, true)],
    ] as const) {
      const { check } = checker(op, [left, right, third], result);
      const bits = (type: Parameters<typeof bitWidth>[0]): bigint => randomBits(random, bitWidth(type));
      for (let i = 0; i < 300; i++) check(bits(left), bits(right), bits(third));
    }
  });
});

/** c about as large as the product, and of the other sign: it cancels, or lies at either end of the row. */
function nearProduct(type: FloatType, random: () => number): readonly [bigint, bigint, bigint] {
  const { exponent, mantissa, variant } = type;
  const bias = 2 ** (exponent - 1) - 1;
  const sign = 1n << BigInt(exponent + mantissa);
  const normal = variant === "flopoco" ? 2n * sign : 0n;
  const pick = (code: number): bigint => {
    const kept = BigInt(Math.min(Math.max(code, 0), 2 ** exponent - 2));
    return normal + (kept << BigInt(mantissa)) + randomBits(random, mantissa);
  };
  const near = (middle: number, reach: number): number => middle + Math.floor((random() * 2 - 1) * reach);
  const first = near(bias, bias);
  const second = near(bias, Math.max(bias - Math.abs(first - bias), 1));
  const c = near(first + second - bias, random() < 0.5 ? 2 : 3 * mantissa + 6);
  const flip = (): bigint => (random() < 0.5 ? sign : 0n);
  return [pick(first) + flip(), pick(second) + flip(), pick(c) + flip()];
}
