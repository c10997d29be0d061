/**
 * Products by constants, as few sums.
 *
 * In canonical signed digits (Avizienis 1961; Reitwiesner 1960) a constant has the fewest digits that are not zero; each
 * of them is one term. Pairs of digits that come again, at the same distance and with the same signs, are added once
 * (Hartley, "Subexpression sharing in filters using canonic signed digit multipliers", 1996):
 *
 *     x * 0xcccccd    a = 4 x - x,  b = 16 a + a,  2^24 x - (2^16 b + 2^8 b + b)
 */
import type { Factor } from "../cores/delay.ts";
import { zeros } from "../cores/gates.ts";
import type { Expr } from "../netlist/nodes.ts";
import { differenceOf, sumOf, type Term } from "./terms.ts";

export interface ConstantProduct {
  readonly expr: Expr;
  readonly bits: number; // of all its adders, about
}

/** The low `width` bits. */
export function constantProduct(factor: Factor, value: bigint, width: number): ConstantProduct {
  const digits = canonicalDigits(value);
  const { terms, bits } = shared({ ...factor, times: 1n, operand: factor.bits.width }, digits, width);
  const whole = total(terms, width);
  if (whole === null) return { expr: zeros(width), bits: 0 };
  const sides: readonly [Term[], Term[]] = whole.sign === 1 ? [[whole], []] : [[], [whole]];
  return { expr: differenceOf(...sides, width), bits: bits + whole.cost };
}

export interface Digit {
  readonly place: number;
  readonly sign: 1 | -1;
}

/** No two neighbours are both other than zero. */
export function canonicalDigits(value: bigint): readonly Digit[] {
  const digits: Digit[] = [];
  let rest = value;
  for (let place = 0; rest !== 0n; place++) {
    if ((rest & 1n) === 1n) {
      const sign = (rest & 3n) === 1n ? 1 : -1;
      digits.push({ place, sign });
      rest -= BigInt(sign);
    }
    rest >>= 1n;
  }
  return digits;
}

/** A multiple of the operand. */
interface Base extends Factor {
  readonly times: bigint; // the operand, more than 0
  readonly operand: number; // bits of the operand
}

/** sign * base * 2^place */
interface Part extends Base, Digit {
  readonly cost: number; // bits of adders behind it
}

function shared(
  base: Base,
  digits: readonly Digit[],
  width: number,
): { readonly terms: readonly Part[]; readonly bits: number } {
  const own = (digit: Digit): Part => ({ ...base, ...digit, cost: 0 });
  const pattern = commonest(digits);
  if (pattern === null) return { terms: digits.map(own), bits: 0 };
  const { distance, same, pairs } = pattern;
  const [low, high] = [own({ place: 0, sign: same ? 1 : -1 }), own({ place: distance, sign: 1 })];
  const { cost, place: _, sign: __, ...next } = combined(low, high, width);
  const taken = new Set(pairs.flat());
  // A pair of opposite signs is the upper digit less the lower one.
  const places = pairs.map(([one, two]): Digit => ({ place: one.place, sign: two.sign }));
  const inner = shared(next, places, width);
  const rest = digits.filter((digit) => !taken.has(digit)).map(own);
  return { terms: [...inner.terms, ...rest], bits: inner.bits + cost };
}

/** Two by two, so that few adders stand one behind another; null of nothing. */
function total(parts: readonly Part[], width: number): Part | null {
  let open = [...parts].sort((a, b) => a.place - b.place);
  while (open.length > 1) {
    open = open.flatMap((part, index): Part[] => {
      const after = open[index + 1];
      if (index % 2 === 1) return [];
      return after === undefined ? [part] : [combined(part, after, width)];
    });
  }
  return open[0] ?? null;
}

/** Their sum: the larger one's sign, and of opposite ones the difference. */
function combined(one: Part, two: Part, width: number): Part {
  const place = Math.min(one.place, two.place);
  const sizeOf = ({ times, place: at }: Part): bigint => times << BigInt(at - place);
  const [small, large] = sizeOf(one) < sizeOf(two) ? [one, two] : [two, one];
  const isSum = one.sign === two.sign;
  const times = sizeOf(large) + (isSum ? sizeOf(small) : -sizeOf(small));
  const own = Math.max(1, Math.min(width - place, one.operand + bitLength(times)));
  const moved = ({ bits, signed, place: at }: Part): Term => ({ bits, signed, place: at - place });
  const bits = isSum
    ? sumOf([moved(one), moved(two)], own)
    : differenceOf([moved(large)], [moved(small)], own);
  const cost = one.cost + two.cost + own;
  const { operand, signed } = one;
  return { bits, signed, times, operand, place, sign: large.sign, cost };
}

interface Pattern {
  readonly distance: number;
  readonly same: boolean; // signs
  readonly pairs: readonly (readonly [low: Digit, high: Digit])[];
}

/** The pair of digits that comes most often, the closest of them; null where none comes twice. */
function commonest(digits: readonly Digit[]): Pattern | null {
  let best: Pattern | null = null;
  for (const [index, low] of digits.entries()) {
    for (const high of digits.slice(index + 1)) {
      const distance = high.place - low.place;
      const same = high.sign === low.sign;
      const pairs = pairsOf(digits, distance, same);
      const least = best?.pairs.length ?? 1;
      const isCloser = best !== null && pairs.length === least && distance < best.distance;
      if (pairs.length > least || isCloser) best = { distance, same, pairs };
    }
  }
  return best;
}

/** Each digit in one of them at most. */
function pairsOf(digits: readonly Digit[], distance: number, same: boolean): Pattern["pairs"] {
  const byPlace = new Map(digits.map((digit) => [digit.place, digit]));
  const taken = new Set<Digit>();
  const pairs: [Digit, Digit][] = [];
  for (const low of digits) {
    const high = byPlace.get(low.place + distance);
    if (high === undefined || taken.has(low) || (high.sign === low.sign) !== same) continue;
    taken.add(low).add(high);
    pairs.push([low, high]);
  }
  return pairs;
}

function bitLength(value: bigint): number {
  return value.toString(2).length;
}
