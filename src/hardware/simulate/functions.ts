/** Functions of a WebAssembly module under construction, and the places of signals in them. */
import { bug } from "../../diagnostics/bug.ts";
import * as m from "./assembly/instructions.ts";
import { type Assembly, addFunction, nothing } from "./assembly/module.ts";
import { type Code, load, number, type Slot, store, type Value, type Writer } from "./code.ts";
import type { Layout } from "./layout.ts";

export interface Output {
  readonly assembly: Assembly;
  readonly layout: Layout;
  functions: number;
}

/** Engines compile functions one by one, and large ones slowly. */
const localsAtMost = 1500;

/** Writes items one after another, into as many functions as they need. Gives the names of the functions. */
export function functionsOf<T>(
  output: Output,
  items: Iterable<T>,
  writeItem: (w: Writer, item: T) => void,
): string[] {
  const names: string[] = [];
  let w = newWriter(output);
  const close = (): void => {
    if (w.body.length > 0) names.push(finished(output, w));
    w = newWriter(output);
  };
  for (const item of items) {
    writeItem(w, item);
    if (w.locals.length + w.body.length > localsAtMost) close();
  }
  close();
  return names;
}

export function functionOf(output: Output, write: (w: Writer) => void): string {
  const w = newWriter(output);
  write(w);
  return finished(output, w);
}

function finished(output: Output, w: Writer): string {
  output.functions += 1;
  const name = `part_${output.functions}`;
  addFunction(output.assembly, name, nothing, w.locals, w.body);
  return name;
}

export function newWriter({ layout }: Pick<Output, "layout">): Writer {
  const { slots, places, scratch } = layout;
  return { m, slots, places, scratch, locals: [], body: [], held: new Map(), lanes: new Map() };
}

export function calls(names: readonly string[]): readonly Code[] {
  return names.map((name) => m.call(name));
}

/** At a fixed place. */
export function put(w: Writer, slot: Slot, value: Value): void {
  w.body.push(...store(w, slot, value, () => number(w, "i32", 0)));
}

export function at(w: Writer, slot: Slot): Value {
  return load(w, slot, () => number(w, "i32", 0));
}

export function slotIn(slots: ReadonlyMap<string, Slot>, name: string): Slot {
  return slots.get(name) ?? bug(`no place for ${name}`);
}
