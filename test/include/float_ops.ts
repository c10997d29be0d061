/** What each operation of float_ops.h must give: the closures of src/types. */
import { compileConvert } from "../../src/types/arithmetic.ts";
import { fromBits, toBits } from "../../src/types/bits.ts";
import { compileFloatBinary, compileFloatMath } from "../../src/types/float/index.ts";
import type { BinaryOp, MathFn, Value } from "../../src/types/operators.ts";
import { canonical } from "../../src/types/storage.ts";
import {
  exactInt,
  type FixedType,
  type FloatType,
  float64,
  int32,
  int64,
  uint64,
} from "../../src/types/types.ts";
import type { Job } from "./float_driver.ts";
import { bitsOf, doubleOf } from "./float_values.ts";

export interface Expected {
  readonly name: string;
  readonly job: Job;
  readonly results: BigUint64Array;
  readonly isDouble: boolean; // results are bits of doubles: every NaN is the same
}

export const binaryOps: readonly (BinaryOp | "copysign")[] = [
  ...(["add", "sub", "mul", "div", "fmod", "mod", "floordiv", "min", "max", "copysign"] as const),
];
const firstUnary = 10;
export const unaryOps: readonly MathFn[] = [
  ...(["sqrt", "floor", "ceil", "trunc", "rint", "sign", "isnan", "isinf", "isfinite"] as const),
];
const op = { round: 19, fromInt: 20, fromUint: 21, fromFixed: 22, fromUfixed: 23, toFixed: 24, toUfixed: 25 };
const ops = { ...op, toInt32: 26, toInt64: 27, toUint64: 28, toBits: 29, fromBits: 30 };

const variants = { ieee: 0, ftz: 1, flopoco: 2 };
const roundings = { truncate: 0, floor: 0, nearest_even: 1, nearest_away: 2, toward_zero: 3 };

export function formatParameters(type: FloatType): readonly number[] {
  return [type.exponent, type.mantissa, variants[type.variant]];
}

export function binaryOp(
  name: BinaryOp | "copysign",
  type: FloatType,
  pairs: readonly (readonly [number, number])[],
): Expected {
  const apply = name === "copysign" ? compileFloatMath(name, type) : compileFloatBinary(name, type);
  return onDoubles(name, binaryOps.indexOf(name), formatParameters(type), pairs, apply);
}

export function unaryOp(name: MathFn, type: FloatType, values: readonly number[]): Expected {
  const apply = compileFloatMath(name, type);
  const isDouble = !name.startsWith("is");
  return unary(name, firstUnary + unaryOps.indexOf(name), formatParameters(type), values, apply, isDouble);
}

/** Doubles to the format, and its values as bits and back. */
export function roundings64(type: FloatType, doubles: readonly number[]): Expected {
  return unary("round", ops.round, formatParameters(type), doubles, compileConvert(float64, type), true);
}

export function patterns(
  type: FloatType,
  values: readonly number[],
  bits: readonly bigint[],
): readonly Expected[] {
  const parameters = formatParameters(type);
  return [
    unary("to_bits", ops.toBits, parameters, values, (x) => toBits(type, x), false),
    unary("from_bits", ops.fromBits, parameters, bits, (x) => fromBits(type, BigInt(x)), true),
  ];
}

/** From 64-bit integers, as they are and as raw fixed values. */
export function fromIntegers(
  type: FloatType,
  words: readonly bigint[],
  fixed: FixedType,
): readonly Expected[] {
  const signed = words.map((word) => BigInt.asIntN(64, word));
  const fraction = fixed.width - fixed.integer;
  const raws = words.map((word) => BigInt.asIntN(fixed.width, word));
  const uraws = words.map((word) => BigInt.asUintN(fixed.width, word));
  const parameters = formatParameters(type);
  const scaled = [...parameters, fraction];
  const int = compileConvert(int64, type);
  const uint = compileConvert(uint64, type);
  const raw = compileConvert(fixed, type);
  const uraw = compileConvert({ ...fixed, signed: false }, type);
  return [
    unary("from_int", ops.fromInt, parameters, signed, (x) => int(canonical(BigInt(x))), true),
    unary("from_uint", ops.fromUint, parameters, words, (x) => uint(canonical(BigInt(x))), true),
    unary("from_fixed", ops.fromFixed, scaled, raws, (x) => raw(canonical(BigInt(x))), true),
    unary("from_ufixed", ops.fromUfixed, scaled, uraws, (x) => uraw(canonical(BigInt(x))), true),
  ];
}

/** To NumPy's integers, and to raw fixed values. */
export function toIntegers(doubles: readonly number[]): readonly Expected[] {
  return (["toInt32", "toInt64", "toUint64"] as const).map((name) => {
    const convert = compileConvert(float64, { toInt32: int32, toInt64: int64, toUint64: uint64 }[name]);
    return unary(name, ops[name], [], doubles, (x) => BigInt(convert(x)), false);
  });
}

export function toFixed(fixed: FixedType, doubles: readonly number[]): Expected {
  const convert = compileConvert(float64, fixed);
  const parameters = [
    fixed.width,
    fixed.width - fixed.integer,
    roundings[fixed.rounding],
    fixed.overflow === "wrap" ? 0 : 1,
  ];
  const number = fixed.signed ? ops.toFixed : ops.toUfixed;
  return unary("to_fixed", number, parameters, doubles, (x) => BigInt(convert(x)), false);
}

export function toExactInt(bits: number, doubles: readonly number[]): Expected {
  const convert = compileConvert(float64, exactInt(bits, true));
  return unary("to int<N>", ops.toFixed, [bits, 0, 3, 0], doubles, (x) => BigInt(convert(x)), false);
}

/** Doubles in, doubles out. */
export function onDoubles(
  name: string,
  number: number,
  parameters: readonly number[],
  pairs: readonly (readonly [number, number])[],
  apply: (x: number, y: number) => Value,
): Expected {
  const operands = new Float64Array(2 * pairs.length);
  const results = new Float64Array(pairs.length);
  pairs.forEach(([x, y], i) => {
    operands[2 * i] = x;
    operands[2 * i + 1] = y;
    const result = Number(apply(x, y));
    results[i] = Number.isNaN(result) ? Number.NaN : result;
  });
  const job = { op: number, parameters, operands: new BigUint64Array(operands.buffer) };
  return { name, job, results: new BigUint64Array(results.buffer), isDouble: true };
}

function unary(
  name: string,
  number: number,
  parameters: readonly number[],
  values: readonly (number | bigint)[],
  apply: (x: Value, y: Value) => Value,
  isDouble: boolean,
): Expected {
  const operands = BigUint64Array.from(values.flatMap((x) => [bitsOf(x), 0n]));
  const results = BigUint64Array.from(values, (x) => bitsOf(apply(x, x)));
  return { name, job: { op: number, parameters, operands }, results, isDouble };
}

/** How an expectation reads in a message. */
export function describeCase({ name, job, isDouble }: Expected, i: number): string {
  const operands = [...job.operands.subarray(2 * i, 2 * i + 2)].map(
    (x) => `${doubleOf(x)} 0x${x.toString(16)}`,
  );
  return `${name}(${operands.join(", ")}) with ${job.parameters.join(", ")}${isDouble ? "" : " as bits"}`;
}
