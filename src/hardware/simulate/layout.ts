/** Where everything is in the simulator's memory. */
import type { Expr, Module } from "../nodes.ts";
import { operandsOf, rootsOf } from "../walk.ts";
import { bytesFor, limbsFor, type Slot } from "./code.ts";

export interface Layout {
  readonly slots: ReadonlyMap<string, Slot>; // inputs, wires, registers, read data
  readonly outputs: ReadonlyMap<string, Slot>;
  readonly next: ReadonlyMap<string, Slot>; // what registers and synchronous reads become at the clock
  readonly words: ReadonlyMap<string, Slot>; // word 0 of each memory; one more word at the end is always zero
  readonly reset: Slot;
  readonly scratch: number;
  readonly end: number;
}

export function layOut(flat: Module): Layout {
  let end = 8; // nothing is at address 0
  const place = (width: number, count = 1): Slot => {
    const address = end;
    end += Math.ceil((bytesFor(width) * count) / 8) * 8;
    return { address, width };
  };
  const slots = new Map<string, Slot>();
  const next = new Map<string, Slot>();
  const reset = place(1);
  for (const { name, width } of flat.inputs) slots.set(name, place(width));
  for (const { name, width } of flat.registers) {
    slots.set(name, place(width));
    next.set(name, place(width));
  }
  for (const { width, reads } of flat.memories) {
    for (const { data, latency } of reads) {
      slots.set(data, place(width));
      if (latency === 1) next.set(data, place(width));
    }
  }
  for (const { name, value } of flat.wires) slots.set(name, place(value.width));
  const outputs = new Map(flat.outputs.map(({ name, value }) => [name, place(value.width)]));
  const words = new Map(flat.memories.map((memory) => [memory.name, place(memory.width, memory.depth + 1)]));
  const scratch = end;
  end += 8 * (2 * limbsFor(widest(flat)) + 2); // for wideShift
  return { slots, outputs, next, words, reset, scratch, end };
}

function widest(flat: Module): number {
  let width = 64;
  const see = (expr: Expr): void => {
    width = Math.max(width, expr.width);
    for (const operand of operandsOf(expr)) see(operand);
  };
  for (const { value } of rootsOf(flat)) see(value);
  return width;
}
