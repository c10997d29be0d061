/**
 * The control registers of a kernel, where Vitis HLS has them (UG1399, "S_AXILITE Control Register Map"):
 *
 *     0x00  ap_ctrl    bit 0 start, 1 done (clear on read), 2 idle, 3 ready (clear on read), 7 auto restart, 9 interrupt
 *     0x04  gie        bit 0: interrupts at all
 *     0x08  ier        bit 0: on done, 1: on ready
 *     0x0c  isr        bit 0: done, 1: ready; a 1 that is written toggles
 *     0x10  …          arguments in their order: a value, or the address of an array in two words; a word is left free after each
 *           …          scalar results: a value, and a word whose bit 0 says that it is there (clear on read)
 *           …          status of the last call, its cycles, and its first fault where the circuit watches
 *           …          which circuit this is: hosts compare it before they call
 */
import type { ArrayPorts, KernelInterface } from "../../hardware/interface.ts";
import { bitWidth } from "../../types/bits.ts";
import type { ScalarType } from "../../types/types.ts";

export interface Register {
  readonly name: string;
  readonly offset: number; // bytes
  readonly width: number; // bits: words of 32 from `offset` on, the lowest first
  readonly access: "read" | "write"; // what can be written can be read
  readonly meaning: Meaning;
}

export type Meaning =
  | { readonly kind: "scalar"; readonly port: string; readonly type: ScalarType }
  | { readonly kind: "array"; readonly array: string }
  | {
      readonly kind: "result";
      readonly port: string;
      readonly type: ScalarType;
      readonly validOffset: number;
    }
  | { readonly kind: "status" | "cycles" | "fault" | "identity" };

/** What went wrong in the last call: bits of `status`. Nothing did where it is 0. */
export const statusBits = {
  readFailed: 0, // a read was answered SLVERR or DECERR: the kernel did not run
  writeFailed: 1, // a write was
  misaligned: 2, // an address is no multiple of the bytes of a beat: the kernel did not run
} as const;

/** Offsets of the registers that every kernel has. */
export const controlOffsets = { ctrl: 0x00, gie: 0x04, ier: 0x08, isr: 0x0c } as const;

/** `order`: names of arguments, as in a call; what it leaves out comes after. */
export function registersOf(ports: KernelInterface, order: readonly string[] = []): readonly Register[] {
  const found: Register[] = [];
  let next = 0x10;
  const put = (name: string, width: number, access: Register["access"], meaning: Meaning): void => {
    found.push({ name, offset: next, width, access, meaning });
    next += 4 * (Math.ceil(width / 32) + 1);
  };
  const inMemory = ports.arrays.filter(isCopied);
  const names = [...ports.scalars, ...inMemory].map(({ name }) => name);
  for (const name of new Set([...order, ...names])) {
    for (const { name: own, port, type } of ports.scalars)
      if (own === name) put(name, bitWidth(type), "write", { kind: "scalar", port, type });
    if (inMemory.some((one) => one.name === name)) put(name, 64, "write", { kind: "array", array: name });
  }
  for (const result of ports.results) {
    if (result.kind === "array") continue;
    const { port, type } = result;
    const validOffset = next + 4 * Math.ceil(bitWidth(type) / 32);
    put(port, bitWidth(type), "read", { kind: "result", port, type, validOffset });
  }
  put("call_status", 32, "read", { kind: "status" });
  put("call_cycles", 64, "read", { kind: "cycles" });
  if (ports.fault !== null) put("call_fault", 32, "read", { kind: "fault" });
  put("circuit_identity", 64, "read", { kind: "identity" });
  return found;
}

/** What a register is called on the slave: arguments may have any name. */
export function registerPort({ offset }: Register): string {
  return `at_${offset.toString(16)}`;
}

/** Bits of an address that reaches them all. */
export function controlAddressBits(registers: readonly Register[]): number {
  const end = Math.max(...registers.map(({ offset, width }) => offset + 4 * (Math.ceil(width / 32) + 1)));
  return Math.max(6, Math.ceil(Math.log2(end))); // Vitis HLS has 6 where fewer would do
}

/** Whether it is an array in memory, and has elements. */
export function isCopied({ stream, shape }: ArrayPorts): boolean {
  return stream === null && !shape.includes(0);
}
