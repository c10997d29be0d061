/** Questions about types that several invariants ask. */
import type { Value } from "../../types/operators.ts";
import type { ScalarType, Type } from "../../types/types.ts";

/** An integer scalar, of whatever kind. */
export function isInteger(type: Type): boolean {
  return type.kind === "int" || (type.kind === "python" && type.name === "int");
}

/** bool or python bool. */
export function isTruth(type: Type): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

/** Types whose operations grow. */
export function isExact(type: Type): boolean {
  return type.kind === "fixed" || (type.kind === "int" && type.rule === "exact");
}

/** Null, or why a constant cannot have this value. */
export function misfit(type: ScalarType, value: Value): string | null {
  switch (type.kind) {
    case "bool":
      return typeof value === "boolean" ? null : `${value} is no bool`;
    case "int":
      return misfitInteger(value, type.bits, type.signed);
    case "complex":
      return "complex constants are made of their parts";
    case "fixed":
      return misfitInteger(value, type.width, type.signed);
    case "float":
      if (type.variant === "flopoco" && type.exponent === 11) {
        return misfitInteger(value, 3 + type.exponent + type.mantissa, false);
      }
      if (typeof value !== "number") return `${typeof value} ${value} is no float`;
      return hasPrecision(value, type.mantissa + 1)
        ? null
        : `${value} has more than ${type.mantissa} mantissa bits`;
    case "python":
      if (type.name === "bool") return typeof value === "boolean" ? null : `${value} is no bool`;
      // A constant may be longer than 64 bits on its way to a wider type.
      if (type.name === "int") return misfitInteger(value, 8192, true);
      return typeof value === "number" ? null : `${typeof value} ${value} is no float`;
  }
}

function misfitInteger(value: Value, bits: number, signed: boolean): string | null {
  if (typeof value === "boolean") return `${value} is no integer`;
  if (typeof value === "number" && (!Number.isSafeInteger(value) || Object.is(value, -0))) {
    return `${Object.is(value, -0) ? "-0" : value} is no safe integer, and must be a bigint`;
  }
  if (typeof value === "bigint" && Number.isSafeInteger(Number(value))) {
    return `${value}n is a safe integer, and must be a number`;
  }
  const big = BigInt(value);
  const low = signed ? -(1n << BigInt(bits - 1)) : 0n;
  const high = (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
  return big >= low && big <= high ? null : `${value} needs more than ${bits} bits`;
}

function hasPrecision(value: number, bits: number): boolean {
  if (!Number.isFinite(value) || value === 0) return true;
  let x = Math.abs(value);
  while (x < 2 ** (bits - 1)) x *= 2;
  while (x >= 2 ** bits) x /= 2;
  return Number.isInteger(x);
}
