/** Going through what a `for` can go through: lists as they are at each step, and iterators once. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import { get } from "../../../types/storage.ts";
import { elementType, viewOf } from "./arrays.ts";
import { wake } from "./elsewhere.ts";
import { because, fresh, loseInDoubt, type Machine, raises, step, unknown } from "./machine.ts";
import {
  type ArrayObj,
  type Cause,
  type IteratorObj,
  int,
  itemRefs,
  number,
  type Obj,
  type RangeObj,
  text,
  type Unknown,
} from "./objects.ts";

export interface Items {
  readonly kind: "items";
  readonly next: () => Obj | null; // null at the end
  readonly lost: () => Cause | null; // what it goes through was changed on the way, nobody knows how
}

export function iterate(m: Machine, obj: Obj, span: Span): Items | Unknown {
  switch (obj.kind) {
    case "list": {
      if (obj.lost !== null) return because(obj.lost.cause, itemRefs(obj));
      let at = 0;
      return { kind: "items", next: () => obj.items[at++] ?? null, lost: () => obj.lost?.cause ?? null };
    }
    case "tuple":
      return certain(obj.items[Symbol.iterator]());
    case "text":
      return certain(letters(obj.text));
    case "range":
      return certain(counting(obj));
    case "array":
      if (obj.shape.length === 0) return unknown(raises("a 0-d array has no items"), span);
      if (obj.memory.lost !== null) return because(obj.memory.lost.cause, [obj.memory], "is");
      return { kind: "items", next: rows(obj), lost: () => obj.memory.lost?.cause ?? null };
    case "iterator":
      loseInDoubt(m, obj);
      m.undo.iterators.add(obj);
      if (obj.lost !== null) return because(obj.lost.cause, itemRefs(obj));
      return { kind: "items", next: obj.next, lost: () => obj.lost?.cause ?? null };
    case "unknown":
      wake(m, obj);
      return obj;
    default:
      return unknown(raises("this has no items"), span);
  }
}

function certain(items: Iterator<Obj>): Items {
  return { kind: "items", next: () => nextOf(items), lost: () => null };
}

function nextOf(items: Iterator<Obj>): Obj | null {
  const { done, value } = items.next();
  return done === true ? null : value;
}

function* letters(word: string): Generator<Obj> {
  for (const letter of word) yield text(letter);
}

function* counting({ start, stop, step }: RangeObj): Generator<Obj> {
  for (let i = start; step > 0 ? i < stop : i > stop; i += step) yield int(i);
}

export function lengthOfRange({ start, stop, step }: RangeObj): number {
  return Math.max(0, Math.ceil((stop - start) / step));
}

function rows(a: ArrayObj): () => Obj | null {
  let at = 0;
  return () => (at < (a.shape[0] ?? 0) ? rowOf(a, at++) : null);
}

/** `a[i]`: a number of a vector, a view of anything larger. */
export function rowOf(a: ArrayObj, index: number): Obj {
  const rest = a.shape.slice(1).map((count) => ({ kind: "slice", first: 0, step: 1, count }) as const);
  const row = viewOf(a, [{ kind: "at", index }, ...rest]);
  return row.shape.length === 0 ? number(get(row.memory.data, row.offset), elementType(row)) : row;
}

/** All items, or null where they are not known. */
export function asList(m: Machine, obj: Obj, span: Span): Obj[] | null {
  const items = iterate(m, obj, span);
  if (items.kind === "unknown") return null;
  const all: Obj[] = [];
  for (let item = items.next(); item !== null; item = items.next()) {
    step(m);
    all.push(item);
  }
  return items.lost() === null ? all : null;
}

/**
 * An iterator over what `next` gives, from these sources. When one of them is lost on the way, or `next` says so by
 * `lose`, nobody knows what more it would give. In doubt nobody knows how far it is gone through.
 */
export function iterator(
  m: Machine,
  sources: readonly Obj[],
  parts: readonly Items[],
  make: (lose: (cause: Cause) => void) => () => Obj | null,
): Obj {
  const forget = (cause: Cause): void => {
    made.lost ??= { at: m.at, cause, holds: new Set() };
  };
  const next = make(forget);
  const made: IteratorObj = {
    kind: "iterator",
    sources,
    lost: null,
    next: () => {
      const item = made.lost === null ? next() : null;
      for (const part of parts) {
        const cause = part.lost();
        if (cause !== null) forget(cause);
      }
      return item;
    },
  };
  return fresh(m, made);
}
