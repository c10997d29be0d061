import type { Expr } from "../../netlist/nodes.ts";
import { type Integer, plus, shiftedDown, times, whole } from "./integer.ts";
import { type Operand, toFixed } from "./real.ts";

/**
 * The nearest integer to x / unit: floor((floor(x 2^wide) inverse + half) / 2^(2 wide)), where `inverse` is 1 / unit with
 * `wide` fraction bits. The least bits of both factors that give the same for every number of the format are found here,
 * when the circuit is made: all such functions grow with x, so they agree if they agree on the numbers next to each step.
 */
export function shortMultiple(
  x: Operand,
  negative: Expr,
  highest: number,
  inverse: bigint,
  wide: number,
): Integer {
  const { precision } = x.format;
  const bits = shortest(precision, highest, inverse, wide);
  const argument = toFixed(x, negative, bits, highest);
  const product = times(argument, whole(shortened(inverse, wide, bits)));
  return shiftedDown(plus(product, whole(1n << BigInt(2 * bits - 1))), 2 * bits);
}

function shortest(precision: number, highest: number, inverse: bigint, wide: number): number {
  const numbers = besideSteps(precision, highest, inverse, wide);
  const agrees = (bits: number): boolean => {
    const short = shortened(inverse, wide, bits);
    return numbers.every((x) => multipleOf(x, short, bits) === multipleOf(x, inverse, wide));
  };
  let bits = 2;
  while (bits < wide && !agrees(bits)) bits++;
  return bits;
}

/** 1 / unit with fewer fraction bits. */
function shortened(inverse: bigint, wide: number, bits: number): bigint {
  return inverse >> BigInt(wide - bits);
}

/** mantissa * 2^exponent */
interface Scaled {
  readonly mantissa: bigint;
  readonly exponent: number;
}

function multipleOf(x: Scaled, inverse: bigint, bits: number): bigint {
  const shift = x.exponent + bits;
  const fixed = shift >= 0 ? x.mantissa << BigInt(shift) : x.mantissa >> BigInt(-shift);
  return (fixed * inverse + (1n << BigInt(2 * bits - 1))) >> BigInt(2 * bits);
}

/** The numbers of this precision on both sides of every step from one multiple to the next. */
function besideSteps(precision: number, highest: number, inverse: bigint, wide: number): readonly Scaled[] {
  const numbers: Scaled[] = [];
  const unit = 2 ** wide / Number(inverse);
  const last = Math.ceil(2 ** (highest + 1) / unit);
  for (let k = -last; k < last; k++) {
    const step = (k + 0.5) * unit;
    const exponent = Math.floor(Math.log2(Math.abs(step))) - precision + 1;
    const mantissa = BigInt(Math.floor(step / 2 ** exponent));
    for (let near = -2n; near <= 2n; near++) numbers.push({ mantissa: mantissa + near, exponent });
  }
  return numbers;
}
