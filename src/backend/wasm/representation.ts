/** How a scalar of each type is held in WebAssembly. */
import { takenApart } from "../../types/fault.ts";
import { storageClass } from "../../types/storage.ts";
import { float32, type ScalarType, sameType } from "../../types/types.ts";

/** `host` is a JavaScript value that WebAssembly only passes on: integers beyond 64 bits, floats that outrange a double. */
export type Rep = "i32" | "i64" | "f32" | "f64" | "host";

export function repOf(type: ScalarType): Rep {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return "i32";
    case "int":
      return integerRep(type.bits);
    case "fixed":
      return integerRep(type.width);
    case "float":
      if (sameType(type, float32)) return "f32";
      return storageClass(type) === "pattern" ? "host" : "f64";
    case "python":
      return type.name === "int" ? "i64" : type.name === "float" ? "f64" : "i32";
  }
}

function integerRep(bits: number): Rep {
  return bits <= 32 ? "i32" : bits <= 64 ? "i64" : "host";
}

/** The raw integer that a value is: sign- or zero-extended to its container. Null for floats. */
export interface IntegerForm {
  readonly bits: number;
  readonly signed: boolean;
}

export function integerForm(type: ScalarType): IntegerForm | null {
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "bool":
      return { bits: 1, signed: false };
    case "int":
      return type;
    case "fixed":
      return { bits: type.width, signed: type.signed };
    case "float":
      return null;
    case "python":
      if (type.name === "float") return null;
      return type.name === "int" ? { bits: 64, signed: true } : { bits: 1, signed: false };
  }
}

export function isBool(type: ScalarType): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

/** float32, float64 and Python's float: WebAssembly has their arithmetic. */
export function isNativeFloat(type: ScalarType): boolean {
  if (type.kind === "python") return type.name === "float";
  return type.kind === "float" && type.variant === "ieee" && (isSingle(type) || isDouble(type));
}

/** Its values are numbers of WebAssembly, whatever arithmetic it has. */
export function isPlainFloat(type: ScalarType): boolean {
  return isNativeFloat(type) || (type.kind === "float" && type.variant === "ieee");
}

function isSingle(type: { readonly exponent: number; readonly mantissa: number }): boolean {
  return type.exponent === 8 && type.mantissa === 23;
}

function isDouble(type: { readonly exponent: number; readonly mantissa: number }): boolean {
  return type.exponent === 11 && type.mantissa === 52;
}
