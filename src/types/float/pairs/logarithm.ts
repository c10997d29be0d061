import { inverseLn2, inverseLn10, ln2, logOf } from "../elementary/constants.ts";
import { powerOfTwo } from "../format.ts";
import { fromInteger, ordered, type Pair, product, sum, times, upper } from "./pair.ts";

/**
 * ln x = k ln 2 - ln c + ln(1 + t): x = 2^k z with 0.707 <= z < 1.414, c about 1/z with 9 fraction bits from a table,
 * t = cz - 1 exactly, |t| < 2^-7.9; ln(1 + t) = t - t^2/2 + t^3 P(t) with t^2 exact. Only the cubic term has the error of
 * doubles: 2^-78 in all. A result that is no multiple of t is at least 2^-8: 2^-69 of it.
 */
export function log(x: number): Pair | undefined {
  return x > 0 && x < Infinity ? logOfPair(x, 0) : undefined;
}

export function log2(x: number): Pair | undefined {
  return x > 0 && x < Infinity ? times(logOfPair(x, 0), tables().inverse2) : undefined;
}

export function log10(x: number): Pair | undefined {
  return x > 0 && x < Infinity ? times(logOfPair(x, 0), tables().inverse10) : undefined;
}

export function log1p(x: number): Pair | undefined {
  if (!(x > -1 && x < Infinity)) return undefined;
  if (x < 2 ** -8 && x > -(2 ** -8)) return besideOne(x, 0);
  const total = sum(1, x);
  return logOfPair(total.high, total.low);
}

/** ln(x + low), x > 0, the low part below half a unit of x. */
export function logOfPair(x: number, low: number): Pair {
  let k = 0;
  let z = x;
  if (z < 2 ** -1022) {
    z *= 2 ** 54;
    k = -54;
  }
  view.setFloat64(0, z);
  const top = view.getUint32(0);
  const isUpper = (top & 0xfffff) >= 0x6a09e; // the fraction of sqrt 2
  const exponent = (top >>> 20) - (isUpper ? 1022 : 1023);
  view.setUint32(0, (top & 0xfffff) | (isUpper ? 0x3fe00000 : 0x3ff00000));
  z = view.getFloat64(0);
  k += exponent;
  const index = Math.floor(z * 256) - first;
  const made = tables();
  const c = made.reciprocals[index] as number;
  const scaled = low === 0 ? 0 : low * powerOfTwo(-k >> 1) * powerOfTwo(-k - (-k >> 1)) * c;
  const front = upper(z);
  const t = sum(front * c - 1, (z - front) * c); // both exact: c has 10 bits
  const tail = besideOne(t.high, t.low + scaled);
  if (k === 0 && c === 1) return tail;
  const start = sum(k * made.log2High, made.logsHigh[index] as number);
  const total = ordered(start.high, tail.high);
  return ordered(
    total.high,
    total.low + (start.low + (k * made.log2Low + (made.logsLow[index] as number) + tail.low)),
  );
}

const view = new DataView(new ArrayBuffer(8));

/** ln(1 + t + low) for |t| < 2^-7.9 */
function besideOne(t: number, low: number): Pair {
  const square = product(t, t);
  const start = ordered(t, square.high * -0.5);
  const series = 1 / 3 - t * (1 / 4 - t * (1 / 5 - t * (1 / 6 - t * (1 / 7 - t * (1 / 8 - t / 9)))));
  const small = square.high * t * series - square.low * 0.5 + low * (1 - t * (1 - t));
  return ordered(start.high, start.low + small);
}

interface Tables {
  readonly log2High: number; // of 40 bits: its product with an exponent is exact
  readonly log2Low: number;
  readonly inverse2: Pair;
  readonly inverse10: Pair;
  readonly reciprocals: Float64Array; // c for z from first/256 in steps of 1/256
  readonly logsHigh: Float64Array; // -ln c
  readonly logsLow: Float64Array;
}

const first = 180;
const last = 362;

let ready: Tables | undefined;

function tables(): Tables {
  ready ??= makeTables();
  return ready;
}

function makeTables(): Tables {
  const bits = 200;
  const log2 = ln2(bits);
  const log2High = Number(log2 >> BigInt(bits - 40)) * 2 ** -40;
  // 512 c; 512 itself on both sides of 1, so that results there are multiples of t.
  const scaled = Array.from({ length: last - first + 1 }, (_, i) => {
    const j = first + i;
    return j === 255 || j === 256 ? 512 : Math.round((512 * 512) / (2 * j + 1));
  });
  const logs = scaled.map((c) => fromInteger(logOf(512, c, bits), bits));
  return {
    log2High,
    log2Low: fromInteger(log2 - (BigInt(log2High * 2 ** 40) << BigInt(bits - 40)), bits).high,
    inverse2: fromInteger(inverseLn2(bits), bits),
    inverse10: fromInteger(inverseLn10(bits), bits),
    reciprocals: Float64Array.from(scaled, (c) => c / 512),
    logsHigh: Float64Array.from(logs, ({ high }) => high),
    logsLow: Float64Array.from(logs, ({ low }) => low),
  };
}
