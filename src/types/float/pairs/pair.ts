/**
 * A number as the sum of two doubles, the low one below a unit in the last place of the high one: some 106 bits. Sums and
 * products are those of Dekker and Knuth, exact where neither overflows nor underflows.
 */
export interface Pair {
  readonly high: number;
  readonly low: number;
}

export function pair(high: number, low: number): Pair {
  return { high, low };
}

/** a + b exactly. */
export function sum(a: number, b: number): Pair {
  const high = a + b;
  const part = high - a;
  return { high, low: a - (high - part) + (b - part) };
}

/** a + b exactly, for |a| >= |b| or a = 0. */
export function ordered(a: number, b: number): Pair {
  const high = a + b;
  return { high, low: a - high + b };
}

/** a * b exactly. */
export function product(a: number, b: number): Pair {
  const high = a * b;
  const a1 = upper(a);
  const b1 = upper(b);
  const a2 = a - a1;
  const b2 = b - b1;
  return { high, low: a1 * b1 - high + a1 * b2 + a2 * b1 + a2 * b2 };
}

/** The upper 26 bits of a double; the rest has 26 too. */
export function upper(a: number): number {
  const c = a * 134217729; // 2^27 + 1
  return c - (c - a);
}

/** a * b, within 2^-102. */
export function times(a: Pair, b: Pair): Pair {
  const main = product(a.high, b.high);
  return ordered(main.high, main.low + (a.high * b.low + a.low * b.high));
}

/** a / b, within 2^-102. */
export function over(a: Pair, b: Pair): Pair {
  const high = a.high / b.high;
  const back = product(high, b.high);
  const rest = a.high - back.high - back.low + a.low - high * b.low;
  return ordered(high, rest / b.high);
}

export function negated(x: Pair): Pair {
  return { high: -x.high, low: -x.low };
}

/** The square root, within 2^-102. */
export function root(x: Pair): Pair {
  const high = Math.sqrt(x.high);
  const back = product(high, high);
  return ordered(high, (x.high - back.high - back.low + x.low) / (2 * high));
}

/** v / 2^bits, from integers. */
export function fromInteger(v: bigint, bits: number): Pair {
  const high = Number(v) * 2 ** -bits;
  return { high, low: Number(v - BigInt(high * 2 ** bits)) * 2 ** -bits };
}
