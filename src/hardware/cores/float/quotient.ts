import { type ExactType, formOf } from "../../../types/exact.ts";
import { formatOf } from "../../../types/float/format.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { divideFraction } from "../divide.ts";
import {
  add,
  and,
  concat,
  constant,
  extend,
  mux,
  none,
  not,
  or,
  slice,
  sub,
  top,
  xor,
  zeros,
} from "../gates.ts";
import { magnitude, quantity, signOf } from "../quantity.ts";
import { allAtOnce, type Repeat } from "../rounds.ts";
import { normalize } from "../shift.ts";
import { roundAndPack } from "./pack.ts";
import { signedWidth } from "./unpack.ts";

/**
 * The exact quotient of two integers, rounded once, as Python's `/` has it. Both are shifted until their top bits are
 * set, and divided as significands. A divisor of zero gives anything; 0 / -1 is -0.
 */
export function integerQuotient(
  [left, right]: readonly [ExactType, ExactType],
  to: FloatType,
  a: Expr,
  b: Expr,
  repeat: Repeat = allAtOnce,
): Expr {
  const l = quantity(left, a);
  const r = quantity(right, b);
  const bits = Math.max(formOf(left).width, formOf(right).width);
  const dividend = normalize(atTop(magnitude(l).bits, bits));
  const divisor = normalize(atTop(magnitude(r).bits, bits));
  const { precision, bias } = formatOf(to);
  const { quotient, sticky } = divideFraction(dividend.value, divisor.value, precision + 2, repeat);
  const large = top(quotient);
  // 2^(count of the divisor - count of the dividend), in places of the widths that each began with
  const start = bias + l.bits.width - r.bits.width + r.fraction - l.fraction;
  const spread = 2 ** Math.max(dividend.count.width, divisor.count.width);
  const width = signedWidth(start - spread - 2, start + spread + 2);
  const code = add(
    sub(extend(divisor.count, width), extend(dividend.count, width)),
    sub(constant(width, start), extend(not(large), width)),
  );
  return roundAndPack(
    to,
    { sign: xor(signOf(l), signOf(r)), isZero: none(dividend.value) },
    {
      code,
      least: start - bits,
      greatest: start + bits,
      significand: mux(large, slice(quotient, 1, precision + 1), slice(quotient, 0, precision + 1)),
      sticky: or(sticky, and(large, slice(quotient, 0, 1))),
    },
  );
}

function atTop(x: Expr, width: number): Expr {
  return x.width === width ? x : concat(x, zeros(width - x.width));
}
