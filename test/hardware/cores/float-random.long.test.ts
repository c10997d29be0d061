/**
 * Float cores of the machine's formats against their models: random operands, and those where rounding, cancelling,
 * carries and the borders of the range happen. LUTRA_CASES=1000000 tries that many for each operation.
 */
import { describe, expect, it } from "vitest";
import type { CoreOp } from "../../../src/hardware/cores/core.ts";
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
import { anyFloat, aroundOne, floatPair, specialFloats } from "./floats.ts";
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
      const whole = i % 2 === 0 ? anyFloat(float64, random) : aroundOne(float64, random);
      const near = BigInt.asUintN(width, wholePart(Number(decode(float64, whole))));
      const number = i % 3 === 0 ? randomBits(random, width) : near;
      onLeft.check(whole, number);
      onRight.check(number, whole);
    }
    for (const a of specialFloats(float64)) {
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
  const borders = specialFloats(type);
  for (const a of borders) for (const b of borders) check(a, b);
  const random = seeded(`${JSON.stringify([op, type])}`);
  for (let i = 0; i < cases; i++) check(...floatPair(type, random));
  expect(count()).toBe(borders.length ** 2 + cases);
}

function tryValues(op: CoreOp, type: FloatType, result: ScalarType): void {
  const { check } = checker(op, [type], result);
  for (const a of specialFloats(type)) check(a);
  const random = seeded(`${JSON.stringify([op, type, result])}`);
  for (let i = 0; i < cases / 5; i++) check(aroundOne(type, random));
  for (let i = 0; i < cases / 5; i++) check(anyFloat(type, random));
}
