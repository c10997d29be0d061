import type { IntegralRule } from "../../../types/float/exact-arithmetic.ts";
import { formatOf } from "../../../types/float/format.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import {
  addWithCarry,
  and,
  any,
  below,
  bit,
  concat,
  constant,
  extend,
  gate,
  low,
  mux,
  not,
  ones,
  or,
  slice,
  sub,
  zeros,
} from "../gates.ts";
import { shiftRight } from "../shift.ts";
import { pack } from "./pack.ts";
import { type Unpacked, unpack } from "./unpack.ts";

/**
 * To an integer, on the pattern itself: a mask covers the bits of the fraction below 1; what rounds up is added
 * there, its carry may run into the exponent; the masked bits are cleared. Numbers below 1 become 0 or 1.
 *
 * The unit of a number between 1 and 2 is its hidden bit, where the lowest bit of the code stands: it is set too,
 * because the bias is odd.
 */
export function floatIntegral(rule: IntegralRule, type: FloatType, a: Expr): Expr {
  const { exponent, mantissa } = type;
  const { bias } = formatOf(type);
  const x = unpack(type, a);
  const pattern = concat(x.code, x.fraction);
  const isSmall = below(x.code, constant(exponent, bias));
  const mask = shiftRight(ones(mantissa), sub(x.code, constant(exponent, bias)));

  const width = pattern.width + 1;
  const { amount, carry } = addend(rule, x, mask);
  const sum = addWithCarry(extend(pattern, width), extend(amount, width), carry);
  const cleared = and(slice(sum, 0, mantissa), not(mask));

  const one = smallRoundsUp(rule, x, pattern);
  const isOne = and(isSmall, one);
  return pack(
    type,
    {
      sign: x.sign,
      isNan: x.isNan,
      isInf: or(x.isInf, and(not(isSmall), bit(sum, width - 1))),
      isZero: or(x.isZero, and(isSmall, not(one))),
    },
    mux(isOne, constant(exponent, bias), slice(sum, mantissa, exponent)),
    gate(not(isOne), cleared),
  );
}

/** What is added to a number of 1 or more before its masked bits are cleared. */
function addend(
  rule: IntegralRule,
  x: Unpacked,
  mask: Expr,
): { readonly amount: Expr; readonly carry: Expr } {
  switch (rule) {
    case "trunc":
      return { amount: zeros(mask.width), carry: low };
    case "floor":
      return { amount: gate(x.sign, mask), carry: low };
    case "ceil":
      return { amount: gate(not(x.sign), mask), carry: low };
    case "rint": {
      // One less than a half, and one more where the unit is odd.
      const unit = and(concat(mask, constant(1, 1)), not(extend(mask, mask.width + 1)));
      const odd = any(and(unit, concat(bit(x.code, 0), x.fraction)));
      const half = mask.width === 1 ? zeros(1) : extend(slice(mask, 1, mask.width - 1), mask.width);
      return { amount: half, carry: and(odd, bit(mask, 0)) };
    }
  }
}

function smallRoundsUp(rule: IntegralRule, x: Unpacked, pattern: Expr): Expr {
  const { type, bias } = x.format;
  switch (rule) {
    case "trunc":
      return low;
    case "floor":
      return and(x.sign, not(x.isZero));
    case "ceil":
      return and(not(x.sign), not(x.isZero));
    case "rint": {
      const isNormal = bias > 1 || type.variant === "flopoco";
      const half = isNormal ? BigInt(bias - 1) << BigInt(type.mantissa) : 1n << BigInt(type.mantissa - 1);
      return and(below(constant(pattern.width, half), pattern), not(x.isZero));
    }
  }
}
