/**
 * Which place of each array an element keeps: such that what it stores it computes from its own places and its neighbours'.
 * With `b[i] = a[i] + a[i + 2]`, the element of `a[i + 1]` keeps `b[i]`. These are differences of at most 1 between
 * unknown shifts: shortest paths find them (Bellman 1958).
 */
import type { Load, Store } from "../../../loops/nodes.ts";
import type { Access, Track } from "./places.ts";

export interface Far {
  readonly load: Load;
  readonly store: Store;
  readonly distance: number;
}

interface Pair {
  readonly store: Store;
  readonly load: Load;
  readonly apart: number; // places, as the program counts them
}

/** What is read too far from where the result goes; null: nothing. */
export function unaligned(tracks: readonly Track[], accesses: readonly Access[]): Far | null {
  const names = new Set(tracks.map(({ array }) => array));
  const pairs: Pair[] = accesses.flatMap(({ loop, node: store, array, offset }) => {
    if (loop === null || store.kind !== "store" || !names.has(array)) return [];
    return accesses.flatMap((read) => {
      const { node: load } = read;
      if (read.loop !== loop || load.kind !== "load" || !names.has(read.array)) return [];
      return [{ store, load, apart: (read.offset ?? 0) - (offset ?? 0) }];
    });
  });
  const shifts = new Map<string, number>([...names].map((name) => [name, 0]));
  const shiftOf = (name: string): number => shifts.get(name) ?? 0;
  /** Places between the element that stores and the one that reads. */
  const between = ({ store, load, apart }: Pair): number =>
    apart + shiftOf(load.array) - shiftOf(store.array);
  for (let round = 0; round <= names.size; round++) {
    const far = pairs.find((pair) => Math.abs(between(pair)) > 1);
    if (far === undefined) return null;
    for (const pair of pairs) {
      const distance = between(pair);
      const [load, store] = [pair.load.array, pair.store.array];
      if (load === store) continue;
      if (distance > 1) shifts.set(load, shiftOf(load) - (distance - 1));
      if (distance < -1) shifts.set(store, shiftOf(store) + (distance + 1));
    }
  }
  const far = pairs.filter((pair) => Math.abs(between(pair)) > 1);
  const [worst] = far.toSorted((a, b) => Math.abs(b.apart) - Math.abs(a.apart));
  return worst === undefined
    ? null
    : { load: worst.load, store: worst.store, distance: Math.abs(worst.apart) };
}
