/** Pairs of floats made for one thing each: a tie, a long carry, a cancellation, a border of the range. */
import type { FloatType } from "../../../src/types/types.ts";
import { randomBits } from "./random.ts";

export type Kind = "tie" | "carry" | "cancel" | "border" | "subnormal";

export const kinds: readonly Kind[] = ["tie", "carry", "cancel", "border", "subnormal"];

export type Arithmetic = "add" | "sub" | "mul" | "div" | "sqrt";

interface Parts {
  readonly negative: boolean;
  readonly code: number; // of the exponent
  readonly fraction: bigint;
}

/** Of `sqrt` only the first counts. */
export function directedPair(
  op: Arithmetic,
  kind: Kind,
  type: FloatType,
  random: () => number,
): readonly [bigint, bigint] {
  const [a, b] = pairOf(op, kind, type, random);
  return [patternOf(type, a), patternOf(type, b)];
}

function pairOf(op: Arithmetic, kind: Kind, type: FloatType, random: () => number): readonly [Parts, Parts] {
  const { exponent, mantissa } = type;
  const top = 2 ** exponent - 2;
  const bias = 2 ** (exponent - 1) - 1;
  const below = (n: number): number => Math.floor(random() * n);
  const sign = (): boolean => random() < 0.5;
  const any = (): bigint => randomBits(random, mantissa);
  const full = (1n << BigInt(mantissa)) - 1n;
  const near = (): bigint => BigInt.asUintN(mantissa, BigInt(below(5) - 2)); // a few units from a power of two
  const number = (code: number, fraction: bigint): Parts => ({ negative: sign(), code, fraction });
  const middle = 1 + below(top);
  switch (kind) {
    case "tie":
      switch (op) {
        case "add":
        case "sub": {
          // The second has one bit, half a unit of the first's last place, and perhaps something far below.
          const distance = mantissa + 1 + below(2);
          const first = number(Math.min(middle + distance, top), any());
          return [first, { ...number(first.code - distance, BigInt(below(3)) % 2n), negative: sign() }];
        }
        case "mul": {
          // Odd factors whose product has one bit more than the format.
          const bits = 1 + below(mantissa);
          const short = (length: number): bigint =>
            length <= 0 ? 0n : (randomBits(random, length) | 1n) << BigInt(mantissa - length);
          return [number(middle, short(bits)), number(bias + below(3) - 1, short(mantissa + 1 - bits))];
        }
        case "div":
        case "sqrt": {
          // Quotients and roots that are exact, and their neighbours.
          const half = Math.ceil(mantissa / 2);
          const q = (1n << BigInt(half)) | randomBits(random, half);
          const d = op === "sqrt" ? q : (1n << BigInt(mantissa - half)) | randomBits(random, mantissa - half);
          const first = normalized(q * d, mantissa);
          const change = BigInt(below(3) - 1);
          const second = normalized(d, mantissa);
          return [
            number(middle, BigInt.asUintN(mantissa, first + change)),
            number(Math.min(Math.max(middle - below(4), 1), top), second),
          ];
        }
      }
      return [number(middle, any()), number(middle, any())];
    case "carry":
      // All ones, where rounding runs through the whole significand, into the exponent.
      return [
        number(middle, full - BigInt(below(3))),
        number(
          op === "mul" ? bias : Math.max(middle - below(mantissa + 3), 1),
          random() < 0.5 ? near() : full,
        ),
      ];
    case "cancel": {
      const first = number(middle, random() < 0.5 ? near() : any());
      const code = middle + below(3) - 1;
      const fraction =
        random() < 0.5 ? near() : BigInt.asUintN(mantissa, first.fraction + BigInt(below(7) - 3));
      return [first, { negative: first.negative === (op === "sub"), code: Math.max(code, 1), fraction }];
    }
    case "border": {
      // Results about the largest number, and about the smallest normal one.
      const up = random() < 0.5;
      const first = number(up ? top - below(3) : 1 + below(3), random() < 0.5 ? near() : any());
      const wanted = up ? top : 1;
      const other =
        op === "mul" ? wanted - first.code + bias : op === "div" ? first.code - wanted + bias : first.code;
      const code = Math.min(Math.max(other + below(3) - 1, 0), top);
      return [first, number(code, random() < 0.5 ? near() : any())];
    }
    case "subnormal": {
      // Subnormal operands, or results: half of the smallest number and its neighbours too.
      const first = number(random() < 0.5 ? 0 : 1 + below(mantissa + 3), random() < 0.5 ? near() : any());
      const wanted = -below(mantissa + 3);
      const other =
        op === "mul" ? wanted - first.code + bias : op === "div" ? first.code - wanted + bias : below(3);
      const code = Math.min(Math.max(other, 0), top);
      return [first, number(code, random() < 0.3 ? 0n : any())];
    }
  }
}

/** The fraction of a number that is given by all its bits, cut or lengthened. */
function normalized(bits: bigint, mantissa: number): bigint {
  const length = bits.toString(2).length - 1;
  const kept = length > mantissa ? bits >> BigInt(length - mantissa) : bits << BigInt(mantissa - length);
  return BigInt.asUintN(mantissa, kept);
}

function patternOf(type: FloatType, { negative, code, fraction }: Parts): bigint {
  const { exponent, mantissa, variant } = type;
  const kept = BigInt(Math.min(Math.max(code, 0), 2 ** exponent - 2));
  const head = (variant === "flopoco" ? 2n : 0n) + (negative ? 1n : 0n);
  return (((head << BigInt(exponent)) | kept) << BigInt(mantissa)) | fraction;
}
