/** Plans and graphs without what nobody needs. */
import { bug } from "../../diagnostics/bug.ts";
import { keptOf, registersOfControl, registersRead, variablesOfRepeats } from "./finish.ts";
import type { CircuitPlan, Graph, Item, Op, OpId } from "./nodes.ts";
import { graphsIn, mapGraphs, withOperands } from "./walk.ts";

/** The circuit that nobody watches: faults, and what only they are told from, are not there. */
export function withoutWatches(plan: CircuitPlan): CircuitPlan {
  if (plan.checks.length === 0) return plan;
  const lean = withoutTelling(plan);
  const body = withoutIdle(lean);
  // What no loop is left to read is not computed either, which may leave another loop with nothing to do.
  return body === lean.body ? lean : withoutWatches({ ...lean, body, checks: plan.checks });
}

function withoutTelling(plan: CircuitPlan): CircuitPlan {
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

/** Without loops and branches that do nothing; the same list where all of them do something. */
function withoutIdle({ body, results }: CircuitPlan): readonly Item[] {
  const read = new Set([...results.map(({ register }) => register), ...registersOfControl(body)]);
  for (const { ops } of graphsIn(body)) for (const op of ops) if (op.kind === "read") read.add(op.register);
  const busy = (items: readonly Item[]): readonly Item[] => {
    const kept = items.map(lean).filter((item) => !isIdle(item, read));
    return kept.length === items.length && kept.every((item, i) => item === items[i]) ? items : kept;
  };
  const lean = (item: Item): Item => {
    if (item.kind === "repeat") {
      const own = busy(item.body);
      return own === item.body ? item : { ...item, body: own };
    }
    if (item.kind !== "branch") return item;
    const [then, other] = [busy(item.then), busy(item.else)];
    return then === item.then && other === item.else ? item : { ...item, then, else: other };
  };
  return busy(body);
}

/** It ends by itself, and all that it could leave behind is the variable of a loop. */
function isIdle(item: Item, read: ReadonlySet<string>): boolean {
  switch (item.kind) {
    case "block":
      return item.graph.ops.length === 0;
    case "pipeline":
      return item.graph.ops.length === 0 && item.levels.length > 0;
    case "repeat":
      return (
        item.body.length === 0 && item.level !== null && item.exit === null && !read.has(item.level.variable)
      );
    case "branch":
      return item.then.length === 0 && item.else.length === 0;
  }
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
