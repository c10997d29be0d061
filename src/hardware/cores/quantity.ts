/**
 * Integers and fixed numbers inside a core: bits, whether they are signed, and the weight of the lowest. Every
 * operation is exact, in as many bits as its result needs; `quantize` then makes a value of a type of it, once, as
 * types/fixed.ts does.
 */
import { type ExactType, formOf } from "../../types/exact.ts";
import type { Rounding } from "../../types/types.ts";
import type { Expr } from "../netlist/nodes.ts";
import {
  add,
  and,
  any,
  below,
  belowSigned,
  bit,
  concat,
  constant,
  equal,
  extend,
  extendAs,
  low,
  lowest,
  mux,
  negateIf,
  not,
  ones,
  or,
  repeat,
  shiftedUp,
  slice,
  sub,
  top,
  xor,
  zeros,
} from "./gates.ts";

/** bits * 2^-fraction */
export interface Quantity {
  readonly bits: Expr;
  readonly signed: boolean;
  readonly fraction: number;
}

export function quantity(type: ExactType, bits: Expr): Quantity {
  const { signed, fraction } = formOf(type);
  return { bits, signed, fraction };
}

/** Set where the value is negative. */
export function signOf(a: Quantity): Expr {
  return a.signed ? top(a.bits) : low;
}

/** The same value, as a signed quantity. */
export function asSigned(a: Quantity): Quantity {
  return a.signed ? a : { bits: extend(a.bits, a.bits.width + 1), signed: true, fraction: a.fraction };
}

export function widen(a: Quantity, width: number): Expr {
  return extendAs(a.signed, a.bits, width);
}

/** Both with the finer of both fractions, with one signedness, in one width that holds both. */
export function align(a: Quantity, b: Quantity): readonly [Quantity, Quantity] {
  const fraction = Math.max(a.fraction, b.fraction);
  const signed = a.signed || b.signed;
  const lift = (x: Quantity): Quantity => {
    const lifted = { ...x, bits: shiftedUp(x.bits, fraction - x.fraction), fraction };
    return signed ? asSigned(lifted) : lifted;
  };
  const left = lift(a);
  const right = lift(b);
  const width = Math.max(left.bits.width, right.bits.width);
  return [
    { ...left, bits: widen(left, width) },
    { ...right, bits: widen(right, width) },
  ];
}

/** `most`: how many low bits of it count (see `countedBits`). */
export function sum(a: Quantity, b: Quantity, most = Infinity): Quantity {
  if (a.fraction > b.fraction) return above(add, a, b, most);
  if (b.fraction > a.fraction) return above(add, b, a, most);
  const [l, r] = align(a, b);
  const width = Math.min(l.bits.width + 1, most);
  return { ...l, bits: add(widen(l, width), widen(r, width)) };
}

export function difference(a: Quantity, b: Quantity, most = Infinity): Quantity {
  if (a.fraction > b.fraction) return { ...above(sub, asSigned(a), b, most), signed: true };
  const [l, r] = align(a, b);
  const width = Math.min(l.bits.width + 1, most);
  return { bits: sub(widen(l, width), widen(r, width)), signed: true, fraction: l.fraction };
}

/** The bits of `fine` below the lowest of `coarse` are those of the result: only the others need an adder. */
function above(op: typeof add, fine: Quantity, coarse: Quantity, most: number): Quantity {
  const below = fine.fraction - coarse.fraction;
  if (most <= below) return { ...fine, bits: widen(fine, most) };
  const long = widen(fine, Math.max(fine.bits.width, below + 1));
  const head: Quantity = { ...coarse, signed: fine.signed, bits: slice(long, below, long.width - below) };
  const [l, r] = align(head, coarse);
  const width = Math.min(l.bits.width + 1, most - below);
  const sum = op(widen(l, width), widen(r, width));
  const bits = concat(sum, lowest(long, below));
  return { bits, signed: l.signed, fraction: fine.fraction };
}

export function negated(a: Quantity): Quantity {
  return difference({ bits: zeros(1), signed: false, fraction: a.fraction }, a);
}

/** The magnitude, unsigned, in as many bits. */
export function magnitude(a: Quantity): Quantity {
  if (!a.signed) return a;
  return { bits: negateIf(signOf(a), a.bits), signed: false, fraction: a.fraction };
}

export function isLess(a: Quantity, b: Quantity): Expr {
  const [l, r] = align(a, b);
  return l.signed ? belowSigned(l.bits, r.bits) : below(l.bits, r.bits);
}

export function isEqual(a: Quantity, b: Quantity): Expr {
  const [l, r] = align(a, b);
  return equal(l.bits, r.bits);
}

/** Bitwise, or a choice: on both as they stand when aligned. */
export function bitwise(combine: (a: Expr, b: Expr) => Expr, a: Quantity, b: Quantity): Quantity {
  const [l, r] = align(a, b);
  return { ...l, bits: combine(l.bits, r.bits) };
}

/** How many low bits of a quantity make a value of the type: fewer than all where it wraps, and nothing is rounded. */
export function countedBits(to: ExactType, fraction: number): number {
  const wraps = to.kind !== "fixed" || to.overflow === "wrap";
  const { width, fraction: kept } = formOf(to);
  return wraps && kept >= fraction ? Math.max(width - (kept - fraction), 1) : Infinity;
}

/** The value of the type: rounded and fitted as the type says. Integers round toward zero, and wrap. */
export function quantize(a: Quantity, to: ExactType): Expr {
  const { fraction } = formOf(to);
  const drop = a.fraction - fraction;
  if (drop <= 0) return settle({ ...a, bits: shiftedUp(a.bits, -drop), fraction }, to);
  return settle(round(a, drop, roundingOf(to)), to);
}

export function roundingOf(to: ExactType): Rounding {
  return to.kind === "fixed" ? to.rounding : "toward_zero";
}

/** Without the lowest `drop` bits, of which there are more than none. */
export function round(a: Quantity, drop: number, rounding: Rounding): Quantity {
  const fraction = a.fraction - drop;
  // One more bit than is dropped at least, so that something is kept.
  const bits = widen(a, Math.max(a.bits.width, drop + 1));
  const kept: Quantity = { bits: slice(bits, drop, bits.width - drop), signed: a.signed, fraction };
  const half = bit(bits, drop - 1);
  const rest = lowest(bits, drop - 1);
  const beyond = rest === null ? low : any(rest);
  switch (rounding) {
    case "truncate":
    case "floor":
      return kept;
    case "toward_zero":
      return increment(kept, and(signOf(a), or(half, beyond)));
    case "nearest_even":
      return increment(kept, and(half, or(beyond, bit(bits, drop))));
    case "nearest_away":
      return increment(kept, and(half, or(beyond, not(signOf(a)))));
  }
}

function increment(a: Quantity, by: Expr): Quantity {
  const width = a.bits.width + 1;
  return { ...a, bits: add(widen(a, width), extend(by, width)) };
}

/** The bits of a type with the same fraction: what is too large wraps or saturates. */
export function settle(a: Quantity, to: ExactType): Expr {
  const { width, signed } = formOf(to);
  if (to.kind !== "fixed" || to.overflow === "wrap") return widen(a, width);
  const negative = signOf(a);
  if (!signed) {
    const above = a.bits.width > width ? any(slice(a.bits, width, a.bits.width - width)) : low;
    const kept = mux(and(above, not(negative)), ones(width), widen(a, width));
    return mux(negative, zeros(width), kept);
  }
  const source = asSigned(a);
  const excess = source.bits.width - width;
  if (excess <= 0) return widen(source, width);
  // It fits if all bits from the sign bit of the target on are alike.
  const upper = slice(source.bits, width - 1, excess);
  const overflows = any(xor(upper, repeat(negative, excess)));
  const extreme = xor(constant(width, (1n << BigInt(width - 1)) - 1n), repeat(negative, width));
  return mux(overflows, extreme, slice(source.bits, 0, width));
}
