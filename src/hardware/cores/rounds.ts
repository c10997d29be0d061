/**
 * Rounds of an algorithm that makes a result digit by digit: a division, a square root. All at once they are a row of
 * adders for each digit; in a sequential unit (operators/sequential.ts) a few rows take turns.
 */
import type { Expr } from "../netlist/nodes.ts";
import { concat, slice } from "./gates.ts";

export interface Rounds {
  readonly count: number; // 1 or more
  readonly state: Expr; // before the first round
  readonly taken: Expr | null; // digits that rounds take, the first one's on top, one bit width each
  /** `given`: the digits of earlier rounds, below zeros where it is wider than they are; null: there are none. */
  readonly round: (state: Expr, taken: Expr | null, given: () => Expr | null) => Round;
}

export interface Round {
  readonly state: Expr;
  readonly digit: Expr; // one bit
}

/** After the last round. */
export interface Ended {
  readonly state: Expr;
  readonly given: Expr; // the digits of all rounds, the first one's on top
}

export type Repeat = (rounds: Rounds) => Ended;

export const allAtOnce: Repeat = ({ count, state: first, taken, round }) => {
  const width = taken === null ? 0 : taken.width / count;
  let state = first;
  const digits: Expr[] = [];
  for (let k = count - 1; k >= 0; k--) {
    const own = taken === null ? null : slice(taken, k * width, width);
    const next = round(state, own, () => (digits.length === 0 ? null : concat(...digits)));
    state = next.state;
    digits.push(next.digit);
  }
  return { state, given: concat(...digits) };
};
