/** Work for the drivers of elementary_ops.h and elementary_pieces.h, and what the definition gives. */
import { integerBinary, integerUnary } from "../../src/types/float/elementary.ts";
import { formatOf } from "../../src/types/float/format.ts";
import { compileRound } from "../../src/types/float/index.ts";
import type { FloatType } from "../../src/types/types.ts";
import { compileDigest, digested } from "./elementary_pieces.ts";
import { type Expected, formatParameters, onDoubles } from "./float_ops.ts";
import { bitsOf, cornersOf, randomValue, randomWords } from "./float_values.ts";

/** In the order of elementary_ops.h. */
export const unary = [
  ...(["exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan"] as const),
  ...(["asin", "acos", "atan", "sinh", "cosh", "tanh", "cbrt"] as const),
];
export const binary = ["atan2", "hypot", "pow"] as const;
const all = [...unary, ...binary];

export type Pair = readonly [number, number];

/** Corners, random values, and large ones that sine and cosine must reduce. */
export function everyFunction(type: FloatType, count: number): readonly Expected[] {
  const next = randomWords(type.exponent * 100 + type.mantissa);
  const corners = cornersOf(type);
  const values = [...corners, ...Array.from({ length: count }, () => randomValue(type, next))];
  const pairs = [
    ...corners.flatMap((x) => corners.map((y): Pair => [x, y])),
    ...values.map((x): Pair => [x, randomValue(type, next)]),
    ...values.map((x): Pair => [Math.abs(x), compileRound(type)(((next() % 33) - 16) / 4)]),
  ];
  return [
    ...unary.map((fn) => oneArgument(fn, type, values)),
    ...binary.map((fn) => twoArguments(fn, type, pairs)),
  ];
}

export function oneArgument(
  fn: (typeof unary)[number],
  type: FloatType,
  values: readonly number[],
): Expected {
  const pairs = values.map((x): Pair => [x, x]);
  return onDoubles(fn, all.indexOf(fn), formatParameters(type), pairs, integerUnary(fn, formatOf(type)));
}

export function twoArguments(fn: (typeof binary)[number], type: FloatType, pairs: readonly Pair[]): Expected {
  return onDoubles(fn, all.indexOf(fn), formatParameters(type), pairs, integerBinary(fn, formatOf(type)));
}

/** What every algorithm has before it rounds. */
export function digests(type: FloatType, count: number): readonly Expected[] {
  const next = randomWords(type.exponent);
  const values = [...cornersOf(type), ...Array.from({ length: count }, () => randomValue(type, next))];
  const pairs = values.map((x): Pair => [x, randomValue(type, next)]);
  return digested.map((fn) => {
    const digest = compileDigest(fn, type);
    const known = pairs.flatMap(([x, y]) => {
      const result = digest(x, y);
      return result === undefined ? [] : [{ x, y, result }];
    });
    const operands = BigUint64Array.from(known.flatMap(({ x, y }) => [bitsOf(x), bitsOf(y)]));
    const results = BigUint64Array.from(known, ({ result }) => result);
    const job = { op: all.indexOf(fn), parameters: formatParameters(type), operands };
    return { name: `digest of ${fn}`, job, results, isDouble: false };
  });
}
