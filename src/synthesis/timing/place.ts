/**
 * Operations are placed one after another, the most urgent first, each as early as those already placed allow. Where
 * there is no room in any cycle of an interval, others give way and are placed again later.
 *
 * B. R. Rau, "Iterative modulo scheduling", MICRO 1994; with chaining within a cycle. Where iterations do not overlap there
 * is always room, and it is list scheduling.
 */
import type { Graph, Times } from "./graph.ts";
import { isLater, reach, settle, startAfterMakers } from "./graph.ts";
import { pop, push } from "./heap.ts";
import type { Reservations } from "./reservations.ts";

export interface Attempt {
  readonly graph: Graph;
  readonly ii: number; // 0: iterations do not overlap
  readonly reservations: Reservations; // empty; afterwards what was taken
  readonly least: Times; // nothing can be earlier than this
  readonly ranking: Int32Array; // operations, the most urgent first
  readonly budget: number; // steps: edges followed, slots looked at
}

/** null: the budget did not suffice. */
export function place(attempt: Attempt): Times | null {
  const { graph, ii, reservations, least, ranking } = attempt;
  const { size, latency, to, outgoing } = graph;
  const cycles = new Int32Array(size);
  const offsets = new Float64Array(size); // may be too large after others gave way, never too small
  const times = { cycles, offsets };
  const moment = { cycle: 0, offset: 0 };
  const placed = new Uint8Array(size);
  const tried = new Int32Array(size).fill(-1); // the cycle of the last placement
  const rank = new Int32Array(size);
  for (const [at, operation] of ranking.entries()) rank[operation] = at;
  const waiting = { items: Array.from(ranking.keys()) };
  const window = ii === 0 ? Number.MAX_SAFE_INTEGER : ii;

  const remove = (operation: number): void => {
    placed[operation] = 0;
    reservations.release(operation, cycles[operation] ?? 0);
    push(waiting, rank[operation] ?? 0);
  };

  /** Users that are too early now give way; those in the same cycle start a little later in it. */
  const tell = (operation: number): void => {
    const stack = [operation];
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      if (placed[i] === 0) continue;
      for (let at = outgoing.first[i] ?? 0; at < (outgoing.first[i + 1] ?? 0); at++) {
        const edge = outgoing.items[at] ?? 0;
        const user = to[edge] ?? 0;
        if (placed[user] === 0 || user === i) continue;
        reach(graph, times, edge, ii, moment);
        if (!isLater(moment, cycles[user] ?? 0, offsets[user] ?? 0)) continue;
        if (moment.cycle > (cycles[user] ?? 0)) {
          remove(user);
        } else {
          offsets[user] = moment.offset;
          if (latency[user] === 0) stack.push(user);
        }
      }
    }
  };

  let edges = 0;
  for (let next = pop(waiting); next >= 0; next = pop(waiting)) {
    const i = ranking[next] ?? 0;
    edges += 20 + (outgoing.first[i + 1] ?? 0) - (outgoing.first[i] ?? 0);
    if (edges + reservations.steps() > attempt.budget) return null;
    const start = { cycle: least.cycles[i] ?? 0, offset: least.offsets[i] ?? 0 };
    startAfterMakers(graph, times, i, ii, start, placed);
    const { cycle } = start;
    let chosen = reservations.firstFree(i, cycle, cycle + window);
    if (chosen < 0) {
      const last = tried[i] ?? -1;
      chosen = cycle > last ? cycle : last + 1;
      for (const other of reservations.inTheWay(i, chosen, rank)) remove(other);
    }
    if (chosen > 0 && graph.pinned[i] === 1) return null;
    cycles[i] = chosen;
    offsets[i] = chosen === cycle ? start.offset : 0;
    tried[i] = chosen;
    placed[i] = 1;
    reservations.take(i, chosen);
    tell(i);
  }
  return { cycles, offsets: settle(graph, cycles) };
}
