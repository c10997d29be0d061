/** In which order operations are placed. */
import { bug } from "../../diagnostics/bug.ts";
import { earliest } from "./earliest.ts";
import type { Graph } from "./graph.ts";
import { graphOf, mirrored } from "./graph.ts";
import type { Problem } from "./problem.ts";

/** How long the way from the start of an operation to the end is, at least. */
export interface Heights {
  readonly cycles: Int32Array; // from its start to the start of the last cycle
  readonly offsets: Float64Array; // ns more
}

export function heightsOf(graph: Graph, ii: number): Heights {
  const found = earliest(mirrored(graph), ii);
  if (!("times" in found)) return bug("an II below what recurrences need");
  const { cycles, offsets } = found.times;
  return {
    cycles: cycles.map((cycle, i) => cycle + (graph.latency[i] ?? 0)),
    offsets: offsets.map((offset, i) => (graph.latency[i] === 0 ? offset : 0) + (graph.entry[i] ?? 0)),
  };
}

/** The highest first; before them those that have no choice. */
export function byHeight(graph: Graph, heights: Heights): Int32Array {
  const { pinned, position } = graph;
  const { cycles, offsets } = heights;
  return graph.order
    .slice()
    .sort(
      (one, other) =>
        (pinned[other] ?? 0) - (pinned[one] ?? 0) ||
        (cycles[other] ?? 0) - (cycles[one] ?? 0) ||
        (offsets[other] ?? 0) - (offsets[one] ?? 0) ||
        (position[one] ?? 0) - (position[other] ?? 0),
    );
}

/**
 * Heights for another attempt: what came too late to end within `length` was not urgent enough, nor were its makers.
 * (D. E. Joslin, D. P. Clements, "Squeaky wheel optimization", JAIR 1999.)
 */
export function raised(
  graph: Graph,
  before: { readonly heights: Heights; readonly toEnd: Int32Array },
  cycles: Int32Array,
  length: number,
): Heights {
  const { heights, toEnd } = before;
  const higher = heights.cycles.slice();
  for (let at = graph.size - 1; at >= 0; at--) {
    const i = graph.order[at] ?? 0;
    const late = (cycles[i] ?? 0) + (toEnd[i] ?? 0) + 1 - length;
    if (late > 0) higher[i] = (higher[i] ?? 0) + late;
    const { first, items } = graph.outgoing;
    for (let out = first[i] ?? 0; out < (first[i + 1] ?? 0); out++) {
      const edge = items[out] ?? 0;
      if (graph.isValue[edge] === 0) continue;
      const user = graph.to[edge] ?? 0;
      higher[i] = Math.max(higher[i] ?? 0, (higher[user] ?? 0) + (graph.latency[i] ?? 0));
    }
  }
  return { cycles: higher, offsets: heights.offsets };
}

/** How many more attempts are worth their time. */
export function roundsFor(graph: Graph): number {
  return Math.min(16, Math.floor(200_000 / (graph.size + 1)));
}

/** What has no choice or goes around recurrences first, then the rest; each by the ranking given. */
export function recurrencesFirst(graph: Graph, ranking: Int32Array): Int32Array {
  const around = inCircles(graph).map((yes, operation) => yes | (graph.pinned[operation] ?? 0));
  return Int32Array.from([
    ...ranking.filter((operation) => around[operation] === 1),
    ...ranking.filter((operation) => around[operation] === 0),
  ]);
}

/** By operation whether it waits, iterations later, for itself. */
export function inRecurrences(problem: Problem): Uint8Array {
  return inCircles(graphOf(problem, problem.edges));
}

/** Operations of components with more than one of them (R. Tarjan's algorithm, without recursion). */
export function inCircles(graph: Graph): Uint8Array {
  const { size, outgoing, to } = graph;
  const around = new Uint8Array(size);
  const index = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const open = new Uint8Array(size);
  const next = new Int32Array(size);
  const component: number[] = [];
  const path: number[] = [];
  let seen = 0;
  for (let root = 0; root < size; root++) {
    if (index[root] !== -1) continue;
    path.push(root);
    while (path.length > 0) {
      const i = path[path.length - 1] ?? 0;
      if (index[i] === -1) {
        index[i] = low[i] = seen++;
        next[i] = outgoing.first[i] ?? 0;
        open[i] = 1;
        component.push(i);
      }
      const at = next[i] ?? 0;
      if (at < (outgoing.first[i + 1] ?? 0)) {
        next[i] = at + 1;
        const user = to[outgoing.items[at] ?? 0] ?? 0;
        if (index[user] === -1) path.push(user);
        else if (open[user] === 1) low[i] = Math.min(low[i] ?? 0, index[user] ?? 0);
        continue;
      }
      path.pop();
      const above = path[path.length - 1];
      if (above !== undefined) low[above] = Math.min(low[above] ?? 0, low[i] ?? 0);
      if (low[i] !== index[i]) continue;
      const members = component.splice(component.lastIndexOf(i));
      for (const member of members) {
        open[member] = 0;
        if (members.length > 1) around[member] = 1;
      }
    }
  }
  return around;
}
