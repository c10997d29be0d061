/** Who uses which resource when; modulo the II where iterations overlap. */
import type { Problem, Use } from "./problem.ts";

export interface Reservations {
  /** The first cycle of `from`, `from` + 1, … in which the operation finds what it uses; -1: none before `to`. */
  firstFree(operation: number, from: number, to: number): number;
  /** Whether it finds what it uses in this cycle. */
  fits(operation: number, cycle: number): boolean;
  take(operation: number, cycle: number): void;
  release(operation: number, cycle: number): void;
  /** Operations that must give way before this one fits: those last in rank. */
  inTheWay(operation: number, cycle: number, rank: Int32Array): readonly number[];
  /** How much was looked at so far, to know when to give up. */
  steps(): number;
}

/** What else tables tell: many slots at once. */
export interface SlotReservations extends Reservations {
  /** Whether it uses one of each resource, for a cycle: then room in that cycle is all it needs. */
  isPlain(operation: number): boolean;
  /** Of a plain one: slots of the interval with room for it, 32 of them from `32 * word` on, a bit each. */
  roomFor(operation: number, word: number): number;
}

/** `ii` 0: iterations do not overlap. Long because its methods share the tables, and are asked millions of times. */
export function reservationsFor(problem: Problem, ii: number): SlotReservations {
  const tables = problem.resources.map(({ count }) => tableFor(count, ii));
  const usesOf = problem.operations.map((operation) => operation.uses);
  const isPlain = usesOf.map(arePlain);
  const slotOf = (cycle: number): number => (ii === 0 ? cycle : cycle % ii);
  let steps = 0;

  /** Whether nothing is used more than it can be afterwards. */
  const change = (operation: number, cycle: number, by: number): boolean => {
    let fits = true;
    for (const { resource, cycles } of usesOf[operation] ?? []) {
      const table = tables[resource] ?? nothing;
      if (ii === 0) grow(table, cycle + cycles);
      steps += cycles;
      for (let held = 0; held < cycles; held++) {
        const slot = slotOf(cycle + held);
        const now = (table.used[slot] ?? 0) + by;
        table.used[slot] = now;
        if (now > table.count) fits = false;
        const bit = 1 << (slot & 31);
        const word = table.open[slot >> 5] ?? 0;
        table.open[slot >> 5] = now < table.count ? word | bit : word & ~bit;
      }
    }
    return fits;
  };

  /** The first cycle of `from`, … in which a resource has room; `to` where there is none before it. */
  const openFrom = (resource: number, from: number, to: number): number => {
    const { open, used } = tables[resource] ?? nothing;
    let cycle = from;
    while (cycle < to) {
      const slot = slotOf(cycle);
      if (slot >= used.length) return cycle; // never used so far
      steps++;
      const rest = (open[slot >> 5] ?? 0) >>> (slot & 31);
      if (rest !== 0) return Math.min(to, cycle + 31 - Math.clz32(rest & -rest));
      const wordEnd = cycle + 32 - (slot & 31);
      cycle = ii === 0 ? wordEnd : Math.min(wordEnd, cycle + ii - slot);
    }
    return to;
  };

  /** Whether there is room in the cycle itself: enough to know of what is plain. */
  const isOpen = (operation: number, cycle: number): boolean => {
    const slot = slotOf(cycle);
    for (const { resource } of usesOf[operation] ?? []) {
      const { open, used } = tables[resource] ?? nothing;
      if (slot < used.length && (((open[slot >> 5] ?? 0) >>> (slot & 31)) & 1) === 0) return false;
    }
    return true;
  };

  const fits = (operation: number, cycle: number): boolean => {
    if (isPlain[operation] === true) return isOpen(operation, cycle);
    const hasRoom = change(operation, cycle, 1);
    change(operation, cycle, -1);
    return hasRoom;
  };

  const roomFor = (operation: number, word: number): number => {
    let room = -1;
    for (const { resource } of usesOf[operation] ?? []) room &= tables[resource]?.open[word] ?? 0;
    return room;
  };

  const firstFree = (operation: number, from: number, to: number): number => {
    const uses = usesOf[operation] ?? [];
    if (uses.length === 0) return from < to ? from : -1;
    for (let cycle = from; cycle < to; cycle++) {
      for (const { resource } of uses) cycle = openFrom(resource, cycle, to);
      if (cycle >= to) return -1;
      if (isPlain[operation] === true) steps += 2 * uses.length;
      if (fits(operation, cycle)) return cycle;
    }
    return -1;
  };

  const slots = (operation: number, cycle: number, act: (table: Table, slot: number) => void): void => {
    for (const { resource, cycles } of usesOf[operation] ?? []) {
      const table = tables[resource] ?? nothing;
      for (let held = 0; held < cycles; held++) act(table, slotOf(cycle + held));
    }
  };

  const take = (operation: number, cycle: number): void => {
    change(operation, cycle, 1);
    slots(operation, cycle, ({ users }, slot) => users[slot]?.push(operation));
  };

  const release = (operation: number, cycle: number): void => {
    change(operation, cycle, -1);
    slots(operation, cycle, ({ users }, slot) => {
      const there = users[slot];
      if (there !== undefined) there.splice(there.indexOf(operation), 1);
    });
  };

  const inTheWay = (operation: number, cycle: number, rank: Int32Array): readonly number[] => {
    const leaving = new Set<number>();
    change(operation, cycle, 1);
    slots(operation, cycle, (table, slot) => addLeaving(leaving, table, slot, rank));
    change(operation, cycle, -1);
    return [...leaving];
  };

  return {
    ...{ firstFree, fits, roomFor, take, release, inTheWay },
    isPlain: (operation) => isPlain[operation] === true,
    steps: () => steps,
  };
}

/** Until a slot is no longer used more than it can be, its users last in rank leave. */
function addLeaving(
  leaving: Set<number>,
  { users, used, count }: Table,
  slot: number,
  rank: Int32Array,
): void {
  const there = users[slot] ?? [];
  let over = (used[slot] ?? 0) - count;
  if (over <= 0) return;
  for (const other of there) if (leaving.has(other)) over--;
  for (const other of there.toSorted((one, two) => (rank[two] ?? 0) - (rank[one] ?? 0))) {
    if (over <= 0) break;
    if (leaving.has(other)) continue;
    leaving.add(other);
    over -= there.filter((one) => one === other).length;
  }
}

/** A cycle of one of each resource: what is open has room. */
function arePlain(uses: readonly Use[]): boolean {
  return uses.every(
    ({ resource, cycles }, at) => cycles === 1 && uses.findIndex((use) => use.resource === resource) === at,
  );
}

/** Of one resource, by slot. */
interface Table {
  readonly count: number;
  used: Int32Array;
  open: Int32Array; // a bit a slot: there is room
  readonly users: number[][]; // where iterations overlap
}

const nothing = tableFor(0, 1);

function tableFor(count: number, ii: number): Table {
  const users = Array.from({ length: ii }, (): number[] => []);
  return { count, used: new Int32Array(ii), open: allOpen(ii), users };
}

function grow(table: Table, cycles: number): void {
  const { used, open } = table;
  if (cycles <= used.length) return;
  const size = (2 * cycles + 31) & ~31; // whole words
  table.used = new Int32Array(size);
  table.used.set(used);
  table.open = allOpen(size);
  table.open.set(open);
}

function allOpen(slots: number): Int32Array {
  const open = new Int32Array((slots + 31) >> 5).fill(-1);
  if ((slots & 31) !== 0) open[open.length - 1] = (1 << (slots & 31)) - 1;
  return open;
}
