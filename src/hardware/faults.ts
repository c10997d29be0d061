/** What a circuit tells of a fault, in words. */
import type { Span } from "../diagnostics/diagnostic.ts";
import { bitWidth, fromBits } from "../types/bits.ts";
import type { ScalarType } from "../types/types.ts";

/** A fault of the running kernel, and where in the source it is. */
export interface Check {
  readonly code: string;
  readonly message: string; // `{value}` in it stands for what the circuit tells
  readonly told?: ScalarType; // of that value; an integer, fixed or float type
  readonly span: Span;
}

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
