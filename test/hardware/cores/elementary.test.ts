/**
 * Elementary functions against their models. LUTRA_CASES=1000000 tries that many float32 values for each function;
 * LUTRA_EXHAUSTIVE=1 tries every float16 value of every function, and every pair of small formats.
 */
import { describe, expect, it } from "vitest";
import type { CoreOp } from "../../../src/hardware/cores/core.ts";
import { compileRound, decode, encode, floatBits, roundTo } from "../../../src/types/float/index.ts";
import { type FloatType, float, float16, float32 } from "../../../src/types/types.ts";
import { checker, exhaust } from "./check.ts";
import { randomBits, seeded } from "./random.ts";

const cases = Number(process.env.LUTRA_CASES ?? 400);
const isThorough = process.env.LUTRA_EXHAUSTIVE === "1";
const chosen = process.env.LUTRA_FUNCTIONS?.split(",");
const binary = functionsOf(["atan2", "hypot", "pow"]);
const unary = functionsOf([
  "exp",
  "exp2",
  "expm1",
  "sinh",
  "cosh",
  "tanh",
  "log",
  "log2",
  "log10",
  "log1p",
  "sin",
  "cos",
  "tan",
  "asin",
  "acos",
  "atan",
  "cbrt",
]);

describe.each(unary)("%s", (op) => {
  it("every value of small formats", () => {
    for (const type of [float(5, 4), float(4, 3, "ftz"), float(3, 5, "flopoco"), float(2, 3)]) {
      expect(exhaust(op, [type], type)).toBeGreaterThan(50);
    }
  });

  it("float32", () => tryValues(op, float32, cases));

  it.each([
    float(8, 7),
    float(11, 20),
    float(2, 29),
    float(8, 23, "ftz"),
    float(8, 23, "flopoco"),
    float(11, 20, "flopoco"),
  ])("%j", (type) => tryValues(op, type, cases / 8));

  it("values whose results lie next to a midpoint", () => {
    for (const type of [float32, float(8, 12), float(6, 17, "ftz")]) {
      const { check, count } = checker(op, [type], type);
      for (const bits of hardValues(op, type, 200 * cases)) check(bits);
      expect(count()).toBeGreaterThan(0);
    }
  });

  it.runIf(isThorough || op === "exp")("every float16", () => {
    expect(exhaust(op, [float16], float16)).toBe(65536);
  });
});

describe.each(binary)("%s", (op) => {
  it("every pair of a small format", () => {
    const types = isThorough ? [float(4, 3), float(3, 4, "ftz"), float(3, 3, "flopoco")] : [float(3, 2)];
    for (const type of types) expect(exhaust(op, [type, type], type)).toBeGreaterThan(4000 / 8);
  });

  it.each([float32, float16, float(11, 20), float(2, 29), float(8, 23, "ftz"), float(11, 20, "flopoco")])(
    "%j",
    (type) => tryPairs(op, type, cases / 4),
  );
});

function tryPairs(op: CoreOp, type: FloatType, count: number): void {
  const { check } = checker(op, [type, type], type);
  const random = seeded(JSON.stringify([op, type]));
  const special = [0, 1, 2, 0.5, 3, 2 ** 100, Infinity].flatMap((x) => [x, -x]);
  const patterns = [...special, Number.NaN].map((x) => encode(type, roundTo(type, x)));
  for (const a of patterns) for (const b of patterns) check(a, b);
  for (let i = 0; i < count; i++) {
    check(anyPattern(type, random), anyPattern(type, random));
    check(nearOne(type, random), nearOne(type, random));
  }
}

function functionsOf(names: readonly CoreOp[]): readonly CoreOp[] {
  return names.filter((name) => chosen === undefined || chosen.includes(String(name)));
}

function tryValues(op: CoreOp, type: FloatType, count: number): void {
  const { check } = checker(op, [type], type);
  for (const value of directed(type)) check(value);
  const random = seeded(JSON.stringify([op, type]));
  for (let i = 0; i < count; i++) check(i % 2 === 0 ? anyPattern(type, random) : nearOne(type, random));
}

/** Zeros, ones, infinities, NaN, large and small ones, values at which functions change their ways; and neighbours. */
function directed(type: FloatType): readonly bigint[] {
  const whole = [0, 1, 2, 3, 4, 10, 22, 87, 88.7, 89, 103, 104, 128];
  const parts = [0.5, 0.25, 0.125, 1 / 32, 1 / 64, Math.PI, Math.PI / 2, Math.PI / 4, Math.LN2];
  const values = [...whole, ...parts, Infinity, 2 ** 100, 2 ** -100].flatMap((x) => [x, -x]);
  const patterns = [...values, Number.NaN].map((x) => encode(type, roundTo(type, x)));
  return patterns.flatMap((bits) => [bits, canonical(type, bits + 1n), canonical(type, bits - 1n)]);
}

function canonical(type: FloatType, bits: bigint): bigint {
  return encode(type, decode(type, BigInt.asUintN(floatBits(type), bits)));
}

function anyPattern(type: FloatType, random: () => number): bigint {
  const bits = randomBits(random, floatBits(type));
  return type.variant === "flopoco" ? canonical(type, bits) : bits;
}

/** Between 2^-20 and 2^10: where most functions are neither constant nor out of range. */
function nearOne(type: FloatType, random: () => number): bigint {
  const size = 2 ** (random() * 30 - 20);
  return encode(type, roundTo(type, random() < 0.5 ? size : -size));
}

/** Those, of so many, that the algorithm's error may round either way. */
function hardValues(op: CoreOp, type: FloatType, tries: number): readonly bigint[] {
  const double = (Math as unknown as Record<string, (x: number) => number>)[String(op)] ?? ((x) => 2 ** x);
  const random = seeded(`hard ${JSON.stringify([op, type])}`);
  const round = compileRound(type);
  const doubt = 2 ** -(type.mantissa + 14);
  const hard: bigint[] = [];
  for (let i = 0; i < tries; i++) {
    const x = round((random() < 0.5 ? 1 : -1) * 2 ** (random() * 16 - 9));
    const y = double(x);
    if (!Number.isNaN(y) && round(y * (1 - doubt)) !== round(y * (1 + doubt))) hard.push(encode(type, x));
  }
  return hard;
}
