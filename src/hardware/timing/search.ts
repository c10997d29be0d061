/**
 * Every way to spread a few operations over the slots of an interval, until one fits.
 *
 * Only operations that compete for resources are tried; the slot of such an operation once chosen, its cycle is a whole
 * number of intervals away, and every other operation follows as early as edges allow. So a schedule that exists is found,
 * unless the budget ends first.
 */
import { after, unrelated } from "./earliest.ts";
import type { Graph, Times } from "./graph.ts";
import { isLater, reach } from "./graph.ts";
import type { Problem } from "./problem.ts";
import { reservationsFor } from "./reservations.ts";

export interface Search {
  readonly problem: Problem;
  readonly graph: Graph;
  readonly ii: number;
  readonly least: Times; // nothing can be earlier than this
  readonly toEnd: Int32Array; // by operation the cycles from its start to the last, at least
  readonly within: number | null; // cycles that an iteration may take; null: as many as it likes
  readonly budget: number; // edges looked at
}

/** `none`: there is no schedule. `unknown`: the budget ended. */
export type Outcome =
  | { readonly kind: "found"; readonly cycles: Int32Array }
  | { readonly kind: "none" | "unknown" };

export function search(asked: Search): Outcome {
  const { problem, graph, ii, within } = asked;
  const { size, to, outgoing } = graph;
  const moment = { cycle: 0, offset: 0 };
  const rivals = competing(problem, ii);
  const place = new Int32Array(size); // among rivals
  for (const [at, rival] of rivals.entries()) place[rival] = at;
  const deadline = deadlines(asked, rivals.length);
  const reservations = reservationsFor(problem, ii);
  const slots = new Int32Array(size).fill(-1); // chosen; -1: free
  const clashes = clashesOf(graph, ii, rivals, place);
  let budget = asked.budget;

  /** From an operation on, everything as early as it can be; whether nothing is later than it may be. */
  const follow = (times: Times, start: number): boolean => {
    const { cycles, offsets } = times;
    const waiting = [start];
    for (let i = waiting.pop(); i !== undefined; i = waiting.pop()) {
      for (let at = outgoing.first[i] ?? 0; at < (outgoing.first[i + 1] ?? 0); at++) {
        const edge = outgoing.items[at] ?? 0;
        const user = to[edge] ?? 0;
        budget--;
        reach(graph, times, edge, ii, moment);
        if (!isLater(moment, cycles[user] ?? 0, offsets[user] ?? 0)) continue;
        const slot = slots[user] ?? -1;
        const missing = slot < 0 ? 0 : (slot - (moment.cycle % ii) + ii) % ii;
        const cycle = moment.cycle + missing;
        if (cycle > (deadline[user] ?? 0) || budget < 0) return false;
        cycles[user] = cycle;
        offsets[user] = missing === 0 ? moment.offset : 0;
        waiting.push(user);
      }
    }
    return true;
  };

  /** Cycles in which an operation still finds what it uses: one of each slot. */
  const choices = (operation: number, times: Times, barred: Uint8Array): readonly number[] => {
    const first = times.cycles[operation] ?? 0;
    const end = Math.min(first + ii, (deadline[operation] ?? 0) + 1);
    const free: number[] = [];
    for (let cycle = first; cycle < end; cycle++) {
      if (barred[(place[operation] ?? 0) * ii + (cycle % ii)] === 1) continue;
      if (reservations.firstFree(operation, cycle, cycle + 1) >= 0) free.push(cycle);
    }
    return free;
  };

  const descend = (times: Times, left: readonly number[], barred: Uint8Array): Int32Array | null => {
    if (left.length === 0) return times.cycles;
    let next = left[0] ?? 0;
    let tried: readonly number[] | null = null;
    for (const rival of left) {
      const free = choices(rival, times, barred);
      if (free.length === 0) return null;
      if (tried !== null && tried.length <= free.length) continue;
      tried = free;
      next = rival;
    }
    budget -= left.length * ii;
    // A schedule may begin in any slot, so where the length does not matter the first of them has no choice.
    const whole = left.length === rivals.length && within === null && !graph.pinned.includes(1);
    const rest = left.filter((rival) => rival !== next);
    for (const cycle of whole ? (tried ?? []).slice(0, 1) : (tried ?? [])) {
      const copy = { cycles: times.cycles.slice(), offsets: times.offsets.slice() };
      if (copy.cycles[next] !== cycle) copy.offsets[next] = 0;
      copy.cycles[next] = cycle;
      slots[next] = cycle % ii;
      reservations.take(next, cycle);
      const found = follow(copy, next) ? descend(copy, rest, clashes(barred, next, cycle, rest)) : null;
      if (found !== null) return found;
      slots[next] = -1;
      reservations.release(next, cycle);
      if (budget < 0) return null;
    }
    return null;
  };

  const start = { cycles: asked.least.cycles.slice(), offsets: asked.least.offsets.slice() };
  if (start.cycles.some((cycle, i) => cycle > (deadline[i] ?? 0))) return { kind: "none" };
  const cycles = descend(start, rivals, new Uint8Array(rivals.length * ii));
  if (cycles !== null) return { kind: "found", cycles };
  return { kind: budget < 0 ? "unknown" : "none" };
}

/**
 * Two operations around one recurrence are between so many cycles and so many apart: where these are fewer than an interval,
 * the slot of one bars slots for the other. Gives back `barred` with those of `others` that `chosen` in `cycle` bars.
 */
function clashesOf(graph: Graph, ii: number, rivals: readonly number[], place: Int32Array) {
  const least = new Map(rivals.map((rival) => [rival, after(graph, ii, rival)]));
  return (barred: Uint8Array, chosen: number, cycle: number, others: readonly number[]): Uint8Array => {
    const copy = barred.slice();
    for (const other of others) {
      const soonest = least.get(chosen)?.[other] ?? unrelated;
      const behind = least.get(other)?.[chosen] ?? unrelated;
      if (soonest === unrelated || behind === unrelated) continue;
      const allowed = 1 - behind - soonest; // cycles that are soon enough and late enough
      for (let past = allowed; past < ii; past++) {
        const slot = (((cycle + soonest + past) % ii) + ii) % ii;
        copy[(place[other] ?? 0) * ii + slot] = 1;
      }
    }
    return copy;
  };
}

/** Whether it is worth a try: what is counted is what a search does at the least. */
export function isSmall({ graph, ii, rivals }: { graph: Graph; ii: number; rivals: number }): boolean {
  return rivals * rivals * ii <= 4_000_000 && rivals * (graph.size + graph.from.length) <= 4_000_000;
}

/** Operations that use something of which there is too little to forget about it. */
export function competing(problem: Problem, ii: number): readonly number[] {
  const most = new Float64Array(problem.resources.length);
  for (const { uses } of problem.operations) {
    for (const { resource, cycles } of uses) most[resource] = (most[resource] ?? 0) + Math.ceil(cycles / ii);
  }
  const scarce = problem.resources.map(({ count }, resource) => (most[resource] ?? 0) > count);
  const rivals: number[] = [];
  for (const [operation, { uses }] of problem.operations.entries()) {
    if (uses.some(({ resource }) => scarce[resource])) rivals.push(operation);
  }
  return rivals;
}

/** By operation the last cycle in which it may start. */
function deadlines({ problem, graph, ii, toEnd, within }: Search, rivals: number): Int32Array {
  const { latency, lag, isValue } = graph;
  // Longer than any way through the graph that visits nothing twice; what is later than that grows for ever.
  let longest = 2 * rivals * ii;
  for (const wait of latency) longest += 2 * (wait + 1);
  for (const [edge, cycles] of lag.entries()) if (isValue[edge] === 0) longest += 2 * Math.max(0, cycles);
  const last = new Int32Array(graph.size).fill(longest);
  if (within !== null) {
    for (const [i, { uses }] of problem.operations.entries()) {
      last[i] = within - 1 - (toEnd[i] ?? 0);
      for (const use of uses) last[i] = Math.min(last[i] ?? 0, within - use.cycles);
    }
  }
  for (const [i, pinned] of graph.pinned.entries()) if (pinned === 1) last[i] = 0;
  return last;
}
