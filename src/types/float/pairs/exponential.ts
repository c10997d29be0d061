import { ln2 } from "../elementary/constants.ts";
import { powerOfTwo } from "../format.ts";
import { fromInteger, negated, ordered, over, type Pair, pair, product, sum } from "./pair.ts";

/**
 * e^x = 2^k * 2^(i/64) * e^r, |r| <= ln 2 / 128 < 2^-7.5. The second factor is from a table; e^r - 1 = r + r^2/2 + r^3 C(r)
 * with r^2 exact, so that only the cubic term, below 2^-25, has the error of doubles: 2^-76 in all. Where 1 is taken away
 * the result is at least 2^-8, or the series itself: 2^-67.
 */
export function exp(x: number): Pair | undefined {
  if (!(x > -690 && x < 709)) return undefined;
  return expOfPair(x, 0);
}

/** e^(x + low) for a low part far below x. */
export function expOfPair(x: number, low: number): Pair {
  const { value, exponent } = power(x, low);
  const scale = powerOfTwo(exponent);
  return pair(value.high * scale, value.low * scale);
}

export function exp2(x: number): Pair | undefined {
  if (!(x > -990 && x < 1020)) return undefined;
  const { ln2Pair } = tables();
  const steps = Math.round(x * 64);
  const rest = x - steps / 64; // exact
  const r = product(rest, ln2Pair.high);
  const value = timesTable(steps & 63, lessOne(r.high, r.low + rest * ln2Pair.low));
  const scale = powerOfTwo(steps >> 6);
  return pair(value.high * scale, value.low * scale);
}

export function expm1(x: number): Pair | undefined {
  if (!(x > -690 && x < 709)) return undefined;
  if (x < 0.005 && x > -0.005) return lessOne(x, 0);
  const { high, low } = expOfPair(x, 0);
  const difference = sum(high, -1);
  return ordered(difference.high, difference.low + low);
}

export function sinh(x: number): Pair | undefined {
  const size = Math.abs(x);
  if (!(size < 690)) return undefined;
  if (size < 2 ** -6) {
    const square = x * x;
    return ordered(x, x * square * (1 / 6 + square * (1 / 120 + square * (1 / 5040 + square / 362880))));
  }
  const result = halfSum(size, -1);
  return x < 0 ? negated(result) : result;
}

export function cosh(x: number): Pair | undefined {
  const size = Math.abs(x);
  return size < 690 ? halfSum(size, 1) : undefined;
}

/** tanh x = q / (q + 2), q = e^2x - 1 */
export function tanh(x: number): Pair | undefined {
  const size = Math.abs(x);
  if (size > 24) return pair(x < 0 ? -1 : 1, 0); // 1 - 2^-68, and nearer
  const q = expm1(2 * size);
  if (q === undefined) return undefined;
  const divisor = sum(q.high, 2);
  const result = over(q, pair(divisor.high, divisor.low + q.low));
  return x < 0 ? negated(result) : result;
}

/** (e^x + sign * e^-x) / 2 for 0 <= x < 690 */
function halfSum(x: number, sign: number): Pair {
  const { value, exponent } = power(x, 0);
  const inverse = over(one, value);
  const shrink = exponent > 500 ? 0 : sign * powerOfTwo(-2 * exponent);
  const total = sum(value.high, inverse.high * shrink);
  const result = ordered(total.high, total.low + (value.low + inverse.low * shrink));
  const scale = powerOfTwo(exponent - 1);
  return pair(result.high * scale, result.low * scale);
}

const one = pair(1, 0);

interface Power {
  readonly value: Pair; // 0.99 to 2
  readonly exponent: number;
}

function power(x: number, low: number): Power {
  const { stepHigh, stepLow, stepsPerUnit } = tables();
  const steps = Math.round(x * stepsPerUnit);
  // Exact: a step has 35 bits, their number 17, and what is left is a multiple of 2^-60.
  const rest = sum(x - steps * stepHigh, low - steps * stepLow);
  return { value: timesTable(steps & 63, lessOne(rest.high, rest.low)), exponent: steps >> 6 };
}

/** e^(r + low) - 1 for |r| < 2^-7.4 */
function lessOne(r: number, low: number): Pair {
  const square = product(r, r);
  const tail = 1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040 + r / 40320))));
  const start = ordered(r, square.high * 0.5);
  const small = square.low * 0.5 + (square.high * r * tail + (low + low * r));
  return ordered(start.high, start.low + small);
}

/** 2^(i/64) (1 + e) */
function timesTable(i: number, e: Pair): Pair {
  const { powersHigh, powersLow } = tables();
  const high = powersHigh[i] as number;
  const low = powersLow[i] as number;
  const linear = product(high, e.high);
  const start = ordered(high, linear.high);
  return ordered(start.high, start.low + (linear.low + (high * e.low + (low + low * e.high))));
}

interface Tables {
  readonly stepHigh: number; // ln 2 / 64, of 35 bits
  readonly stepLow: number;
  readonly stepsPerUnit: number;
  readonly ln2Pair: Pair;
  readonly powersHigh: Float64Array; // 2^(i/64)
  readonly powersLow: Float64Array;
}

let made: Tables | undefined;

function tables(): Tables {
  made ??= makeTables();
  return made;
}

function makeTables(): Tables {
  const bits = 200;
  const log2 = ln2(bits);
  const stepHigh = Number(log2 >> BigInt(bits - 35)) * 2 ** -41;
  const rest = log2 - (BigInt(stepHigh * 2 ** 41) << BigInt(bits - 35));
  const powers = Array.from({ length: 64 }, (_, i) =>
    fromInteger(exponential((log2 * BigInt(i)) >> 6n, bits), bits),
  );
  return {
    stepHigh,
    stepLow: fromInteger(rest, bits + 6).high,
    stepsPerUnit: 64 / Math.LN2,
    ln2Pair: fromInteger(log2, bits),
    powersHigh: Float64Array.from(powers, ({ high }) => high),
    powersLow: Float64Array.from(powers, ({ low }) => low),
  };
}

/** e^(r / 2^bits) in the same units, by its series. */
function exponential(r: bigint, bits: number): bigint {
  let term = 1n << BigInt(bits);
  let total = 0n;
  for (let n = 1n; term > 0n; n++) {
    total += term;
    term = (term * r) / (n << BigInt(bits));
  }
  return total;
}
