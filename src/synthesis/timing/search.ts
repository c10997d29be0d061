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
import { countSlots, slotsFrom, wordsFor } from "./slots.ts";
import { inCircles } from "./urgency.ts";

export interface Search {
  readonly problem: Problem;
  readonly graph: Graph;
  readonly ii: number;
  readonly rivalry: Rivalry;
  readonly least: Times; // nothing can be earlier than this
  readonly toEnd: Int32Array; // by operation the cycles from its start to the last, at least
  readonly within: number; // cycles that an iteration may take; Infinity: as many as it likes
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
  const { rivals } = asked.rivalry;
  const place = new Int32Array(size); // among rivals
  for (const [at, rival] of rivals.entries()) place[rival] = at;
  const deadline = deadlines(asked, rivals.length);
  const reservations = reservationsFor(problem, ii);
  const slots = new Int32Array(size).fill(-1); // chosen; -1: free
  const words = wordsFor(ii);
  const { barred, bar, unbar, mark: markBars } = barring(asked.rivalry, ii, place);
  const mayBegin = within === Infinity && !graph.pinned.includes(1); // in any slot
  const times: Times = { cycles: asked.least.cycles.slice(), offsets: asked.least.offsets.slice() };
  const { cycles, offsets } = times;
  const { set, undo, mark: markNow } = changesOf(times);
  const waiting: number[] = [];
  let budget = asked.budget;

  /** From an operation on, everything as early as it can be; whether nothing is later than it may be. */
  const follow = (start: number): boolean => {
    waiting.length = 0;
    waiting.push(start);
    for (let i = waiting.pop(); i !== undefined; i = waiting.pop()) {
      const end = outgoing.first[i + 1] ?? 0;
      for (let at = outgoing.first[i] ?? 0; at < end; at++) {
        const edge = outgoing.items[at] ?? 0;
        const user = to[edge] ?? 0;
        budget--;
        reach(graph, times, edge, ii, moment);
        if (!isLater(moment, cycles[user] ?? 0, offsets[user] ?? 0)) continue;
        const slot = slots[user] ?? -1;
        const missing = slot < 0 ? 0 : (slot - (moment.cycle % ii) + ii) % ii;
        const cycle = moment.cycle + missing;
        if (cycle > (deadline[user] ?? 0) || budget < 0) return false;
        // What waits for itself and stood at the edge of a cycle waits for ever: ways do not change by whole intervals.
        if (user === start && cycle > (cycles[user] ?? 0) && offsets[user] === 0) return false;
        set(user, cycle, missing === 0 ? moment.offset : 0);
        waiting.push(user);
      }
    }
    return true;
  };

  const isFree = (operation: number, cycle: number): boolean => {
    const slot = cycle % ii;
    const word = barred[(place[operation] ?? 0) * words + (slot >> 5)] ?? 0;
    return ((word >>> (slot & 31)) & 1) === 0 && reservations.fits(operation, cycle);
  };

  /** After the last cycle that need be looked at: one of each slot. */
  const endOf = (operation: number): number =>
    Math.min((cycles[operation] ?? 0) + ii, (deadline[operation] ?? 0) + 1);

  /** Cycles in which an operation still finds what it uses: how many; more than `most` need not be counted. */
  const choices = (operation: number, most: number): number => {
    const start = cycles[operation] ?? 0;
    const end = endOf(operation);
    let free = 0;
    if (!reservations.isPlain(operation)) {
      for (let cycle = start; cycle < end && free < most; cycle++) if (isFree(operation, cycle)) free++;
      return free;
    }
    if (end <= start) return 0;
    const first = start % ii;
    const own = (place[operation] ?? 0) * words;
    for (let word = 0; word < words; word++) {
      const open = reservations.roomFor(operation, word) & ~(barred[own + word] ?? 0);
      if (open !== 0) free += countSlots(open & slotsFrom(first, end - start, ii, word));
    }
    return free;
  };

  const descend = (left: readonly number[]): boolean => {
    if (left.length === 0) return true;
    let next = left[0] ?? 0;
    let fewest = ii + 1;
    for (const rival of left) {
      const free = choices(rival, fewest);
      if (free === 0) return false;
      if (free >= fewest) continue;
      fewest = free;
      next = rival;
    }
    budget -= left.length * ii;
    const tried: number[] = [];
    for (let cycle = cycles[next] ?? 0, end = endOf(next); cycle < end; cycle++)
      if (isFree(next, cycle)) tried.push(cycle);
    // A schedule may begin in any slot, so where the length does not matter the first of them has no choice.
    if (mayBegin && left.length === rivals.length) tried.length = 1;
    const rest = left.filter((rival) => rival !== next);
    const [mark, bars] = [markNow(), markBars()];
    for (const cycle of tried) {
      set(next, cycle, cycles[next] === cycle ? (offsets[next] ?? 0) : 0);
      slots[next] = cycle % ii;
      reservations.take(next, cycle);
      if (follow(next)) {
        bar(next, cycle, rest);
        if (descend(rest)) return true;
        unbar(bars);
      }
      undo(mark);
      slots[next] = -1;
      reservations.release(next, cycle);
      if (budget < 0) return false;
    }
    return false;
  };

  if (cycles.some((cycle, i) => cycle > (deadline[i] ?? 0))) return { kind: "none" };
  if (descend(rivals)) return { kind: "found", cycles };
  return { kind: budget < 0 ? "unknown" : "none" };
}

/** Times that are set and taken back, last first. */
function changesOf({ cycles, offsets }: Times) {
  const operations: number[] = [];
  const before: number[] = []; // a cycle and an offset of each
  const set = (operation: number, cycle: number, offset: number): void => {
    operations.push(operation);
    before.push(cycles[operation] ?? 0, offsets[operation] ?? 0);
    cycles[operation] = cycle;
    offsets[operation] = offset;
  };
  const undo = (mark: number): void => {
    while (operations.length > mark) {
      const operation = operations.pop() ?? 0;
      offsets[operation] = before.pop() ?? 0;
      cycles[operation] = before.pop() ?? 0;
    }
  };
  return { set, undo, mark: () => operations.length };
}

/**
 * Two operations around one recurrence are between so many cycles and so many apart: where these are fewer than an interval,
 * the slot of one bars slots for the other. `barred` has the words of each rival; `bar` bars slots of `others`, once `chosen` has its cycle.
 */
function barring({ rivals, least }: Rivalry, ii: number, place: Int32Array) {
  const words = wordsFor(ii);
  const barred = new Int32Array(rivals.length * words);
  const leastOf = rivals.map((rival) => least.get(rival));
  const places: number[] = []; // of words that were changed
  const before: number[] = []; // and what they were
  const bar = (chosen: number, cycle: number, others: readonly number[]): void => {
    const own = leastOf[place[chosen] ?? 0];
    if (own === undefined) return;
    for (const other of others) {
      const soonest = own[other] ?? unrelated;
      const there = place[other] ?? 0;
      const behind = leastOf[there]?.[chosen] ?? unrelated;
      if (soonest === unrelated || behind === unrelated) continue;
      const allowed = Math.max(0, 1 - behind - soonest); // cycles that are soon enough and late enough
      if (allowed >= ii) continue;
      const from = (((cycle + soonest + allowed) % ii) + ii) % ii;
      for (let word = 0; word < words; word++) {
        const at = there * words + word;
        places.push(at);
        before.push(barred[at] ?? 0);
        barred[at] = (barred[at] ?? 0) | slotsFrom(from, ii - allowed, ii, word);
      }
    }
  };
  const unbar = (mark: number): void => {
    while (places.length > mark) barred[places.pop() ?? 0] = before.pop() ?? 0;
  };
  return { barred, bar, unbar, mark: () => places.length };
}

/** Operations that compete for resources at an II: what all searches at it have in common. */
export interface Rivalry {
  readonly rivals: readonly number[];
  readonly least: ReadonlyMap<number, Int32Array>; // of those in recurrences: how many cycles others come after them
}

export function rivalryOf(problem: Problem, graph: Graph, ii: number): Rivalry {
  const rivals = competing(problem, ii);
  const around = inCircles(graph);
  const inside = rivals.filter((rival) => around[rival] === 1);
  return { rivals, least: new Map(inside.map((rival) => [rival, after(graph, ii, rival, around)])) };
}

/** Whether it is worth a try: what is counted is what a search does at the least. */
export function isSmall({ graph, ii, rivals }: { graph: Graph; ii: number; rivals: number }): boolean {
  return rivals * rivals * ii <= 4_000_000 && rivals * (graph.size + graph.from.length) <= 4_000_000;
}

/** What a search takes that never turns back: less than this is no search. */
export function onceThrough({ from }: Graph, ii: number, rivals: number): number {
  return rivals * ((rivals * ii) / 2 + from.length);
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
  if (within !== Infinity) {
    for (const [i, { uses }] of problem.operations.entries()) {
      last[i] = within - 1 - (toEnd[i] ?? 0);
      for (const use of uses) last[i] = Math.min(last[i] ?? 0, within - use.cycles);
    }
  }
  for (const [i, pinned] of graph.pinned.entries()) if (pinned === 1) last[i] = 0;
  return last;
}
