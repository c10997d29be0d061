/** The integer algorithms that define the elementary functions, and the short cut that must not differ from them. */
import { describe, expect, it } from "vitest";
import type { ElementaryUnary } from "../../src/types/float/elementary/index.ts";
import { integerBinary, integerUnary } from "../../src/types/float/elementary.ts";
import { formatOf } from "../../src/types/float/format.ts";
import {
  compileFloatBinary,
  compileFloatMath,
  convertFloat,
  decode,
  floatBits,
} from "../../src/types/float/index.ts";
import type { MathFn } from "../../src/types/operators.ts";
import { type FloatType, float, float16, float32, float64 } from "../../src/types/types.ts";

const doubles: Record<ElementaryUnary, (x: number) => number> = {
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  expm1: Math.expm1,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  log1p: Math.log1p,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  cbrt: Math.cbrt,
};
const functions = Object.keys(doubles) as readonly ElementaryUnary[];

describe.each(functions)("%s", (fn) => {
  it.each([
    ["every value of float<4,3>", float(4, 3), 1],
    ["every value of float<4,3,ftz>", float(4, 3, "ftz"), 1],
    ["every value of float<4,3,flopoco>", float(4, 3, "flopoco"), 1],
    ["every value of float<2,6>", float(2, 6), 1],
    ["many values of float16", float16, 37],
    ["many values of float32", float32, 2 ** 21 + 8191],
    ["many values of float<2,29>", float(2, 29), 2 ** 22 + 4099],
    ["many values of float<11,20>", float(11, 20), 2 ** 21 + 16383],
    ["many values of float<8,23,flopoco>", float(8, 23, "flopoco"), 2 ** 23 + 16383],
  ] as const)(
    "is its integer algorithm, within half a unit of the double function: %s",
    (_, type, stride) => {
      const compiled = compileFloatMath(fn, type);
      const integer = integerUnary(fn, formatOf(type));
      for (const x of patterns(type, stride)) {
        const got = Number(compiled(x, x));
        expect(got, `${fn}(${x})`).toBe(integer(x));
        expectNearest(type, got, doubles[fn](x), `${fn}(${x})`);
      }
    },
  );
});

describe("results that are exact", () => {
  it.each([
    ["exp2", [-149, -126, -3, 0, 1, 10, 127], (x: number) => 2 ** x],
    ["log2", [2 ** -149, 0.125, 1, 2, 2 ** 127], Math.log2],
    ["log10", [1, 10, 100, 1000, 10 ** 10], (x: number) => Math.round(Math.log10(x))],
    ["cbrt", [-27, 8, 0.125, 1e9, -(2 ** -147)], (x: number) => Math.cbrt(x)],
  ] as const)("%s", (fn, values, want) => {
    const integer = integerUnary(fn, formatOf(float32));
    for (const x of values) expect(integer(x), `${fn}(${x})`).toBe(want(x));
  });

  it("a power that is a midpoint goes to even: 5 ** 5 = 3125 has 12 bits, float16 has 11", () => {
    expect(compileFloatBinary("pow", float16)(5, 5)).toBe(3124);
    expect(compileFloatBinary("pow", float16)(25, 2.5)).toBe(3124);
    expect(compileFloatBinary("pow", float16)(3125, 1)).toBe(3125 - 1); // not a float16: taken as the nearest
  });

  it("x ** 2 is x * x and x ** -1 is 1 / x, in every format", () => {
    for (const type of [float(3, 5), float16, float32, float(5, 20, "ftz"), float(9, 40), float64]) {
      const pow = compileFloatBinary("pow", type);
      const mul = compileFloatBinary("mul", type);
      const div = compileFloatBinary("div", type);
      for (const x of patterns(type, 2 ** Math.max(0, floatBits(type) - 9) + 1)) {
        expect(pow(x, 2), `${x} ** 2`).toBe(mul(x, x));
        expect(pow(x, -1), `${x} ** -1`).toBe(div(1, x));
      }
    }
  });
});

describe("C's special cases of pow", () => {
  it.each([float16, float32, float64, float(4, 3), float(11, 30)])("%o", (type) => {
    const pow = compileFloatBinary("pow", type);
    const { NaN: nan } = Number;
    const cases = [
      [1, nan, 1],
      [nan, 0, 1],
      [-1, Infinity, 1],
      [-1, -Infinity, 1],
      [-0, 3, -0],
      [-0, -3, -Infinity],
      [-0, 2, 0],
      [0, -1, Infinity],
      [-2, 3, -8],
      [-2, 0.5, nan],
      [-Infinity, 3, -Infinity],
      [-Infinity, -3, -0],
      [-Infinity, 0.5, Infinity],
      [0.5, Infinity, 0],
      [0.5, -Infinity, Infinity],
      [2, -Infinity, 0],
      [nan, 1, nan],
    ] as const;
    for (const [x, y, want] of cases) expect(pow(x, y), `${x} ** ${y}`).toBe(want);
  });
});

describe("two arguments", () => {
  it.each(["atan2", "hypot", "pow"] as const)("%s is its integer algorithm", (fn) => {
    for (const [type, stride] of [
      [float(3, 2), 1],
      [float(4, 3, "flopoco"), 7],
      [float16, 1777],
      [float32, 2 ** 26 + 12345],
      [float(11, 20), 2 ** 26 + 12345],
    ] as const) {
      const compiled = fn === "pow" ? compileFloatBinary("pow", type) : compileFloatMath(fn as MathFn, type);
      const integer = integerBinary(fn, formatOf(type));
      const values = [...patterns(type, stride)];
      for (const x of values)
        for (const y of values) expect(compiled(x, y), `${fn}(${x}, ${y})`).toBe(integer(x, y));
    }
  });

  it("atan2 of a quotient that is a midpoint of subnormals lies below it", () => {
    const smallest = 2 ** -149;
    expect(compileFloatMath("atan2", float32)(3 * smallest, 2)).toBe(smallest);
  });
});

/** Every stride-th bit pattern, as a value; the types here have numbers as values. */
function* patterns(type: FloatType, stride: number): Generator<number> {
  const step = BigInt(stride);
  for (let bits = 0n; bits < 1n << BigInt(floatBits(type)); bits += step) yield Number(decode(type, bits));
}

/** `got` is next to `want`, by no more than half a unit and a little. */
function expectNearest(type: FloatType, got: number, want: number, what: string): void {
  const round = convertFloat(float64, type);
  const margin = 2 ** -type.mantissa / 50;
  const low = Number(round(want * (1 - margin)));
  const high = Number(round(want * (1 + margin)));
  if (Number.isNaN(want) || want === 0) expect(got, what).toBe(Number(round(want)));
  else
    expect(got >= Math.min(low, high) && got <= Math.max(low, high), `${what} = ${got}, near ${want}`).toBe(
      true,
    );
}
