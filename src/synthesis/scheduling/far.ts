/**
 * Multipliers of an array of processing elements, where DSPs have no registers inside and stand in rows of their own, so that
 * most elements are some way off. What is multiplied goes there in a cycle of its own, into registers beside the DSP, and
 * so does the product on its way back.
 *
 *     cycle    0              1               2              3
 *              a_moving ────→ a_moving_1 ×    product ─────→ product_1 +
 *                  └────→ the next element
 *
 * Where a product comes back to a multiplier that would take longer; there the way is part of the multiplier's delay.
 */
import type { Graph, Op, OpId } from "../plan/nodes.ts";
import { sourcesOf } from "../plan/settled.ts";
import type { Edge, Operation, Problem } from "../timing/problem.ts";

/** `dsps`: those that multiply within a cycle. `farNs`: what the way takes. */
export function withWays(problem: Problem, { ops }: Graph, dsps: ReadonlySet<OpId>, farNs: number): Problem {
  if (dsps.size === 0 || farNs === 0) return problem;
  const isBehind = reachedFrom(problem.edges, dsps);
  const written = new Set(ops.flatMap((op) => (op.kind === "write" ? [op.register] : [])));
  const movingTo = (id: OpId): readonly OpId[] => {
    const op = ops[id];
    return op?.kind === "compute" ? sourcesOf(ops, op).filter((from) => isMoving(ops[from], written)) : [];
  };
  const isApart = (id: OpId): boolean => dsps.has(id) && !movingTo(id).some((from) => isBehind.has(from));
  const apart = new Set([...dsps].filter(isApart));
  const through = (registers: number, from: OpId, to: OpId): Edge => {
    const lag = (problem.operations[from]?.latency ?? 0) + registers;
    return { kind: "order", from, to, lag, distance: 0 };
  };
  const there = [...apart].flatMap((to) => movingTo(to).map((from) => through(1, from, to)));
  const back = problem.edges.flatMap(({ kind, from, to }) =>
    kind === "value" && apart.has(from) ? [through(2, from, to)] : [],
  );
  const operations = problem.operations.map((operation, id): Operation => {
    if (!dsps.has(id) || apart.has(id)) return operation;
    const { entry } = operation;
    return { ...operation, entry: Math.max(entry, Math.min(entry + farNs, problem.period)) };
  });
  return { ...problem, operations, edges: [...problem.edges, ...there, ...back] };
}

/** Whether it is another word in each iteration. What counts iterations has a register of its own. */
function isMoving(op: Op | undefined, written: ReadonlySet<string>): boolean {
  switch (op?.kind) {
    case "read":
      return written.has(op.register);
    case "compute":
    case "load":
      return true;
    default:
      return false;
  }
}

/** All that depends on one of these operations, in the same iteration or a later one. */
function reachedFrom(edges: readonly Edge[], first: ReadonlySet<number>): ReadonlySet<number> {
  const users = new Map<number, number[]>();
  for (const { from, to } of edges) if (users.get(from)?.push(to) === undefined) users.set(from, [to]);
  const reached = new Set<number>();
  const open = [...first];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    for (const user of users.get(one) ?? []) {
      if (reached.has(user)) continue;
      reached.add(user);
      open.push(user);
    }
  }
  return reached;
}
