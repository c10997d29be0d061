/** Every pair of values of every small format, against a model that knows only fractions and a sorted list of values. */
import { describe, expect, it } from "vitest";
import {
  compileFloatBinary,
  compileFloatFma,
  compileFloatMath,
  convertFloat,
  decode,
  encode,
  floatBits,
} from "../../src/types/float/index.ts";
import type { BinaryOp, Value } from "../../src/types/operators.ts";
import { type FloatType, type FloatVariant, float } from "../../src/types/types.ts";

const variants: readonly FloatVariant[] = ["ieee", "ftz", "flopoco"];
const formats = [2, 3, 4].flatMap((e) =>
  [1, 2, 3].flatMap((m) => variants.map((variant) => float(e, m, variant))),
);

describe.each(
  formats.map((type) => [`float<${type.exponent},${type.mantissa},${type.variant}>`, type] as const),
)("%s", (_, type) => {
  const model = modelOf(type);
  const values = [
    ...model.finite.flatMap((m) => [toNumber(m), -toNumber(m)]),
    Infinity,
    -Infinity,
    Number.NaN,
  ];

  it("has the values its encoding says", () => {
    const decoded = new Set<Value>();
    for (let bits = 0n; bits < 1n << BigInt(floatBits(type)); bits++) decoded.add(decode(type, bits));
    const wanted = new Set<Value>(values.map((v) => (v === 0 ? 0 : v)));
    expect([...decoded].filter((v) => !wanted.has(v))).toEqual([]);
    expect(decoded.size).toBe(wanted.size);
    for (const value of values) expect(decode(type, encode(type, value))).toBe(value);
  });

  it.each(["add", "sub", "mul", "div"] as const)("%s rounds once", (op) => {
    const compiled = compileFloatBinary(op, type);
    const wrong: string[] = [];
    for (const a of values) {
      for (const b of values) {
        const want = apply(model, op, a, b);
        const got = compiled(a, b);
        if (!Object.is(got, want))
          wrong.push(`${show(a)} ${op} ${show(b)} = ${show(want)}, not ${show(got)}`);
      }
    }
    expect(wrong.slice(0, 10)).toEqual([]);
  });

  it("a * b + c rounds once", () => {
    const fma = compileFloatFma(type);
    const some = values.filter((_value, i) => i % Math.ceil(values.length / 24) === 0);
    for (const a of some) {
      for (const b of some) {
        for (const c of some) {
          const exact = a * b + c; // a double holds it
          const special = exact === 0 || !Number.isFinite(exact);
          const want = special ? exact : withSign(exact < 0, nearest(model, fraction(exact)));
          const got = fma(a, b, c);
          if (!Object.is(got, want)) expect(got, `${show(a)} * ${show(b)} + ${show(c)}`).toBe(want);
        }
      }
    }
  });

  it("sqrt rounds once", () => {
    const sqrt = compileFloatMath("sqrt", type);
    for (const a of values) {
      const got = sqrt(a, a);
      expect(got, `sqrt(${show(a)})`).toBe(modelSqrt(model, a));
    }
  });

  it.each(formats.map((to) => [`float<${to.exponent},${to.mantissa},${to.variant}>`, to] as const))(
    "converts to %s",
    (_name, to) => {
      const convert = convertFloat(type, to);
      const target = modelOf(to);
      for (const a of values) {
        const want = Number.isFinite(a) ? withSign(isNegative(a), nearest(target, fraction(a))) : a;
        expect(convert(a), show(a)).toBe(want);
      }
    },
  );
});

// The model. A magnitude is a fraction n/d of BigInts; a format is the sorted list of its magnitudes.

interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

interface Model {
  readonly finite: readonly Fraction[]; // the magnitudes the format has, zero first
  /** What rounding can land on, in order, each even or odd, with what it then becomes. */
  readonly grid: readonly { readonly at: Fraction; readonly even: boolean; readonly becomes: number }[];
}

function modelOf(type: FloatType): Model {
  const scale = 1n << 20n;
  const steps = 1 << type.mantissa;
  const bias = 2 ** (type.exponent - 1) - 1;
  const codes = 2 ** type.exponent;
  const at = (significand: number, exponent: number): Fraction => ({
    n: BigInt(significand) * (scale >> BigInt(type.mantissa - exponent)),
    d: scale,
  });
  const zero: Fraction = { n: 0n, d: 1n };
  const first = type.variant === "flopoco" ? 0 : 1;
  const last = type.variant === "flopoco" ? codes - 1 : codes - 2;
  const finite: Fraction[] = [zero];
  const grid = [{ at: zero, even: true, becomes: 0 }];
  if (type.variant === "ieee") {
    for (let f = 1; f < steps; f++) {
      finite.push(at(f, 1 - bias));
      grid.push({ at: at(f, 1 - bias), even: f % 2 === 0, becomes: toNumber(at(f, 1 - bias)) });
    }
  } else {
    // As if the exponent went on: what rounds into the two binades below the first is flushed.
    for (const code of [first - 2, first - 1]) {
      for (let f = 0; f < steps; f++)
        grid.push({ at: at(steps + f, code - bias), even: f % 2 === 0, becomes: 0 });
    }
  }
  for (let code = first; code <= last; code++) {
    for (let f = 0; f < steps; f++) {
      const value = at(steps + f, code - bias);
      finite.push(value);
      grid.push({ at: value, even: f % 2 === 0, becomes: toNumber(value) });
    }
  }
  grid.push({ at: at(steps, last + 1 - bias), even: true, becomes: Infinity });
  return { finite, grid };
}

function nearest(model: Model, x: Fraction): number {
  return nearestBy(model, (c) => compare(x, c));
}

/** The grid value nearest to a magnitude that is known only by how it compares with fractions. */
function nearestBy(model: Model, compareTo: (c: Fraction) => number): number {
  const { grid } = model;
  let low = 0;
  let high = grid.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (compareTo(point(middle)) >= 0) low = middle;
    else high = middle;
  }
  if (compareTo(point(high)) >= 0) return grid[high]?.becomes ?? Number.NaN;
  const a = point(low);
  const b = point(high);
  const side = compareTo({ n: a.n * b.d + b.n * a.d, d: 2n * a.d * b.d });
  const up = side > 0 || (side === 0 && grid[low]?.even === false);
  return grid[up ? high : low]?.becomes ?? Number.NaN;

  function point(i: number): Fraction {
    return grid[i]?.at ?? { n: 0n, d: 1n };
  }
}

function apply(model: Model, op: BinaryOp, a: number, b: number): number {
  // Where infinities, NaN or zeros are involved all formats agree with doubles.
  if (!Number.isFinite(a) || !Number.isFinite(b) || a === 0 || b === 0) return double(op, a, b);
  const x = fraction(a);
  const y = fraction(op === "sub" ? -b : b);
  const negativeY = isNegative(op === "sub" ? -b : b);
  switch (op) {
    case "add":
    case "sub": {
      const sum = (isNegative(a) ? -x.n : x.n) * y.d + (negativeY ? -y.n : y.n) * x.d;
      const d = x.d * y.d;
      return sum === 0n ? 0 : withSign(sum < 0n, nearest(model, { n: sum < 0n ? -sum : sum, d }));
    }
    case "mul":
      return withSign(isNegative(a) !== negativeY, nearest(model, { n: x.n * y.n, d: x.d * y.d }));
    default:
      return withSign(isNegative(a) !== negativeY, nearest(model, { n: x.n * y.d, d: x.d * y.n }));
  }
}

function double(op: BinaryOp, a: number, b: number): number {
  return op === "add" ? a + b : op === "sub" ? a - b : op === "mul" ? a * b : a / b;
}

function modelSqrt(model: Model, a: number): number {
  if (a === 0 || Number.isNaN(a) || a === Infinity) return a;
  if (a < 0) return Number.NaN;
  const x = fraction(a);
  return nearestBy(model, (c) => compare(x, { n: c.n * c.n, d: c.d * c.d }));
}

function compare(x: Fraction, y: Fraction): number {
  const left = x.n * y.d;
  const right = y.n * x.d;
  return left < right ? -1 : left > right ? 1 : 0;
}

function fraction(x: number): Fraction {
  return { n: BigInt(Math.abs(x) * 2 ** 20), d: 1n << 20n };
}

function toNumber(x: Fraction): number {
  return Number(x.n) / Number(x.d);
}

function isNegative(x: number): boolean {
  return x < 0 || Object.is(x, -0);
}

function withSign(negative: boolean, magnitude: number): number {
  return negative ? -magnitude : magnitude;
}

function show(x: Value): string {
  return Object.is(x, -0) ? "-0" : String(x);
}
