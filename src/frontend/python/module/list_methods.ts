/** Methods of lists and tuples. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import { callObj } from "./calls.ts";
import { countElements } from "./compute.ts";
import { asList } from "./iterate.ts";
import { because, fresh, lose, loseInDoubt, type Machine, raises, unknown } from "./machine.ts";
import {
  heldBy,
  int,
  type ListObj,
  list,
  none,
  type Obj,
  refsOf,
  type TupleObj,
  type Unknown,
} from "./objects.ts";
import { checkCircle, compare, grown, indexOf, lostPart, setItems, truth } from "./operators.ts";
import { keepList } from "./undo.ts";

/** The arguments of a call, evaluated. */
export interface Arguments {
  readonly args: readonly Obj[];
  readonly keywords: ReadonlyMap<string, Obj>;
  readonly span: Span;
  readonly name?: string; // of what is called, as written
}

export function callListMethod(m: Machine, self: ListObj, name: string, call: Arguments): Obj {
  const reads = readers[name];
  if (reads !== undefined) return reads(m, self, call);
  const changes = changers[name];
  const given = [...call.args, ...call.keywords.values()];
  if (changes === undefined) {
    const message = `a list has no \`.${name}\``;
    return unknown(raises(message), call.span, given.flatMap(refsOf));
  }
  const held = given.flatMap((arg) => refsOf(arg).flatMap((ref) => [ref, ...heldBy(ref)]));
  keepList(m, self);
  loseInDoubt(m, self, held);
  self.written = false;
  if (self.lost !== null) {
    lose(m, self, self.lost.cause, held);
    return because(self.lost.cause, heldBy(self));
  }
  const result = changes(m, self, call);
  if (result.kind === "failed") {
    lose(m, self, result.because.cause, held);
    return because(result.because.cause, heldBy(self));
  }
  return result;
}

type Changer = (m: Machine, self: ListObj, call: Arguments) => Obj | Failed;

interface Failed {
  readonly kind: "failed";
  readonly because: Unknown;
}

function failed({ span }: Arguments, message: string): Failed {
  return { kind: "failed", because: unknown(raises(message), span) };
}

const changers: Readonly<Record<string, Changer>> = {
  append: (m, self, call) => {
    const [item] = call.args;
    if (item === undefined || call.args.length > 1) return failed(call, "append takes one item");
    countElements(m, 1);
    self.items.push(item);
    checkCircle(m, self, [item]);
    return none;
  },
  extend: (m, self, call) => {
    const [from] = call.args;
    const items = from === undefined ? null : asList(m, from, call.span);
    if (items === null) return unknownItems(call, from);
    setItems(m, self, self.items.concat(items), items);
    return none;
  },
  insert: (m, self, call) => {
    const [where, item] = call.args;
    const at = where === undefined ? null : indexOf(where);
    if (at === null || item === undefined) return unknownItems(call, where);
    setItems(m, self, self.items.toSpliced(at < 0 ? Math.max(0, at + self.items.length) : at, 0, item), [
      item,
    ]);
    return none;
  },
  pop: (_, self, call) => {
    const [where] = call.args;
    const at = where === undefined ? -1 : indexOf(where);
    if (at === null) return unknownItems(call, where);
    const [item] = at < -self.items.length ? [] : self.items.splice(at, 1);
    return item ?? failed(call, "pop of an item that is not there");
  },
  remove: (m, self, call) => {
    const at = positionOf(m, self.items, call);
    if (typeof at !== "number") return { kind: "failed", because: at };
    self.items.splice(at, 1);
    return none;
  },
  clear: (_, self) => {
    self.items.length = 0;
    return none;
  },
  reverse: (_, self) => {
    self.items.reverse();
    return none;
  },
  sort: (m, self, call) => {
    const sorted = sortedItems(m, self.items, call);
    if (sorted.kind === "unknown") return { kind: "failed", because: sorted };
    setItems(m, self, [...sorted.items], []);
    return none;
  },
};

function unknownItems(call: Arguments, from: Obj | undefined): Failed {
  const cause = from === undefined ? null : lostPart(from);
  return cause === null
    ? failed(call, "this takes other arguments")
    : { kind: "failed", because: because(cause) };
}

type Reader = (m: Machine, self: ListObj | TupleObj, call: Arguments) => Obj;

const readers: Readonly<Record<string, Reader>> = {
  index: (m, self, call) => {
    const lost = lostPart(self);
    if (lost !== null) return because(lost);
    const at = positionOf(m, self.items, call);
    return typeof at === "number" ? int(at) : at;
  },
  count: (m, self, call) => {
    const lost = lostPart(self);
    const [item] = call.args;
    if (lost !== null) return because(lost);
    if (item === undefined) return unknown(raises("count takes one item"), call.span);
    let found = 0;
    for (const other of self.items) {
      const same = truth(compare(m, "==", other, item, call.span), call.span);
      if (typeof same !== "boolean") return same;
      if (same) found++;
    }
    return int(found);
  },
  copy: (m, self) => {
    if (self.kind === "list" && self.lost !== null) return because(self.lost.cause, heldBy(self));
    return fresh(m, grown(m, list([...self.items])));
  },
};

export function callTupleMethod(m: Machine, self: TupleObj, name: string, call: Arguments): Obj {
  const reads = name === "copy" ? undefined : readers[name];
  return reads === undefined
    ? unknown(raises(`a tuple has no \`.${name}\``), call.span)
    : reads(m, self, call);
}

function positionOf(m: Machine, items: readonly Obj[], call: Arguments): number | Unknown {
  const [item, ...others] = call.args;
  if (item === undefined || others.length > 0) return unknown(raises("this takes one item"), call.span);
  for (const [at, other] of items.entries()) {
    const same = other === item ? true : truth(compare(m, "==", other, item, call.span), call.span);
    if (typeof same !== "boolean") return same;
    if (same) return at;
  }
  return unknown(raises("the item is not in the list"), call.span);
}

/** Python's sort: stable, by `<` of the items or of `key(item)`. */
export function sortedItems(
  m: Machine,
  items: readonly Obj[],
  { keywords, span }: Arguments,
): { readonly kind: "items"; readonly items: readonly Obj[] } | Unknown {
  const key = keywords.get("key");
  const turned = truth(keywords.get("reverse") ?? none, span);
  if (typeof turned !== "boolean") return turned;
  const keyed: { readonly item: Obj; readonly by: Obj }[] = [];
  for (const item of items) {
    const by =
      key === undefined || key.kind === "none"
        ? item
        : callObj(m, key, { args: [item], keywords: new Map(), span });
    const lost = lostPart(by);
    if (lost !== null) return because(lost);
    if (by.kind === "number" && Number.isNaN(by.value))
      return unknown(raises("nan has no place in an order"), span);
    keyed.push({ item, by });
  }
  let trouble: Unknown | null = null;
  const less = (a: Obj, b: Obj): boolean => {
    const found = truth(compare(m, "<", a, b, span), span);
    if (typeof found !== "boolean") trouble ??= found;
    return found === true;
  };
  // A stable sort in the opposite order, read backwards, keeps equal items in their order.
  const sorted = turned ? keyed.reverse() : keyed;
  sorted.sort((a, b) => (less(a.by, b.by) ? -1 : less(b.by, a.by) ? 1 : 0));
  if (trouble !== null) return trouble;
  const result = sorted.map(({ item }) => item);
  return { kind: "items", items: turned ? result.reverse() : result };
}
