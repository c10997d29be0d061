/** What a statement of the module has changed, so that one which takes too long can be undone and gone through in doubt. */
import type { Binding, Frame, Machine } from "./machine.ts";
import { lose, step } from "./machine.ts";
import type { Cause, IteratorObj, ListObj, Memory, Obj } from "./objects.ts";

export interface Undo {
  readonly lists: Map<ListObj, { readonly items: readonly Obj[]; readonly written: boolean }>;
  readonly memories: Map<Memory, Memory["data"]["data"]>;
  readonly names: Map<Frame, ReadonlyMap<string, Binding>>;
  readonly iterators: Set<IteratorObj>; // gone through, which nothing undoes
}

export function nothingToUndo(): Undo {
  return { lists: new Map(), memories: new Map(), names: new Map(), iterators: new Set() };
}

/** Before a list changes. */
export function keepList(m: Machine, list: ListObj): void {
  if (m.undo.lists.has(list)) return;
  step(m, Math.ceil(list.items.length / 256));
  m.undo.lists.set(list, { items: list.items.slice(), written: list.written });
}

/** Before elements are written. */
export function keepMemory(m: Machine, memory: Memory): void {
  if (m.undo.memories.has(memory)) return;
  step(m, Math.ceil(memory.data.data.length / 1024));
  m.undo.memories.set(memory, memory.data.data.slice());
}

/** Before a name is bound. */
export function keepNames(m: Machine, frame: Frame): void {
  if (!m.undo.names.has(frame)) m.undo.names.set(frame, new Map(frame.names));
}

/** Everything is as it was before the statement; how far iterators are gone through is not known. */
export function undo(m: Machine, cause: Cause): void {
  for (const [list, { items, written }] of m.undo.lists) {
    list.items = items.slice();
    list.written = written;
  }
  for (const [{ data }, before] of m.undo.memories) {
    const now = data.data as { [at: number]: number | bigint };
    for (let i = 0; i < before.length; i++) now[i] = before[i] ?? 0;
  }
  for (const [frame, names] of m.undo.names) {
    frame.names.clear();
    for (const [name, binding] of names) frame.names.set(name, binding);
  }
  for (const iterator of m.undo.iterators) lose(m, iterator, cause);
}
