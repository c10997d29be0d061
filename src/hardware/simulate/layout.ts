/** Where everything is in the simulator's memory. What every clock touches stands together. */
import type { Expr, Module } from "../netlist/nodes.ts";
import { operandsOf, rootsOf } from "../netlist/walk.ts";
import { bytesFor, limbsFor, type Slot } from "./code.ts";

export interface Layout {
  readonly slots: ReadonlyMap<string, Slot>; // inputs, wires, registers, read data
  readonly outputs: ReadonlyMap<string, Slot>;
  readonly next: ReadonlyMap<string, Slot>; // what held registers and reads become at the clock
  readonly writes: ReadonlyMap<string, readonly WriteSlots[]>; // of each memory, its ports
  readonly words: ReadonlyMap<string, Slot>; // word 0 of each memory; one more word at the end is always zero
  readonly reset: Slot;
  readonly scratch: number;
  readonly end: number;
}

/** A write that is held until everything has been read. */
export interface WriteSlots {
  readonly active: Slot;
  readonly address: Slot;
  readonly data: Slot;
}

/** `hot` wires are passed from one function to another; `held` state waits for the end of the clock. */
export function layOut(flat: Module, hot: ReadonlySet<string>, held: ReadonlySet<string>): Layout {
  let end = 8; // nothing is at address 0
  const place = (width: number, count = 1): Slot => {
    const bytes = bytesFor(width);
    const alignment = Math.min(bytes, 8);
    const address = Math.ceil(end / alignment) * alignment;
    end = address + bytes * count;
    return { address, width };
  };
  const slots = new Map<string, Slot>();
  const next = new Map<string, Slot>();
  const reset = place(1);
  for (const { name, width } of flat.inputs) slots.set(name, place(width));
  const addState = (name: string, width: number): void => {
    slots.set(name, place(width));
    if (held.has(name)) next.set(name, place(width));
  };
  for (const { name, width } of flat.registers) addState(name, width);
  const cold: { readonly name: string; readonly width: number }[] = [];
  const addWire = (name: string, width: number): void => {
    if (hot.has(name)) slots.set(name, place(width));
    else cold.push({ name, width });
  };
  for (const { width, reads } of flat.memories) {
    for (const { data, latency } of reads) (latency === 1 ? addState : addWire)(data, width);
  }
  for (const { name, value } of flat.wires) addWire(name, value.width);
  const writes = new Map(
    flat.memories.map((memory) => {
      const ports = memory.writes.map(() => ({
        active: place(1),
        address: place(32),
        data: place(memory.width),
      }));
      return [memory.name, ports];
    }),
  );
  const words = new Map(flat.memories.map((memory) => [memory.name, place(memory.width, memory.depth + 1)]));
  for (const { name, width } of cold) slots.set(name, place(width));
  const outputs = new Map(flat.outputs.map(({ name, value }) => [name, place(value.width)]));
  const scratch = place(64).address;
  end = scratch + 8 * (2 * limbsFor(widest(flat)) + 2); // for wideShift
  return { slots, outputs, next, writes, words, reset, scratch, end };
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
