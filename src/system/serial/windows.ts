/**
 * What a host reaches of a kernel: words behind numbers. Both sides count them from the kernel's interface alone.
 *
 *     0              what the board is and does: see statusWords
 *     1, ...         scalar arguments, one word each; scalar results, one word each; banks of arrays
 */
import { bug } from "../../diagnostics/bug.ts";
import type { ArrayPorts, KernelInterface } from "../../hardware/interface.ts";
import { bitWidth } from "../../types/bits.ts";
import type { ScalarType } from "../../types/types.ts";

export type Window =
  | { readonly kind: "status"; readonly width: 32; readonly depth: number }
  | ({ readonly kind: "scalar" | "result"; readonly port: string; readonly type: ScalarType } & Words)
  | ({ readonly kind: "bank"; readonly array: ArrayPorts; readonly bank: number } & Words);

interface Words {
  readonly width: number; // bits
  readonly depth: number;
}

/** Words of 32 bits. `cycles` are those of the last call, `calls` the number it had. */
export const statusWords = [
  "mark",
  "identity_low",
  "identity_high",
  "running",
  "call",
  "cycles_low",
  "cycles_high",
] as const;
export const boardMark = 0x3172746c; // "ltr1"

export function windowsOf({ scalars, results, arrays }: KernelInterface): readonly Window[] {
  const word = (kind: "scalar" | "result", port: string, type: ScalarType): Window => ({
    ...{ kind, port, type, width: bitWidth(type), depth: 1 },
  });
  return [
    { kind: "status", width: 32, depth: statusWords.length },
    ...scalars.map(({ port, type }) => word("scalar", port, type)),
    ...results.flatMap((one) => (one.kind === "scalar" ? [word("result", one.port, one.type)] : [])),
    ...arrays.flatMap((array) =>
      array.banks.map(
        (_, bank): Window => ({ kind: "bank", array, bank, width: array.width, depth: array.depth }),
      ),
    ),
  ];
}

export function bytesOf({ width }: { readonly width: number }): number {
  return Math.ceil(width / 8);
}

/** The number of a window. */
export function windowOf(windows: readonly Window[], isIt: (window: Window) => boolean): number {
  const found = windows.findIndex(isIt);
  return found < 0 ? bug("no such window") : found;
}

/** Words, each in as many bytes as it needs, the lowest first. */
export function toBytes(words: readonly bigint[], bytes: number): Uint8Array {
  const out = new Uint8Array(words.length * bytes);
  for (const [index, word] of words.entries())
    for (let at = 0; at < bytes; at++) out[index * bytes + at] = Number((word >> BigInt(8 * at)) & 0xffn);
  return out;
}

export function fromBytes(bytes: Uint8Array, bytesOfWord: number): readonly bigint[] {
  return Array.from({ length: bytes.length / bytesOfWord }, (_, index) => {
    let word = 0n;
    for (let at = bytesOfWord - 1; at >= 0; at--)
      word = (word << 8n) | BigInt(bytes[index * bytesOfWord + at] ?? 0);
    return word;
  });
}
