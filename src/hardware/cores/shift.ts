/** Shifters by variable amounts: a row of multiplexers for each bit of the amount. */
import type { Expr } from "../netlist/nodes.ts";
import {
  and,
  any,
  bit,
  concat,
  constant,
  extend,
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
  const { bits, beyond } = splitAmount(amount, x.width);
  let value = x;
  let sticky: Expr = constant(1, 0);
  for (let k = 0; k < bits; k++) {
    const by = Math.min(2 ** k, x.width);
    const moves = bit(amount, k);
    sticky = or(sticky, and(moves, any(slice(value, 0, by))));
    value = mux(moves, extend2(highest(value, x.width - by), x.width), value);
  }
  return {
    value: mux(beyond, zeros(x.width), value),
    sticky: or(sticky, and(beyond, any(value))),
  };
}

function extend2(x: Expr | null, width: number): Expr {
  return x === null ? zeros(width) : extend(x, width);
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
