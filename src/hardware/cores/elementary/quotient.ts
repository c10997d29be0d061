import type { Expr } from "../../netlist/nodes.ts";
import { divideFraction } from "../divide.ts";
import { below, concat, extend, not, zeros } from "../gates.ts";
import { type Integer, minus, shiftedUpBy, unsigned, whole, widened, within } from "./integer.ts";
import type { Normalized, Real } from "./real.ts";

/** A quotient of which only the first digits are there. */
export interface Quotient {
  readonly value: Real;
  readonly sticky: Expr; // one of the others is set
}

/**
 * a / b toward zero to `fractionDigits` digits after the first, of which only as many are computed as rounding to the
 * format needs: with r left, the others are all zero where r * 2^(how many they are) is below the divisor. Neither is 0.
 */
export function quotientOf(
  a: Normalized,
  b: Normalized,
  fractionDigits: Integer,
  precision: number,
): Quotient {
  const width = Math.max(a.mantissa.width, b.mantissa.width);
  const divisor = padded(b.mantissa, width);
  const digits = precision + 3; // the first may be 0
  const { quotient, rest } = divideFraction(padded(a.mantissa, width), divisor, digits);
  const others = minus(fractionDigits, whole(digits - 1));
  const left = shiftedUpBy(unsigned(rest), others);
  const bits = Math.max(left.bits.width, width);
  return {
    value: {
      negative: zeros(1),
      mantissa: within(quotient, 1n << BigInt(digits - 2), (1n << BigInt(digits)) - 1n),
      exponent: minus(minus(a.exponentOfTop, b.exponentOfTop), whole(digits - 1)),
    },
    sticky: not(below(widened(left, bits), extend(divisor, bits))),
  };
}

/** With zeros below. */
export function padded(x: Expr, width: number): Expr {
  return width > x.width ? concat(x, zeros(width - x.width)) : x;
}
