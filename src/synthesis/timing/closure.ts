/**
 * The cheapest set of nodes that is closed under arcs: whatever is in it has what its arcs lead to in it as well. An arc of
 * a finite price may be broken for that price.
 *
 * It is one side of a minimum cut (J.-C. Picard, "Maximal closure of a graph and applications to combinatorial problems",
 * Management Science 1976), found by pushing flow from nodes that gain to nodes that cost (A. V. Goldberg, R. E. Tarjan, "A
 * new approach to the maximum-flow problem", JACM 1988). Arcs that are added later leave the flow as it is, so that the next
 * answer begins where the last one ended.
 */

export interface Network {
  readonly size: number;
  readonly excess: Int32Array; // what a node gains, and what flowed to it and not on
  readonly demand: Int32Array; // what it costs, less what ended there
  readonly distance: Int32Array; // to the nearest demand, at least
  readonly first: Int32Array; // its last arc; an arc and its reverse differ in the lowest bit
  readonly current: Int32Array; // the arc that flow is tried on next
  readonly queue: Int32Array;
  readonly isQueued: Uint8Array;
  arcs: number;
  next: Int32Array<ArrayBuffer>; // by arc, as the next two
  head: Int32Array<ArrayBuffer>;
  room: Int32Array<ArrayBuffer>; // what more may flow
}

/** Steps that are left: nodes and arcs looked at. */
export interface Effort {
  left: number;
}

/** The price of what must not be; with all widths added to it, it fits into 32 bits. */
export const never = 2 ** 30;

export function newNetwork(size: number): Network {
  const nodes = (): Int32Array => new Int32Array(size);
  const arcs = (): Int32Array<ArrayBuffer> => new Int32Array(8 * size + 16);
  return {
    ...{
      size,
      excess: nodes(),
      demand: nodes(),
      distance: nodes(),
      first: nodes().fill(-1),
      current: nodes(),
    },
    ...{ queue: nodes(), isQueued: new Uint8Array(size), arcs: 0, next: arcs(), head: arcs(), room: arcs() },
  };
}

/** What it costs to have a node in the set; below 0: what it gains. Said once. */
export function setPrice({ excess, demand }: Network, node: number, cost: number): void {
  if (cost < 0) excess[node] = -cost;
  else demand[node] = cost;
}

export function addArc(network: Network, from: number, to: number, cost: number): void {
  if (network.arcs + 2 > network.head.length) {
    network.next = doubled(network.next);
    network.head = doubled(network.head);
    network.room = doubled(network.room);
  }
  const { first, next, head, room, arcs } = network;
  head[arcs] = to;
  room[arcs] = cost;
  next[arcs] = first[from] ?? -1;
  first[from] = arcs;
  head[arcs + 1] = from;
  room[arcs + 1] = 0;
  next[arcs + 1] = first[to] ?? -1;
  first[to] = arcs + 1;
  network.arcs = arcs + 2;
}

/** The nodes of a cheapest set, marked by 1; all 0 where every set costs something. Null: `effort` did not suffice. */
export function cheapestSet(network: Network, effort: Effort): Uint8Array | null {
  for (;;) {
    effort.left -= measureDistances(network);
    const waiting = queueAll(network);
    if (waiting === 0) return reached(network);
    effort.left -= discharge(network, waiting);
    if (effort.left < 0) return null;
  }
}

/** Exact distances, backwards from demands. Returns the steps that took. */
function measureDistances({ size, demand, distance, first, current, queue, ...network }: Network): number {
  const { next, head, room } = network;
  distance.fill(size);
  current.set(first);
  let end = 0;
  for (let node = 0; node < size; node++) {
    if (demand[node] === 0) continue;
    distance[node] = 0;
    queue[end++] = node;
  }
  let steps = size;
  for (let at = 0; at < end; at++) {
    const node = queue[at] ?? 0;
    const there = (distance[node] ?? 0) + 1;
    for (let arc = first[node] ?? -1; arc >= 0; arc = next[arc] ?? -1) {
      steps++;
      const before = head[arc] ?? 0;
      if (distance[before] !== size || room[arc ^ 1] === 0) continue;
      distance[before] = there;
      queue[end++] = before;
    }
  }
  return steps;
}

/** How many have an excess that may still flow to a demand. */
function queueAll({ size, excess, distance, queue, isQueued }: Network): number {
  isQueued.fill(0);
  let count = 0;
  for (let node = 0; node < size; node++) {
    if (excess[node] === 0 || distance[node] === size) continue;
    isQueued[node] = 1;
    queue[count++] = node;
  }
  return count;
}

/** Nodes pass on what they have too much, first come, first served, until distances are worth measuring again. Returns steps. */
function discharge(network: Network, waiting: number): number {
  const { size, excess, demand, distance, first, current, queue, isQueued, next, head, room } = network;
  const enough = 2 * size + network.arcs;
  let steps = 0;
  let start = 0;
  for (let count = waiting; count > 0 && steps < enough; steps++) {
    const node = queue[start] ?? 0;
    start = start + 1 === size ? 0 : start + 1;
    count--;
    isQueued[node] = 0;
    const ends = Math.min(excess[node] ?? 0, demand[node] ?? 0);
    demand[node] = (demand[node] ?? 0) - ends;
    let left = (excess[node] ?? 0) - ends;
    let here = distance[node] ?? 0;
    let arc = current[node] ?? -1;
    while (left > 0 && here < size) {
      steps++;
      if (arc < 0) {
        let nearest = size;
        for (let out = first[node] ?? -1; out >= 0; out = next[out] ?? -1) {
          steps++;
          if (room[out] !== 0) nearest = Math.min(nearest, distance[head[out] ?? 0] ?? 0);
        }
        here = Math.min(size, nearest + 1);
        distance[node] = here;
        arc = first[node] ?? -1;
        continue;
      }
      const to = head[arc] ?? 0;
      const most = room[arc] ?? 0;
      if (most !== 0 && here === (distance[to] ?? 0) + 1) {
        const flow = Math.min(left, most);
        room[arc] = most - flow;
        room[arc ^ 1] = (room[arc ^ 1] ?? 0) + flow;
        excess[to] = (excess[to] ?? 0) + flow;
        left -= flow;
        if (isQueued[to] === 0) {
          isQueued[to] = 1;
          const end = start + count++;
          queue[end < size ? end : end - size] = to;
        }
        if (left === 0) break;
      }
      arc = next[arc] ?? -1;
    }
    current[node] = arc;
    excess[node] = left;
  }
  return steps;
}

/** Where an excess that reaches no demand could flow to: what gains more than all that it needs costs. */
function reached({ size, excess, first, queue, next, head, room }: Network): Uint8Array {
  const set = new Uint8Array(size);
  let end = 0;
  for (let node = 0; node < size; node++) {
    if (excess[node] === 0) continue;
    set[node] = 1;
    queue[end++] = node;
  }
  for (let at = 0; at < end; at++) {
    for (let arc = first[queue[at] ?? 0] ?? -1; arc >= 0; arc = next[arc] ?? -1) {
      const to = head[arc] ?? 0;
      if (room[arc] === 0 || set[to] === 1) continue;
      set[to] = 1;
      queue[end++] = to;
    }
  }
  return set;
}

function doubled(list: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * list.length);
  longer.set(list);
  return longer;
}
