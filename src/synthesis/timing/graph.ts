/** A problem in typed arrays: edges by operation, and an order in which values are made before they are used. */
import { bug } from "../../diagnostics/bug.ts";
import type { Edge, Problem } from "./problem.ts";

export interface Graph {
  readonly size: number;
  readonly limit: number; // the period, and a hair: sums of decimal fractions are never exact
  readonly latency: Int32Array;
  readonly entry: Float64Array;
  readonly exit: Float64Array;
  readonly pinned: Uint8Array;
  readonly from: Int32Array; // by edge, as the next four
  readonly to: Int32Array;
  readonly lag: Int32Array; // of order edges
  readonly distance: Int32Array;
  readonly isValue: Uint8Array;
  readonly incoming: Rows;
  readonly outgoing: Rows;
  readonly order: Int32Array; // operations, makers of values before users
  readonly position: Int32Array; // in `order`
}

/** The edges of an operation i are items[first[i]] to items[first[i + 1] - 1]. */
export interface Rows {
  readonly first: Int32Array;
  readonly items: Int32Array;
}

/** When operations start. */
export interface Times {
  readonly cycles: Int32Array;
  readonly offsets: Float64Array;
}

/** One part in a billion of a nanosecond: far above rounding, far below any delay. */
const hair = 1e-9;

export function graphOf(problem: Problem, edges: readonly Edge[]): Graph {
  const size = problem.operations.length;
  const from = Int32Array.from(edges, (edge) => edge.from);
  const to = Int32Array.from(edges, (edge) => edge.to);
  const lag = Int32Array.from(edges, (edge) => (edge.kind === "order" ? edge.lag : 0));
  const distance = Int32Array.from(edges, (edge) => (edge.kind === "order" ? edge.distance : 0));
  const isValue = Uint8Array.from(edges, (edge) => (edge.kind === "value" ? 1 : 0));
  const outgoing = rowsBy(from, size);
  const inOrder = (edge: number): boolean => distance[edge] === 0 && (lag[edge] ?? 0) >= 0;
  const order =
    sorted(size, to, outgoing, inOrder) ??
    sorted(size, to, outgoing, (edge) => isValue[edge] === 1) ??
    bug("a value depends on itself within an iteration");
  const position = new Int32Array(size);
  for (const [at, operation] of order.entries()) position[operation] = at;
  return {
    size,
    limit: problem.period + hair,
    latency: Int32Array.from(problem.operations, (operation) => operation.latency),
    entry: Float64Array.from(problem.operations, (operation) => operation.entry),
    exit: Float64Array.from(problem.operations, (operation) => operation.exit),
    pinned: Uint8Array.from(problem.operations, (operation) => (operation.pinned === true ? 1 : 0)),
    ...{ from, to, lag, distance, isValue, outgoing, order, position },
    incoming: rowsBy(to, size),
  };
}

/**
 * The same in a mirror: what was latest is earliest. An operation starts there when its result was there, and an order
 * between starts becomes one between results.
 */
export function mirrored(graph: Graph): Graph {
  const { size, latency, from, to, lag, isValue } = graph;
  const mirroredLag = lag.map((cycles, edge) =>
    isValue[edge] === 1 ? 0 : cycles + (latency[to[edge] ?? 0] ?? 0) - (latency[from[edge] ?? 0] ?? 0),
  );
  const { outgoing, incoming, order, position } = graph;
  // Before what takes longer than a period there may still be what takes no time.
  const capped = (delay: number): number => Math.min(delay, graph.limit);
  return {
    ...graph,
    pinned: new Uint8Array(size),
    entry: graph.entry.map((delay, i) => capped(latency[i] === 0 ? delay : (graph.exit[i] ?? 0))),
    exit: graph.entry.map(capped),
    from: to,
    to: from,
    lag: mirroredLag,
    outgoing: incoming,
    incoming: outgoing,
    order: order.slice().reverse(),
    position: position.map((at) => size - 1 - at),
  };
}

/** A time: cycles are compared first. */
export interface Moment {
  cycle: number;
  offset: number;
}

/** How early an edge lets its user start, when its maker starts as `times` say. Written into `moment`, as it is asked often. */
export function reach(graph: Graph, times: Times, edge: number, ii: number, moment: Moment): void {
  const maker = graph.from[edge] ?? 0;
  const start = times.cycles[maker] ?? 0;
  moment.offset = 0;
  if (graph.isValue[edge] === 0) {
    moment.cycle = start + (graph.lag[edge] ?? 0) - (graph.distance[edge] ?? 0) * ii;
    return;
  }
  const wait = graph.latency[maker] ?? 0;
  const settled =
    wait === 0 ? (times.offsets[maker] ?? 0) + (graph.entry[maker] ?? 0) : (graph.exit[maker] ?? 0);
  moment.cycle = start + wait;
  if (settled === 0) return; // at the edge of a cycle anything may start, however long it takes
  if (settled + (graph.entry[graph.to[edge] ?? 0] ?? 0) <= graph.limit) moment.offset = settled;
  else moment.cycle++;
}

/** Raises `moment` to the earliest start that its makers allow; those alone that `counts`. */
export function startAfterMakers(
  graph: Graph,
  times: Times,
  operation: number,
  ii: number,
  moment: Moment,
  counts: Uint8Array,
): void {
  const { first, items } = graph.incoming;
  const end = first[operation + 1] ?? 0;
  for (let at = first[operation] ?? 0; at < end; at++) {
    const edge = items[at] ?? 0;
    const maker = graph.from[edge] ?? 0;
    if (maker === operation || counts[maker] === 0) continue;
    reach(graph, times, edge, ii, reached);
    if (isLater(reached, moment.cycle, moment.offset)) {
      moment.cycle = reached.cycle;
      moment.offset = reached.offset;
    }
  }
}

export function isLater(moment: Moment, cycle: number, offset: number): boolean {
  return moment.cycle > cycle || (moment.cycle === cycle && moment.offset > offset);
}

const reached: Moment = { cycle: 0, offset: 0 };

/** Offsets when cycles are known: once the last operand that is new in the cycle has settled. */
export function settle(graph: Graph, cycles: Int32Array): Float64Array {
  const { isValue, incoming } = graph;
  const offsets = new Float64Array(graph.size);
  const times = { cycles, offsets };
  for (const i of graph.order) {
    let offset = 0;
    for (let at = incoming.first[i] ?? 0; at < (incoming.first[i + 1] ?? 0); at++) {
      const edge = incoming.items[at] ?? 0;
      if (isValue[edge] === 0) continue;
      reach(graph, times, edge, 0, reached);
      if (reached.cycle === cycles[i] && reached.offset > offset) offset = reached.offset;
    }
    offsets[i] = offset;
  }
  return offsets;
}

function rowsBy(key: Int32Array, size: number): Rows {
  const first = new Int32Array(size + 1);
  for (const row of key) first[row + 1] = (first[row + 1] ?? 0) + 1;
  for (let row = 0; row < size; row++) first[row + 1] = (first[row + 1] ?? 0) + (first[row] ?? 0);
  const next = first.slice();
  const items = new Int32Array(key.length);
  for (const [edge, row] of key.entries()) {
    const at = next[row] ?? 0;
    items[at] = edge;
    next[row] = at + 1;
  }
  return { first, items };
}

/** An order that keeps the edges that are `counted`, if there is one. */
function sorted(
  size: number,
  to: Int32Array,
  outgoing: Rows,
  counted: (edge: number) => boolean,
): Int32Array | null {
  const waitsFor = new Int32Array(size);
  for (const [edge, operation] of to.entries()) {
    if (counted(edge)) waitsFor[operation] = (waitsFor[operation] ?? 0) + 1;
  }
  const order = new Int32Array(size);
  let known = 0;
  for (let i = 0; i < size; i++) if (waitsFor[i] === 0) order[known++] = i;
  for (let done = 0; done < known; done++) {
    const i = order[done] ?? 0;
    for (let at = outgoing.first[i] ?? 0; at < (outgoing.first[i + 1] ?? 0); at++) {
      const edge = outgoing.items[at] ?? 0;
      if (!counted(edge)) continue;
      const user = to[edge] ?? 0;
      const left = (waitsFor[user] ?? 0) - 1;
      waitsFor[user] = left;
      if (left === 0) order[known++] = user;
    }
  }
  return known === size ? order : null;
}
