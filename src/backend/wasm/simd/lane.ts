/** Lanes: how the value that one iteration computes is held in a vector of 128 bits. */
import type { ScalarType } from "../../../types/types.ts";
import { integerForm, isBool, isNativeFloat, repOf } from "../representation.ts";

export type Bytes = 1 | 2 | 4 | 8;

/** `int`: sign- or zero-extended to the lane. `mask`: a bool as all ones or all zeros. */
export type Lane =
  | { readonly kind: "int"; readonly bytes: Bytes; readonly signed: boolean }
  | { readonly kind: "float"; readonly bytes: 4 | 8 }
  | { readonly kind: "mask"; readonly bytes: Bytes };

export const registerBytes = 16;

/** Of a type as arrays hold it; a bool is a mask of one byte. Null where lanes cannot hold it, or Python ints. */
export function laneOf(type: ScalarType): Lane | null {
  if (isBool(type)) return { kind: "mask", bytes: 1 };
  if (isNativeFloat(type)) return { kind: "float", bytes: repOf(type) === "f32" ? 4 : 8 };
  if (type.kind === "python") return null;
  const form = integerForm(type);
  return form === null || form.bits > 64 ? null : intLane(form.bits, form.signed);
}

export function intLane(bits: number, signed: boolean): Lane & { readonly kind: "int" } {
  return { kind: "int", bytes: bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8, signed };
}

/** Python ints that are known to fit 32 bits. */
export const smallInt: Lane & { readonly kind: "int" } = { kind: "int", bytes: 4, signed: true };

export function maskLane(bytes: Bytes): Lane {
  return { kind: "mask", bytes };
}

export function sameLane(a: Lane, b: Lane): boolean {
  if (a.kind !== b.kind || a.bytes !== b.bytes) return false;
  return a.kind !== "int" || b.kind !== "int" || a.signed === b.signed;
}
