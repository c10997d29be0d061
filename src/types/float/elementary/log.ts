import {
  bitLength,
  type Exact,
  type Finite,
  finite,
  infinity,
  isZero,
  nan,
  shiftBy,
  topExponent,
  zero,
} from "../exact.ts";
import type { Format } from "../format.ts";
import { inverseLn2, inverseLn10, inverseOf, ln2, logOf } from "./constants.ts";
import { fromFixed, horner, scale, series, toFixed, workingWidth } from "./fixed.ts";

/**
 * ln x = k ln 2 - ln c + ln(1 + t): x = 2^k z with 45/64 <= z < 45/32, c about 1/z with 8 fraction bits from a table
 * by the top bits of z, t = cz - 1 exactly, |t| <= 1/64; ln(1 + t) = t P(t). W = precision + 28 fraction bits. Next
 * to 1 (k = 0, c = 1) the product t P alone is the result and keeps its relative error, below 2^-(W-10) everywhere.
 */
export type LogFunction = "log" | "log2" | "log10" | "log1p";

export function compileLog(fn: LogFunction, format: Format): (x: Exact) => Exact {
  const width = workingWidth(format) + 8;
  if (fn === "log1p") return compileLog1p(width);
  const ln = compileLn(width);
  const factor = fn === "log" ? undefined : fn === "log2" ? inverseLn2(width) : inverseLn10(width);
  return (x) => {
    if (x.kind === "nan") return nan;
    if (isZero(x)) return infinity(true);
    if (x.negative) return nan;
    if (x.kind === "inf") return x;
    const result = ln(x);
    return factor === undefined ? result : scale(result, factor, width);
  };
}

function compileLog1p(width: number): (x: Exact) => Exact {
  const ln = compileLn(width);
  const taylor = logSeries(width);
  return (x) => {
    if (x.kind === "nan" || isZero(x)) return x;
    if (x.kind === "inf") return x.negative ? nan : x;
    if (topExponent(x) < -6) return scale(x, horner(taylor, toFixed(x, width), width), width);
    if (topExponent(x) > width) return x.negative ? nan : ln(x); // 1 + x is x, to this width
    const base = Math.min(x.exponent, 0);
    const sum = toFixed(x, -base) + (1n << BigInt(-base));
    return sum > 0n ? ln(finite(false, sum, base)) : sum === 0n ? infinity(true) : nan;
  };
}

/** 1 - t/2 + t^2/3 - … */
export function logSeries(width: number): readonly bigint[] {
  return series((n) => (n % 2 === 0 ? 1n : -1n) * inverseOf(n + 1, width), 6);
}

/** ln of a positive number. */
export function compileLn(width: number): (x: Finite) => Finite {
  const log2 = ln2(width);
  const taylor = logSeries(width);
  const logs = reciprocals.map((c) => logOf(256, c, width));
  const grain = width + 1; // z has this many fraction bits: one more, for the halved ones
  return (x) => {
    const length = bitLength(x.mantissa);
    const k0 = x.exponent + length - 1;
    const significand = shiftBy(x.mantissa, width - (length - 1)); // 1 to 2, `width` fraction bits
    const upper = significand >> BigInt(width - 5) >= 45n;
    const k = upper ? k0 + 1 : k0;
    const z = upper ? significand : significand << 1n;
    const index = Number(z >> BigInt(grain - 6)) - 45;
    const c = reciprocals[index] as number;
    const t = z * BigInt(c) - (1n << BigInt(grain + 8)); // grain + 8 fraction bits
    const polynomial = horner(taylor, t >> BigInt(grain + 8 - width), width);
    if (k === 0 && c === 256) {
      return t === 0n ? zero(false) : scale(fromFixed(t, grain + 8), polynomial, width);
    }
    const tail = (t * polynomial) >> BigInt(grain + 8);
    return fromFixed(BigInt(k) * log2 + (logs[index] as bigint) + tail, width);
  };
}

/** The table of c, for z from 45/64 in steps of 1/64. */
export const reciprocals: readonly number[] = Array.from({ length: 45 }, (_, i) => reciprocal(i + 45));

/** 256 / z for the middle of the interval [j/64, (j+1)/64), rounded; 256 itself on both sides of 1. */
function reciprocal(j: number): number {
  return j === 63 || j === 64 ? 256 : Math.floor((256 * 128 + (2 * j + 1) / 2) / (2 * j + 1));
}
