/** Which accesses to memory must stay in order, and by how many cycles. */
import type { Draft } from "./control.ts";
import type { Load, OpId, Order, Store } from "./nodes.ts";
import type { Planning } from "./writing.ts";

export function ordersOf(_planning: Planning, { graph, nest }: Draft): readonly Order[] {
  const byStorage = new Map<string, { readonly id: OpId; readonly op: Load | Store }[]>();
  for (const [id, op] of graph.ops.entries()) {
    if (op.kind !== "load" && op.kind !== "store") continue;
    const list = byStorage.get(op.storage) ?? [];
    list.push({ id, op });
    byStorage.set(op.storage, list);
  }
  const orders: Order[] = [];
  for (const list of byStorage.values()) {
    for (const first of list) {
      for (const second of list) {
        if (first.op.kind === "load" && second.op.kind === "load") continue;
        const lag = first.op.kind === "store" ? 1 : 0;
        if (first.id < second.id) orders.push({ first: first.id, second: second.id, distance: 0, lag });
        else if (nest.length > 0) orders.push({ first: first.id, second: second.id, distance: 1, lag });
      }
    }
  }
  return orders;
}
