/** Which accesses to memory must stay in order, and by how many cycles. */

import { bug } from "../../diagnostics/bug.ts";
import { flatDistances } from "../../loops/depend/distance.ts";
import type { Draft } from "./control.ts";
import type { Order } from "./nodes.ts";
import type { Planning } from "./writing.ts";

/**
 * What is stored in a cycle is read from the next one on; what is read in the cycle of a store is the old word, in most
 * memories. There a store may follow a load in the same cycle; everything else that meets a store comes a cycle after.
 */
export function ordersOf(
  { loops, stored }: Planning,
  { graph, writing, nest, body }: Draft,
): readonly Order[] {
  const { accesses } = writing;
  const stores = graph.ops.filter(({ kind }) => kind === "store");
  if (stores.length === 0) return [];
  const strictest = new Map<string, Order>();
  for (const { first, second, kind, distance } of flatDistances(loops, nest, body)) {
    const [from, to] = [accesses.get(first), accesses.get(second)];
    if (from === undefined || to === undefined || from === to) continue;
    const key = `${from} ${to}`;
    const known = strictest.get(key);
    if (known !== undefined && known.distance <= distance) continue;
    const { storage } = stored.get(first.array) ?? bug(`no array ${first.array}`);
    const isSoon = kind === "anti" && storage.collisions === "old";
    strictest.set(key, { first: from, second: to, distance, lag: isSoon ? 0 : 1 });
  }
  return [...strictest.values()];
}
