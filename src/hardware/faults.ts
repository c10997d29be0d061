/** What a circuit tells of a fault, in words. */
import { bitWidth, fromBits } from "../types/bits.ts";
import type { ScalarType } from "../types/types.ts";
import type { Check } from "./plan/nodes.ts";

/** `bits`: what the value port of the fault has; null where there is none. */
export function messageOf({ message, told }: Check, bits: bigint | null): string {
  const text = told === undefined || bits === null ? "a value" : textOf(told, bits);
  if (/^(NaN|-?Infinity)$/.test(text) && message.startsWith("{value} is out of range"))
    return `${text} has no integer value`;
  return message.replace("{value}", text);
}

function textOf(type: ScalarType, bits: bigint): string {
  const value = fromBits(type, BigInt.asUintN(bitWidth(type), bits));
  if (typeof value === "number" && Number.isInteger(value)) return String(BigInt(value)); // no exponent
  return String(type.kind === "fixed" ? Number(value) / 2 ** (bitWidth(type) - type.integer) : value);
}
