import { inverseFactorial, pi } from "../elementary/constants.ts";
import { horner, series } from "../elementary/fixed.ts";
import { fromInteger, negated, ordered, over, type Pair, pair, product, sum } from "./pair.ts";

/**
 * x = n pi/128 + r, |r| <= pi/256 < 2^-6.3, for |x| < 2^19: pi/128 is three parts of 28 bits, whose products with n are
 * exact, and a rest; a small r after a cancellation is left to the integers. The sine and cosine of the whole steps are
 * from a table; sin r = r + r^3 S and cos r = 1 - r^2/2 + r^4 C with r^2 exact. The terms that have the error of doubles are
 * below 2^-15 of r: the result is right to 2^-66.
 */
export function sin(x: number): Pair | undefined {
  const point = reduced(x);
  return point === undefined ? undefined : sine(point, point.quadrant);
}

export function cos(x: number): Pair | undefined {
  const point = reduced(x);
  return point === undefined ? undefined : sine(point, point.quadrant + 1);
}

export function tan(x: number): Pair | undefined {
  const point = reduced(x);
  if (point === undefined) return undefined;
  return over(sine(point, point.quadrant), sine(point, point.quadrant + 1));
}

interface Reduced {
  readonly quadrant: number;
  readonly step: number; // 0 to 63, of pi/128
  readonly rest: Pair;
}

function reduced(x: number): Reduced | undefined {
  if (!(x > -(2 ** 19) && x < 2 ** 19)) return undefined;
  const made = tables();
  const n = Math.round(x * made.stepsPerUnit);
  if (n === 0) return { quadrant: 0, step: 0, rest: pair(x, 0) };
  const first = sum(x - n * made.step1, -n * made.step2);
  const second = sum(first.high, -n * made.step3);
  const rest = sum(second.high, second.low + (first.low - n * made.step4));
  if (rest.high < 2 ** -40 && rest.high > -(2 ** -40)) return undefined;
  return { quadrant: n >> 6, step: n & 63, rest };
}

/** The sine of a point in some quadrant: sin(a + r) = sin a + sin a (cos r - 1) + cos a sin r. */
function sine({ step, rest }: Reduced, quadrant: number): Pair {
  const made = tables();
  const isCosine = (quadrant & 1) === 1;
  const along = isCosine ? 64 - step : step; // sin(pi/2 + a + r) = sin(pi/2 - a - r)
  const result = around(made, along, isCosine ? -rest.high : rest.high, isCosine ? -rest.low : rest.low);
  return (quadrant & 2) === 0 ? result : negated(result);
}

function around(made: Tables, step: number, r: number, low: number): Pair {
  const square = product(r, r);
  const s = square.high;
  const odd = low + r * s * (-1 / 6 + s * (1 / 120 + s * (-1 / 5040 + s / 362880))) - low * s * 0.5;
  if (step === 0) return ordered(r, odd);
  const even = s * s * (1 / 24 + s * (-1 / 720 + s / 40320)) - square.low * 0.5 - r * low;
  const high = made.sinesHigh[step] as number;
  const crossHigh = made.sinesHigh[64 - step] as number;
  const linear = product(crossHigh, r);
  const quadratic = product(high, s * -0.5);
  const start = ordered(high, linear.high);
  const second = ordered(start.high, quadratic.high);
  const small =
    crossHigh * odd +
    high * even +
    ((made.sinesLow[step] as number) + (made.sinesLow[64 - step] as number) * r);
  return ordered(second.high, second.low + (start.low + (linear.low + (quadratic.low + small))));
}

interface Tables {
  readonly stepsPerUnit: number;
  readonly step1: number; // pi/128 in parts of 28 bits
  readonly step2: number;
  readonly step3: number;
  readonly step4: number;
  readonly sinesHigh: Float64Array; // of n pi/128, 0 to 64
  readonly sinesLow: Float64Array;
}

let ready: Tables | undefined;

function tables(): Tables {
  ready ??= makeTables();
  return ready;
}

function makeTables(): Tables {
  const bits = 200;
  const circle = pi(bits); // as a multiple of 2^-(bits + 7): pi/128
  const part = (from: bigint, weight: number): bigint =>
    (from >> BigInt(bits + 7 - weight)) << BigInt(bits + 7 - weight);
  const first = part(circle, 33);
  const second = part(circle - first, 61);
  const third = part(circle - first - second, 89);
  const value = (v: bigint): number => fromInteger(v, bits + 7).high;
  const sines = Array.from({ length: 65 }, (_, n) =>
    fromInteger(sineOf((circle * BigInt(n)) >> 7n, bits), bits),
  );
  return {
    stepsPerUnit: 128 / Math.PI,
    step1: value(first),
    step2: value(second),
    step3: value(third),
    step4: value(circle - first - second - third),
    sinesHigh: Float64Array.from(sines, ({ high }) => high),
    sinesLow: Float64Array.from(sines, ({ low }) => low),
  };
}

/** sin(r / 2^bits) in the same units, by its series. */
function sineOf(r: bigint, bits: number): bigint {
  const terms = series((n) => (n % 2 === 0 ? 1n : -1n) * inverseFactorial(2 * n + 1, bits), -1);
  const shift = BigInt(bits);
  return (r * horner(terms, (r * r) >> shift, bits)) >> shift;
}
