/** `x[i]`, `x[i] = v` and `del x[i]` of lists, tuples, text and ranges; arrays are in array_index.ts. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { PyExpr } from "../ast.ts";
import { readArray, storeArray } from "./array_index.ts";
import { compute, indices, operand } from "./compute.ts";
import { wake } from "./elsewhere.ts";
import { asList, lengthOfRange } from "./iterate.ts";
import {
  addRefs,
  because,
  follows,
  fresh,
  lose,
  loseAll,
  loseInDoubt,
  type Machine,
  raises,
  unknown,
} from "./machine.ts";
import {
  type Cause,
  heldBy,
  int,
  type ListObj,
  list,
  none,
  type Obj,
  type Ref,
  reachable,
  refsOf,
  type SliceObj,
  text,
  tuple,
  type Unknown,
} from "./objects.ts";
import { checkCircle, grown, indexOf, lostPart, setItems } from "./operators.ts";
import { keepList } from "./undo.ts";

export function getItem(m: Machine, base: Obj, index: Obj, span: Span): Obj {
  const doubtful = unknownIn(index);
  switch (base.kind) {
    case "unknown":
      wake(m, base);
      return elementOf(base);
    case "array":
      return doubtful === null ? readArray(m, base, index, span) : because(doubtful, [base.memory], "is");
    case "list": {
      if (base.lost !== null) return because(base.lost.cause, heldBy(base));
      if (doubtful !== null) return because(doubtful, heldBy(base));
      const found = sequenceItem(base.items, index, span);
      return found.kind === "items" ? fresh(m, grown(m, list(found.items))) : found.item;
    }
    case "tuple": {
      if (doubtful !== null) return because(doubtful, refsOf(base));
      const found = sequenceItem(base.items, index, span);
      return found.kind === "items" ? tuple(found.items) : found.item;
    }
    case "text": {
      if (doubtful !== null) return because(doubtful);
      const found = sequenceItem([...base.text].map(text), index, span);
      if (found.kind === "item") return found.item;
      return text(found.items.map((letter) => (letter.kind === "text" ? letter.text : "")).join(""));
    }
    case "range":
      return doubtful === null ? rangeItem(base, index, span) : because(doubtful);
    case "number":
      return doubtful === null ? bitsOf(m, base, index, span) : because(doubtful);
    case "none":
      return unknown(raises("None has no items"), span);
    default:
      return unknown({ kind: "refused", message: "these brackets are not evaluated" }, span, refsOf(base));
  }
}

/** An element of an unknown value: a view of an array, an item of a list, or anything that it has to do with. */
function elementOf(base: Unknown): Unknown {
  if (base.relation !== "is") return follows(base, base.refs);
  const refs = [...base.refs].flatMap((ref) => (ref.kind === "list" ? heldBy(ref) : [ref]));
  const plain = [...base.refs].every(
    (ref) => ref.kind === "memory" || (ref.kind === "list" && holdsPlain(ref)),
  );
  return follows(base, refs, plain ? "is" : "any");
}

/** Whether the items are objects themselves, and no tuples or unknown values that hold some. */
function holdsPlain({ lost, items }: ListObj): boolean {
  return lost === null && !items.some((item) => item.kind === "tuple" || item.kind === "unknown");
}

function unknownIn(index: Obj): Cause | null {
  if (index.kind === "slice") return unknownIn(tuple([index.start, index.stop, index.step]));
  return lostPart(index);
}

type Found =
  | { readonly kind: "item"; readonly item: Obj }
  | { readonly kind: "items"; readonly items: Obj[] };

function sequenceItem(items: readonly Obj[], index: Obj, span: Span): Found {
  if (index.kind === "slice") {
    const taken = sliceOf(index, items.length);
    if (taken === null)
      return { kind: "item", item: unknown(raises("a slice has integers and no step of 0"), span) };
    return { kind: "items", items: taken.map((at) => items[at] ?? none) };
  }
  const at = indexOf(index);
  const item = at === null ? undefined : items[at < 0 ? at + items.length : at];
  return { kind: "item", item: item ?? unknown(raises(wrongIndex(at, items.length)), span) };
}

function wrongIndex(at: number | null, size: number): string {
  return at === null ? "an index is an integer" : `index ${at} is out of range for ${size} items`;
}

/** The positions that a slice takes; null for one that Python refuses. */
function sliceOf(slice: SliceObj, size: number): number[] | null {
  const bounds = boundsOf(slice);
  if (bounds === null) return null;
  const { first, step, count } = indices(bounds.start, bounds.stop, bounds.step, size);
  return Array.from({ length: count }, (_, k) => first + k * step);
}

export interface SliceBounds {
  readonly start: number | null;
  readonly stop: number | null;
  readonly step: number;
}

export function boundsOf({ start, stop, step }: SliceObj): SliceBounds | null {
  const bound = (part: Obj): number | null | undefined =>
    part.kind === "none" ? null : (indexOf(part) ?? undefined);
  const [from, to, by] = [bound(start), bound(stop), bound(step)];
  if (from === undefined || to === undefined || by === undefined || by === 0) return null;
  return { start: from, stop: to, step: by ?? 1 };
}

function rangeItem(range: Extract<Obj, { kind: "range" }>, index: Obj, span: Span): Obj {
  const size = lengthOfRange(range);
  if (index.kind === "slice") {
    const bounds = boundsOf(index);
    if (bounds === null) return unknown(raises("a slice has integers and no step of 0"), span);
    const { first, step, count } = indices(bounds.start, bounds.stop, bounds.step, size);
    const start = range.start + first * range.step;
    return { kind: "range", start, stop: start + count * step * range.step, step: step * range.step };
  }
  const at = indexOf(index);
  if (at === null || at >= size || at < -size) return unknown(raises(wrongIndex(at, size)), span);
  return int(range.start + (at < 0 ? at + size : at) * range.step);
}

/** Bits of an exact integer. */
function bitsOf(m: Machine, base: Obj, index: Obj, span: Span): Obj {
  const parts = index.kind === "slice" ? [index.start, index.stop] : [index];
  const [first, second] = parts.map((part, i): PyExpr | null =>
    part.kind === "none" ? null : operand(i + 1, span),
  );
  const written: PyExpr =
    index.kind === "slice"
      ? { kind: "Slice", start: first ?? null, stop: second ?? null, step: null, span }
      : operand(1, span);
  return compute(m, { kind: "Subscript", value: operand(0, span), index: [written], span }, [base, ...parts]);
}

// Stores

export function setItem(m: Machine, base: Obj, index: Obj, value: Obj, span: Span): void {
  switch (base.kind) {
    case "array": {
      const doubtful = unknownIn(index);
      if (doubtful !== null) return lose(m, base.memory, doubtful);
      return storeArray(m, base, index, value, span);
    }
    case "list":
      return setListItem(m, base, index, value, span);
    case "unknown":
      return changeUnknown(m, base, refsOf(value));
    default:
      return loseAll(m, refsOf(base), { at: span, why: raises("this has no items to assign") });
  }
}

/** A change of an unknown value that takes `refs` in. */
export function changeUnknown(m: Machine, value: Unknown, refs: readonly Ref[]): void {
  wake(m, value);
  const changed =
    value.relation === "is" ? value.refs : value.relation === "any" ? reachable(value.refs) : [];
  for (const ref of [...changed]) lose(m, ref, value.cause, refs);
  addRefs(m, value, refs);
}

function setListItem(m: Machine, base: ListObj, index: Obj, value: Obj, span: Span): void {
  const doubtful = unknownIn(index);
  if (doubtful !== null) lose(m, base, doubtful, refsOf(value));
  keepList(m, base);
  loseInDoubt(m, base, refsOf(value));
  base.written = false;
  if (index.kind === "slice") return setListSlice(m, base, index, value, span);
  if (base.lost !== null) return lose(m, base, base.lost.cause, refsOf(value));
  const at = indexOf(index);
  const place = at !== null && at < 0 ? at + base.items.length : at;
  if (place === null || place < 0 || place >= base.items.length)
    return lose(m, base, { at: span, why: raises(wrongIndex(at, base.items.length)) });
  base.items[place] = value;
  checkCircle(m, base, [value]);
}

function setListSlice(m: Machine, base: ListObj, index: SliceObj, value: Obj, span: Span): void {
  const items = base.lost === null ? asList(m, value, span) : null;
  const bounds = boundsOf(index);
  if (base.lost !== null || items === null || bounds === null) {
    const why = raises("a slice of a list takes a sequence");
    return lose(m, base, base.lost?.cause ?? lostPart(value) ?? { at: span, why }, heldBy0(value));
  }
  const { first, step, count } = indices(bounds.start, bounds.stop, bounds.step, base.items.length);
  if (step === 1) {
    const rest = base.items.slice(first + count);
    return setItems(m, base, base.items.slice(0, first).concat(items, rest), items);
  }
  if (items.length !== count)
    return lose(m, base, { at: span, why: raises(`${items.length} items for a slice of ${count}`) });
  for (const [k, item] of items.entries()) base.items[first + k * step] = item;
  checkCircle(m, base, items);
}

function heldBy0(value: Obj): readonly Ref[] {
  return refsOf(value).flatMap((ref) => [ref, ...heldBy(ref)]);
}

export function deleteItem(m: Machine, base: Obj, index: Obj, span: Span): void {
  if (base.kind !== "list") {
    if (base.kind === "unknown" && base.relation === "holds") return;
    return loseAll(m, refsOf(base), { at: span, why: { kind: "construct", what: "`del`" } });
  }
  const doubtful = unknownIn(index);
  if (doubtful !== null) lose(m, base, doubtful);
  keepList(m, base);
  loseInDoubt(m, base);
  base.written = false;
  if (base.lost !== null) return;
  const found = index.kind === "slice" ? sliceOf(index, base.items.length) : null;
  const at = indexOf(index);
  const place = at !== null && at < 0 ? at + base.items.length : at;
  const inRange = place !== null && place >= 0 && place < base.items.length;
  const gone = new Set(found ?? (inRange ? [place] : []));
  if (found === null && !inRange)
    return lose(m, base, { at: span, why: raises(wrongIndex(at, base.items.length)) });
  setItems(
    m,
    base,
    base.items.filter((_, i) => !gone.has(i)),
    [],
  );
}
