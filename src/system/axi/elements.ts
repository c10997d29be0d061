/**
 * How elements lie in memory: each in the next power of two of bytes, one after the other, the lowest byte first. Integers and fixed
 * values are extended by their sign, all else by zeros. For the types that NumPy has this is NumPy's own layout.
 */
import { bitWidth } from "../../types/bits.ts";
import type { ScalarType } from "../../types/types.ts";

/** Of an element in memory. */
export function elementBytes(type: ScalarType): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(bitWidth(type) / 8)));
}

/** Whether the top bit is repeated where the container is wider. */
export function isSigned(type: ScalarType): boolean {
  if (type.kind === "int" || type.kind === "fixed") return type.signed;
  return type.kind === "python" && type.name === "int";
}

export function elementToBytes(type: ScalarType, bits: bigint): Uint8Array {
  const width = bitWidth(type);
  const value = isSigned(type) ? BigInt.asIntN(width, bits) : bits;
  const bytes = new Uint8Array(elementBytes(type));
  for (const at of bytes.keys()) bytes[at] = Number((value >> BigInt(8 * at)) & 0xffn);
  return bytes;
}

export function elementFromBytes(type: ScalarType, bytes: Uint8Array): bigint {
  let bits = 0n;
  for (const [at, byte] of bytes.entries()) bits |= BigInt(byte) << BigInt(8 * at);
  return BigInt.asUintN(bitWidth(type), bits);
}
