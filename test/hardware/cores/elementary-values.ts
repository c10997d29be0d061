/** Operands of elementary functions: where they change their ways, and where their results are hard to round. */
import type { CoreOp } from "../../../src/hardware/cores/core.ts";
import { compileRound, decode, encode, floatBits, roundTo } from "../../../src/types/float/index.ts";
import type { FloatType } from "../../../src/types/types.ts";
import { seeded } from "./random.ts";

export const unaryFunctions = [
  "exp",
  "exp2",
  "expm1",
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
  "sinh",
  "cosh",
  "tanh",
  "cbrt",
] as const satisfies readonly CoreOp[];

export const binaryFunctions = ["atan2", "hypot", "pow"] as const satisfies readonly CoreOp[];

/** Those named in LUTRA_FUNCTIONS=exp,log; else all. */
export function selected<T extends string>(names: readonly T[]): readonly T[] {
  const chosen = process.env.LUTRA_FUNCTIONS?.split(",");
  return names.filter((name) => chosen === undefined || chosen.includes(name));
}

export function bitsOf(type: FloatType, x: number): bigint {
  return encode(type, roundTo(type, x));
}

/** Zeros, ones, infinities, NaN, large and small ones, borders between the ways of computing; and their neighbours. */
export function turningPoints(type: FloatType): readonly bigint[] {
  const whole = [0, 1, 2, 3, 4, 10, 22, 87, 88.7, 89, 103, 104, 128];
  const parts = [0.5, 0.25, 0.125, 1 / 32, 1 / 64, Math.PI, Math.PI / 2, Math.PI / 4, Math.LN2];
  const values = [...whole, ...parts, Infinity, 2 ** 100, 2 ** -100].flatMap((x) => [x, -x]);
  const patterns = [...values, Number.NaN].map((x) => bitsOf(type, x));
  return patterns.flatMap((bits) => [bits, canonical(type, bits + 1n), canonical(type, bits - 1n)]);
}

export function canonical(type: FloatType, bits: bigint): bigint {
  return encode(type, decode(type, BigInt.asUintN(floatBits(type), bits)));
}

/** Between 2^-20 and 2^10: where most functions are neither constant nor out of range. */
export function moderate(type: FloatType, random: () => number): bigint {
  const size = 2 ** (random() * 30 - 20);
  return bitsOf(type, random() < 0.5 ? size : -size);
}

/** Those of so many values that the algorithm's error, and no less, may round either way. */
export function hardValues(op: string, type: FloatType, tries: number): readonly bigint[] {
  const double = (Math as unknown as Record<string, (x: number) => number>)[op] ?? ((x) => 2 ** x);
  const random = seeded(`hard ${JSON.stringify([op, type])}`);
  const round = compileRound(type);
  const hard: bigint[] = [];
  for (let i = 0; i < tries; i++) {
    const x = round((random() < 0.5 ? 1 : -1) * 2 ** (random() * 16 - 9));
    if (isHard(double(x), type, round)) hard.push(encode(type, x));
  }
  return hard;
}

/** A midpoint lies within what the models may err. */
export function isHard(y: number, type: FloatType, round: (x: number) => number): boolean {
  const doubt = 2 ** -(type.mantissa + 14);
  return !Number.isNaN(y) && round(y * (1 - doubt)) !== round(y * (1 + doubt));
}
