/** Where everything is in the simulator's memory. What every clock touches stands together. */
import type { Expr, Module } from "../netlist/nodes.ts";
import { operandsOf, rootsOf } from "../netlist/walk.ts";
import { bytesFor, limbsFor, type Slot, vectorBytes, wordsFor } from "./code.ts";
import { type Pack, type PackedLane, placesIn } from "./pack.ts";

export interface Layout {
  readonly places: ReadonlyMap<string, PackedLane>; // in packs, whose slots follow each other
  readonly slots: ReadonlyMap<string, Slot>; // inputs, wires, registers, read data
  readonly outputs: ReadonlyMap<string, Slot>;
  readonly watched: ReadonlyMap<string, Slot>; // what they were when somebody looked last
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
export function layOut(
  flat: Module,
  packs: readonly Pack[],
  hot: ReadonlySet<string>,
  held: ReadonlySet<string>,
  watched: ReadonlyMap<string, Expr> = new Map(),
): Layout {
  let end = 8; // nothing is at address 0
  const reserve = (bytes: number, alignment: number): number => {
    const address = Math.ceil(end / alignment) * alignment;
    end = address + bytes;
    return address;
  };
  const place = (width: number, count = 1): Slot => {
    const bytes = bytesFor(width);
    return { address: reserve(bytes * count, Math.min(bytes, 8)), width, form: "plain" };
  };
  const places = placesIn(packs);
  const add = (into: Map<string, Slot>, name: string, width: number): void => {
    const pack = places.get(name)?.pack;
    if (pack === undefined) into.set(name, place(width));
    if (pack === undefined || into.has(name)) return;
    const first = reserve(vectorBytes * wordsFor(width), vectorBytes);
    for (const [lane, member] of pack.entries())
      into.set(member, { address: first + 4 * lane, width, form: "lanes" });
  };
  const slots = new Map<string, Slot>();
  const next = new Map<string, Slot>();
  const reset = place(1);
  for (const { name, width } of flat.inputs) slots.set(name, place(width));
  const addState = (name: string, width: number): void => {
    add(slots, name, width);
    if (held.has(name)) add(next, name, width);
  };
  for (const { name, width } of flat.registers) addState(name, width);
  const cold: { readonly name: string; readonly width: number }[] = [];
  const addWire = (name: string, width: number): void => {
    const names = places.get(name)?.pack ?? [name];
    if (names.some((one) => hot.has(one))) add(slots, name, width);
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
  for (const { name, width } of cold) add(slots, name, width);
  const outputs = new Map(flat.outputs.map(({ name, value }) => [name, place(value.width)]));
  const before = new Map([...watched].map(([name, { width }]) => [name, place(width)]));
  const scratch = place(64).address;
  end = scratch + 8 * (2 * limbsFor(widest(flat)) + 2); // for wideShift
  return { places, slots, outputs, watched: before, next, writes, words, reset, scratch, end };
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
