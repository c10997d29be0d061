/**
 * What one clock does, as a list of steps in which each thing is computed once, just before it is needed, and a
 * register takes its new value as soon as nobody needs the old one: those that are read come after their readers, so
 * a pipeline is walked from its end. Where registers read each other in a circle, some are held back to the end.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Expr, Memory, Module, ReadPort, Register } from "../netlist/nodes.ts";
import { refsIn } from "../netlist/walk.ts";
import type { Pack } from "./pack.ts";

export type Step =
  | WireStep
  | RegisterStep
  | PackStep
  | WordStep
  | { readonly kind: "read"; readonly memory: Memory; readonly port: ReadPort; readonly held: boolean }
  | { readonly kind: "write"; readonly memory: Memory; readonly held: boolean }; // all ports

export interface WireStep {
  readonly kind: "wire";
  readonly name: string;
  readonly value: Expr;
}

/** A read within the cycle. */
export interface WordStep {
  readonly kind: "word";
  readonly memory: Memory;
  readonly port: ReadPort;
}

export interface RegisterStep {
  readonly kind: "register";
  readonly register: Register;
  readonly held: boolean;
}

/** Four that are alike, at once: all wires, or all registers. */
export interface PackStep {
  readonly kind: "pack";
  readonly members: readonly (WireStep | RegisterStep)[];
  readonly held: boolean;
}

/** One clock. Held steps take effect after all others. */
export function cycleOf({ items }: Items): readonly Step[] {
  const roots = rootsFirstReaders(items);
  const schedule = settle(items, roots);
  const left = new Map<string, number>(); // steps that still read something
  for (const name of schedule) {
    for (const read of items.get(name)?.reads ?? []) left.set(read, (left.get(read) ?? 0) + 1);
  }
  return schedule.map((name) => {
    const { reads, step } = items.get(name) ?? bug(`no step ${name}`);
    for (const read of reads) left.set(read, (left.get(read) ?? 0) - 1);
    return step((left.get(name) ?? 0) > 0);
  });
}

/** What must settle for these values alone, state standing still. */
export function settlingFor({ items, home }: Items, values: readonly Expr[]): readonly Step[] {
  const wanted = new Set(values.flatMap(refsIn).map((name) => home.get(name) ?? name));
  const names = [...wanted].filter((name) => items.get(name)?.root === false);
  return settle(items, names).map((name) => (items.get(name) ?? bug(`no step ${name}`)).step(false));
}

export interface Items {
  readonly items: ItemMap; // those of a pack are under its first name
  readonly home: ReadonlyMap<string, string>; // from names in packs to the first
}

type ItemMap = ReadonlyMap<string, Item>;

interface Item {
  readonly root: boolean; // state that changes at the clock
  readonly reads: readonly string[]; // each once; itself is not among them
  step(held: boolean): Step;
}

export function itemsOf(flat: Module, packs: readonly Pack[]): Items {
  const items = singleItems(flat);
  if (packs.length === 0) return { items, home: new Map() };
  const home = new Map<string, string>();
  for (const pack of packs) {
    const [first = bug("an empty pack")] = pack;
    for (const name of pack) home.set(name, first);
  }
  const among = (reads: readonly string[], own: string): readonly string[] =>
    [...new Set(reads.map((read) => home.get(read) ?? read))].filter((read) => read !== own);
  const joined = new Map<string, Item>();
  for (const [name, item] of items)
    if (!home.has(name)) joined.set(name, { ...item, reads: among(item.reads, name) });
  for (const pack of packs) {
    const [first = bug("an empty pack")] = pack;
    const members = pack.map((name) => items.get(name) ?? bug(`no step ${name}`));
    const reads = among(
      members.flatMap((member) => member.reads),
      first,
    );
    const root = members.some((member) => member.root);
    const step = (held: boolean): Step => ({
      kind: "pack",
      members: members.map((member) => memberOf(member.step(held))),
      held: root && held,
    });
    joined.set(first, { root, reads, step });
  }
  return { items: joined, home };
}

function memberOf(step: Step): WireStep | RegisterStep {
  return step.kind === "wire" || step.kind === "register" ? step : bug(`a pack with a ${step.kind}`);
}

/** By name; the writes of a memory are under its own name, and the reads of a memory read that. */
function singleItems(flat: Module): ItemMap {
  const items = new Map<string, Item>();
  const add = (
    name: string,
    root: boolean,
    values: readonly (Expr | null)[],
    also: string[],
    step: Item["step"],
  ) => {
    const all = [...also];
    for (const value of values) if (value !== null) all.push(...refsIn(value));
    const reads = (all.length < 2 ? all : [...new Set(all)]).filter((read) => read !== name);
    items.set(name, { root, reads, step });
  };
  for (const { name, value } of flat.wires)
    add(name, false, [value], [], () => ({ kind: "wire", name, value }));
  for (const register of flat.registers) {
    const { name, next, enable } = register;
    add(name, true, [next, enable], [], (held) => ({ kind: "register", register, held }));
  }
  for (const memory of flat.memories) {
    const words = memory.writes.length > 0 ? [wordsName(memory)] : [];
    for (const port of memory.reads) {
      if (port.latency === 0)
        add(port.data, false, [port.address], words, () => ({ kind: "word", memory, port }));
      else {
        const step = (held: boolean): Step => ({ kind: "read", memory, port, held });
        add(port.data, true, [port.address, port.enable], words, step);
      }
    }
    if (memory.writes.length === 0) continue;
    const values = memory.writes.flatMap(({ address, data, enable }) => [address, data, enable]);
    add(wordsName(memory), true, values, [], (held) => ({ kind: "write", memory, held }));
  }
  return items;
}

/** No signal is called so. */
function wordsName({ name }: Memory): string {
  return `${name}[]`;
}

/** The roots, each after those that read it, directly or through wires, where that is possible. */
function rootsFirstReaders(items: ItemMap): readonly string[] {
  const readers = new Map<string, string[]>();
  for (const [name, { reads }] of items) {
    for (const read of reads) {
      const known = readers.get(read);
      if (known === undefined) readers.set(read, [name]);
      else known.push(name);
    }
  }
  const seen = new Set<string>();
  const order: string[] = [];
  for (const [start, { root }] of items) {
    if (!root) continue;
    walk(
      start,
      seen,
      (name) => readers.get(name) ?? [],
      (name) => {
        if (items.get(name)?.root === true) order.push(name);
      },
    );
  }
  return order;
}

/** These, each after the wires it needs. */
function settle(items: ItemMap, wanted: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const order: string[] = [];
  const needs = (name: string): Iterable<string> =>
    (items.get(name)?.reads ?? []).filter((read) => items.get(read)?.root === false);
  for (const name of wanted) walk(name, seen, needs, (done) => order.push(done));
  return order;
}

/** Depth first, without recursion; `leave` comes after all that a name leads to. */
function walk(
  start: string,
  seen: Set<string>,
  next: (name: string) => Iterable<string>,
  leave: (name: string) => void,
): void {
  if (seen.has(start)) return;
  seen.add(start);
  const stack = [{ name: start, rest: next(start)[Symbol.iterator]() }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const following = top.rest.next();
    if (following.done === true) {
      stack.pop();
      leave(top.name);
    } else if (!seen.has(following.value)) {
      seen.add(following.value);
      stack.push({ name: following.value, rest: next(following.value)[Symbol.iterator]() });
    }
  }
}

/** What a step computes is called so. */
export function namesOf(step: Step): readonly string[] {
  return step.kind === "pack" ? step.members.map(nameOf) : [nameOf(step)];
}

export function nameOf(step: Exclude<Step, PackStep>): string {
  switch (step.kind) {
    case "wire":
      return step.name;
    case "word":
    case "read":
      return step.port.data;
    case "register":
      return step.register.name;
    case "write":
      return wordsName(step.memory);
  }
}

export function* valuesOf(step: Step): Generator<Expr> {
  switch (step.kind) {
    case "wire":
      yield step.value;
      return;
    case "word":
      yield step.port.address;
      return;
    case "read":
      yield step.port.address;
      if (step.port.enable !== null) yield step.port.enable;
      return;
    case "register":
      yield step.register.next;
      if (step.register.enable !== null) yield step.register.enable;
      return;
    case "write":
      for (const { address, data, enable } of step.memory.writes) yield* [address, data, enable];
      return;
    case "pack":
      for (const member of step.members) yield* valuesOf(member);
  }
}
