/** Which accesses to memory must stay in order, and by how many cycles. */
import { flatDistances } from "../../loops/depend/distance.ts";
import type { Draft } from "./control.ts";
import type { Order } from "./nodes.ts";
import type { Planning } from "./writing.ts";

/**
 * What is stored in a cycle is read from the next one on; what is read in the cycle of a store is the old word. So a
 * store follows a load in the same cycle, and everything else that meets a store comes a cycle after it.
 */
export function ordersOf({ loops }: Planning, { graph, writing, nest, body }: Draft): readonly Order[] {
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
    strictest.set(key, { first: from, second: to, distance, lag: kind === "anti" ? 0 : 1 });
  }
  return [...strictest.values()];
}
