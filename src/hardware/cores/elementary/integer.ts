/**
 * Integers inside a core, each with the least and the greatest that it can be: it has the bits that these need, two's
 * complement if it may be negative. So a circuit reads like the integer algorithm that it computes, and is as narrow
 * as that allows.
 *
 *     const sum = plus(times(a, x), whole(5n));       // exact
 *     shiftedDown(sum, 8);                            // floor(sum / 2^8)
 */
import type { Expr } from "../../netlist/nodes.ts";
import {
  add,
  below,
  belowSigned,
  bit,
  concat,
  constant,
  equal,
  extend,
  extendAs,
  flag,
  low,
  multiplyTo,
  mux,
  negateIf,
  slice,
  sub,
  top,
  zeros,
} from "../gates.ts";
import { shiftLeft, shiftRight } from "../shift.ts";

export interface Integer {
  readonly bits: Expr;
  readonly least: bigint;
  readonly greatest: bigint;
}

export function whole(value: bigint | number): Integer {
  const exact = BigInt(value);
  return { bits: constant(widthFor(exact, exact), exact), least: exact, greatest: exact };
}

/** Bits read as a number that is not negative. */
export function unsigned(bits: Expr): Integer {
  if (bits.kind === "const") return whole(bits.value);
  return { bits, least: 0n, greatest: (1n << BigInt(bits.width)) - 1n };
}

/** An integer that is known to lie between two others, and the low bits of which are these. */
export function within(bits: Expr, least: bigint | number, greatest: bigint | number): Integer {
  const [from, to] = [BigInt(least), BigInt(greatest)];
  const kept = extendAs(from < 0n, bits, widthFor(from, to));
  if (kept.kind === "const") return whole(from < 0n ? BigInt.asIntN(kept.width, kept.value) : kept.value);
  return { bits: kept, least: from, greatest: to };
}

/** What the caller knows about an integer; where it does not hold, any bits may come. */
export function assume(x: Integer, least: bigint | number, greatest: bigint | number): Integer {
  const from = maximum(x.least, BigInt(least));
  const to = minimum(x.greatest, BigInt(greatest));
  return within(x.bits.width < widthFor(from, to) ? widened(x, widthFor(from, to)) : x.bits, from, to);
}

export function widened(x: Integer, width: number): Expr {
  return extendAs(x.least < 0n, x.bits, width);
}

export function plus(a: Integer, b: Integer): Integer {
  return sumWithin(a, b, a.least + b.least, a.greatest + b.greatest);
}

export function minus(a: Integer, b: Integer): Integer {
  return minusWithin(a, b, a.least - b.greatest, a.greatest - b.least);
}

/** a + b, known to lie between two numbers: in the bits of these alone. */
export function sumWithin(a: Integer, b: Integer, least: bigint, greatest: bigint): Integer {
  const width = widthFor(least, greatest);
  return { bits: add(widened(a, width), widened(b, width)), least, greatest };
}

export function minusWithin(
  a: Integer,
  b: Integer,
  least: bigint | number,
  greatest: bigint | number,
): Integer {
  const [from, to] = [BigInt(least), BigInt(greatest)];
  const width = widthFor(from, to);
  return { bits: sub(widened(a, width), widened(b, width)), least: from, greatest: to };
}

export function times(a: Integer, b: Integer): Integer {
  const power = powerOf(a);
  if (power !== null) return shiftedUp(b, power);
  const other = powerOf(b);
  if (other !== null) return shiftedUp(a, other);
  const ends = [a.least * b.least, a.least * b.greatest, a.greatest * b.least, a.greatest * b.greatest];
  const least = ends.reduce(minimum);
  const greatest = ends.reduce(maximum);
  const width = widthFor(least, greatest);
  return { bits: multiplyTo(width, widened(a, width), widened(b, width)), least, greatest };
}

/** n where x is the constant 2^n. */
function powerOf({ least, greatest }: Integer): number | null {
  return least === greatest && least > 0n && (least & (least - 1n)) === 0n ? bitsOf(least) - 1 : null;
}

/** floor(x / 2^by) */
export function shiftedDown(x: Integer, by: number): Integer {
  if (by <= 0) return shiftedUp(x, -by);
  const [least, greatest] = [x.least >> BigInt(by), x.greatest >> BigInt(by)];
  if (by >= x.bits.width) return within(x.least < 0n ? top(x.bits) : low, least, greatest);
  return within(slice(x.bits, by, x.bits.width - by), least, greatest);
}

/** x * 2^by */
export function shiftedUp(x: Integer, by: number): Integer {
  if (by <= 0) return by === 0 ? x : shiftedDown(x, -by);
  const [least, greatest] = [x.least << BigInt(by), x.greatest << BigInt(by)];
  if (x.least === x.greatest) return whole(least);
  return { bits: concat(x.bits, zeros(by)), least, greatest };
}

/** floor(x / 2^amount) for an amount that is not negative. */
export function shiftedDownBy(x: Integer, amount: Integer): Integer {
  const bits = shiftRight(x.bits, amount.bits, x.least < 0n ? top(x.bits) : low);
  const first = amount.least > 0n ? amount.least : 0n;
  const least = x.least < 0n ? x.least >> first : 0n;
  const greatest = x.greatest < 0n ? -1n : x.greatest >> first;
  return within(bits, least, greatest);
}

/** x * 2^amount for an amount that is not negative. */
export function shiftedUpBy(x: Integer, amount: Integer): Integer {
  const most = amount.greatest;
  const least = x.least < 0n ? x.least << most : x.least;
  const greatest = x.greatest < 0n ? x.greatest : x.greatest << most;
  return within(shiftLeft(widened(x, widthFor(least, greatest)), amount.bits), least, greatest);
}

/** The low bits, read as a signed number. */
export function signedLow(x: Integer, width: number): Integer {
  const half = 1n << BigInt(width - 1);
  return within(widened(x, width), -half, half - 1n);
}

/** The low bits, as a number that is not negative. */
export function unsignedLow(x: Integer, width: number): Integer {
  return unsigned(widened(x, width));
}

export function choose(condition: Expr, whenSet: Integer, whenClear: Integer): Integer {
  if (condition.kind === "const") return condition.value === 1n ? whenSet : whenClear;
  const least = minimum(whenSet.least, whenClear.least);
  const greatest = maximum(whenSet.greatest, whenClear.greatest);
  const width = widthFor(least, greatest);
  return { bits: mux(condition, widened(whenSet, width), widened(whenClear, width)), least, greatest };
}

/** entries[index], by a tree of multiplexers. The index has a place in the table, or any bits come. */
export function lookUp(index: Integer, entries: readonly (bigint | number)[]): Integer {
  const values = entries.map(BigInt);
  const least = values.reduce(minimum);
  const greatest = values.reduce(maximum);
  const width = widthFor(least, greatest);
  let level: readonly Expr[] = values.map((value) => constant(width, value));
  for (let k = 0; level.length > 1; k++) {
    const pairs: Expr[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const [even = zeros(width), odd = even] = level.slice(i, i + 2);
      pairs.push(mux(k < index.bits.width ? bit(index.bits, k) : low, odd, even));
    }
    level = pairs;
  }
  return within(level[0] ?? zeros(width), least, greatest);
}

export function isNegative(x: Integer): Expr {
  return x.least < 0n ? top(x.bits) : low;
}

export function magnitude(x: Integer): Integer {
  if (x.least >= 0n) return x;
  return within(negateIf(top(x.bits), x.bits), 0n, maximum(-x.least, x.greatest));
}

/** x, or -x where the condition holds. */
export function negatedIf(condition: Expr, x: Integer): Integer {
  const least = minimum(x.least, -x.greatest);
  const greatest = maximum(x.greatest, -x.least);
  return { bits: negateIf(condition, widened(x, widthFor(least, greatest))), least, greatest };
}

export function isLess(a: Integer, b: Integer): Expr {
  if (a.greatest < b.least) return flag(true);
  if (a.least >= b.greatest) return flag(false);
  const least = minimum(a.least, b.least);
  const width = widthFor(least, maximum(a.greatest, b.greatest));
  return (least < 0n ? belowSigned : below)(widened(a, width), widened(b, width));
}

export function isEqual(a: Integer, b: Integer): Expr {
  if (a.greatest < b.least || b.greatest < a.least) return flag(false);
  const width = widthFor(minimum(a.least, b.least), maximum(a.greatest, b.greatest));
  return equal(widened(a, width), widened(b, width));
}

/** One bit as 0 or 1. */
export function count(condition: Expr): Integer {
  return within(extend(condition, 1), 0n, 1n);
}

/** Bits of a number between these two. */
export function widthFor(least: bigint, greatest: bigint): number {
  if (least >= 0n) return Math.max(1, bitsOf(greatest));
  return 1 + Math.max(bitsOf(greatest < 0n ? ~greatest : greatest), bitsOf(~least));
}

function bitsOf(x: bigint): number {
  return x === 0n ? 0 : x.toString(2).length;
}

export function minimum(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function maximum(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
