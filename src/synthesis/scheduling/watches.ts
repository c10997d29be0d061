/**
 * Circuits that watch for faults take the cycles of those that do not: what only a watch needs is left out of the
 * schedule, and happens as soon as it can, after the end of an iteration if need be.
 */

import type { Graph, OpId } from "../plan/nodes.ts";
import { operandsOf } from "../plan/walk.ts";
import type { OrderEdge, Problem, Reason, Timing } from "../timing/problem.ts";

/** A scheduler of a part of a graph: `ids` are its operations, in the order of the problem. */
export type Scheduler = (problem: Problem, ids: readonly OpId[]) => Timing;

/** `find` schedules what is left without watches. */
export function beforeWatches(graph: Graph, problem: Problem, find: Scheduler): Timing {
  const own = neededWithout(graph);
  const kept = [...own].sort((a, b) => a - b);
  if (own.size === graph.ops.length) return find(problem, kept);
  const places = new Map(kept.map((id, place) => [id, place]));
  const timing = find(restricted(problem, kept, places), kept);
  const cycles = new Array<number>(graph.ops.length).fill(0);
  const offsets = new Array<number>(graph.ops.length).fill(0);
  for (const [place, id] of kept.entries()) {
    cycles[id] = timing.cycles[place] ?? 0;
    offsets[id] = timing.offsets[place] ?? 0;
  }
  const after = beforeThem(problem, own);
  for (const [id, op] of graph.ops.entries()) {
    if (own.has(id)) continue;
    const { entry } = problem.operations[id] ?? { entry: 0 };
    let start = { cycle: 0, offset: 0 };
    for (const operand of operandsOf(op)) start = later(start, settled(problem, cycles, offsets, operand));
    for (const { from, lag, distance } of after.get(id) ?? []) {
      const cycle = (cycles[from] ?? 0) + lag - distance * (timing.ii ?? timing.length);
      start = later(start, { cycle, offset: 0 });
    }
    const fits = start.offset === 0 || start.offset + entry <= problem.period;
    cycles[id] = fits ? start.cycle : start.cycle + 1;
    offsets[id] = fits ? start.offset : 0;
  }
  return { ...timing, cycles, offsets, reason: renamed(timing.reason, kept) };
}

/** What operations wait for beside their operands, of those that are not in `own`. */
function beforeThem({ edges }: Problem, own: ReadonlySet<OpId>): ReadonlyMap<OpId, readonly OrderEdge[]> {
  const found = new Map<OpId, OrderEdge[]>();
  for (const edge of edges) {
    if (edge.kind !== "order" || own.has(edge.to) || !own.has(edge.from)) continue;
    found.set(edge.to, [...(found.get(edge.to) ?? []), edge]);
  }
  return found;
}

/** Whatever changes something needs, and all reads: they have their places in time and in ports. */
export function neededWithout(graph: Graph): ReadonlySet<OpId> {
  const found = knownNeeds.get(graph) ?? needsOf(graph);
  knownNeeds.set(graph, found);
  return found;
}

/** Limits, schedules and circuits all ask, of graphs that may have a million operations. */
const knownNeeds = new WeakMap<Graph, ReadonlySet<OpId>>();

function needsOf({ ops }: Graph): ReadonlySet<OpId> {
  const needed = new Set<OpId>();
  for (let id = ops.length - 1; id >= 0; id--) {
    const op = ops[id];
    if (op === undefined) continue;
    const isFixed = op.kind !== "watch" && op.kind !== "compute" && op.kind !== "const";
    if (isFixed) needed.add(id);
    if (needed.has(id)) for (const operand of operandsOf(op)) needed.add(operand);
  }
  return needed;
}

function restricted(problem: Problem, kept: readonly OpId[], places: ReadonlyMap<OpId, number>): Problem {
  return {
    ...problem,
    operations: kept.flatMap((id) => problem.operations[id] ?? []),
    edges: problem.edges.flatMap((edge) => {
      const [from, to] = [places.get(edge.from), places.get(edge.to)];
      return from === undefined || to === undefined ? [] : [{ ...edge, from, to }];
    }),
  };
}

interface Moment {
  readonly cycle: number;
  readonly offset: number;
}

function later(a: Moment, b: Moment): Moment {
  return a.cycle > b.cycle || (a.cycle === b.cycle && a.offset >= b.offset) ? a : b;
}

/** When the result of an operation is there. */
function settled(
  { operations }: Problem,
  cycles: readonly number[],
  offsets: readonly number[],
  id: OpId,
): Moment {
  const { latency, entry, exit } = operations[id] ?? { latency: 0, entry: 0, exit: 0 };
  const [cycle, offset] = [cycles[id] ?? 0, offsets[id] ?? 0];
  return latency === 0 ? { cycle, offset: offset + entry } : { cycle: cycle + latency, offset: exit };
}

function renamed(reason: Reason | null, kept: readonly OpId[]): Reason | null {
  const name = (place: number): OpId => kept[place] ?? place;
  switch (reason?.kind) {
    case "recurrence":
      return { ...reason, path: reason.path.map(name) };
    case "resource":
      return { ...reason, users: reason.users.map(name) };
    case "length":
    case "exit":
      return { ...reason, operation: name(reason.operation) };
    default:
      return reason;
  }
}
