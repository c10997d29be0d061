/**
 * Operations are placed one after another, the most urgent first, each as early as those already placed allow. Where
 * there is no room in any cycle of an interval, others give way and are placed again later.
 *
 * B. R. Rau, "Iterative modulo scheduling", MICRO 1994; with chaining within a cycle. Where iterations do not overlap there
 * is always room, and it is list scheduling.
 */
import type { Graph, Times } from "./graph.ts";
import { settle } from "./graph.ts";
import { pop, push } from "./heap.ts";
import type { Reservations } from "./reservations.ts";

export interface Attempt {
  readonly graph: Graph;
  readonly ii: number; // 0: iterations do not overlap
  readonly reservations: Reservations; // empty; afterwards what was taken
  readonly least: Times; // nothing can be earlier than this
  readonly ranking: Int32Array; // operations, the most urgent first
  readonly budget: number; // placements
}

/** null: the budget did not suffice. */
export function place(attempt: Attempt): Times | null {
  const { graph, ii, reservations, least, ranking } = attempt;
  const { size, limit, latency, entry, exit, from, to, lag, distance, isValue, incoming, outgoing } = graph;
  const cycles = new Int32Array(size);
  const offsets = new Float64Array(size); // may be too large after others gave way, never too small
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
      const wait = latency[i] ?? 0;
      const cycle = (cycles[i] ?? 0) + wait;
      const offset = wait === 0 ? (offsets[i] ?? 0) + (entry[i] ?? 0) : (exit[i] ?? 0);
      for (let at = outgoing.first[i] ?? 0; at < (outgoing.first[i + 1] ?? 0); at++) {
        const edge = outgoing.items[at] ?? 0;
        const user = to[edge] ?? 0;
        if (placed[user] === 0 || user === i) continue;
        const there = cycles[user] ?? 0;
        if (isValue[edge] === 0) {
          if (there < (cycles[i] ?? 0) + (lag[edge] ?? 0) - (distance[edge] ?? 0) * ii) remove(user);
        } else if (there < cycle) {
          remove(user);
        } else if (there === cycle && offset > (offsets[user] ?? 0)) {
          if (offset + (entry[user] ?? 0) > limit) {
            remove(user);
          } else {
            offsets[user] = offset;
            if (latency[user] === 0) stack.push(user);
          }
        }
      }
    }
  };

  let budget = attempt.budget;
  for (let next = pop(waiting); next >= 0; next = pop(waiting)) {
    if (budget-- <= 0) return null;
    const i = ranking[next] ?? 0;
    let cycle = least.cycles[i] ?? 0;
    let offset = least.offsets[i] ?? 0;
    for (let at = incoming.first[i] ?? 0; at < (incoming.first[i + 1] ?? 0); at++) {
      const edge = incoming.items[at] ?? 0;
      const maker = from[edge] ?? 0;
      if (placed[maker] === 0 || maker === i) continue;
      let when = cycles[maker] ?? 0;
      let settled = 0;
      if (isValue[edge] === 0) {
        when += (lag[edge] ?? 0) - (distance[edge] ?? 0) * ii;
      } else {
        const wait = latency[maker] ?? 0;
        when += wait;
        settled = wait === 0 ? (offsets[maker] ?? 0) + (entry[maker] ?? 0) : (exit[maker] ?? 0);
        if (settled > 0 && settled + (entry[i] ?? 0) > limit) {
          when++;
          settled = 0;
        }
      }
      if (when > cycle || (when === cycle && settled > offset)) {
        cycle = when;
        offset = settled;
      }
    }
    let chosen = reservations.firstFree(i, cycle, cycle + window);
    if (chosen < 0) {
      const last = tried[i] ?? -1;
      chosen = cycle > last ? cycle : last + 1;
      for (const other of reservations.inTheWay(i, chosen, rank)) remove(other);
    }
    if (chosen > 0 && graph.pinned[i] === 1) return null;
    cycles[i] = chosen;
    offsets[i] = chosen === cycle ? offset : 0;
    tried[i] = chosen;
    placed[i] = 1;
    reservations.take(i, chosen);
    tell(i);
  }
  return { cycles, offsets: settle(graph, cycles) };
}
