/** Operands for the C headers: values of a format where something happens, and the bits that carry them. */
import { formatOf, isFloat64 } from "../../src/types/float/format.ts";
import { compileRound, decode, floatBits } from "../../src/types/float/index.ts";
import type { Value } from "../../src/types/operators.ts";
import type { FloatType } from "../../src/types/types.ts";

/** Numbers in the order of a seed: the same in every run. */
export function randomWords(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
}

/** Every value of the format, NaN once. */
export function everyValue(type: FloatType): readonly number[] {
  const values = new Map<string, number>();
  for (let bits = 0n; bits < 1n << BigInt(floatBits(type)); bits++) {
    const value = Number(decode(type, bits));
    values.set(Object.is(value, -0) ? "-0" : String(value), value);
  }
  return [...values.values()];
}

/** Zeros, infinities, NaN, one and its neighbours, the ends of the normal and of the whole range, midpoints of ints. */
export function cornersOf(type: FloatType): readonly number[] {
  const format = formatOf(type);
  const unit = 2 ** -type.mantissa;
  const least = 2 ** format.minExponent;
  const largest = (2 - unit) * 2 ** format.maxExponent;
  const positive = [
    ...[0, 1, 1 + unit, 1 - unit / 2, 0.5, 1.5, 2, 3, 2.5, 0.1, 10, Math.PI, Math.PI / 2, 100],
    ...[least, least * (1 + unit), least * unit, least * (1 - unit), largest, largest / 2, Infinity],
    ...[2 ** type.mantissa - 0.5, 2 ** type.mantissa, 2 ** (type.mantissa + 1)],
  ];
  const round = isFloat64(type) ? (x: number) => x : compileRound(type);
  return [...positive, ...positive.map((x) => -x), Number.NaN].map(round);
}

/** Values of any exponent, each as likely, and every third near 1. */
export function randomValue(type: FloatType, next: () => number): number {
  const bits = BigInt(floatBits(type));
  const pattern = ((BigInt(next()) << 32n) | BigInt(next())) & ((1n << bits) - 1n);
  if (next() % 3 !== 0) {
    // One of FloPoCo's three exceptions in eight: numbers are what matters.
    const normal = type.variant === "flopoco" && next() % 8 !== 0;
    const head = 1n << BigInt(type.exponent + type.mantissa + 1);
    return Number(decode(type, normal ? (pattern & (head - 1n)) | head : pattern));
  }
  const near = (next() / 2 ** 32 + next() / 2 ** 64) * 2 ** ((next() % 9) - 4);
  return compileRound(type)(next() % 2 === 0 ? near : -near);
}

const scratch = new DataView(new ArrayBuffer(8));

/** The bits of a double, one NaN for all; integers (as bigint) in two's complement. */
export function bitsOf(value: Value): bigint {
  if (typeof value === "bigint") return BigInt.asUintN(64, value);
  if (typeof value === "boolean") return value ? 1n : 0n;
  scratch.setFloat64(0, Number.isNaN(value) ? Number.NaN : value);
  return scratch.getBigUint64(0);
}

/** Bits that came back, with the one NaN for every NaN. */
export function oneNan(bits: bigint): bigint {
  return (bits & 0x7ff0000000000000n) === 0x7ff0000000000000n && (bits & 0xfffffffffffffn) !== 0n
    ? bitsOf(Number.NaN)
    : bits;
}

export function doubleOf(bits: bigint): number {
  scratch.setBigUint64(0, bits);
  return scratch.getFloat64(0);
}
