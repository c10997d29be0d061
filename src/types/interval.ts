/** Ranges of integers and their arithmetic: what a sum can be when its operands lie between known bounds. */
import type { ScalarType } from "./types.ts";

/** Both ends included. Operations give safe integers; anything wider is unknown (null). */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

export function interval(low: number, high: number): Interval | null {
  return Number.isSafeInteger(low) && Number.isSafeInteger(high) && low <= high
    ? { low: low + 0, high: high + 0 }
    : null;
}

/** The least that holds both; null where one is unknown. */
export function hull(a: Interval | null, b: Interval | null): Interval | null {
  return a && b && interval(Math.min(a.low, b.low), Math.max(a.high, b.high));
}

/** Of a result that does not wrap. */
export function unaryInterval(op: string, x: Interval): Interval | null {
  switch (op) {
    case "neg":
      return interval(-x.high, -x.low);
    case "abs":
      return interval(Math.max(x.low, -x.high, 0), Math.max(-x.low, x.high));
    case "invert":
      return interval(-1 - x.high, -1 - x.low);
    default:
      return null;
  }
}

/** Of integers of which one may be anything: a mask and a rest are as large as what they are taken with, at most. */
export function partlyKnownInterval(op: string, a: Interval | null, b: Interval | null): Interval | null {
  if (a !== null && b !== null) return binaryInterval(op, a, b);
  const known = a ?? b;
  if (op === "and") return known !== null && known.low >= 0 ? interval(0, known.high) : null;
  return op === "mod" && b !== null && b.low > 0 ? interval(0, b.high - 1) : null;
}

/** Of a result that does not wrap. */
export function binaryInterval(op: string, a: Interval, b: Interval): Interval | null {
  switch (op) {
    case "add":
      return interval(a.low + b.low, a.high + b.high);
    case "sub":
      return interval(a.low - b.high, a.high - b.low);
    case "mul":
      return spanned(a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high);
    case "floordiv":
      return b.low > 0 ? divided(a, b.low, b.high) : null;
    case "mod":
      return b.low > 0 ? interval(0, a.low >= 0 ? Math.min(a.high, b.high - 1) : b.high - 1) : null;
    case "and":
      // No bit is set that one of them lacks; two negative numbers share the bits above both.
      if (a.low < 0 && b.low < 0)
        return interval(-powerAbove(-1 - a.low, -1 - b.low), Math.max(a.high, b.high));
      return interval(0, Math.min(a.low < 0 ? b.high : a.high, b.low < 0 ? a.high : b.high));
    case "or":
      // Of two that are not negative it is not below either; else not below the one that is.
      if (a.low >= 0 && b.low >= 0) return interval(Math.max(a.low, b.low), powerAbove(a.high, b.high) - 1);
      return interval(Math.min(a.low, b.low), powerAbove(Math.max(a.high, 0), Math.max(b.high, 0)) - 1);
    case "xor": {
      if (a.low >= 0 && b.low >= 0) return interval(0, powerAbove(a.high, b.high) - 1);
      const power = powerAbove(Math.max(a.high, -1 - a.low), Math.max(b.high, -1 - b.low));
      return interval(-power, power - 1);
    }
    case "shl": {
      if (b.low < 0 || b.high > 53) return null;
      const [least, most] = [2 ** b.low, 2 ** b.high];
      return spanned(a.low * least, a.low * most, a.high * least, a.high * most);
    }
    case "shr":
      return b.low >= 0 ? divided(a, 2 ** b.low, 2 ** b.high) : null;
    case "min":
      return interval(Math.min(a.low, b.low), Math.min(a.high, b.high));
    case "max":
      return interval(Math.max(a.low, b.low), Math.max(a.high, b.high));
    default:
      return null;
  }
}
function spanned(...ends: readonly number[]): Interval | null {
  return interval(Math.min(...ends), Math.max(...ends));
}

/** Rounded down, by a divisor between two that are positive. A quotient that rounds is never an integer too large. */
function divided(a: Interval, least: number, most: number): Interval | null {
  return interval(
    Math.floor(a.low / (a.low < 0 ? least : most)),
    Math.floor(a.high / (a.high < 0 ? most : least)),
  );
}

/** The least power of two above both, which are not negative. */
function powerAbove(a: number, b: number): number {
  let power = 1;
  while (power <= a || power <= b) power *= 2;
  return power;
}

/** Every value of an integer type, when all are safe integers. */
export function typeInterval(type: ScalarType): Interval | null {
  if (type.kind !== "int") return null;
  return (type.signed ? signedIntervals : unsignedIntervals)[type.bits] ?? null;
}

const safeBits = Array.from({ length: 54 }, (_, bits) => bits);
const signedIntervals = safeBits.map(
  (bits): Interval => ({ low: -(2 ** (bits - 1)), high: 2 ** (bits - 1) - 1 }),
);
const unsignedIntervals = safeBits.map((bits): Interval => ({ low: 0, high: 2 ** bits - 1 }));
