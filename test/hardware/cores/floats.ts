/** Float operands for tests: patterns of a type where something happens. */
import { toBits } from "../../../src/types/bits.ts";
import { decode } from "../../../src/types/float/index.ts";
import type { FloatType } from "../../../src/types/types.ts";
import { randomBits } from "./random.ts";

/** Zeros, the least and the largest of each kind, 1 and its neighbours, infinities, NaN. */
export function specialFloats(type: FloatType): readonly bigint[] {
  const { exponent, mantissa, variant } = type;
  const unit = 1n << BigInt(mantissa);
  const one = (2n ** BigInt(exponent - 1) - 1n) * unit;
  const all = unit * 2n ** BigInt(exponent);
  const plain = [0n, 1n, unit - 1n, unit, unit + 1n, one - 1n, one, one + 1n, one + unit / 2n, one - unit];
  const upper = [all - unit - 1n, all - unit, all - unit + unit / 2n, all - 1n];
  const magnitudes = [...plain, ...upper];
  if (variant !== "flopoco") return magnitudes.flatMap((bits) => [bits, bits | all]);
  const specials = [0n, 4n, 6n].flatMap((head) => [head * all, (head + 1n) * all]);
  const known = [...magnitudes.flatMap((bits) => [bits + 2n * all, bits + 3n * all]), ...specials];
  return known.filter((bits) => toBits(type, decode(type, bits)) === bits);
}

/** Any pattern. */
export function anyFloat(type: FloatType, random: () => number): bigint {
  const { exponent, mantissa, variant } = type;
  const bits = randomBits(random, 1 + exponent + mantissa);
  return variant === "flopoco" ? bits | (1n << BigInt(1 + exponent + mantissa)) : bits;
}

/** Exponents where a fraction and a whole part meet. */
export function aroundOne(type: FloatType, random: () => number): bigint {
  const { exponent, mantissa } = type;
  const bias = 2 ** (exponent - 1) - 1;
  return assemble(type, random() < 0.5, bias - 3 + Math.floor(random() * (mantissa + 16)), random);
}

function assemble(type: FloatType, negative: boolean, code: number, random: () => number): bigint {
  const { exponent, mantissa, variant } = type;
  const kept = Math.min(Math.max(code, 0), 2 ** exponent - 2);
  const head = (variant === "flopoco" ? 2 : 0) + (negative ? 1 : 0);
  const top = BigInt(head * 2 ** exponent + kept);
  return (top << BigInt(mantissa)) | randomBits(random, mantissa);
}

/** A pair where something happens: near exponents, near values that cancel, results at a border of the range. */
export function floatPair(type: FloatType, random: () => number): readonly [bigint, bigint] {
  const { exponent, mantissa } = type;
  const codes = 2 ** exponent;
  const bias = codes / 2 - 1;
  const a = anyFloat(type, random);
  const code = Number((a >> BigInt(mantissa)) & BigInt(codes - 1));
  const negative = random() < 0.5;
  const near = (middle: number, reach: number): bigint =>
    assemble(type, negative, middle + Math.floor((random() * 2 - 1) * reach), random);
  switch (Math.floor(random() * 7)) {
    case 0:
      return [a, anyFloat(type, random)];
    case 1:
      return [a, near(code, 3)]; // cancels by a few bits
    case 2:
      return [a, near(code, mantissa + 4)]; // shifted by up to all bits
    case 3: {
      const other = a ^ (1n << BigInt(exponent + mantissa)); // cancels all but the last bits
      const changed = other ^ BigInt(Math.floor(random() * 4));
      return [a, changed];
    }
    case 4:
      return [a, near(bias - code + 1, mantissa + 3)]; // a product at the lower border, a quotient at the upper
    case 5:
      return [a, near(code + bias, mantissa + 3)]; // a quotient at the lower border
    default:
      return [a, near(codes + bias - code, 3)]; // a product at the upper border
  }
}
