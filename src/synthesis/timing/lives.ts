/**
 * Registers saved: an operation moves later where its result then waits in fewer registers than its operands do more.
 *
 * A value that waits w cycles takes a chain of registers that shift once an II: w / II of them, rounded up; one where
 * iterations do not overlap. Users are looked at before makers, so that a whole tree can follow its root.
 *
 * A product that waits less lets two factors wait more, unless the loads that make them follow it. So one way is to move
 * where everything stays as it is before the operation, another to begin with what would be won if it followed. What is won
 * by many moves at once alone, together.ts finds.
 */
import type { Graph } from "./graph.ts";
import type { Problem } from "./problem.ts";
import { type Reservations, reservationsFor } from "./reservations.ts";
import { moveTogether } from "./together.ts";

export interface Placed {
  readonly problem: Problem;
  readonly graph: Graph;
  readonly ii: number; // 0: iterations do not overlap
  readonly reservations: Reservations; // with everything that `cycles` takes
  readonly cycles: Int32Array; // changed in place
}

/** Keeps what is within `length` within it. */
export function shortenLives(placed: Placed, length: number): void {
  shortenEach(placed, length, widthsOf(placed));
}

/** The same, of overlapping iterations, and by sets of operations too: at an II of 1 there is no better schedule of this length. */
export function shortenAllLives(placed: Placed, length: number): void {
  const widths = widthsOf(placed);
  if (placed.ii === 1 && moveTogether(placed, length, widths)) return;
  shortenEach(placed, length, widths);
  if (placed.ii > 1) moveTogether(placed, length, widths);
}

/** Bits of each result. */
function widthsOf({ problem }: Placed): Int32Array {
  return Int32Array.from(problem.operations, ({ width }) => width ?? 1);
}

function shortenEach(placed: Placed, length: number, widths: Int32Array): void {
  const { problem, ii, cycles } = placed;
  const other: Placed = { ...placed, reservations: reservationsFor(problem, ii), cycles: cycles.slice() };
  for (const [operation, cycle] of cycles.entries()) other.reservations.take(operation, cycle);
  sweep(placed, length, widths);
  // What has no operands that wait longer could not win by having them follow.
  if (!sweepOnce(other, length, { widths, operandWidths: followed(placed, widths) })) return;
  sweep(other, length, widths);
  if (bitsOf(other, widths) < bitsOf(placed, widths)) cycles.set(other.cycles);
}

function sweep(placed: Placed, length: number, widths: Int32Array): void {
  for (let count = 0; count < 4; count++)
    if (!sweepOnce(placed, length, { widths, operandWidths: widths })) return;
}

/** Bits that each cycle of waiting takes: of a result, and of a result that somebody moves away from. */
interface Widths {
  readonly widths: Int32Array;
  readonly operandWidths: ArrayLike<number>;
}

/** As little as has to wait in place of a result, if what makes it moves too; with many users, each one's part of it. */
function followed({ graph }: Placed, widths: Int32Array): Float64Array {
  const { from, to, isValue, incoming, pinned } = graph;
  const users = new Int32Array(graph.size);
  for (let edge = 0; edge < from.length; edge++) {
    const [maker, user] = [from[edge] ?? 0, to[edge] ?? 0];
    if (isValue[edge] === 1 && maker !== user) users[maker] = (users[maker] ?? 0) + 1;
  }
  const least = new Float64Array(graph.size);
  for (const i of graph.order) {
    let before = pinned[i] === 1 ? Number.POSITIVE_INFINITY : 0;
    for (let at = incoming.first[i] ?? 0; at < (incoming.first[i + 1] ?? 0); at++) {
      const edge = incoming.items[at] ?? 0;
      if (isValue[edge] === 1) before += least[from[edge] ?? 0] ?? 0;
    }
    least[i] = Math.min(widths[i] ?? 0, before) / Math.max(1, users[i] ?? 0);
  }
  return least;
}

/** Of all registers that values wait in. */
function bitsOf({ graph, ii, cycles }: Placed, widths: Int32Array): number {
  let bits = 0;
  for (const [i, used] of lastUses(graph, cycles).entries()) {
    const ready = (cycles[i] ?? 0) + (graph.latency[i] ?? 0);
    if (used > ready) bits += (widths[i] ?? 0) * (ii === 0 ? 1 : Math.ceil((used - ready) / ii));
  }
  return bits;
}

function sweepOnce(placed: Placed, length: number, { widths, operandWidths }: Widths): boolean {
  const { problem, graph, ii, reservations, cycles } = placed;
  const { latency, entry, exit, to, lag, distance, isValue, outgoing } = graph;
  const lastUse = lastUses(graph, cycles);
  const room = new Float64Array(graph.size); // the latest offset at which it may start in its cycle
  let moved = false;

  const registers = (wait: number): number => (wait <= 0 ? 0 : ii === 0 ? 1 : Math.ceil(wait / ii));
  const readyOf = (i: number): number => (cycles[i] ?? 0) + (latency[i] ?? 0);

  const latest = (i: number): number => {
    const wait = latency[i] ?? 0;
    const settled = wait === 0 ? (entry[i] ?? 0) : (exit[i] ?? 0);
    let cycle = length - 1 - wait;
    for (const use of problem.operations[i]?.uses ?? []) cycle = Math.min(cycle, length - use.cycles);
    for (let at = outgoing.first[i] ?? 0; at < (outgoing.first[i + 1] ?? 0); at++) {
      const edge = outgoing.items[at] ?? 0;
      const user = to[edge] ?? 0;
      const there = cycles[user] ?? 0;
      if (isValue[edge] === 1) {
        cycle = Math.min(cycle, there - wait - (settled <= (room[user] ?? 0) ? 0 : 1));
      } else if (user !== i) {
        cycle = Math.min(cycle, there - (lag[edge] ?? 0) + (distance[edge] ?? 0) * ii);
      }
    }
    return cycle;
  };

  /** Bits of registers more than now, its own result's and its operands' together. */
  const costOf = (i: number, cycle: number, makers: readonly number[]): number => {
    const ready = readyOf(i);
    const used = lastUse[i] ?? -1;
    const later = ready + cycle - (cycles[i] ?? 0);
    let cost = used < 0 ? 0 : (widths[i] ?? 0) * (registers(used - later) - registers(used - ready));
    for (const maker of makers) {
      const last = lastUse[maker] ?? 0;
      if (cycle <= last) continue;
      const there = readyOf(maker);
      cost += (operandWidths[maker] ?? 0) * (registers(cycle - there) - registers(last - there));
    }
    return cost;
  };

  const bestFor = (i: number, end: number): number => {
    const now = cycles[i] ?? 0;
    const makers = makersOf(graph, i);
    // Costs change where an operand would need a register more, and where the result needs one less.
    const wanted = new Set([end]);
    for (const maker of makers) {
      const last = lastUse[maker] ?? 0;
      wanted.add(last);
      if (ii > 0) wanted.add(readyOf(maker) + registers(last - readyOf(maker)) * ii);
    }
    if (ii > 0) {
      const used = lastUse[i] ?? 0;
      wanted.add(used - (latency[i] ?? 0) - registers(used - end - (latency[i] ?? 0)) * ii);
    }
    let best = now;
    let least = 0;
    for (const cycle of wanted) {
      if (cycle <= now || cycle > end) continue;
      const free = reservations.firstFree(i, cycle, cycle + 1);
      if (free < 0) continue;
      const cost = costOf(i, cycle, makers);
      if (cost < least || (cost === least && cycle > best)) {
        best = cycle;
        least = cost;
      }
    }
    return best;
  };

  for (let at = graph.size - 1; at >= 0; at--) {
    const i = graph.order[at] ?? 0;
    const now = cycles[i] ?? 0;
    // What nobody uses gains nothing by being later; and what is pinned stays.
    const end = (lastUse[i] ?? -1) < 0 || graph.pinned[i] === 1 ? now : latest(i);
    if (end > now) {
      const best = bestFor(i, end);
      if (best > now) {
        reservations.release(i, now);
        reservations.take(i, best);
        cycles[i] = best;
        for (const maker of makersOf(graph, i)) lastUse[maker] = Math.max(lastUse[maker] ?? 0, best);
        moved = true;
      }
    }
    room[i] = roomOf(graph, cycles, room, i);
  }
  return moved;
}

/** Operations whose results it uses, each once. */
function makersOf({ from, isValue, incoming }: Graph, i: number): readonly number[] {
  const makers = new Set<number>();
  for (let at = incoming.first[i] ?? 0; at < (incoming.first[i + 1] ?? 0); at++) {
    const edge = incoming.items[at] ?? 0;
    if (isValue[edge] === 1) makers.add(from[edge] ?? 0);
  }
  return [...makers];
}

/** The latest offset at which it may start in its cycle, when that of its users is known. */
function roomOf(graph: Graph, cycles: Int32Array, room: Float64Array, i: number): number {
  const { limit, latency, entry, to, isValue, outgoing } = graph;
  const delay = entry[i] ?? 0;
  let left = limit - delay;
  if (latency[i] === 0) {
    for (let at = outgoing.first[i] ?? 0; at < (outgoing.first[i + 1] ?? 0); at++) {
      const edge = outgoing.items[at] ?? 0;
      const user = to[edge] ?? 0;
      if (isValue[edge] === 1 && cycles[user] === cycles[i]) left = Math.min(left, (room[user] ?? 0) - delay);
    }
  }
  return Math.max(0, left);
}

/** By operation the last cycle in which its result is used; -1: never. */
function lastUses(graph: Graph, cycles: Int32Array): Int32Array {
  const last = new Int32Array(graph.size).fill(-1);
  for (let edge = 0; edge < graph.from.length; edge++) {
    if (graph.isValue[edge] === 0) continue;
    const maker = graph.from[edge] ?? 0;
    last[maker] = Math.max(last[maker] ?? -1, cycles[graph.to[edge] ?? 0] ?? 0);
  }
  return last;
}
