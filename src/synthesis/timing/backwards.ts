/**
 * From the end to the beginning: each operation as late as those that use its result allow. Where units are nearly all busy, what is
 * placed last finds a free one in few cycles of an interval, and waits for them; so it had better not be a long chain. A graph that is
 * wide at its beginning and narrow at its end, as networks are, is shorter this way.
 */
import { earliest } from "./earliest.ts";
import { type Graph, isLater, mirrored, reach, settle } from "./graph.ts";
import { place } from "./place.ts";
import type { Problem } from "./problem.ts";
import { type Reservations, reservationsFor } from "./reservations.ts";
import { byHeight, heightsOf } from "./urgency.ts";

/** By operation its cycle, which may be negative; null where nothing is found. */
export function placeBackwards(problem: Problem, graph: Graph, ii: number): Int32Array | null {
  const mirror = mirrored(graph);
  const least = earliest(mirror, ii);
  if (!("times" in least)) return null;
  const ranking = byHeight(mirror, heightsOf(mirror, ii));
  const times = place({
    ...{ graph: mirror, ii, least: least.times, ranking },
    reservations: inTheMirror(reservationsFor(problem, ii), graph, ii),
    budget: 200 * graph.size + 20_000,
  });
  if (times === null) return null;
  const cycles = times.cycles.map((cycle, operation) => -(cycle + (graph.latency[operation] ?? 0)));
  const first = cycles.reduce((least, cycle) => Math.min(least, cycle), 0);
  for (const [operation, isPinned] of graph.pinned.entries()) if (isPinned === 1) cycles[operation] = first;
  return isKept(graph, ii, cycles) ? cycles : null;
}

/** An operation starts `latency` cycles before its result is there, which is when it starts in the mirror. */
function inTheMirror(reservations: Reservations, { latency }: Graph, ii: number): Reservations {
  const slot = (operation: number, cycle: number): number => {
    const start = -(cycle + (latency[operation] ?? 0)) % ii;
    return start < 0 ? start + ii : start;
  };
  return {
    firstFree: (operation, from, to) => {
      for (let cycle = from; cycle < to; cycle++)
        if (reservations.fits(operation, slot(operation, cycle))) return cycle;
      return -1;
    },
    fits: (operation, cycle) => reservations.fits(operation, slot(operation, cycle)),
    take: (operation, cycle) => reservations.take(operation, slot(operation, cycle)),
    release: (operation, cycle) => reservations.release(operation, slot(operation, cycle)),
    inTheWay: (operation, cycle, rank) => reservations.inTheWay(operation, slot(operation, cycle), rank),
    steps: reservations.steps,
  };
}

/**
 * A mirror may show what cannot be: delays within a cycle are rounded up otherwise from the end than from the beginning, and something
 * may have to come before what has to be first.
 */
function isKept(graph: Graph, ii: number, cycles: Int32Array): boolean {
  const offsets = settle(graph, cycles);
  const moment = { cycle: 0, offset: 0 };
  for (const [edge, user] of graph.to.entries()) {
    reach(graph, { cycles, offsets }, edge, ii, moment);
    if (isLater(moment, cycles[user] ?? 0, offsets[user] ?? 0)) return false;
  }
  return true;
}
