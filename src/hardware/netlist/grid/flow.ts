/**
 * Words that elements hand on, changed, through all elements behind them: everything there uses them in the end. An operation
 * on such words belongs to the element whose words it reads; what is made of one word alone, to the element that uses it.
 *
 *     w1 = w0 - a0 * k0;   w2 = w1 - a1 * k1          with a0, k0 in element 0, and a1, k1 in element 1:
 *                                                     the first is of element 0, the second of element 1, which comes later
 */
import type { Module, Ref } from "../nodes.ts";
import { refsIn, rootsOf } from "../walk.ts";
import { distance, type Element, type Owners, readsIn } from "./elements.ts";

/** Of what has no owner yet. */
export function flowing(module: Module, elements: readonly Element[], owners: Owners): Owners {
  const reads = readsIn(module);
  const sources = sourcesOf(reads, elements, owners);
  const users = usersIn(module, reads);
  const known = new Map<string, Element | null>();
  const visit = (name: string): Element | null => {
    const owner = owners.get(name);
    if (owner !== undefined) return owner;
    const found = known.get(name);
    if (found !== undefined) return found;
    const { element, word } = sources(name);
    known.set(name, element === "several" ? null : element); // for a register that reads itself
    if (word === name || element === "several") return known.get(name) ?? null;
    const places = new Set([...(users.get(name) ?? [])].map((user) => (user === null ? null : visit(user))));
    const [only = null] = places;
    if (places.size === 1 && only !== null) known.set(name, only);
    return known.get(name) ?? null;
  };
  for (const name of reads.keys()) visit(name);
  return new Map([...known].flatMap(([name, place]) => (place === null ? [] : [[name, place]])));
}

interface Source {
  readonly element: Element | "several" | null; // whose words it reads; null: nobody's
  readonly word: string; // the one that it is made of alone, or itself
}

/** Of neighbours that are read, the last in the order of elements: words flow away from the first. */
function sourcesOf(
  reads: ReadonlyMap<string, readonly string[]>,
  elements: readonly Element[],
  owners: Owners,
): (name: string) => Source {
  const order = new Map(elements.map((element, place) => [element, place]));
  const later = (one: Source["element"], other: Source["element"]): Source["element"] => {
    if (one === null || other === "several") return other;
    if (other === null || one === "several") return one;
    if (distance(one, other) > 1) return "several";
    return (order.get(one) ?? 0) < (order.get(other) ?? 0) ? other : one;
  };
  const known = new Map<string, Source>();
  const visit = (name: string): Source => {
    const owner = owners.get(name);
    if (owner !== undefined) return { element: owner.passes ? owner : "several", word: name };
    const found = known.get(name);
    if (found !== undefined) return found;
    known.set(name, { element: null, word: name }); // a register that reads itself
    const all = (reads.get(name) ?? []).map(visit);
    const words = new Set(all.map(({ word }) => word));
    const [word = name] = words;
    const source = {
      element: all.reduce<Source["element"]>((now, one) => later(now, one.element), null),
      word: words.size > 1 ? name : word,
    };
    known.set(name, source);
    return source;
  };
  return visit;
}

/** Null among them: an output or a memory. */
function usersIn(
  module: Module,
  reads: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, ReadonlySet<string | null>> {
  const users = new Map<string, Set<string | null>>();
  const use = (names: readonly string[], user: string | null): void => {
    for (const name of names) {
      const own = users.get(name);
      if (own === undefined) users.set(name, new Set([user]));
      else own.add(user);
    }
  };
  for (const [user, names] of reads) use(names, user);
  for (const { value } of rootsOf({ ...module, wires: [], registers: [], instances: [] }))
    use(refsIn(value), null);
  return users;
}

/** What an element has of its own without a seat and others read, in the order of the module. */
export function wordsOut(module: Module, owners: Owners, own: Owners): ReadonlyMap<Element, readonly Ref[]> {
  const reads = readsIn(module);
  const users = usersIn(module, reads);
  const isOut = (name: string, element: Element): boolean =>
    [...(users.get(name) ?? [])].some((user) => user === null || owners.get(user) !== element);
  const words = new Map<Element, Ref[]>();
  const all = [
    ...module.wires.map(({ name, value }) => ({ name, width: value.width })),
    ...module.registers.map(({ name, width }) => ({ name, width })),
    ...module.instances.flatMap(({ outputs }) => outputs),
  ];
  for (const { name, width } of all) {
    const element = own.get(name);
    if (element === undefined || !isOut(name, element)) continue;
    const ref: Ref = { kind: "ref", name, width };
    if (words.get(element)?.push(ref) === undefined) words.set(element, [ref]);
  }
  return words;
}
