/** Division and square root of unsigned integers, digit by digit without restoring: one row of adders for each bit. */
import type { Expr } from "../netlist/nodes.ts";
import {
  add,
  addOrSubtract,
  any,
  concat,
  constant,
  extend,
  extendAs,
  gate,
  lowest,
  not,
  slice,
  top,
  zeros,
} from "./gates.ts";
import { divideByConstant } from "./reciprocal.ts";
import { allAtOnce, type Repeat, type Round } from "./rounds.ts";

export interface Division {
  readonly quotient: Expr; // as wide as the dividend
  readonly rest: Expr; // as wide as the divisor
}

/**
 * The partial rest may be negative: then the next row adds the divisor where it would have subtracted it. The bits
 * of the quotient (rest not negative) are those of restoring division. A divisor of zero gives a quotient of ones.
 */
export function divide(dividend: Expr, divisor: Expr, repeat: Repeat = allAtOnce): Division {
  if (divisor.kind === "const" && divisor.value !== 0n)
    return divideByConstant(dividend, divisor.value, divisor.width);
  const width = divisor.width;
  const subtrahend = extend(divisor, width + 1);
  const { state, given } = repeat({
    count: dividend.width,
    state: zeros(width + 1),
    taken: dividend,
    round: (rest, digit) => signedRound(rest, concat(lowest(rest, width), digit), subtrahend),
  });
  const restored = add(slice(state, 0, width), gate(top(state), divisor));
  return { quotient: given, rest: restored };
}

/** Takes the divisor off, or adds it back where the rest so far is negative. */
function signedRound(rest: Expr, shifted: Expr, divisor: Expr): Round {
  const next = addOrSubtract(not(top(rest)), shifted, divisor);
  return { state: next, digit: not(top(next)) };
}

/**
 * numerator / denominator for fractions with numerator < 2 * denominator: `digits` bits of the quotient, the first of
 * weight 1. `rest`: what is left, in units of the last place of the numerator at the last digit; `sticky`: it is not 0.
 */
export function divideFraction(
  numerator: Expr,
  denominator: Expr,
  digits: number,
  repeat: Repeat = allAtOnce,
): { readonly quotient: Expr; readonly rest: Expr; readonly sticky: Expr } {
  const width = denominator.width + 1; // the rest stays between -denominator and denominator
  const divisor = extend(denominator, width);
  const first = signedRound(zeros(width), extend(numerator, width), divisor);
  const shifted = (rest: Expr): Expr => concat(lowest(rest, width - 1), constant(1, 0));
  const { state, given } =
    digits === 1
      ? { state: first.state, given: null }
      : repeat({
          count: digits - 1,
          state: first.state,
          taken: null,
          round: (rest) => signedRound(rest, shifted(rest), divisor),
        });
  const restored = add(slice(state, 0, width - 1), gate(top(state), denominator));
  return { quotient: concat(first.digit, given), rest: restored, sticky: any(restored) };
}

/**
 * floor(sqrt(radicand)), half as wide (rounded up), and whether that is not exact. Each row appends two bits of the
 * radicand to the rest and takes off (or adds back) four times the root so far, and one.
 */
export function squareRoot(
  radicand: Expr,
  repeat: Repeat = allAtOnce,
): { readonly root: Expr; readonly sticky: Expr } {
  const count = Math.ceil(radicand.width / 2);
  const { state: rest, given: root } = repeat({
    count,
    state: constant(1, 0),
    taken: extend(radicand, 2 * count),
    round: (before, pair, given) => {
      const root = given();
      // Two's complement; after this row the rest lies within 2 * root + 1 of zero: root.width + 2 bits.
      const width = (root?.width ?? 0) + 3;
      const both = concat(before, pair);
      const shifted = both.width < width ? extendAs(true, both, width) : slice(both, 0, width);
      const operand = concat(root, top(before), constant(1, 1)); // 4 root + 1, or 4 root + 3 to add
      const next = addOrSubtract(not(top(before)), shifted, extend(operand, width));
      return { state: next, digit: not(top(next)) };
    },
  });
  // A negative rest lacks 2 * root + 1.
  const restored = add(rest, gate(top(rest), extend(concat(root, constant(1, 1)), rest.width)));
  return { root, sticky: any(restored) };
}
