import { atanOf, pi } from "../elementary/constants.ts";
import { fromInteger, negated, ordered, over, type Pair, pair, product, root, sum, upper } from "./pair.ts";

/**
 * The angle of a point (b, a), z = a/b <= 1: with j/64 the nearest to z, atan z = atan(j/64) + atan t,
 * t = (64a - jb) / (64b + ja), |t| <= 2^-7; atan t = t - t^3 A. Only the cubic term has the error of doubles, 2^-16 of t: the
 * result is right to 2^-67.
 */
export function atan(x: number): Pair | undefined {
  const size = Math.abs(x);
  if (!(size > 2 ** -400 && size < 2 ** 400)) return undefined;
  const angle = angleOf(pair(size, 0), pair(1, 0));
  return x < 0 ? negated(angle) : angle;
}

export function asin(x: number): Pair | undefined {
  const size = Math.abs(x);
  if (!(size > 2 ** -400 && size < 1)) return undefined;
  const angle = angleOf(pair(size, 0), coside(size));
  return x < 0 ? negated(angle) : angle;
}

export function acos(x: number): Pair | undefined {
  const size = Math.abs(x);
  if (!(size > 2 ** -400 && size < 1)) return undefined;
  const angle = angleOf(coside(size), pair(size, 0));
  return x < 0 ? takenFrom(tables().half, angle) : angle;
}

export function atan2(y: number, x: number): Pair | undefined {
  const [a, b] = [Math.abs(y), Math.abs(x)];
  if (!(a > 2 ** -400 && a < 2 ** 400 && b > 2 ** -400 && b < 2 ** 400)) return undefined;
  const acute = angleOf(pair(a, 0), pair(b, 0));
  const angle = x < 0 ? takenFrom(tables().half, acute) : acute;
  return y < 0 ? negated(angle) : angle;
}

/** sqrt(1 - x^2) for 0 < x < 1 */
function coside(x: number): Pair {
  const square = product(x, x);
  const difference = sum(1, -square.high);
  return root(sum(difference.high, difference.low - square.low));
}

/** atan(a / b) for positive a and b. */
function angleOf(a: Pair, b: Pair): Pair {
  return a.high > b.high ? takenFrom(tables().quarter, octant(b, a)) : octant(a, b);
}

function octant(a: Pair, b: Pair): Pair {
  const made = tables();
  const j = Math.round((64 * a.high) / b.high);
  const t = j === 0 ? over(a, b) : over(combined(64, a, -j, b), combined(64, b, j, a));
  const square = t.high * t.high;
  const cubic = t.high * square * (-1 / 3 + square * (1 / 5 + square * (-1 / 7 + square / 9)));
  if (j === 0) return ordered(t.high, t.low + cubic);
  const start = sum(made.arcsHigh[j] as number, t.high);
  return ordered(start.high, start.low + ((made.arcsLow[j] as number) + t.low + cubic));
}

/** m x + n y for integers of up to 7 bits. */
function combined(m: number, x: Pair, n: number, y: Pair): Pair {
  const front = upper(y.high);
  const first = sum(m * x.high, n * front);
  const second = sum(first.high, n * (y.high - front));
  return ordered(second.high, second.low + (first.low + (m * x.low + n * y.low)));
}

/** a - b for b <= a / 2, or nearly. */
function takenFrom(a: Pair, b: Pair): Pair {
  const start = sum(a.high, -b.high);
  return ordered(start.high, start.low + (a.low - b.low));
}

interface Tables {
  readonly quarter: Pair; // pi/2
  readonly half: Pair;
  readonly arcsHigh: Float64Array; // atan(j/64)
  readonly arcsLow: Float64Array;
}

let ready: Tables | undefined;

function tables(): Tables {
  ready ??= makeTables();
  return ready;
}

function makeTables(): Tables {
  const bits = 200;
  const arcs = Array.from({ length: 65 }, (_, j) => fromInteger(j === 0 ? 0n : atanOf(j, 64, bits), bits));
  return {
    quarter: fromInteger(pi(bits), bits + 1),
    half: fromInteger(pi(bits), bits),
    arcsHigh: Float64Array.from(arcs, ({ high }) => high),
    arcsLow: Float64Array.from(arcs, ({ low }) => low),
  };
}
