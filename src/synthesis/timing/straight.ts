/** Operations that run once, or one iteration after another. */
import { bug } from "../../diagnostics/bug.ts";
import { leastLength } from "./bounds.ts";
import { earliest } from "./earliest.ts";
import type { Graph, Times } from "./graph.ts";
import { graphOf, settle } from "./graph.ts";
import { shortenLives } from "./lives.ts";
import { place } from "./place.ts";
import type { Problem, Timing } from "./problem.ts";
import { reservationsFor } from "./reservations.ts";
import { byHeight, heightsOf, raised, roundsFor } from "./urgency.ts";

/** As soon as possible, then what can wait is made later where that saves registers. */
export function schedule(problem: Problem): Timing {
  const within = problem.edges.filter((edge) => edge.kind === "value" || edge.distance === 0);
  const graph = graphOf(problem, within);
  const found = earliest(graph, 0);
  if (!("times" in found)) return bug("a recurrence within one iteration");
  const cycles = shortestFound(problem, graph, found.times);
  const reservations = reservationsFor(problem, 0);
  for (const [operation, cycle] of cycles.entries()) reservations.take(operation, cycle);
  shortenLives({ problem, graph, ii: 0, reservations, cycles }, lengthOf(problem, cycles));
  const length = apart(problem, cycles, lengthOf(problem, cycles));
  return { ii: null, cycles: [...cycles], offsets: [...settle(graph, cycles)], length, reason: null };
}

/** By height; while that is longer than it must be, again with what was late made more urgent. */
function shortestFound(problem: Problem, graph: Graph, least: Times): Int32Array {
  const toEnd = heightsOf(graph, 0);
  const shortest = leastLength(problem, 0, least, toEnd.cycles);
  let best: Int32Array | null = null;
  let heights = toEnd;
  for (let round = 0; round <= roundsFor(graph); round++) {
    const reservations = reservationsFor(problem, 0);
    const ranking = byHeight(graph, heights);
    const times = place({
      graph,
      ii: 0,
      reservations,
      least,
      ranking,
      budget: 4000 * graph.size + 1_000_000,
    });
    if (times === null) break;
    const { cycles } = times;
    if (best === null || lengthOf(problem, cycles) < lengthOf(problem, best)) best = cycles;
    if (lengthOf(problem, best) <= shortest) break;
    heights = raised(graph, { heights, toEnd: toEnd.cycles }, cycles, shortest);
  }
  return best ?? bug("operations of one iteration wait for each other");
}

/** Cycles until every result is there and every resource given back. */
export function lengthOf(problem: Problem, cycles: Int32Array): number {
  let length = 1;
  for (const [operation, { latency, uses }] of problem.operations.entries()) {
    const cycle = cycles[operation] ?? 0;
    length = Math.max(length, cycle + latency + 1);
    for (const use of uses) length = Math.max(length, cycle + use.cycles);
  }
  return length;
}

/** The next iteration starts `length` later; where that is too soon for an order between iterations, it waits. */
function apart(problem: Problem, cycles: Int32Array, length: number): number {
  let needed = length;
  for (const edge of problem.edges) {
    if (edge.kind === "value" || edge.distance === 0) continue;
    const gap = (cycles[edge.from] ?? 0) + edge.lag - (cycles[edge.to] ?? 0);
    needed = Math.max(needed, Math.ceil(gap / edge.distance));
  }
  return needed;
}
