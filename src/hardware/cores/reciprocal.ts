/** Division of unsigned integers by a constant. */
import type { Expr } from "../netlist/nodes.ts";
import type { Division } from "./divide.ts";
import { concat, constant, extend, lowest, multiplyTo, slice, sub, zeros } from "./gates.ts";

/**
 * floor(x / d) as the top bits of x times a reciprocal that is a little too large: m = ceil(2^k / d). With x of n bits
 * that is exact if m d - 2^k <= 2^(k - n) (Granlund and Montgomery, Division by Invariant Integers using
 * Multiplication, 1994, theorem 4.2); the smallest such k is at most n + ceil(log2 d). Factors of two are taken off
 * first. `quotient` is as wide as the dividend, `rest` as wide as asked for.
 */
export function divideByConstant(dividend: Expr, divisor: bigint, restWidth: number): Division {
  let twos = 0;
  while ((divisor >> BigInt(twos)) % 2n === 0n) twos++;
  const odd = divisor >> BigInt(twos);
  const kept = dividend.width - twos; // bits that are left to divide
  if (kept <= 0) return { quotient: zeros(dividend.width), rest: extend(dividend, restWidth) };
  const upper = slice(dividend, twos, kept);
  const quotient = odd === 1n ? upper : timesReciprocal(upper, odd);
  // The rest of the upper bits is below the odd divisor; the bits below them stand as they are.
  const bits = odd.toString(2).length;
  const rest = odd === 1n ? null : restOf(upper, quotient, odd, bits);
  const parts = [rest, lowest(dividend, twos)].filter((part) => part !== null);
  return {
    quotient: extend(quotient, dividend.width),
    rest: parts.length === 0 ? zeros(restWidth) : extend(concat(...parts), restWidth),
  };
}

function timesReciprocal(x: Expr, divisor: bigint): Expr {
  const { factor, shift } = reciprocalOf(x.width, divisor);
  const width = x.width + factor.toString(2).length;
  const product = multiplyTo(width, extend(x, width), constant(width, factor));
  return width > shift ? extend(slice(product, shift, width - shift), x.width) : zeros(x.width);
}

/** x - quotient * divisor, which needs no more bits than the divisor has. */
function restOf(x: Expr, quotient: Expr, divisor: bigint, bits: number): Expr {
  const product = multiplyTo(bits, extend(quotient, bits), constant(bits, divisor));
  return sub(extend(x, bits), product);
}

export function reciprocalOf(
  width: number,
  divisor: bigint,
): { readonly factor: bigint; readonly shift: number } {
  for (let shift = width; ; shift++) {
    const power = 1n << BigInt(shift);
    const factor = (power + divisor - 1n) / divisor;
    if (factor * divisor - power <= 1n << BigInt(shift - width)) return { factor, shift };
  }
}
