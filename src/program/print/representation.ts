/**
 * How values of each type live in printed Python.
 *
 *     NumPy types           NumPy scalars and arrays
 *     python int, ...       Python numbers; arrays of them are object arrays
 *     int<N>, uint<N>       Python ints
 *     fixed, ufixed         Python ints: the raw integer
 *     float<E,M>            Python floats; the FloPoCo formats that outrange them are bit patterns
 */

import { printType } from "../../types/print.ts";
import type { FixedType, FloatType, IntType, ScalarType } from "../../types/types.ts";
import { isNumpy } from "../../types/types.ts";

/** `np.float32`, or `object` for what NumPy lacks. */
export function dtypeOf(element: ScalarType): string {
  if (!isNumpy(element)) return "object";
  switch (element.kind) {
    case "bool":
      return "np.bool_";
    case "int":
      return `np.${element.signed ? "" : "u"}int${element.bits}`;
    case "float":
      return `np.float${1 + element.exponent + element.mantissa}`;
    case "complex":
      return `np.${printType(element)}`;
    default:
      return "object";
  }
}

/** A type whose values are exact integers counted in units of 2^-fraction: int<N>, fixed, and NumPy's integers. */
export type Counted = IntType | FixedType;

export function isCounted(type: ScalarType): type is Counted {
  return type.kind === "int" || type.kind === "fixed";
}

export function widthOf(type: Counted): number {
  return type.kind === "int" ? type.bits : type.width;
}

export function fractionOf(type: Counted): number {
  return type.kind === "int" ? 0 : type.width - type.integer;
}

/** A FloPoCo format with values no double can hold. */
export function isWide(type: FloatType): boolean {
  return type.variant === "flopoco" && type.exponent === 11;
}

/** Floats that are Python floats in printed code: comparing and negating them needs no help. */
export function isPythonFloat(type: ScalarType): boolean {
  return (
    (type.kind === "float" && !isNumpy(type) && !isWide(type)) ||
    (type.kind === "python" && type.name === "float")
  );
}

export interface Interval {
  readonly low: bigint;
  readonly high: bigint;
}

/** The raw integers a type has. */
export function rangeOf(type: Counted): Interval {
  const bits = BigInt(widthOf(type));
  return type.signed
    ? { low: -(1n << (bits - 1n)), high: (1n << (bits - 1n)) - 1n }
    : { low: 0n, high: (1n << bits) - 1n };
}

export function contains(outer: Interval, inner: Interval): boolean {
  return outer.low <= inner.low && inner.high <= outer.high;
}
