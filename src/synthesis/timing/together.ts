/**
 * Registers saved by moving many operations at once, where no single move saves any: a tree of adders whose leaves gain
 * nothing before its root has moved, and whose root gains nothing alone.
 *
 * A set of operations moves by a whole II, later or earlier, so that every unit and port is used in the slots in which it
 * was. What that costs is a sum: of widths of what is made later and so waits less, and of widths of what is used later, once
 * for all users of a result (the mirror vertices of C. E. Leiserson, J. B. Saxe, "Retiming synchronous circuitry",
 * Algorithmica 1991, section 8). What may not move alone takes along what it would overtake. So the best set is a closure.
 * The sum is an L-natural-convex function of cycles: the best sets later, until there is none, and then the best sets earlier
 * lead to the least of all (K. Murota, A. Shioura, "Exact bounds for steepest descent algorithms of L-convex function
 * minimization", Operations Research Letters 2014).
 *
 * That operations fit into a cycle one behind another is a rule for the two ends of each chain that does not, of which there
 * are very many; so they are found when a set breaks them, as in J. Wang, H. Zhou, "An efficient incremental algorithm for
 * min-area retiming", DAC 2008.
 */
import { addArc, cheapestSet, type Effort, type Network, never, newNetwork, setPrice } from "./closure.ts";
import type { Graph } from "./graph.ts";
import type { Placed } from "./lives.ts";

/** Of overlapping iterations, within `length`. Whether nothing was left to gain before too much was looked at. */
export function moveTogether(placed: Placed, length: number, widths: Int32Array): boolean {
  const { graph } = placed;
  const effort = { left: Math.min(10_000 + stepsPerEdge * (graph.size + graph.from.length), mostSteps) };
  const chains: Chain[] = [];
  for (const later of [true, false]) {
    const move = { ...placed, length, widths, chains, later };
    while (moveOnce(move, effort));
  }
  return effort.left >= 0;
}

/** The jet tagger of bench/hardware/flat.ts takes 220. */
const stepsPerEdge = 400;

/** A second or so. */
const mostSteps = 1e8;

/** `to` starts `lag` cycles after `from` at least, as what is between them does not fit into less. */
interface Chain {
  readonly from: number;
  readonly to: number;
  readonly lag: number;
}

interface Move extends Placed {
  readonly length: number;
  readonly widths: Int32Array;
  readonly chains: Chain[]; // those known so far
  readonly later: boolean; // or earlier
}

/** Whether a set was moved. */
function moveOnce(move: Move, effort: Effort): boolean {
  const { graph, ii, cycles, chains, later } = move;
  const network = newNetwork(2 * graph.size);
  addPrices(network, move);
  addOrders(network, move);
  for (;;) {
    effort.left -= graph.size + graph.from.length;
    const set = cheapestSet(network, effort);
    if (set === null || set.indexOf(1) < 0) return false;
    const moved = cycles.map((cycle, i) => (set[i] === 1 ? cycle + (later ? ii : -ii) : cycle));
    const broken = brokenChains(graph, moved, effort);
    if (broken.length === 0) {
      cycles.set(moved);
      return true;
    }
    for (const chain of broken) {
      chains.push(chain);
      addRule(network, later, chain.from, chain.to);
    }
  }
}

/** Where the maker moves later, the user does too; where the user moves earlier, the maker. */
function addRule(network: Network, later: boolean, maker: number, user: number): void {
  if (later) addArc(network, maker, user, never);
  else addArc(network, user, maker, never);
}

/** Nodes are operations, and after them a mirror of each: the end of the registers in which its result waits. */
function addPrices(network: Network, { problem, graph, ii, cycles, length, widths, later }: Move): void {
  const { size, latency, pinned, to, isValue, outgoing } = graph;
  for (const [i, { uses, early }] of problem.operations.entries()) {
    const start = cycles[i] ?? 0;
    const ready = start + (latency[i] ?? 0);
    const hasRoom = later
      ? early !== true && ready + ii < length && uses.every((use) => start + ii + use.cycles <= length)
      : start >= ii;
    const canMove = hasRoom && pinned[i] === 0;
    const end = outgoing.first[i + 1] ?? 0;
    let used = -1;
    for (let at = outgoing.first[i] ?? 0; at < end; at++) {
      const edge = outgoing.items[at] ?? 0;
      if (isValue[edge] === 1) used = Math.max(used, cycles[to[edge] ?? 0] ?? 0);
    }
    const width = used < 0 ? 0 : (widths[i] ?? 0);
    setPrice(network, i, canMove ? (later ? -width : width) : never);
    if (width === 0) continue;
    setPrice(network, size + i, later ? width : -width);
    const last = ready + Math.ceil((used - ready) / ii) * ii; // to which the registers hold it
    for (let at = outgoing.first[i] ?? 0; at < end; at++) {
      const edge = outgoing.items[at] ?? 0;
      const user = to[edge] ?? 0;
      if (isValue[edge] === 1 && (cycles[user] ?? 0) + ii > last) addRule(network, later, user, size + i);
    }
  }
}

/** Who would overtake whom. */
function addOrders(network: Network, { graph, ii, cycles, chains, later }: Move): void {
  const { from, to, lag, distance, isValue, latency, entry, exit, limit } = graph;
  for (let edge = 0; edge < from.length; edge++) {
    const maker = from[edge] ?? 0;
    const user = to[edge] ?? 0;
    if (maker === user) continue;
    let least = (lag[edge] ?? 0) - (distance[edge] ?? 0) * ii;
    if (isValue[edge] === 1) {
      const wait = latency[maker] ?? 0;
      const settled = wait === 0 ? (entry[maker] ?? 0) : (exit[maker] ?? 0);
      least = wait + (settled > 0 && settled + (entry[user] ?? 0) > limit ? 1 : 0);
    }
    if ((cycles[user] ?? 0) - (cycles[maker] ?? 0) < least + ii) addRule(network, later, maker, user);
  }
  for (const chain of chains) {
    const apart = (cycles[chain.to] ?? 0) - (cycles[chain.from] ?? 0);
    if (apart < chain.lag + ii) addRule(network, later, chain.from, chain.to);
  }
}

/** Of operations that do not fit into their cycle: the chains that are too long, each only as long as it has to be. */
function brokenChains(graph: Graph, cycles: Int32Array, effort: Effort): readonly Chain[] {
  const { size, from, latency, entry, exit, limit, isValue, incoming } = graph;
  const settled = new Float64Array(size); // ns into the cycle in which its result is there
  const search: Search = { room: new Float64Array(size), end: new Int32Array(size).fill(-1), found: [] };
  for (const i of graph.order) {
    const now = cycles[i] ?? 0;
    let offset = 0;
    for (let at = incoming.first[i] ?? 0; at < (incoming.first[i + 1] ?? 0); at++) {
      const edge = incoming.items[at] ?? 0;
      const maker = from[edge] ?? 0;
      if (isValue[edge] === 0 || (cycles[maker] ?? 0) + (latency[maker] ?? 0) !== now) continue;
      offset = Math.max(offset, settled[maker] ?? 0);
    }
    const delay = entry[i] ?? 0;
    if (offset > 0 && offset + delay > limit) {
      effort.left -= addChainsTo(graph, cycles, i, search);
      offset = 0; // it will have to move to the next cycle
    }
    settled[i] = latency[i] === 0 ? offset + delay : (exit[i] ?? 0);
  }
  return search.found;
}

/** Backwards from the end of chains. */
interface Search {
  readonly room: Float64Array; // by operation ns that may be before it, where it was met on the way from `end`
  readonly end: Int32Array;
  readonly found: Chain[];
}

/** Returns the steps that took. */
function addChainsTo(graph: Graph, cycles: Int32Array, to: number, { room, end, found }: Search): number {
  const { from, latency, entry, exit, limit, isValue, incoming } = graph;
  const now = cycles[to] ?? 0;
  const stack = [to];
  let steps = 0;
  room[to] = limit - (entry[to] ?? 0);
  end[to] = to;
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    for (let at = incoming.first[i] ?? 0; at < (incoming.first[i + 1] ?? 0); at++) {
      steps++;
      const edge = incoming.items[at] ?? 0;
      const maker = from[edge] ?? 0;
      const wait = latency[maker] ?? 0;
      if (isValue[edge] === 0 || (cycles[maker] ?? 0) + wait !== now) continue;
      const delay = wait === 0 ? (entry[maker] ?? 0) : (exit[maker] ?? 0);
      const left = (room[i] ?? 0) - delay;
      if (end[maker] === to && (room[maker] ?? 0) <= left) continue;
      end[maker] = to;
      room[maker] = left;
      if (left < 0 && delay > 0) found.push({ from: maker, to, lag: wait + 1 });
      else if (wait === 0) stack.push(maker);
    }
  }
  return steps;
}
