import { inverseLn10, ln2, logOf } from "./elementary/constants.ts";
import { powerOfTwo } from "./format.ts";

/**
 * The float64 functions that V8 gives with an error of more than one unit in the last place: here they are computed
 * in pairs of doubles (a number is high + low, the low part below half a unit of the high) and err by little more
 * than half a unit.
 */
export const accurateDoubles = { cosh, hypot, log10, sinh, tanh };

interface Pair {
  readonly high: number;
  readonly low: number;
}

function hypot(x: number, y: number): number {
  const a = Math.max(Math.abs(x), Math.abs(y));
  const b = Math.min(Math.abs(x), Math.abs(y));
  if (a === Infinity || Math.abs(x) === Infinity || Math.abs(y) === Infinity) return Infinity;
  if (Number.isNaN(a) || b <= a * 2 ** -54) return a + b;
  if (a > 2 ** 500) return hypot(a * 2 ** -600, b * 2 ** -600) * 2 ** 600;
  if (b < 2 ** -450) return hypot(a * 2 ** 600, b * 2 ** 600) * 2 ** -600;
  const root = Math.sqrt(a * a + b * b);
  // One step of Newton's, with the exact a^2 + b^2 - root^2.
  const p = product(a, a);
  const q = product(b, b);
  const r = product(root, root);
  const rest = p.high - r.high + q.high + (p.low - r.low + q.low);
  return root + rest / (2 * root);
}

function log10(x: number): number {
  if (!(x > 0) || x === Infinity) return Math.log10(x);
  const natural = logarithm(x);
  const { high, low } = product(natural.high, tables().inverseLn10.high);
  return high + (low + natural.high * tables().inverseLn10.low + natural.low * tables().inverseLn10.high);
}

/** ln x = k ln 2 - ln c + ln(1 + t) with c about 1/x from a table and t = cx - 1 exactly, as in elementary/log.ts. */
function logarithm(x: number): Pair {
  const { log2High, log2Low, logs } = tables();
  let k = 0;
  let z = x;
  if (z < 2 ** -1022) {
    z *= 2 ** 54;
    k -= 54;
  }
  const exponent = Math.floor(Math.log2(z)); // right, or one off next to a power of two: the step below mends that
  z *= powerOfTwo(-exponent >> 1) * powerOfTwo(-exponent - (-exponent >> 1));
  k += exponent;
  while (z >= 45 / 32) {
    z /= 2;
    k++;
  }
  while (z < 45 / 64) {
    z *= 2;
    k--;
  }
  const j = Math.floor(z * 64);
  const c = j === 63 || j === 64 ? 1 : Math.round(256 / ((j + 0.5) / 64)) / 256;
  const log = logs[j - 45] ?? { high: 0, low: 0 };
  const scaled = product(z, c);
  const t = scaled.high - 1; // exact
  const tail = t * t * horner(logSeries, t);
  const first = sum(k * log2High, log.high);
  const second = sum(first.high, t);
  return sum(second.high, second.low + (first.low + (k * log2Low + log.low + scaled.low * (1 - t) + tail)));
}

function sinh(x: number): number {
  const size = Math.abs(x);
  if (!(size < 711) || x === 0) return Math.sinh(x);
  if (size < 0.25) return x + sinhTail(x);
  const result = halfSum(size, -1);
  return x < 0 ? -result : result;
}

function cosh(x: number): number {
  const size = Math.abs(x);
  if (!(size < 711)) return Math.cosh(x);
  return size < 0.25 ? 1 + coshTail(x) : halfSum(size, 1);
}

/** (e^x + sign * e^-x) / 2 for 0.25 <= x < 711 */
function halfSum(x: number, sign: number): number {
  const { value, exponent } = exponential(x);
  const inverse = reciprocal(value);
  const shrink = exponent > 500 ? 0 : sign * powerOfTwo(-2 * exponent);
  const high = sum(value.high, inverse.high * shrink);
  const twice = high.high + (high.low + (value.low + inverse.low * shrink));
  return twice * powerOfTwo(exponent - 2) * 2; // in two steps: e^x may overflow where the half of it does not
}

function tanh(x: number): number {
  const size = Math.abs(x);
  if (Number.isNaN(x) || x === 0) return x;
  if (size > 22) return x < 0 ? -1 : 1;
  if (size < 0.25) {
    const top = sum(x, sinhTail(x));
    return quotient(top, sum(1, coshTail(x)));
  }
  const { value, exponent } = exponential(size);
  const inverse = reciprocal(value);
  const shrink = powerOfTwo(-2 * exponent);
  const difference = sum(value.high, -inverse.high * shrink);
  const total = sum(value.high, inverse.high * shrink);
  const result = quotient(
    { high: difference.high, low: difference.low + (value.low - inverse.low * shrink) },
    { high: total.high, low: total.low + (value.low + inverse.low * shrink) },
  );
  return x < 0 ? -result : result;
}

/** e^x = value * 2^exponent for 0.25 <= x < 711: 2^(i/32) from a table and a polynomial of the rest, below 0.011. */
function exponential(x: number): { readonly value: Pair; readonly exponent: number } {
  const { stepHigh, stepLow, powers } = tables();
  const steps = Math.round(x / (stepHigh + stepLow));
  const rest = sum(x - steps * stepHigh, -steps * stepLow);
  const r = rest.high;
  const power = powers[steps & 31] ?? { high: 1, low: 0 };
  const tail = rest.low + r * r * horner(expSeries, r);
  const linear = product(power.high, r);
  const value = sum(power.high, linear.high);
  const low = value.low + (linear.low + (power.high * tail + (power.low + power.low * r)));
  return { value: sum(value.high, low), exponent: steps >> 5 };
}

/** sinh x - x and cosh x - 1 for |x| < 0.25. */
function sinhTail(x: number): number {
  return x * (x * x) * horner(sinhSeries, x * x);
}

function coshTail(x: number): number {
  return x * x * horner(coshSeries, x * x);
}

/** a + b exactly. */
function sum(a: number, b: number): Pair {
  const high = a + b;
  const part = high - a;
  return { high, low: a - (high - part) + (b - part) };
}

/** a * b exactly (Dekker). */
function product(a: number, b: number): Pair {
  const high = a * b;
  const a1 = splitHigh(a);
  const b1 = splitHigh(b);
  const a2 = a - a1;
  const b2 = b - b1;
  return { high, low: a1 * b1 - high + a1 * b2 + a2 * b1 + a2 * b2 };
}

function splitHigh(a: number): number {
  const c = a * (2 ** 27 + 1);
  return c - (c - a);
}

function reciprocal(x: Pair): Pair {
  const high = 1 / x.high;
  const check = product(high, x.high);
  return { high, low: (1 - check.high - check.low - high * x.low) * high };
}

function quotient(a: Pair, b: Pair): number {
  const q = a.high / b.high;
  const check = product(q, b.high);
  return q + (a.high - check.high - check.low + a.low - q * b.low) / b.high;
}

function horner(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) value = value * x + (coefficients[i] as number);
  return value;
}

const factorials = [1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800, 39916800, 479001600, 6227020800];
const expSeries = factorials.slice(2, 10).map((f) => 1 / f); // (e^r - 1 - r) / r^2
const sinhSeries = [3, 5, 7, 9, 11, 13].map((n) => 1 / (factorials[n] as number));
const coshSeries = [2, 4, 6, 8, 10, 12].map((n) => 1 / (factorials[n] as number));
const logSeries = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => (n % 2 === 0 ? -1 : 1) / n); // (ln(1+t) - t) / t^2

interface Tables {
  readonly log2High: number; // of 40 bits: its product with an exponent is exact
  readonly log2Low: number;
  readonly stepHigh: number; // ln 2 / 32, of 35 bits
  readonly stepLow: number;
  readonly inverseLn10: Pair;
  readonly logs: readonly Pair[]; // -ln c
  readonly powers: readonly Pair[]; // 2^(i/32)
}

let made: Tables | undefined;

function tables(): Tables {
  made ??= makeTables();
  return made;
}

function makeTables(): Tables {
  const log2 = ln2(bits);
  const log2High = Number(log2 >> BigInt(bits - 40)) * 2 ** -40;
  const stepHigh = Number(log2 >> BigInt(bits - 35)) * 2 ** -40;
  return {
    log2High,
    log2Low: toPair(log2 - toFixed(log2High)).high,
    stepHigh,
    stepLow: toPair((log2 >> 5n) - toFixed(stepHigh)).high,
    inverseLn10: toPair(inverseLn10(bits)),
    logs: Array.from({ length: 45 }, (_, i) => {
      const j = i + 45;
      return toPair(j === 63 || j === 64 ? 0n : logOf(256, Math.round(256 / ((j + 0.5) / 64)), bits));
    }),
    powers: powersOfTwo(log2),
  };
}

/** 2^(i/32) = e^(i ln2 / 32), by the series. */
function powersOfTwo(log2: bigint): readonly Pair[] {
  return Array.from({ length: 32 }, (_, i) => {
    const r = (log2 * BigInt(i)) >> 5n;
    let term = 1n << BigInt(bits);
    let total = 0n;
    for (let n = 1n; term > 0n; n++) {
      total += term;
      term = (term * r) / (n << BigInt(bits));
    }
    return toPair(total);
  });
}

const bits = 160;

function toPair(v: bigint): Pair {
  const high = Number(v) * 2 ** -bits;
  return { high, low: Number(v - toFixed(high)) * 2 ** -bits };
}

function toFixed(x: number): bigint {
  return BigInt(x * 2 ** bits);
}
