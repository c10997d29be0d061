/**
 * Float cores of the machine's formats against their models: random operands, and those where rounding, cancelling,
 * carries and the borders of the range happen. LUTRA_CASES=1000000 tries that many for each operation.
 */
import { describe, expect, it } from "vitest";
import type { CoreOp } from "../../../src/hardware/cores/core.ts";
import { toBits } from "../../../src/types/bits.ts";
import { decode } from "../../../src/types/float/index.ts";
import {
  bool,
  exactInt,
  type FloatType,
  type FloatVariant,
  fixed,
  float,
  float64,
  int8,
  int32,
  int64,
  pythonFloat,
  pythonInt,
  type ScalarType,
  uint32,
  uint64,
} from "../../../src/types/types.ts";
import { checker } from "./check.ts";
import { corners, randomBits, seeded } from "./random.ts";

const cases = Number(process.env.LUTRA_CASES ?? 500);
const formats = [
  ["float16", 5, 10],
  ["float32", 8, 23],
  ["float64", 11, 52],
] as const;
const variants: readonly FloatVariant[] = ["ieee", "ftz", "flopoco"];
const binary: readonly CoreOp[] = ["add", "sub", "mul", "div", "min", "max", "copysign"];
const compares: readonly CoreOp[] = ["eq", "ne", "lt", "le", "gt", "ge"];
const unary: readonly CoreOp[] = ["neg", "abs", "sqrt", "floor", "ceil", "trunc", "rint", "sign"];

describe.each(formats)("%s", (_name, e, m) => {
  describe.each(variants)("%s", (variant) => {
    const type = float(e, m, variant);

    it.each(binary)("%s", (op) => tryPairs(op, type, type));
    it.each(compares)("%s", (op) => tryPairs(op, type, bool));
    it.each(unary)("%s", (op) => tryValues(op, type, type));

    it("conversions to other formats", () => {
      for (const [, exponent, mantissa] of formats) {
        for (const other of variants) tryValues("convert", type, float(exponent, mantissa, other));
      }
    });

    it("conversions to integers and fixed numbers, and back", () => {
      const fixedTypes = [
        fixed(32, 16, true, "nearest_even", "saturate"),
        fixed(20, 4, false, "nearest_away"),
      ];
      for (const other of [int8, int32, uint32, int64, uint64, exactInt(100, true), ...fixedTypes, bool]) {
        tryValues("convert", type, other);
        const back = checker("convert", [other], type);
        const random = seeded(`back ${variant}`);
        const width = other.kind === "bool" ? 1 : other.kind === "fixed" ? other.width : other.bits;
        for (let i = 0; i < cases / 5; i++) back.check(randomBits(random, width));
      }
    });
  });
});

it.each(compares)("%s of python numbers, exactly", (op) => {
  const random = seeded(`mixed ${op}`);
  for (const other of [pythonInt, int64, uint64, bool] as const) {
    const width = other === bool ? 1 : 64;
    const onLeft = checker(op, [float64, other], bool);
    const onRight = checker(op, [other, pythonFloat], bool);
    for (let i = 0; i < 300; i++) {
      const whole = i % 2 === 0 ? pattern(float64, random) : aroundOne(float64, random);
      const near = BigInt.asUintN(width, wholePart(Number(decode(float64, whole))));
      const number = i % 3 === 0 ? randomBits(random, width) : near;
      onLeft.check(whole, number);
      onRight.check(number, whole);
    }
    for (const a of bordersOf(float64)) {
      for (const b of corners(width)) {
        onLeft.check(a, b);
        onRight.check(b, a);
      }
    }
  }
});

function wholePart(x: number): bigint {
  return Number.isFinite(x) ? BigInt(Math.trunc(x)) : 0n;
}

it("python numbers become floats as CPython makes them", () => {
  const random = seeded("python int");
  for (const type of [float(5, 10), float(8, 23), float64]) {
    const { check } = checker("convert", [pythonInt], type);
    for (let i = 0; i < 300; i++) check(randomBits(random, 64));
  }
});

function tryPairs(op: CoreOp, type: FloatType, result: ScalarType): void {
  const { check, count } = checker(op, [type, type], result);
  const borders = bordersOf(type);
  for (const a of borders) for (const b of borders) check(a, b);
  const random = seeded(`${JSON.stringify([op, type])}`);
  for (let i = 0; i < cases; i++) check(...pairOf(type, random));
  expect(count()).toBe(borders.length ** 2 + cases);
}

function tryValues(op: CoreOp, type: FloatType, result: ScalarType): void {
  const { check } = checker(op, [type], result);
  for (const a of bordersOf(type)) check(a);
  const random = seeded(`${JSON.stringify([op, type, result])}`);
  for (let i = 0; i < cases / 5; i++) check(aroundOne(type, random));
  for (let i = 0; i < cases / 5; i++) check(pattern(type, random));
}

/** Zeros, the least and the largest of each kind, 1 and its neighbours, infinities, NaN. */
function bordersOf(type: FloatType): readonly bigint[] {
  const { exponent, mantissa, variant } = type;
  const unit = 1n << BigInt(mantissa);
  const one = (2n ** BigInt(exponent - 1) - 1n) * unit;
  const all = unit * 2n ** BigInt(exponent);
  const plain = [0n, 1n, unit - 1n, unit, unit + 1n, one - 1n, one, one + 1n, one + unit / 2n, one - unit];
  const upper = [all - unit - 1n, all - unit, all - unit + unit / 2n, all - 1n];
  const magnitudes = [...plain, ...upper];
  if (variant !== "flopoco") return magnitudes.flatMap((bits) => [bits, bits | all]);
  const specials = [0n, 4n, 6n].flatMap((head) => [head * all, (head + 1n) * all]);
  const known = [...magnitudes.flatMap((bits) => [bits + 2n * all, bits + 3n * all]), ...specials];
  return known.filter((bits) => toBits(type, decode(type, bits)) === bits);
}

/** Any pattern. */
function pattern(type: FloatType, random: () => number): bigint {
  const { exponent, mantissa, variant } = type;
  const bits = randomBits(random, 1 + exponent + mantissa);
  return variant === "flopoco" ? bits | (1n << BigInt(1 + exponent + mantissa)) : bits;
}

/** Exponents where a fraction and a whole part meet. */
function aroundOne(type: FloatType, random: () => number): bigint {
  const { exponent, mantissa } = type;
  const bias = 2 ** (exponent - 1) - 1;
  return assemble(type, random() < 0.5, bias - 3 + Math.floor(random() * (mantissa + 16)), random);
}

function assemble(type: FloatType, negative: boolean, code: number, random: () => number): bigint {
  const { exponent, mantissa, variant } = type;
  const kept = Math.min(Math.max(code, 0), 2 ** exponent - 2);
  const head = (variant === "flopoco" ? 2 : 0) + (negative ? 1 : 0);
  const top = BigInt(head * 2 ** exponent + kept);
  return (top << BigInt(mantissa)) | randomBits(random, mantissa);
}

/** A pair where something happens: near exponents, near values that cancel, results at a border of the range. */
function pairOf(type: FloatType, random: () => number): readonly [bigint, bigint] {
  const { exponent, mantissa } = type;
  const codes = 2 ** exponent;
  const bias = codes / 2 - 1;
  const a = pattern(type, random);
  const code = Number((a >> BigInt(mantissa)) & BigInt(codes - 1));
  const negative = random() < 0.5;
  const near = (middle: number, reach: number): bigint =>
    assemble(type, negative, middle + Math.floor((random() * 2 - 1) * reach), random);
  switch (Math.floor(random() * 7)) {
    case 0:
      return [a, pattern(type, random)];
    case 1:
      return [a, near(code, 3)]; // cancels by a few bits
    case 2:
      return [a, near(code, mantissa + 4)]; // shifted by up to all bits
    case 3: {
      const other = a ^ (1n << BigInt(exponent + mantissa)); // cancels all but the last bits
      const changed = other ^ BigInt(Math.floor(random() * 4));
      return [a, changed];
    }
    case 4:
      return [a, near(bias - code + 1, mantissa + 3)]; // a product at the lower border, a quotient at the upper
    case 5:
      return [a, near(code + bias, mantissa + 3)]; // a quotient at the lower border
    default:
      return [a, near(codes + bias - code, 3)]; // a product at the upper border
  }
}
