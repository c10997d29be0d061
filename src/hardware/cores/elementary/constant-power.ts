/** Powers by the exponents that are written most: 0, 1, 2, -1 and 1/2. Their models, of any width, round once. */
import { type Exact, finite } from "../../../types/float/exact.ts";
import { order } from "../../../types/float/exact-arithmetic.ts";
import { formatOf } from "../../../types/float/format.ts";
import { fromPattern, toPattern } from "../../../types/float/pattern.ts";
import type { FloatType } from "../../../types/types.ts";
import type { Const, Expr } from "../../netlist/nodes.ts";
import { floatDivide } from "../float/divide.ts";
import { floatMultiply } from "../float/multiply.ts";
import { canonical, floatUnary } from "../float/sign.ts";
import { floatSqrt } from "../float/sqrt.ts";
import { unpack } from "../float/unpack.ts";
import { constant, mux, or } from "../gates.ts";

/** x^y; null where y is none of them. */
export function floatPowerBy(type: FloatType, x: Expr, y: Const): Expr | null {
  const format = formatOf(type);
  const exponent = fromPattern(format, y.value);
  const one = constant(y.width, toPattern(format, finite(false, 1n, 0)));
  const is = (value: Exact): boolean => order(exponent, value) === 0;
  if (is(finite(false, 0n, 0))) return one;
  if (is(finite(false, 1n, 0))) return canonical(type, x);
  if (is(finite(false, 2n, 0))) return floatMultiply(type, x, x);
  if (is(finite(true, 1n, 0))) return floatDivide(type, one, x);
  if (!is(finite(false, 1n, -1))) return null;
  // Unlike the square root, the power of -0 is +0, and that of minus infinity is infinity.
  const { isZero, isInf } = unpack(type, x);
  return floatSqrt(type, mux(or(isZero, isInf), floatUnary("abs", type, x), x));
}
