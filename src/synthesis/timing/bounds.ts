/** Below which II no schedule can be, and why: what recurrences take, and what resources an iteration uses. */
import { bug } from "../../diagnostics/bug.ts";
import { earliest } from "./earliest.ts";
import type { Graph, Times } from "./graph.ts";
import type { Problem, Reason } from "./problem.ts";

export interface Bound {
  readonly ii: number;
  readonly reason: Reason | null; // null: it is 1
  readonly times: Times; // the least at this II, were there resources enough
}

/** Each circle that is too long for an II raises it to what that circle needs; there is no step between. */
export function leastInterval(problem: Problem, graph: Graph): Bound {
  let { ii, reason } = resourceBound(problem);
  for (;;) {
    const found = earliest(graph, ii);
    if ("times" in found) return { ii, reason, times: found.times };
    const { path, cycles, distance } = found.circle;
    ii = Math.max(ii + 1, Math.ceil(cycles / distance));
    reason = { kind: "recurrence", path, cycles, distance };
  }
}

function resourceBound(problem: Problem): { ii: number; reason: Reason | null } {
  const cycles = new Float64Array(problem.resources.length);
  let ii = 1;
  let reason: Reason | null = null;
  for (const [operation, { uses }] of problem.operations.entries()) {
    if (uses.length === 0) continue;
    for (const use of uses) cycles[use.resource] = (cycles[use.resource] ?? 0) + use.cycles;
    const alone = aloneBound(problem, operation);
    if (alone > ii) {
      ii = alone;
      reason = { kind: "length", operation };
    }
  }
  for (const [resource, { count }] of problem.resources.entries()) {
    const needed = Math.ceil((cycles[resource] ?? 0) / count);
    if (needed <= ii) continue;
    ii = needed;
    reason = { kind: "resource", resource, users: usersOf(problem, resource) };
  }
  return { ii, reason };
}

/** An operation that keeps a resource for many cycles would meet its own next iteration. */
function aloneBound(problem: Problem, operation: number): number {
  const uses = problem.operations[operation]?.uses ?? [];
  let ii = 1;
  for (const { resource, cycles: held } of uses) {
    const count = problem.resources[resource]?.count ?? 0;
    const same = uses.filter((use) => use.resource === resource);
    if (same.length > count) bug(`operation ${operation} needs more of a resource than there is`);
    ii = Math.max(ii, Math.ceil(held / count));
    while (same.reduce((sum, use) => sum + Math.ceil(use.cycles / ii), 0) > count) ii++;
  }
  return ii;
}

function usersOf(problem: Problem, resource: number): readonly number[] {
  const users: number[] = [];
  for (const [operation, { uses }] of problem.operations.entries()) {
    if (uses.some((use) => use.resource === resource)) users.push(operation);
  }
  return users;
}

/**
 * Fewer cycles than this no iteration takes. Beside the longest way through the graph: the users of a resource that cannot
 * start before some cycle need so many cycles of it one after another, and then the shortest way from one of them to the end.
 */
export function leastLength(problem: Problem, ii: number, least: Times, toEnd: Int32Array): number {
  let length = ii;
  for (const [i, cycle] of least.cycles.entries()) length = Math.max(length, cycle + (toEnd[i] ?? 0) + 1);
  const usersBy = problem.resources.map((): { operation: number; cycles: number }[] => []);
  for (const [operation, { uses }] of problem.operations.entries()) {
    for (const { resource, cycles } of uses) {
      length = Math.max(length, (least.cycles[operation] ?? 0) + cycles);
      usersBy[resource]?.push({ operation, cycles });
    }
  }
  const startOf = (user: { operation: number }): number => least.cycles[user.operation] ?? 0;
  const tailOf = (user: { operation: number; cycles: number }): number =>
    Math.max(0, (toEnd[user.operation] ?? 0) + 1 - user.cycles);
  for (const [resource, users] of usersBy.entries()) {
    const count = problem.resources[resource]?.count ?? 1;
    for (const [head, tail] of [
      [startOf, tailOf],
      [tailOf, startOf],
    ] as const) {
      let held = 0;
      let nearest = Number.POSITIVE_INFINITY;
      for (const user of users.toSorted((one, other) => head(other) - head(one))) {
        held += user.cycles;
        nearest = Math.min(nearest, tail(user));
        length = Math.max(length, head(user) + Math.ceil(held / count) + nearest);
      }
    }
  }
  return length;
}
