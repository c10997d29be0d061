/** Division and square root of unsigned integers, digit by digit without restoring: one row of adders for each bit. */
import type { Expr } from "../netlist/nodes.ts";
import {
  add,
  addOrSubtract,
  any,
  bit,
  concat,
  constant,
  extend,
  gate,
  lowest,
  not,
  slice,
  top,
  zeros,
} from "./gates.ts";
import { divideByConstant } from "./reciprocal.ts";

export interface Division {
  readonly quotient: Expr; // as wide as the dividend
  readonly rest: Expr; // as wide as the divisor
}

/**
 * The partial rest may be negative: then the next row adds the divisor where it would have subtracted it. The bits
 * of the quotient (rest not negative) are those of restoring division. A divisor of zero gives a quotient of ones.
 */
export function divide(dividend: Expr, divisor: Expr): Division {
  if (divisor.kind === "const" && divisor.value !== 0n)
    return divideByConstant(dividend, divisor.value, divisor.width);
  const width = divisor.width;
  const subtrahend = extend(divisor, width + 1);
  let rest: Expr = zeros(width + 1);
  let negative: Expr = constant(1, 0);
  const quotient: Expr[] = [];
  for (let k = dividend.width - 1; k >= 0; k--) {
    const shifted = concat(lowest(rest, width), bit(dividend, k));
    rest = addOrSubtract(not(negative), shifted, subtrahend);
    negative = top(rest);
    quotient.push(not(negative));
  }
  const restored = add(slice(rest, 0, width), gate(negative, divisor));
  return { quotient: concat(...quotient), rest: restored };
}

/**
 * numerator / denominator for fractions with numerator < 2 * denominator: `digits` bits of the quotient, the first of
 * weight 1. `rest`: what is left, in units of the last place of the numerator at the last digit; `sticky`: it is not 0.
 */
export function divideFraction(
  numerator: Expr,
  denominator: Expr,
  digits: number,
): { readonly quotient: Expr; readonly rest: Expr; readonly sticky: Expr } {
  const width = denominator.width + 1; // the rest stays between -denominator and denominator
  const divisor = extend(denominator, width);
  let rest: Expr = extend(numerator, width);
  let negative: Expr = constant(1, 0);
  const quotient: Expr[] = [];
  for (let k = 0; k < digits; k++) {
    const shifted = k === 0 ? rest : concat(lowest(rest, width - 1), constant(1, 0));
    rest = addOrSubtract(not(negative), shifted, divisor);
    negative = top(rest);
    quotient.push(not(negative));
  }
  const restored = add(slice(rest, 0, width - 1), gate(negative, denominator));
  return { quotient: concat(...quotient), rest: restored, sticky: any(restored) };
}

/**
 * floor(sqrt(radicand)), half as wide (rounded up), and whether that is not exact. Each row appends two bits of the
 * radicand to the rest and takes off (or adds back) four times the root so far, and one.
 */
export function squareRoot(radicand: Expr): { readonly root: Expr; readonly sticky: Expr } {
  const digits = Math.ceil(radicand.width / 2);
  const x = extend(radicand, 2 * digits);
  let root: Expr | null = null;
  let rest: Expr = constant(1, 0);
  let negative: Expr = constant(1, 0);
  for (let k = digits - 1; k >= 0; k--) {
    // Two's complement; after this row the rest lies within 2 * root + 1 of zero: root.width + 2 bits.
    const width = (root?.width ?? 0) + 3;
    const pair = slice(x, 2 * k, 2);
    const shifted = slice(concat(rest, pair), 0, width);
    const operand = concat(root, negative, constant(1, 1)); // 4 root + 1, or 4 root + 3 to add
    rest = addOrSubtract(not(negative), shifted, extend(operand, width));
    negative = top(rest);
    root = concat(root, not(negative));
  }
  if (root === null) throw new Error("bug: a root without digits");
  // A negative rest lacks 2 * root + 1.
  const restored = add(rest, gate(negative, extend(concat(root, constant(1, 1)), rest.width)));
  return { root, sticky: any(restored) };
}
