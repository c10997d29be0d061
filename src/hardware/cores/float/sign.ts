/** What needs no arithmetic: signs, and kinds of numbers. There is one NaN, and it is positive. */
import { bug } from "../../../diagnostics/bug.ts";
import { formatOf } from "../../../types/float/format.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Expr } from "../../netlist/nodes.ts";
import { and, concat, constant, gate, low, not, or, slice } from "../gates.ts";
import { pack } from "./pack.ts";
import { type Unpacked, unpack } from "./unpack.ts";

/** The pattern of the value that any pattern has. */
export function canonical(type: FloatType, a: Expr): Expr {
  const x = unpack(type, a);
  return withSign(type, x, x.sign);
}

/** Flopoco's patterns are canonical inside circuits; bits from elsewhere need not be. */
export function floatBitcast(type: FloatType, a: Expr): Expr {
  const x = unpack(type, a);
  return pack(type, x, x.code, x.fraction);
}

export function floatUnary(op: "neg" | "abs" | "invert", type: FloatType, a: Expr): Expr {
  const x = unpack(type, a);
  switch (op) {
    case "neg":
      return withSign(type, x, not(x.sign));
    case "abs":
      return withSign(type, x, low);
    case "invert":
      return bug("float values have no operator invert");
  }
}

/** A NaN's sign counts as positive. */
export function floatCopySign(type: FloatType, a: Expr, b: Expr): Expr {
  const y = unpack(type, b);
  return withSign(type, unpack(type, a), and(y.sign, not(y.isNan)));
}

function withSign(type: FloatType, x: Unpacked, sign: Expr): Expr {
  switch (type.variant) {
    case "ieee":
      return pack(type, { sign, isNan: x.isNan }, x.code, x.fraction);
    case "ftz":
      return pack(type, { sign, isNan: x.isNan, isZero: x.isZero }, x.code, x.fraction);
    case "flopoco": {
      const exception = concat(or(x.isNan, x.isInf), or(x.isNan, x.hidden));
      return concat(exception, and(sign, not(x.isNan)), x.code, x.fraction);
    }
  }
}

/** -1, +0 or 1, or NaN. */
export function floatSign(type: FloatType, a: Expr): Expr {
  const x = unpack(type, a);
  const one = constant(type.exponent, formatOf(type).bias);
  const sign = and(x.sign, not(x.isZero));
  return pack(type, { sign, isNan: x.isNan, isZero: x.isZero }, one, gate(low, slice(a, 0, type.mantissa)));
}
