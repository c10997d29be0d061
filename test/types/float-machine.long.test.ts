/** float32 and float64 against the machine's own arithmetic, and every native closure against the exact operation. */
import { describe, expect, it } from "vitest";
import { exactBinary } from "../../src/types/float/arithmetic.ts";
import { onExact } from "../../src/types/float/closures.ts";
import { exactSqrt } from "../../src/types/float/exact-arithmetic.ts";
import { formatOf } from "../../src/types/float/format.ts";
import {
  compileFloatBinary,
  compileFloatMath,
  compileFloatUnary,
  convertFloat,
  decode,
  floatBits,
  roundTo,
} from "../../src/types/float/index.ts";
import type { Value } from "../../src/types/operators.ts";
import { type FloatType, float, float32, float64 } from "../../src/types/types.ts";

const operators = ["add", "sub", "mul", "div"] as const;
type Operator = (typeof operators)[number];

const machine: Record<Operator, (a: number, b: number) => number> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
};

describe("ten million random pairs, in native doubles", () => {
  const pairs = 10_000_000;

  it.each(operators)("float32 %s", (op) => {
    const compiled = compileFloatBinary(op, float32);
    const flushed = compileFloatBinary(op, float(8, 23, "ftz"));
    const native = machine[op];
    const store = new Float32Array(1);
    const next = randomBits(1);
    let wrong = 0;
    for (let i = 0; i < pairs; i++) {
      const a = float32Of(next());
      const b = i % 4 === 0 ? near(a, next()) : float32Of(next());
      store[0] = native(a, b);
      const want = store[0];
      if (!Object.is(compiled(a, b), want)) wrong++;
      // ftz takes the general way of rounding: in the normal range of operands and result it is the same.
      if (isNormal(a) && isNormal(b) && isNormal(want) && !Object.is(flushed(a, b), want)) wrong++;
    }
    expect(wrong).toBe(0);
  });

  it.each(operators)("float64 %s", (op) => {
    const compiled = compileFloatBinary(op, float64);
    const flushed = compileFloatBinary(op, float(11, 52, "ftz"));
    const native = machine[op];
    const words = new Uint32Array(2);
    const value = new Float64Array(words.buffer);
    const next = randomBits(2);
    const random = (): number => {
      words[0] = next();
      words[1] = next();
      return value[0] as number;
    };
    let wrong = 0;
    for (let i = 0; i < pairs; i++) {
      const a = random();
      const b = random();
      const want = native(a, b);
      if (!Object.is(compiled(a, b), want)) wrong++;
      const sizes = Math.min(Math.abs(a), Math.abs(b), Math.abs(want));
      if (sizes > 2.3e-308 && !Object.is(flushed(a, b), want)) wrong++;
    }
    expect(wrong).toBe(0);
  });

  function isNormal(x: number): boolean {
    return Math.abs(x) > 1.2e-38;
  }
});

describe("the exact operations, forced", () => {
  it.each(operators)("%s is the machine's, for float32 and float64", (op) => {
    const native = machine[op];
    const single = exactBinary(op, formatOf(float32));
    const double = exactBinary(op, formatOf(float64));
    const next = randomBits(3);
    for (let i = 0; i < 25_000; i++) {
      const a = float32Of(next());
      const b = i % 4 === 0 ? near(a, next()) : float32Of(next());
      expectSame(single(a, b), Math.fround(native(a, b)), `${a} ${op} ${b} in float32`);
      const [c, d] = doublesFrom(next, i);
      expectSame(double(c, d), native(c, d), `${c} ${op} ${d} in float64`);
    }
  });

  it("fmod is the machine's", () => {
    const double = exactBinary("fmod", formatOf(float64));
    const next = randomBits(4);
    for (let i = 0; i < 10_000; i++) {
      const [a, b] = doublesFrom(next, i);
      expectSame(double(a, b), a % b, `fmod(${a}, ${b})`);
    }
  });

  it("sqrt is the machine's", () => {
    const sqrt = onExact(formatOf(float64), (x) => exactSqrt(formatOf(float64), x));
    const next = randomBits(5);
    for (let i = 0; i < 20_000; i++) {
      const [a] = doublesFrom(next, i);
      expectSame(sqrt(a), Math.sqrt(a), `sqrt(${a})`);
    }
  });
});

describe("native closures are the exact operations, also where two roundings nearly matter", () => {
  // Around the limits of each argument in native.ts: 53 >= 2p + 2, midpoints, 53 bits, double's subnormal range.
  const types = [
    [2, 24],
    [2, 29],
    [4, 25],
    [5, 10],
    [5, 24],
    [8, 7],
    [8, 26],
    [8, 51],
    [8, 52],
    [9, 52],
    [10, 24],
    [10, 30],
    [10, 52],
    [11, 4],
    [11, 20],
    [11, 24],
    [11, 25],
    [11, 40],
    [11, 51],
  ].flatMap(([e = 0, m = 0]) => [float(e, m), float(e, m, "ftz"), float(Math.min(e, 10), m, "flopoco")]);

  it.each([...types, float(11, 52, "ftz")].map((t) => [name(t), t] as const))("%s", (_, type) => {
    const next = randomBits(floatBits(type) * 64 + type.exponent);
    const sqrt = compileFloatMath("sqrt", type);
    const exactRoot = onExact(formatOf(type), (x) => exactSqrt(formatOf(type), x));
    for (const op of operators) {
      const compiled = compileFloatBinary(op, type);
      const exact = exactBinary(op, formatOf(type));
      for (let i = 0; i < 800; i++) {
        const [a, b] = operands(type, op, next, i);
        expectSame(compiled(a, b), exact(a, b), `${a} ${op} ${b}`);
        if (op === "add") expectSame(sqrt(a, a), exactRoot(a), `sqrt(${a})`);
      }
    }
  });

  /** Random patterns; small differences in exponent; results around the smallest normal number. */
  function operands(type: FloatType, op: Operator, next: () => number, i: number): [number, number] {
    const a = randomValue(type, next);
    const b = randomValue(type, next);
    if (i % 3 === 0 || !Number.isFinite(a) || a === 0) return [a, b];
    if (i % 3 === 1)
      return [a, Number(roundTo(type, a * (1 + next() * 2 ** -32) * 2 ** -((next() % 60) - 2)))];
    const { minExponent } = formatOf(type);
    const target = 2 ** minExponent * (1 + (next() - 2 ** 31) * 2 ** -34);
    const other = op === "mul" ? target / a : op === "div" ? a / target : target - a;
    return [a, Number(roundTo(type, other))];
  }
});

describe("flopoco with 11 exponent bits, kept as patterns", () => {
  const type = float(11, 23, "flopoco");
  const twin = float(10, 23, "flopoco"); // the same numbers in the middle of the range, as doubles
  const fromTwin = convertFloat(twin, type);
  const toTwin = convertFloat(type, twin);

  it("computes as a format of numbers does, where both have the result", () => {
    const next = randomBits(77);
    for (let i = 0; i < 800; i++) {
      const a = randomValue(twin, next);
      const b = Number(roundTo(twin, a * (1 + next() / 2 ** 20)));
      for (const op of [...operators, "floordiv", "mod", "fmod", "min", "max"] as const) {
        const want = compileFloatBinary(op, twin)(a, b);
        if (Math.abs(Number(want)) < 1e-150 && want !== 0) continue;
        const got = toTwin(compileFloatBinary(op, type)(fromTwin(a), fromTwin(b)));
        expectSame(got, want, `${a} ${op} ${b}`);
      }
      for (const fn of ["sqrt", "floor", "rint", "exp", "log", "atan"] as const) {
        const got = compileFloatMath(fn, type)(fromTwin(a), fromTwin(a));
        if (fn === "exp" && Math.abs(a) > 300) continue;
        expect(Math.abs(Number(toTwin(got)) - Number(compileFloatMath(fn, twin)(a, a)))).not.toBeGreaterThan(
          fn === "exp" || fn === "log" || fn === "atan" ? 2 ** -22 * Math.abs(Number(toTwin(got))) : 0,
        );
      }
    }
  });

  it("reaches beyond a double at both ends", () => {
    const mul = compileFloatBinary("mul", type);
    const largest = decode(type, (1n << 35n) | ((1n << 34n) - 1n));
    const half = fromTwin(0.5);
    const back = mul(mul(largest, half), fromTwin(2));
    expect(back).toBe(largest);
    const infinity = mul(largest, fromTwin(2));
    expect(compileFloatMath("isinf", type)(infinity, infinity)).toBe(true);
    expect(compileFloatUnary("neg", type)(compileFloatUnary("neg", type)(largest))).toBe(largest);
  });
});

function randomValue(type: FloatType, next: () => number): number {
  let bits = 0n;
  for (let i = 0; i < 3; i++) bits = (bits << 32n) | BigInt(next());
  if (type.variant === "flopoco") {
    const body = BigInt.asUintN(floatBits(type) - 2, bits);
    return Number(decode(type, body | (1n << BigInt(floatBits(type) - 2))));
  }
  return Number(decode(type, BigInt.asUintN(floatBits(type), bits)));
}

/** A float32 from any 32 bits: exponents are spread evenly, subnormals, infinities and NaN among them. */
function float32Of(bits: number): number {
  word[0] = bits;
  return single[0] as number;
}

/** Another float32 within a few binades, so that sums round and cancel. */
function near(a: number, bits: number): number {
  return Math.fround(a * ((bits % 1000) / 500 - 1) * 2 ** ((bits >>> 10) % 27));
}

const word = new Uint32Array(1);
const single = new Float32Array(word.buffer);

function doublesFrom(next: () => number, i: number): [number, number] {
  const words = new Uint32Array([next(), next(), next(), next()]);
  const [a = 0, b = 0] = new Float64Array(words.buffer);
  return i % 2 === 0 ? [a, b] : [a, a * (1 + (words[2] ?? 0) * 2 ** -30) * 2 ** -((words[3] ?? 0) % 56)];
}

function expectSame(got: Value, want: Value, what: string): void {
  if (!Object.is(got, want)) expect(got, what).toBe(want);
}

function name(type: FloatType): string {
  return `float<${type.exponent},${type.mantissa},${type.variant}>`;
}

/** 32 random bits at a time (xorshift128). */
function randomBits(seed: number): () => number {
  let [x, y, z, w] = [seed | 1, 362436069, 521288629, 88675123];
  const next = (): number => {
    const t = x ^ (x << 11);
    x = y;
    y = z;
    z = w;
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    return w >>> 0;
  };
  for (let i = 0; i < 20; i++) next();
  return next;
}
