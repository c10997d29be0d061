import type { Value } from "../operators.ts";
import type { FloatType } from "../types.ts";
import { unpackNumber } from "./exact.ts";
import { type Format, formatOf, isFloat32, isFloat64, maxFinite, minNormal, powerOfTwo } from "./format.ts";
import { roundExact } from "./value.ts";

/** A double to the nearest value of the type, ties to even, flushed or overflowed by the rules of its variant. */
export function roundTo(type: FloatType, x: number): Value {
  const format = formatOf(type);
  return format.isNumber ? compileRound(type)(x) : roundExact(format, unpackNumber(x));
}

/** The rounding as a closure, for types whose values are numbers. */
export function compileRound(type: FloatType): (x: number) => number {
  if (isFloat64(type)) return (x) => x;
  if (isFloat32(type)) return Math.fround;
  const format = formatOf(type);
  if (format.precision === 53) return compileRangeOnly(format);
  return compileGridRound(format);
}

/** 53 bits and a smaller range than a double's: subnormals (ieee) or a flush below the range, infinity above it. */
function compileRangeOnly(format: Format): (x: number) => number {
  const min = minNormal(format);
  const max = maxFinite(format);
  const flush = !format.subnormals;
  return (x) => {
    const magnitude = x < 0 ? -x : x;
    if (magnitude > max) return x < 0 ? -Infinity : Infinity;
    if (magnitude >= min || magnitude === 0 || Number.isNaN(x)) return x;
    const rounded = flush ? 0 : magnitude + min - min; // the last place of the sum is one subnormal step
    return x < 0 ? -rounded : rounded;
  };
}

/**
 * Adding a power of two 2^(52 - mantissa) times the binade of |x| puts the last place of the sum at the last place
 * of the format, so the addition itself rounds to nearest even; subtracting it again is exact.
 */
function compileGridRound(format: Format): (x: number) => number {
  const min = minNormal(format);
  const max = maxFinite(format);
  const flush = !format.subnormals;
  const lift = 52 - format.type.mantissa;
  const lowest = format.subnormals ? format.minExponent + 1023 : 0;
  const huge = powerOfTwo(Math.min(1023 - lift, format.maxExponent + 1)); // from here on the sum might overflow
  return (x) => {
    const magnitude = x < 0 ? -x : x;
    if (!(magnitude < huge)) {
      return format.maxExponent < 1023 ? x * Infinity : roundHuge(x, format);
    }
    if (magnitude === 0) return x;
    scratch[0] = magnitude;
    const code = (scratchWords[highWord] as number) >>> 20;
    const shifter = shifters[Math.max(code, lowest) + lift] as number;
    const rounded = magnitude + shifter - shifter;
    if (rounded > max) return x < 0 ? -Infinity : Infinity;
    if (flush && rounded < min) return x < 0 ? -0 : 0;
    return x < 0 ? -rounded : rounded;
  };
}

function roundHuge(x: number, format: Format): number {
  return Number(roundExact(format, unpackNumber(x)));
}

const scratch = new Float64Array(1);
const scratchWords = new Uint32Array(scratch.buffer);
const highWord = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0; // on a little-endian machine, the second
/** shifters[code] = 2^(code - 1023): a double whose exponent code is `code`. */
const shifters = Float64Array.from({ length: 2047 }, (_, code) => powerOfTwo(code - 1023));
