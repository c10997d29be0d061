/** Elementary functions of float64: true values, the definition in integers, and the short cut in pairs of doubles. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compileArc, compileAtan2 } from "../../src/types/float/elementary/arc.ts";
import { compileExp } from "../../src/types/float/elementary/exp.ts";
import type { ElementaryBinary, ElementaryUnary } from "../../src/types/float/elementary/index.ts";
import { compileLog } from "../../src/types/float/elementary/log.ts";
import { compileTrig } from "../../src/types/float/elementary/trig.ts";
import { integerBinary, integerUnary } from "../../src/types/float/elementary.ts";
import { type Exact, type Finite, unpackNumber } from "../../src/types/float/exact.ts";
import { type Format, formatOf } from "../../src/types/float/format.ts";
import { compileFloatBinary, compileFloatMath } from "../../src/types/float/index.ts";
import { pairBinary, pairBits, pairUnary } from "../../src/types/float/pairs/index.ts";
import { float, float64 } from "../../src/types/types.ts";
import { randomWords } from "../include/float_values.ts";

const format = formatOf(float64);
const unary = Object.keys(pairUnary) as readonly ElementaryUnary[];
const binary = Object.keys(pairBinary) as readonly ElementaryBinary[];

/** Made by elementary_oracle.py. */
const vectors = JSON.parse(readFileSync(join(import.meta.dirname, "elementary64.json"), "utf8")) as Readonly<
  Record<string, readonly (readonly string[])[]>
>;

describe.each([...unary, ...binary])("%s of float64", (fn) => {
  const compiled = closure(fn);

  it("is the double nearest to the true value, as MPFR has it", () => {
    for (const row of vectors[fn] ?? []) {
      const [x = 0, y = 0, nearest] =
        row.length === 3 ? row.map(parseHex) : [parseHex(row[0]), 0, parseHex(row[1])];
      expect([x, y, compiled(x, y)]).toEqual([x, y, nearest]);
    }
  });

  it("is its integer algorithm, whoever computes it", () => {
    const integer = isBinary(fn) ? integerBinary(fn, format) : integerUnary(fn, format);
    for (const [x, y] of operands(fn, 1500)) expect([x, y, compiled(x, y)]).toEqual([x, y, integer(x, y)]);
  });
});

describe.each(["exp", "log1p", "sin", "tanh", "pow", "atan2"] as const)("%s of other long formats", (fn) => {
  it.each([float(11, 40), float(9, 30), float(10, 50, "ftz"), float(9, 44, "flopoco")])("%o", (type) => {
    const compiled = closure(fn, type);
    const integer = isBinary(fn) ? integerBinary(fn, formatOf(type)) : integerUnary(fn, formatOf(type));
    const round = compileFloatBinary("add", type);
    for (const [a, b] of operands(fn, 100)) {
      const [x, y] = [Number(round(a, 0)), Number(round(b, 0))];
      expect([x, y, compiled(x, y)]).toEqual([x, y, integer(x, y)]);
    }
  });
});

/**
 * The short cut is taken where every number within 2^-pairBits of a pair and 2^-66 of the definition rounds alike: this
 * measures both, by the same algorithms with 120 bits of precision.
 */
describe("errors before rounding", () => {
  const fine = { ...format, precision: 120 };

  it.each([...unary, "atan2" as const].filter((fn) => fn !== "cbrt"))("of %s", (fn) => {
    const [true_, own] = [approximation(fn, fine), approximation(fn, format)];
    for (const [x, y] of operands(fn, 300)) {
      const [a, b] = [unpackNumber(x), unpackNumber(y)];
      const exact = true_(a, b);
      const near = fn === "atan2" ? pairBinary[fn](x, y) : pairUnary[fn](x);
      if (near === undefined || exact.kind !== "finite" || exact.mantissa === 0n) continue;
      expect(logError([own(a, b)], exact), `${fn}(${x}, ${y})`).toBeLessThan(-66);
      const parts = [unpackNumber(near.high), unpackNumber(near.low)];
      expect(logError(parts, exact), `pair of ${fn}(${x}, ${y})`).toBeLessThan(-pairBits - 1);
    }
  });
});

function closure(fn: ElementaryUnary | ElementaryBinary, type = float64): (x: number, y: number) => number {
  const compiled = fn === "pow" ? compileFloatBinary(fn, type) : compileFloatMath(fn, type);
  return (x, y) => Number(compiled(x, y));
}

function isBinary(fn: ElementaryUnary | ElementaryBinary): fn is ElementaryBinary {
  return fn in pairBinary;
}

/** Of every size, near 1, and where exponentials end. */
function operands(fn: string, count: number): readonly (readonly [number, number])[] {
  const next = randomWords(fn.length * 1000 + fn.charCodeAt(0));
  const unit = (): number => next() / 2 ** 32 + next() / 2 ** 64;
  const signed = (x: number): number => (next() % 2 === 0 ? x : -x);
  const makers = [
    () => signed(2 ** (unit() * 40 - 30)),
    () => signed(unit()),
    () => 1 + signed(unit() * 2 ** (-unit() * 50)),
    () => signed(unit() * 760),
    () => signed(unit() * 2 ** (unit() * 20)),
    () => signed(unit() * 2 ** (unit() * 2098 - 1074)),
  ];
  const one = (i: number): number => makers[i % makers.length]?.() ?? 0;
  const corners = [0, -0, 1, -1, 0.5, 2, -3, 22, 1e9, Infinity, -Infinity, Number.NaN, 5e-324, 1.7e308];
  return [
    ...corners.flatMap((x) => corners.map((y) => [x, y] as const)),
    ...Array.from({ length: count }, (_, i) => [one(i), one(Math.floor(i / makers.length))] as const),
  ];
}

function approximation(fn: ElementaryUnary | "atan2", of: Format): (x: Exact, y: Exact) => Exact {
  switch (fn) {
    case "exp":
    case "exp2":
    case "expm1":
    case "sinh":
    case "cosh":
    case "tanh":
      return compileExp(fn, of);
    case "log":
    case "log2":
    case "log10":
    case "log1p":
      return compileLog(fn, of);
    case "sin":
    case "cos":
    case "tan":
      return compileTrig(fn, of);
    case "asin":
    case "acos":
    case "atan":
      return compileArc(fn, of);
    case "atan2":
      return compileAtan2(of);
    case "cbrt":
      throw new Error("a cube root is exact");
  }
}

/** log2 of the relative error of a sum. */
function logError(parts: readonly Exact[], exact: Finite): number {
  const all = [...parts, exact].filter((part) => part.kind === "finite");
  const base = Math.min(...all.map(({ exponent }) => exponent));
  const values = all.map((x) => (x.negative ? -1n : 1n) * (x.mantissa << BigInt(x.exponent - base)));
  const whole = values.pop() ?? 0n;
  const error = values.reduce((a, b) => a + b, -whole);
  return length(error) - length(whole);
}

function length(x: bigint): number {
  const digits = (x < 0n ? -x : x).toString(2);
  return x === 0n
    ? -Infinity
    : digits.length + Math.log2(Number.parseInt(digits.slice(0, 40).padEnd(40, "0"), 2) / 2 ** 40);
}

/** Python's float.hex() */
function parseHex(text = ""): number {
  const parts = /^(-?)0x([01])\.([0-9a-f]+)p([+-]\d+)$/.exec(text);
  if (parts === null) throw new Error(`no hexadecimal float: ${text}`);
  const [, sign, whole, fraction = "", exponent] = parts;
  const mantissa = Number.parseInt(`${whole}${fraction}`, 16);
  const scale = Number(exponent) - 4 * fraction.length;
  const value = mantissa * 2 ** Math.max(scale, -1000) * 2 ** Math.min(scale + 1000, 0);
  return sign === "-" ? -value : value;
}
