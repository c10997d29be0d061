/** Who uses which resource when; modulo the II where iterations overlap. */
import type { Problem } from "./problem.ts";

export interface Reservations {
  /** The first cycle of `from`, `from` + 1, … in which the operation finds what it uses; -1: none before `to`. */
  firstFree(operation: number, from: number, to: number): number;
  take(operation: number, cycle: number): void;
  release(operation: number, cycle: number): void;
  /** Operations that must give way before this one fits: those last in rank. */
  inTheWay(operation: number, cycle: number, rank: Int32Array): readonly number[];
}

/** `ii` 0: iterations do not overlap. */
export function reservationsFor(problem: Problem, ii: number): Reservations {
  const tables = problem.resources.map(({ count }) => tableFor(count, ii));
  const usesOf = problem.operations.map((operation) => operation.uses);
  const slotOf = (cycle: number): number => (ii === 0 ? cycle : cycle % ii);

  /** Whether nothing is used more than it can be afterwards. */
  const change = (operation: number, cycle: number, by: number): boolean => {
    let fits = true;
    for (const { resource, cycles } of usesOf[operation] ?? []) {
      const table = tables[resource] ?? nothing;
      if (cycle + cycles > table.used.length && ii === 0) grow(table, cycle + cycles);
      for (let held = 0; held < cycles; held++) {
        const slot = slotOf(cycle + held);
        const now = (table.used[slot] ?? 0) + by;
        table.used[slot] = now;
        if (now > table.count) fits = false;
      }
    }
    return fits;
  };

  const firstFree = (operation: number, from: number, to: number): number => {
    const uses = usesOf[operation] ?? [];
    if (uses.length === 0) return from < to ? from : -1;
    for (let cycle = from; cycle < to; cycle++) {
      if (ii === 0) {
        for (const { resource } of uses) cycle = openFrom(tables[resource] ?? nothing, cycle);
        if (cycle >= to) return -1;
      }
      const fits = change(operation, cycle, 1);
      change(operation, cycle, -1);
      if (fits) return cycle;
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
    if (ii > 0) slots(operation, cycle, (table, slot) => table.users[slot]?.push(operation));
  };

  const release = (operation: number, cycle: number): void => {
    change(operation, cycle, -1);
    slots(operation, cycle, ({ users, onward }, slot) => {
      onward[slot] = slot + 1;
      const there = users[slot];
      if (there !== undefined) there.splice(there.indexOf(operation), 1);
    });
  };

  const inTheWay = (operation: number, cycle: number, rank: Int32Array): readonly number[] => {
    const leaving = new Set<number>();
    change(operation, cycle, 1);
    slots(operation, cycle, (table, slot) => {
      const there = table.users[slot] ?? [];
      let over = (table.used[slot] ?? 0) - table.count;
      if (over <= 0) return;
      for (const other of there) if (leaving.has(other)) over--;
      for (const other of there.toSorted((one, two) => (rank[two] ?? 0) - (rank[one] ?? 0))) {
        if (over <= 0) break;
        if (leaving.has(other)) continue;
        leaving.add(other);
        over -= there.filter((one) => one === other).length;
      }
    });
    change(operation, cycle, -1);
    return [...leaving];
  };

  return { firstFree, take, release, inTheWay };
}

/** Of one resource, by slot. */
interface Table {
  readonly count: number;
  used: Int32Array;
  readonly users: number[][]; // where iterations overlap
  onward: Int32Array; // from a full slot to one that may be free
}

const nothing = tableFor(0, 1);

function tableFor(count: number, ii: number): Table {
  const users = Array.from({ length: ii }, (): number[] => []);
  return { count, used: new Int32Array(ii), users, onward: new Int32Array(0) };
}

function grow(table: Table, cycles: number): void {
  const size = 2 * cycles;
  const { used, onward } = table;
  table.used = new Int32Array(size);
  table.used.set(used);
  table.onward = Int32Array.from({ length: size }, (_, slot) => slot + 1);
  table.onward.set(onward);
}

/** Steps over slots that are full, by links that grow longer each time they are followed. */
function openFrom(table: Table, cycle: number): number {
  const { used, onward, count } = table;
  let end = cycle;
  while ((used[end] ?? 0) >= count) end = onward[end] ?? end + 1;
  for (let at = cycle; at < end; ) {
    const next = onward[at] ?? at + 1;
    onward[at] = end;
    at = next;
  }
  return end;
}
