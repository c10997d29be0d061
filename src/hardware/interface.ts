/**
 * How a kernel is called: what its ports mean. Testbenches, drivers and simulations are written from this alone, so
 * another interface can take its place.
 *
 * Beside these ports every kernel has `start` (a call begins in a cycle in which start and ready are 1), `ready`,
 * `idle`, and `done` (1 for one cycle; results are there from then until the next call).
 */
import type { ScalarType } from "../types/types.ts";

export interface KernelInterface {
  readonly kernel: string;
  readonly scalars: readonly ScalarArgument[]; // in the order of the call; read in the cycle of `start`
  readonly results: readonly ResultPort[]; // in the order of the return
  readonly arrays: readonly ArrayPorts[]; // arguments, and arrays that are returned
  readonly fault: FaultPort | null; // null: the circuit does not look
  readonly clockEnable?: string; // an input: nothing changes while it is 0, and what acts outside is 0 (clock_enable.ts)
}

export interface ScalarArgument {
  readonly name: string; // of the parameter
  readonly port: string;
  readonly type: ScalarType;
}

export type ResultPort =
  | { readonly kind: "scalar"; readonly port: string; readonly type: ScalarType }
  | { readonly kind: "array"; readonly array: string };

/** An array outside the circuit: one memory a bank, each element a word; or a stream of its elements in row-major order. */
export interface ArrayPorts {
  readonly name: string;
  readonly element: ScalarType;
  readonly shape: readonly number[];
  readonly width: number; // bits of a word
  readonly depth: number; // words of a bank
  readonly banks: readonly BankPorts[];
  readonly isRead: boolean; // whether the circuit reads it
  readonly isWritten: boolean;
  readonly stream: StreamPorts | null; // it has one bank then, without ports
  /** Where element `index` (row-major) lives: bank and word are sums of what each dimension adds. */
  readonly place: (index: number) => { readonly bank: number; readonly word: number };
}

export interface BankPorts {
  readonly ports: readonly MemoryPort[];
}

/**
 * In a cycle in which `enable` is 1 the memory takes `address`; with `write` 1 it stores `data`, and whatever `write`
 * is, `q` has the word as it was before from the next cycle on, while `enable` stays 0. Two ports never write one word
 * in the same cycle; a word that one port writes, another port reads as it was.
 */
export interface MemoryPort {
  readonly address: string;
  readonly enable: string;
  readonly write: string | null; // null: it only reads
  readonly data: string | null;
  readonly q: string | null; // null: it only writes
  readonly side: string | null; // which of two memories, where calls overlap: 0 for the first call, then in turn
}

/**
 * A word passes in a cycle in which `valid` and `ready` are 1. Who sends says `valid` and gives `data`, and keeps both until
 * the word has passed; who takes says `ready`. The circuit's own signal follows from registers alone.
 */
export interface StreamPorts {
  readonly data: string;
  readonly valid: string;
  readonly ready: string;
  readonly last: string; // who sends says 1 with the last word of a call; a circuit that is watched tells where that is not so
}

/** 0: none so far; n: the first fault was checks[n - 1]. */
export interface FaultPort {
  readonly port: string;
  readonly width: number;
  readonly late: number; // cycles after `done` in which it may still be told
  readonly value: { readonly port: string; readonly width: number } | null; // what it is about: see faults.ts
}
