/**
 * As soon as possible: the least times that keep every edge at an II, or a circle of edges that no time keeps.
 *
 * Times grow only, so the rounds of Bellman and Ford find the least ones; a round goes through operations in order, and
 * only edges that lead back need another round. A pair (cycle, offset) stands for a time; pairs are compared cycle first.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Graph, Times } from "./graph.ts";
import { pop, push } from "./heap.ts";

/** Operations around a circle: `cycles` in sum, over `distance` iterations. */
export interface Circle {
  readonly path: readonly number[];
  readonly cycles: number;
  readonly distance: number;
}

export type Earliest = { readonly times: Times } | { readonly circle: Circle };

export function earliest(graph: Graph, ii: number): Earliest {
  const { size, limit, latency, entry, exit, to, lag, distance, isValue, outgoing, position } = graph;
  const cycles = new Int32Array(size);
  const offsets = new Float64Array(size);
  const cause = new Int32Array(size).fill(-1); // the edge that made it as late as it is
  const waiting = new Uint8Array(size).fill(1);
  const now = { items: Array.from(position.keys()) }; // positions; a sorted list is a heap
  let later: number[] = [];

  const tell = (i: number): void => {
    const wait = latency[i] ?? 0;
    const cycle = (cycles[i] ?? 0) + wait;
    const offset = wait === 0 ? (offsets[i] ?? 0) + (entry[i] ?? 0) : (exit[i] ?? 0);
    for (let at = outgoing.first[i] ?? 0; at < (outgoing.first[i + 1] ?? 0); at++) {
      const edge = outgoing.items[at] ?? 0;
      const user = to[edge] ?? 0;
      let when = cycle;
      let settled = 0;
      if (isValue[edge] === 0) {
        when = (cycles[i] ?? 0) + (lag[edge] ?? 0) - (distance[edge] ?? 0) * ii;
      } else if (offset > 0) {
        if (offset + (entry[user] ?? 0) <= limit) settled = offset;
        else when++;
      }
      const known = cycles[user] ?? 0;
      if (when < known || (when === known && settled <= (offsets[user] ?? 0))) continue;
      cycles[user] = when;
      offsets[user] = settled;
      cause[user] = edge;
      if (waiting[user] === 1) continue;
      waiting[user] = 1;
      if ((position[user] ?? 0) > (position[i] ?? 0)) push(now, position[user] ?? 0);
      else later.push(position[user] ?? 0);
    }
  };

  for (let round = 1; ; round++) {
    for (let at = pop(now); at >= 0; at = pop(now)) {
      const i = graph.order[at] ?? 0;
      waiting[i] = 0;
      tell(i);
    }
    if (later.length === 0) return { times: { cycles, offsets } };
    // Looking at powers of two keeps the looking as cheap as the rounds.
    if ((round & (round - 1)) === 0) {
      const circle = circleThrough(graph, cause, later, ii);
      if (circle !== null) return { circle };
    }
    if (round > 8 * size + 64) bug("times grow, and no circle is seen");
    now.items.push(...later.sort((one, other) => one - other));
    later = [];
  }
}

/** A circle of causes, if it makes its own operations ever later. */
function circleThrough(
  graph: Graph,
  cause: Int32Array,
  starts: readonly number[],
  ii: number,
): Circle | null {
  const walked = new Int32Array(graph.size).fill(-1);
  for (const [walk, start] of starts.entries()) {
    let i = graph.order[start] ?? 0;
    while (walked[i] === -1) {
      walked[i] = walk;
      const edge = cause[i] ?? -1;
      if (edge < 0) break;
      i = graph.from[edge] ?? 0;
    }
    if (walked[i] !== walk || (cause[i] ?? -1) < 0) continue;
    const circle = measured(graph, around(graph, cause, i));
    if (circle.cycles <= circle.distance * ii) continue; // it was pushed once by another, and fits when begun anew
    if (circle.distance === 0) bug(`operations ${circle.path.join(", ")} wait for each other`);
    return circle;
  }
  return null;
}

/** The edges of the circle, beginning behind an order edge: there every operation starts at the edge of a cycle. */
function around(graph: Graph, cause: Int32Array, operation: number): readonly number[] {
  const edges: number[] = [];
  let i = operation;
  do {
    const edge = cause[i] ?? 0;
    edges.push(edge);
    i = graph.from[edge] ?? 0;
  } while (i !== operation);
  edges.reverse();
  const cut = edges.findIndex((edge) => graph.isValue[edge] === 0);
  return [...edges.slice(cut + 1), ...edges.slice(0, cut + 1)];
}

function measured(graph: Graph, edges: readonly number[]): Circle {
  const { latency, entry, exit } = graph;
  let cycle = 0;
  let offset = 0;
  let distance = 0;
  for (const edge of edges) {
    const i = graph.from[edge] ?? 0;
    if (graph.isValue[edge] === 0) {
      cycle += graph.lag[edge] ?? 0;
      offset = 0;
      distance += graph.distance[edge] ?? 0;
      continue;
    }
    const wait = latency[i] ?? 0;
    cycle += wait;
    offset = wait === 0 ? offset + (entry[i] ?? 0) : (exit[i] ?? 0);
    if (offset > 0 && offset + (entry[graph.to[edge] ?? 0] ?? 0) > graph.limit) {
      cycle++;
      offset = 0;
    }
  }
  return { path: edges.map((edge) => graph.from[edge] ?? 0), cycles: cycle, distance };
}
