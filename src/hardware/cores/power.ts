/** Powers of integers and fixed numbers: squares of the base, those multiplied that the exponent's bits name. */
import { type ExactType, formOf } from "../../types/exact.ts";
import type { Expr } from "../netlist/nodes.ts";
import { bit, constant, extendAs, gate, isZeros, multiplyTo, mux, none, or, slice } from "./gates.ts";
import { NoCore } from "./missing.ts";
import { bitwise, type Quantity, quantity, quantize, widen } from "./quantity.ts";

/** A constant exponent leaves only the products that it needs. Exponents are not negative (the model faults). */
export function power(
  left: ExactType,
  right: ExactType,
  result: ExactType,
  base: Expr,
  exponent: Expr,
): Expr {
  if (left.kind !== "fixed" && result.kind !== "fixed") {
    return wrappingPower(extendAs(formOf(left).signed, base, formOf(result).width), exponent);
  }
  return quantize(exactPower(left, right, base, exponent), result);
}

/**
 * In as many bits as the result has. From the width less 2 on, the squares of odd numbers are all 1, and those of even
 * ones 0: higher bits of the exponent matter only to these.
 */
function wrappingPower(base: Expr, exponent: Expr): Expr {
  const { width } = base;
  const last = Math.max(width - 2, 1);
  let result: Expr = constant(width, 1);
  let square = base;
  const counted = Math.min(significant(exponent), last);
  for (let k = 0; k < counted; k++) {
    if (k > 0) square = multiplyTo(width, square, square);
    result = mux(bit(exponent, k), times(width, result, square), result);
  }
  const above = significant(exponent) > last ? slice(exponent, last, significant(exponent) - last) : null;
  if (above === null) return result;
  return gate(or(none(above), bit(base, 0)), result);
}

function times(width: number, product: Expr, square: Expr): Expr {
  return product.kind === "const" && product.value === 1n ? square : multiplyTo(width, product, square);
}

/** Bits of the exponent that may be set: its zeros above count for nothing. */
function significant(exponent: Expr): number {
  return exponent.kind === "const" ? Math.max(exponent.value.toString(2).length, 1) : exponent.width;
}

/** Beyond that a circuit would be absurd; such exponents are constants that nobody has passed on. */
const widest = 16384;

/** Nothing is lost: where a bit of the exponent is not set, the product is by 1 in the place of the square. */
function exactPower(left: ExactType, right: ExactType, base: Expr, exponent: Expr): Quantity {
  let result: Quantity | null = null;
  let square = quantity(left, base);
  const one: Quantity = { bits: constant(1, 1), signed: false, fraction: 0 };
  const bits = significant(exponent) - (formOf(right).signed && exponent.kind !== "const" ? 1 : 0);
  for (let k = 0; k < bits; k++) {
    if (k > 0) square = product(square, square);
    if (square.bits.width > widest) throw new NoCore("pow by an exponent that is not a constant", left);
    const chosen = choice(bit(exponent, k), square, one);
    if (chosen !== one) result = result === null ? chosen : product(result, chosen);
  }
  return result ?? one;
}

function choice(condition: Expr, square: Quantity, one: Quantity): Quantity {
  if (condition.kind === "const") return isZeros(condition) ? one : square;
  return bitwise((a, b) => mux(condition, a, b), square, one);
}

function product(a: Quantity, b: Quantity): Quantity {
  const width = a.bits.width + b.bits.width;
  return {
    bits: multiplyTo(width, widen(a, width), widen(b, width)),
    signed: a.signed || b.signed,
    fraction: a.fraction + b.fraction,
  };
}
