/** In which order operations are placed. */
import { earliest } from "./earliest.ts";
import type { Graph } from "./graph.ts";
import { mirrored } from "./graph.ts";

/** Those first from which the way to the end is longest; before them those that have no choice. */
export function byHeight(graph: Graph, ii: number): Int32Array {
  const mirror = mirrored(graph);
  const found = earliest(mirror, ii);
  if (!("times" in found)) return graph.order.slice();
  const { cycles, offsets } = found.times;
  const height = cycles.map((cycle, i) => cycle + (graph.latency[i] ?? 0));
  const within = offsets.map((offset, i) =>
    graph.latency[i] === 0 ? offset + (graph.entry[i] ?? 0) : (graph.entry[i] ?? 0),
  );
  // A stable sort: of two that are as urgent, the maker of a value comes before its user.
  return graph.order
    .slice()
    .sort(
      (one, other) =>
        (graph.pinned[other] ?? 0) - (graph.pinned[one] ?? 0) ||
        (height[other] ?? 0) - (height[one] ?? 0) ||
        (within[other] ?? 0) - (within[one] ?? 0) ||
        (graph.position[one] ?? 0) - (graph.position[other] ?? 0),
    );
}

/** What has no choice or goes around recurrences first, then the rest; each by the ranking given. */
export function recurrencesFirst(graph: Graph, ranking: Int32Array): Int32Array {
  const around = inCircles(graph).map((yes, operation) => yes | (graph.pinned[operation] ?? 0));
  return Int32Array.from([
    ...ranking.filter((operation) => around[operation] === 1),
    ...ranking.filter((operation) => around[operation] === 0),
  ]);
}

/** Operations of components with more than one of them (R. Tarjan's algorithm, without recursion). */
function inCircles(graph: Graph): Uint8Array {
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
