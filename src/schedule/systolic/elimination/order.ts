/**
 * The order of statements in an element. Two that never run in the same element for the same line may change places: those that change
 * what the element is about to keep come first, and with them what they need. Otherwise a word would be kept only after
 * arithmetic that is not done to it, and the next line would wait for that.
 */
import type { Instance } from "./instances.ts";
import type { Placed } from "./places.ts";
import type { Kept, Moving } from "./routes.ts";

export function keptFirst(
  leaves: readonly Placed[],
  kept: readonly Kept[],
  instances: readonly Instance[],
): readonly Placed[] {
  const early = new Set(kept.flatMap((one) => [...changing(one, instances)]));
  if (early.size === 0) return leaves;
  const meets = meetings(instances);
  const order: Placed[] = [];
  const place = (leaf: Placed): void => {
    if (order.includes(leaf)) return;
    for (const before of leaves.slice(0, leaves.indexOf(leaf)))
      if (meets.get(leaf)?.has(before)) place(before);
    order.push(leaf);
  };
  for (const leaf of leaves) if (early.has(leaf)) place(leaf);
  for (const leaf of leaves) place(leaf);
  return order;
}

/** Statements that change, in the element itself, what it is about to keep. */
export function changing(kept: Kept, instances: readonly Instance[]): ReadonlySet<Placed> {
  if (kept.moving !== null) return new Set();
  const own = instances.filter(
    ({ at, touched }) =>
      touched.some(({ access, stream }) => access.kind === "store" && stream === kept.stream) &&
      inElement(kept.since, at.row, at.column) === at.time,
  );
  return new Set(own.map(({ leaf }) => leaf));
}

export function inElement({ constant, terms }: Moving["from"], row: number, column: number): number {
  return constant + (terms.get("row") ?? 0) * row + (terms.get("column") ?? 0) * column;
}

/** Which statements run in the same element for the same line, somewhere. */
function meetings(instances: readonly Instance[]): ReadonlyMap<Placed, ReadonlySet<Placed>> {
  const elements = new Map<string, Placed[]>();
  const found = new Map<Placed, Set<Placed>>();
  for (const { leaf, at } of instances) {
    const key = `${at.time},${at.row},${at.column}`;
    const others = elements.get(key) ?? [];
    elements.set(key, others);
    for (const other of others) {
      found.set(leaf, (found.get(leaf) ?? new Set()).add(other));
      found.set(other, (found.get(other) ?? new Set()).add(leaf));
    }
    others.push(leaf);
  }
  return found;
}
