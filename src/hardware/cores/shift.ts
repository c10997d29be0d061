/** Shifters by variable amounts: a row of multiplexers for each bit of the amount. */
import type { Expr } from "../netlist/nodes.ts";
import {
  and,
  any,
  bit,
  concat,
  constant,
  extend,
  gate,
  highest,
  lowest,
  mux,
  none,
  not,
  or,
  repeat,
  slice,
  zeros,
} from "./gates.ts";

/** The bits of an amount that count for `width` places, and whether any of the others is set. */
function splitAmount(amount: Expr, width: number): { readonly bits: number; readonly beyond: Expr } {
  const bits = Math.min(amount.width, Math.ceil(Math.log2(width)) || 1);
  const rest = highest(amount, amount.width - bits);
  return { bits, beyond: rest === null ? constant(1, 0) : any(rest) };
}

/** x * 2^amount in the same width; zero once everything is shifted out. */
export function shiftLeft(x: Expr, amount: Expr): Expr {
  const { bits, beyond } = splitAmount(amount, x.width);
  let result = x;
  for (let k = bits - 1; k >= 0; k--) {
    const by = Math.min(2 ** k, x.width);
    result = mux(bit(amount, k), concat(lowest(result, x.width - by), zeros(by)), result);
  }
  return mux(beyond, zeros(x.width), result);
}

/** The same to the right; `fill` (one bit) comes in from above. */
export function shiftRight(x: Expr, amount: Expr, fill: Expr = constant(1, 0)): Expr {
  const { bits, beyond } = splitAmount(amount, x.width);
  let result = x;
  for (let k = bits - 1; k >= 0; k--) {
    const by = Math.min(2 ** k, x.width);
    result = mux(bit(amount, k), concat(repeat(fill, by), highest(result, x.width - by)), result);
  }
  return mux(beyond, repeat(fill, x.width), result);
}

/** Zeros come in from above; `sticky` says that a one went out below. */
export function shiftRightSticky(x: Expr, amount: Expr): { readonly value: Expr; readonly sticky: Expr } {
  const { value, sticky, beyond } = shiftDown(x, amount);
  return { value: gate(not(beyond), value), sticky: or(sticky, and(beyond, any(x))) };
}

/**
 * The same as long as the amount is not `beyond` all bits of x: then everything is wrong. The long ways first, so that
 * most of what falls off is gathered beside the shifter; two bits of the amount a row, and what is left in the last.
 */
export function shiftDown(
  x: Expr,
  amount: Expr,
): { readonly value: Expr; readonly sticky: Expr; readonly beyond: Expr } {
  const { bits, beyond } = splitAmount(amount, x.width);
  let value = x;
  let sticky: Expr = constant(1, 0);
  for (let left = bits; left > 0; ) {
    const step = Math.min(2, left);
    left -= step;
    const before = value;
    const reach = (times: number): number => Math.min(times * 2 ** left, x.width);
    const down = (times: number): Expr => extend2(highest(before, x.width - reach(times)), x.width);
    const lost = (times: number): Expr => {
      const [from, to] = [reach(times - 1), reach(times)];
      return to === from ? constant(1, 0) : any(slice(before, from, to - from));
    };
    const one = bit(amount, left);
    if (step === 1) {
      sticky = or(sticky, and(one, lost(1)));
      value = mux(one, down(1), before);
    } else {
      const two = bit(amount, left + 1);
      const fallen = or(and(or(one, two), lost(1)), and(two, lost(2)), and(one, two, lost(3)));
      sticky = or(sticky, fallen);
      value = oneOfFour(two, one, [before, down(1), down(2), down(3)]);
    }
  }
  return { value, sticky, beyond };
}

/** What a number of two bits chooses: place.ts writes it as the LUTs of six inputs that it fits. */
function oneOfFour(two: Expr, one: Expr, values: readonly [Expr, Expr, Expr, Expr]): Expr {
  const [zero, first, second, both] = values;
  return mux(two, mux(one, both, second), mux(one, first, zero));
}

function extend2(x: Expr | null, width: number): Expr {
  return x === null ? zeros(width) : extend(x, width);
}

/**
 * The bits of x from a place that an amount says: `width` of them, the lowest ones with the largest amount. `sticky`
 * says that a one stands below them. Two bits of the amount a row, which is one LUT of six inputs for each bit; rows
 * get narrower, for what a later one cannot reach is left out.
 */
export function windowOf(
  x: Expr,
  amount: Expr,
  width: number,
): { readonly value: Expr; readonly sticky: Expr } {
  if (x.width !== width + 2 ** amount.width - 1) throw new Error("bug: a window that does not fit");
  let value = x;
  let sticky: Expr = constant(1, 0);
  for (let bits = amount.width; bits > 0; ) {
    const step = Math.min(2, bits);
    bits -= step;
    const unit = 2 ** bits;
    const from = (index: number): Expr => slice(value, index * unit, width + unit - 1);
    const below = (index: number): Expr => any(slice(value, index * unit, unit));
    const less = not(bit(amount, bits));
    if (step === 1) {
      sticky = or(sticky, and(less, below(0)));
      value = mux(less, from(1), from(0));
    } else {
      const muchLess = not(bit(amount, bits + 1));
      const left = or(
        and(or(less, muchLess), below(0)),
        and(muchLess, below(1)),
        and(less, muchLess, below(2)),
      );
      sticky = or(sticky, left);
      value = oneOfFour(muchLess, less, [from(0), from(1), from(2), from(3)]);
    }
  }
  return { value, sticky };
}

export interface LeadingZeros {
  readonly count: Expr; // of a zero: anything
  readonly none: Expr; // all bits are zero
}

/** A tree: the upper part counts, or where it is empty, the lower one. */
export function leadingZeros(x: Expr): LeadingZeros {
  const { count, none: empty } = zerosOf(x);
  return { count: count ?? constant(1, 0), none: empty };
}

function zerosOf(x: Expr): { readonly count: Expr | null; readonly none: Expr } {
  if (x.width === 1) return { count: null, none: not(x) };
  const rows = Math.ceil(Math.log2(x.width));
  const half = 2 ** (rows - 1);
  const upper = zerosOf(slice(x, x.width - half, half));
  const lower = zerosOf(slice(x, 0, x.width - half));
  const wide = (count: Expr | null): Expr | null =>
    rows === 1 ? null : count === null ? zeros(rows - 1) : extend(count, rows - 1);
  const [a, b] = [wide(upper.count), wide(lower.count)];
  const rest = a === null || b === null ? null : mux(upper.none, b, a);
  return { count: concat(upper.none, rest), none: and(upper.none, lower.none) };
}

export interface Normalized {
  readonly value: Expr; // x * 2^count: its top bit is set, or the budget is spent, or x is zero
  readonly count: Expr;
}

/**
 * Shifts the leading zeros out, counting them. With a budget (unsigned) no more than that many: the count is the
 * smaller of both. One row for each bit of the count, which tests the top of what the rows before have left. A zero
 * is counted as if it had leading zeros for every row. `longest`: the most zeros that there are to shift out.
 *
 * The budget costs little: at the row of 2^k, either its bits above k are spent, or what is left of it exceeds all
 * zeros that there can still be (`ample`).
 */
export function normalize(x: Expr, budget?: Expr, longest = x.width - 1): Normalized {
  const rows = Math.max(1, Math.ceil(Math.log2(longest + 1)));
  let value = x;
  const rest = budget === undefined ? null : highest(budget, budget.width - rows);
  let ample: Expr = budget === undefined ? constant(1, 1) : rest === null ? constant(1, 0) : any(rest);
  const count: Expr[] = [];
  for (let k = rows - 1; k >= 0; k--) {
    const by = Math.min(2 ** k, x.width);
    const empty = none(slice(value, x.width - by, by));
    const allowed = budget === undefined || k >= budget.width ? constant(1, 0) : bit(budget, k);
    const moves = and(empty, or(ample, allowed));
    ample = or(ample, and(allowed, not(empty)));
    value = mux(moves, concat(lowest(value, x.width - by), zeros(by)), value);
    count.push(moves);
  }
  return { value, count: concat(...count) };
}
