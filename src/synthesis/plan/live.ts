/** Plans and graphs without what nobody needs. */
import { bug } from "../../diagnostics/bug.ts";
import { keptOf, registersOfControl, registersRead, variablesOfRepeats } from "./finish.ts";
import type { CircuitPlan, Graph, Op, OpId } from "./nodes.ts";
import { graphsIn, mapGraphs, withOperands } from "./walk.ts";

/** The circuit that nobody watches: faults, and what only they are told from, are not there. */
export function withoutWatches(plan: CircuitPlan): CircuitPlan {
  if (plan.checks.length === 0) return plan;
  const seen = [
    ...plan.results.map(({ register }) => register),
    ...registersOfControl(plan.body),
    ...variablesOfRepeats(plan.body),
  ];
  const acts = (op: Op): boolean => op.kind !== "watch";
  const read = registersRead(
    graphsIn(plan.body).map(({ ops }) => ops),
    seen,
    acts,
  );
  const isLive = (op: Op): boolean => acts(op) && (op.kind !== "write" || read.has(op.register));
  return {
    ...plan,
    inputs: plan.inputs.filter(({ register }) => read.has(register)),
    registers: plan.registers.filter(({ name }) => read.has(name)),
    checks: [],
    body: mapGraphs(plan.body, ({ graph }) => pruned(graph, isLive)),
  };
}

/** Without operations that nothing with an effect needs. `isLive`: effects that count. */
export function pruned(graph: Graph, isLive: (op: Op) => boolean = () => true): Graph {
  const kept = keptOf(graph.ops, isLive);
  if (!kept.includes(false)) return graph;
  const places = new Map<OpId, OpId>();
  for (const [id, isKept] of kept.entries()) if (isKept) places.set(id, places.size);
  const moved = (id: OpId): OpId => places.get(id) ?? bug(`operation ${id} is gone`);
  return {
    ops: graph.ops.filter((_, id) => kept[id] === true).map((op) => withOperands(op, moved)),
    orders: graph.orders
      .filter(({ first, second }) => places.has(first) && places.has(second))
      .map((order) => ({ ...order, first: moved(order.first), second: moved(order.second) })),
    forwards: graph.forwards
      .filter(({ store, load }) => places.has(store) && places.has(load))
      .map((one) => ({ ...one, store: moved(one.store), load: moved(one.load) })),
  };
}
