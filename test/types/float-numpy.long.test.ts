/** float16, float32 and float64 against real NumPy. */
import { describe, expect, it } from "vitest";
import { compileFloatBinary, compileFloatMath, convertFloat, encode } from "../../src/types/float/index.ts";
import type { BinaryOp, MathFn } from "../../src/types/operators.ts";
import { type FloatType, float16, float32, float64 } from "../../src/types/types.ts";
import { askNumpy, numpyAvailable } from "../numpy/oracle.ts";

const types = [
  ["float16", float16],
  ["float32", float32],
  ["float64", float64],
] as const;

const exactOperators: Partial<Record<BinaryOp, string>> = {
  add: "np.add",
  sub: "np.subtract",
  mul: "np.multiply",
  div: "np.divide",
  floordiv: "np.floor_divide",
  mod: "np.remainder",
  fmod: "np.fmod",
  min: "np.minimum",
  max: "np.maximum",
};

const exactFunctions = ["sqrt", "floor", "ceil", "trunc", "rint", "sign"] as const;

const elementary = {
  exp: "np.exp",
  exp2: "np.exp2",
  expm1: "np.expm1",
  log: "np.log",
  log2: "np.log2",
  log10: "np.log10",
  log1p: "np.log1p",
  sin: "np.sin",
  cos: "np.cos",
  tan: "np.tan",
  asin: "np.arcsin",
  acos: "np.arccos",
  atan: "np.arctan",
  sinh: "np.sinh",
  cosh: "np.cosh",
  tanh: "np.tanh",
  cbrt: "np.cbrt",
} as const;

describe.skipIf(!numpyAvailable()).each(types)("%s as NumPy has it", (name, type) => {
  it("arithmetic, bit for bit", () => {
    const { a, b, results } = ask(name, Object.values(exactOperators), pairs(name));
    Object.keys(exactOperators).forEach((op, k) => {
      const compiled = compileFloatBinary(op as BinaryOp, type);
      expectEqual(op, a, b, results[k], (x, y) => Number(compiled(x, y)));
    });
  });

  it("roots and integers, bit for bit", () => {
    // A NaN has no sign here: it counts as positive.
    const copysign = `lambda a, b: np.copysign(a, np.where(np.isnan(b), np.${name}(1), b))`;
    const calls = [...exactFunctions.map((fn) => `lambda a, b: np.${fn}(a)`), copysign];
    const { a, b, results } = ask(name, calls, pairs(name));
    [...exactFunctions, "copysign" as const].forEach((fn, k) => {
      const compiled = compileFloatMath(fn, type);
      expectEqual(fn, a, b, results[k], (x, y) => Number(compiled(x, y)));
    });
  });

  /**
   * The truth is what NumPy's float64 function gives for the same argument. Ours are the nearest numbers up to float32,
   * unless the truth is all but half way between two. NumPy's own float32 functions err by more than half a unit (by up
   * to 3 where they are vectorised), so that ours are `ownError` units of the last place from them at most. This is
   * what README.md and docs/language.md promise.
   */
  const how = type === float64 ? "to what NumPy's are off" : "to 0.5002 ulp, and NumPy's to 4";

  it(`elementary functions of one argument, ${how}`, () => {
    const { a, results } = ask(name, Object.values(elementary).flatMap(widened), singles(name));
    Object.keys(elementary).forEach((fn, k) => {
      const compiled = compileFloatMath(fn as MathFn, type);
      expectTrue(type, fn, a, a, results[2 * k], (x) => Number(compiled(x, x)));
      expectClose(type, fn, a, a, results[2 * k + 1], ownError, (x) => Number(compiled(x, x)));
    });
  });

  it(`elementary functions of two arguments, ${how}`, () => {
    const functions = { atan2: "np.arctan2", hypot: "np.hypot", pow: "np.power" };
    const { a, b, results } = ask(name, Object.values(functions).flatMap(widened), powers(name));
    Object.keys(functions).forEach((fn, k) => {
      const compiled = fn === "pow" ? compileFloatBinary("pow", type) : compileFloatMath(fn as MathFn, type);
      expectTrue(type, fn, a, b, results[2 * k], (x, y) => Number(compiled(x, y)));
      expectClose(type, fn, a, b, results[2 * k + 1], ownError, (x, y) => Number(compiled(x, y)));
    });
  });

  /** The function in float64, and the function of the type itself. */
  function widened(call: string): readonly string[] {
    return [
      `lambda *x: ${call}(*[v.astype(np.float64) for v in x[:${call}.nin]])`,
      `lambda *x: ${call}(*x[:${call}.nin])`,
    ];
  }
});

const ownError = 4;

/** Python that makes a and b: every pair of special values, random patterns, and numbers of like size. */
function pairs(name: string): string {
  return `
info = np.finfo(np.${name})
special = np.array([0.0, -0.0, 1, -1, 2, -2, 0.5, -0.5, 1.5, 2.5, -2.5, 3, -3, 7, 0.1, -0.1, 10, -10, np.inf, -np.inf, np.nan,
  info.max, info.min, info.tiny, -info.tiny, info.smallest_subnormal, -info.smallest_subnormal, info.eps, 1 + info.eps], np.${name})
a, b = [x.ravel() for x in np.meshgrid(special, special)]
p, q = random(20000), random(20000)
small = (rng.standard_normal(20000) * 8).astype(np.${name})
near = (rng.standard_normal(20000) * 100).astype(np.${name})
whole = rng.integers(-50, 50, 20000).astype(np.${name})
a = np.concatenate([a, p, near, near, p, whole, np.tile(special, 200)])
b = np.concatenate([b, q, small, whole / np.${name}(10), small, np.roll(whole, 1), p[:len(special) * 200]])
`;
}

/** Python that makes a: special values, random patterns, values around 0 and 1 and of moderate size. */
function singles(name: string): string {
  return `
special = np.array([0.0, -0.0, 1, -1, 2, -2, 0.5, 10, 100, 1000, np.inf, -np.inf, np.nan, np.pi, np.pi / 2, 88.7, -103, 11, 710.3], np.${name})
near = rng.uniform(-1, 1, 6000) * 2.0 ** rng.integers(-20, 4, 6000)
a = np.concatenate([special, random(8000), near.astype(np.${name}), (1 + near).astype(np.${name}),
  rng.uniform(-20, 20, 4000).astype(np.${name})])
b = a
`;
}

function powers(name: string): string {
  return `${pairs(name)}
x = np.abs(random(8000))
y = (rng.uniform(-1, 1, 8000) * 2.0 ** rng.integers(-6, 6, 8000)).astype(np.${name})
whole = rng.integers(-12, 12, 8000).astype(np.${name})
base = (rng.uniform(-4, 4, 8000)).astype(np.${name})
a = np.concatenate([a, x, base, np.rint(base * 3), np.abs(base)])
b = np.concatenate([b, y, whole, whole, y])
`;
}

interface Answer {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly results: readonly Float64Array[];
}

/** What NumPy gives for each function of a and b, all as doubles. */
function ask(name: string, functions: readonly string[], makePairs: string): Answer {
  const bytes = askNumpy(`
import base64
rng = np.random.default_rng(7)
def random(n):
    width = np.dtype(np.${name}).itemsize
    x = np.frombuffer(rng.bytes(n * width), np.${name}).copy()
    x[np.isnan(x)] = np.nan # none of the signalling kind
    return x
${makePairs}
for x in [a, b] + [f(a, b) for f in [${functions.join(", ")}]]:
    assert x.dtype in (np.${name}, np.float64)
    print(base64.b64encode(x.astype(np.float64).tobytes()).decode())
`);
  const arrays = bytes
    .trim()
    .split("\n")
    .map((line) => {
      const buffer = Buffer.from(line, "base64");
      return new Float64Array(buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.length));
    });
  const [a = new Float64Array(), b = new Float64Array(), ...results] = arrays;
  return { a, b, results };
}

function expectEqual(
  what: string,
  a: Float64Array,
  b: Float64Array,
  want: Float64Array | undefined,
  compute: (x: number, y: number) => number,
): void {
  const wrong: string[] = [];
  a.forEach((x, i) => {
    const y = b[i] as number;
    const expected = want?.[i] as number;
    const got = compute(x, y);
    if (!Object.is(got, expected))
      wrong.push(`${what}(${show(x)}, ${show(y)}) = ${show(expected)}, not ${show(got)}`);
  });
  expect(wrong.slice(0, 10), `${wrong.length} of ${a.length} differ`).toEqual([]);
}

function expectClose(
  type: FloatType,
  what: string,
  a: Float64Array,
  b: Float64Array,
  want: Float64Array | undefined,
  ulps: number,
  compute: (x: number, y: number) => number,
): void {
  const wrong: string[] = [];
  a.forEach((x, i) => {
    const y = b[i] as number;
    const expected = want?.[i] as number;
    const got = compute(x, y);
    const far = distance(type, got, expected);
    if (far > ulps)
      wrong.push(`${what}(${show(x)}, ${show(y)}) = ${show(expected)}, not ${show(got)}: ${far} ulp`);
  });
  expect(wrong.slice(0, 10), `${wrong.length} of ${a.length} differ`).toEqual([]);
}

/**
 * What NumPy's float64 is off itself, where it asks the C library: glibc's manual, "Known Maximum Errors in Math Functions". Ours is
 * tested against MPFR (elementary64.test.ts).
 */
const platformError: ReadonlyMap<string, number> = new Map([
  ["cbrt", 4],
  ...["acosh", "asinh", "atanh", "cosh", "log10", "sinh", "tanh"].map((fn) => [fn, 2] as const),
]);

/** Within 0.5002 units of the last place of a float64; for float64 itself within what the platform is off. */
function expectTrue(
  type: FloatType,
  what: string,
  a: Float64Array,
  b: Float64Array,
  truths: Float64Array | undefined,
  compute: (x: number, y: number) => number,
): void {
  if (type === float64) return expectClose(type, what, a, b, truths, platformError.get(what) ?? 1, compute);
  const round = convertFloat(float64, type);
  const margin = 0.0002 * 2 ** -(type.mantissa + 1); // of the truth: the last place is 1 to 2 times as much
  const wrong: string[] = [];
  a.forEach((x, i) => {
    const [y, truth] = [b[i] as number, truths?.[i] as number];
    const got = compute(x, y);
    const near = [truth, truth * (1 - margin), truth * (1 + margin)].map((value) => Number(round(value)));
    if (!near.some((value) => Object.is(got, value)))
      wrong.push(`${what}(${show(x)}, ${show(y)}) = ${show(truth)}, not ${show(got)}`);
  });
  expect(wrong.slice(0, 10), `${wrong.length} of ${a.length} differ`).toEqual([]);
}

/** How many values apart; NaN is only near NaN. A zero of the other sign counts as far. */
function distance(type: FloatType, x: number, y: number): number {
  if (Object.is(x, y)) return 0;
  if (Number.isNaN(x) || Number.isNaN(y) || x < 0 !== y < 0 || Object.is(x, -0) !== Object.is(y, -0))
    return Infinity;
  return Math.abs(Number(encode(type, Math.abs(x)) - encode(type, Math.abs(y))));
}

function show(x: number): string {
  return Object.is(x, -0) ? "-0" : String(x);
}
