/**
 * As soon as possible: the least times that keep every edge at an II, or a circle of edges that no time keeps.
 *
 * Times grow only, so the rounds of Bellman and Ford find the least ones; a round goes through operations in order, and
 * only edges that lead back need another round. A pair (cycle, offset) stands for a time; pairs are compared cycle first.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Graph, Times } from "./graph.ts";
import { isLater, reach } from "./graph.ts";
import { pop, push } from "./heap.ts";

/** Operations around a circle: `cycles` in sum, over `distance` iterations. */
export interface Circle {
  readonly path: readonly number[];
  readonly cycles: number;
  readonly distance: number;
}

export type Earliest = { readonly times: Times } | { readonly circle: Circle };

export function earliest(graph: Graph, ii: number): Earliest {
  const times = { cycles: new Int32Array(graph.size), offsets: new Float64Array(graph.size) };
  return raise(graph, ii, times, Array.from(graph.position.keys())) ?? { times };
}

/** By operation how many cycles it comes after `source` at least; `unrelated` where nothing says so. */
export function after(graph: Graph, ii: number, source: number): Int32Array {
  const times = { cycles: new Int32Array(graph.size).fill(unrelated), offsets: new Float64Array(graph.size) };
  times.cycles[source] = 0;
  const free = { ...graph, pinned: new Uint8Array(graph.size) };
  const found = raise(free, ii, times, [graph.position[source] ?? 0]);
  return found === null ? times.cycles : bug("an II below what recurrences need");
}

export const unrelated = -(2 ** 29);

/** Raises `times` to what edges ask for, from operations at these positions (in order) on. */
function raise(graph: Graph, ii: number, times: Times, begin: number[]): { readonly circle: Circle } | null {
  const { size, to, outgoing, position } = graph;
  const { cycles, offsets } = times;
  const moment = { cycle: 0, offset: 0 };
  const cause = new Int32Array(size).fill(-1); // the edge that made it as late as it is
  const waiting = new Uint8Array(size);
  for (const at of begin) waiting[graph.order[at] ?? 0] = 1;
  let now = { items: begin }; // positions; a sorted list is a heap
  let later: number[] = [];

  let tooLate: Circle | null = null;
  const tell = (i: number): void => {
    for (let at = outgoing.first[i] ?? 0; at < (outgoing.first[i + 1] ?? 0); at++) {
      const edge = outgoing.items[at] ?? 0;
      const user = to[edge] ?? 0;
      reach(graph, times, edge, ii, moment);
      if (!isLater(moment, cycles[user] ?? 0, offsets[user] ?? 0)) continue;
      cycles[user] = moment.cycle;
      offsets[user] = moment.offset;
      cause[user] = edge;
      if (moment.cycle > 0 && graph.pinned[user] === 1) tooLate ??= wayTo(graph, cause, user, ii);
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
    if (tooLate !== null) return { circle: tooLate };
    if (later.length === 0) return null;
    // Looking at powers of two keeps the looking as cheap as the rounds.
    if ((round & (round - 1)) === 0) {
      const circle = circleThrough(graph, cause, later, ii);
      if (circle !== null) return { circle };
    }
    if (round > 8 * size + 64) bug("times grow, and no circle is seen");
    now = { items: later.sort((one, other) => one - other) };
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

/** Nothing starts before a pinned operation, so what leads to it from any start is a circle too. */
function wayTo(graph: Graph, cause: Int32Array, pinned: number, ii: number): Circle | null {
  const edges: number[] = [];
  const seen = new Set<number>();
  let i = pinned;
  for (let edge = cause[i] ?? -1; edge >= 0 && !seen.has(i); edge = cause[i] ?? -1) {
    seen.add(i);
    edges.push(edge);
    i = graph.from[edge] ?? 0;
  }
  if (seen.has(i)) return null;
  const { path, cycles, distance } = measured(graph, edges.reverse());
  if (cycles <= distance * ii) return null;
  if (distance === 0) bug(`operation ${pinned} is pinned, and waits for ${path.join(", ")}`);
  return { path: [...path, pinned], cycles, distance };
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

/** Walked from the start of a cycle on. */
function measured(graph: Graph, edges: readonly number[]): Circle {
  const times = { cycles: new Int32Array(graph.size), offsets: new Float64Array(graph.size) };
  const moment = { cycle: 0, offset: 0 };
  let distance = 0;
  for (const edge of edges) {
    const i = graph.from[edge] ?? 0;
    times.cycles[i] = moment.cycle;
    times.offsets[i] = moment.offset;
    reach(graph, times, edge, 0, moment);
    distance += graph.distance[edge] ?? 0;
  }
  return { path: edges.map((edge) => graph.from[edge] ?? 0), cycles: moment.cycle, distance };
}
