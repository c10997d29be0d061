import { ordered, type Pair, product } from "./pair.ts";

/** The platform's root and one step of Newton's, with what is left computed exactly. */
export function cbrt(x: number): Pair | undefined {
  const size = Math.abs(x);
  if (!(size > 2 ** -800 && size < 2 ** 900)) return undefined;
  const high = Math.cbrt(x);
  const square = product(high, high);
  const cube = product(square.high, high);
  const rest = x - cube.high - (cube.low + square.low * high);
  return ordered(high, rest / (3 * square.high));
}

export function hypot(x: number, y: number): Pair | undefined {
  const a = Math.max(Math.abs(x), Math.abs(y));
  const b = Math.min(Math.abs(x), Math.abs(y));
  if (!(b > 2 ** -400 && a < 2 ** 400)) return undefined;
  const high = Math.sqrt(a * a + b * b);
  const p = product(a, a);
  const q = product(b, b);
  const r = product(high, high);
  const rest = p.high - r.high + q.high + (p.low - r.low + q.low);
  return ordered(high, rest / (2 * high));
}
