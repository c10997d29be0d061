/** Values as bit patterns: two's complement for integers and fixed, the format's own encoding for floats. */
import { ArithmeticFault, takenApart } from "./fault.ts";
import { decode, encode, floatBits } from "./float/index.ts";
import { canonical, type Int } from "./integer.ts";
import type { Value } from "./operators.ts";
import { printType } from "./print.ts";
import type { FixedType, IntType, ScalarType } from "./types.ts";

export function bitWidth(type: ScalarType): number {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return 1;
    case "int":
      return type.bits;
    case "fixed":
      return type.width;
    case "float":
      return floatBits(type);
    case "python":
      return type.name === "bool" ? 1 : 64;
  }
}

/** The pattern, an unsigned integer of bitWidth(type) bits. */
export function toBits(type: ScalarType, value: Value): bigint {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return BigInt(value);
    case "int":
    case "fixed":
      return BigInt.asUintN(bitWidth(type), BigInt(value));
    case "float":
      return encode(type, value);
    case "python":
      return type.name === "float" ? encode(double, value) : BigInt.asUintN(bitWidth(type), BigInt(value));
  }
}

export function fromBits(type: ScalarType, bits: bigint): Value {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return bits !== 0n;
    case "int":
    case "fixed":
      return read(type, bits);
    case "float":
      return decode(type, bits);
    case "python":
      switch (type.name) {
        case "bool":
          return bits !== 0n;
        case "int":
          return canonical(BigInt.asIntN(64, bits));
        case "float":
          return decode(double, bits);
        case "complex":
          return takenApart();
      }
  }
}

const double = { kind: "float", exponent: 11, mantissa: 52, variant: "ieee" } as const;

function read(type: IntType | FixedType, bits: bigint): Int {
  const width = bitWidth(type);
  return canonical(type.signed ? BigInt.asIntN(width, bits) : BigInt.asUintN(width, bits));
}

/** Bits low .. low+width-1, as the value of a uint<width>. The range must lie inside the type. */
export function getBits(type: ScalarType, value: Value, low: number, width: number): Value {
  checkRange(type, low, width);
  if (typeof value === "number" && bitWidth(type) <= 32 && type.kind !== "float" && !isPythonFloat(type)) {
    return width === 32 ? value >>> 0 : (value >>> low) & (2 ** width - 1);
  }
  return canonical(BigInt.asUintN(width, toBits(type, value) >> BigInt(low)));
}

/** `value` with bits low .. low+width-1 replaced by the low `width` bits of `bits`. */
export function setBits(type: ScalarType, value: Value, low: number, width: number, bits: Value): Value {
  checkRange(type, low, width);
  const mask = (1n << BigInt(width)) - 1n;
  const shift = BigInt(low);
  const kept = toBits(type, value) & ~(mask << shift);
  return fromBits(type, kept | ((BigInt(bits) & mask) << shift));
}

function checkRange(type: ScalarType, low: number, width: number): void {
  if (low >= 0 && width >= 1 && low + width <= bitWidth(type)) return;
  throw new ArithmeticFault(
    "out-of-range",
    `bits ${low} to ${low + width - 1} are outside the ${bitWidth(type)} bits of ${printType(type)}`,
  );
}

function isPythonFloat(type: ScalarType): boolean {
  return type.kind === "python" && type.name === "float";
}
