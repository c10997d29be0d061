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

/**
 * By operation how many cycles it comes after `source` at least, by ways through operations that are `inside`; `unrelated` where
 * there is no such way. The II is no less than recurrences need, so that times stop growing.
 */
export function after(graph: Graph, ii: number, source: number, inside: Uint8Array): Int32Array {
  const { to, outgoing, position, order } = graph;
  const times = { cycles: new Int32Array(graph.size).fill(unrelated), offsets: new Float64Array(graph.size) };
  const { cycles, offsets } = times;
  const moment = { cycle: 0, offset: 0 };
  const waiting = new Uint8Array(graph.size);
  let now = { items: [position[source] ?? 0] };
  let later = { items: [] as number[] }; // what edges that lead back raised: for the next round
  cycles[source] = 0;
  for (let at = pop(now); at >= 0; at = pop(now)) {
    const i = order[at] ?? 0;
    waiting[i] = 0;
    const end = outgoing.first[i + 1] ?? 0;
    for (let k = outgoing.first[i] ?? 0; k < end; k++) {
      const edge = outgoing.items[k] ?? 0;
      const user = to[edge] ?? 0;
      if (inside[user] === 0) continue;
      reach(graph, times, edge, ii, moment);
      if (!isLater(moment, cycles[user] ?? 0, offsets[user] ?? 0)) continue;
      cycles[user] = moment.cycle;
      offsets[user] = moment.offset;
      if (waiting[user] === 1) continue;
      waiting[user] = 1;
      push((position[user] ?? 0) > at ? now : later, position[user] ?? 0);
    }
    if (now.items.length === 0) [now, later] = [later, now];
  }
  return cycles;
}

export const unrelated = -(2 ** 29);

/** Raises `times` to what edges ask for, from operations at these positions (in order) on. */
function raise(graph: Graph, ii: number, times: Times, begin: number[]): { readonly circle: Circle } | null {
  const { size, to, outgoing, position } = graph;
  const { cycles, offsets } = times;
  const moment = { cycle: 0, offset: 0 };
  const history: History = { edges: [], before: [], last: new Int32Array(size).fill(-1) };
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
      note(history, i, edge, user);
      if (moment.cycle > 0 && graph.pinned[user] === 1) tooLate ??= wayTo(graph, history, user);
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
      for (const at of later.slice(0, mostLookedAt)) {
        const circle = wayBack(graph, history, graph.order[at] ?? 0).circle;
        if (circle !== null) return { circle };
      }
      if (round > size) bug("times grow, and no circle is seen");
    }
    now = { items: later.sort((one, other) => one - other) };
    later = [];
  }
}

/** One would do in the end: what is still raised in a round was raised through an edge back in each round before. */
const mostLookedAt = 16;

/** Every time that an operation was made later: by which edge, and when its maker had been before (-1: never). */
interface History {
  readonly edges: number[];
  readonly before: number[];
  readonly last: Int32Array; // by operation
}

function note({ edges, before, last }: History, maker: number, edge: number, user: number): void {
  before.push(last[maker] ?? -1);
  last[user] = edges.push(edge) - 1;
}

interface Way {
  readonly circle: Circle | null; // met on the way
  readonly edges: readonly number[]; // from a start on, where there is no circle
}

/**
 * Back through what made an operation so late. Behind an order edge it starts at the edge of a cycle; where it did so
 * twice, later the second time, the edges between are a circle that makes its own operations ever later.
 */
function wayBack(graph: Graph, history: History, operation: number): Way {
  const edges: number[] = []; // the last first
  const met = new Map<number, number>();
  for (let event = history.last[operation] ?? -1; event >= 0; event = history.before[event] ?? -1) {
    const edge = history.edges[event] ?? 0;
    if (graph.isValue[edge] === 0) {
      const user = graph.to[edge] ?? 0;
      const second = met.get(user);
      if (second !== undefined) {
        const circle = measured(graph, edges.slice(second).reverse());
        if (circle.distance === 0) bug(`operations ${circle.path.join(", ")} wait for each other`);
        return { circle, edges };
      }
      met.set(user, edges.length);
    }
    edges.push(edge);
  }
  return { circle: null, edges: edges.reverse() };
}

/** Nothing starts before a pinned operation, so what leads to it from any start is a circle too. */
function wayTo(graph: Graph, history: History, pinned: number): Circle {
  const way = wayBack(graph, history, pinned);
  if (way.circle !== null) return way.circle;
  const { path, cycles, distance } = measured(graph, way.edges);
  if (distance === 0) bug(`operation ${pinned} is pinned, and waits for ${path.join(", ")}`);
  return { path: [...path, pinned], cycles, distance };
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
