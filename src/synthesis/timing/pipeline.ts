/** Iterations that overlap: the least II that can be had, and why it is not less. */

import { placeBackwards } from "./backwards.ts";
import { leastInterval, leastLength } from "./bounds.ts";
import { compact } from "./compact.ts";
import { earliest } from "./earliest.ts";
import type { Graph } from "./graph.ts";
import { graphOf, settle } from "./graph.ts";
import { shortenAllLives, shortenLives } from "./lives.ts";
import { place } from "./place.ts";
import type { Impossible, Problem, Reason, Timing } from "./problem.ts";
import type { Reservations } from "./reservations.ts";
import { reservationsFor } from "./reservations.ts";
import type { Outcome, Rivalry } from "./search.ts";
import { competing, isSmall, onceThrough, rivalryOf, search } from "./search.ts";
import { lengthOf, schedule } from "./straight.ts";
import { byHeight, heightsOf, raised, recurrencesFirst, roundsFor } from "./urgency.ts";

export interface Asked {
  readonly ii?: number;
  readonly effort?: Effort;
}

/** `quick`: what is found at once; an interval or a length may be a little longer than it has to be. */
export type Effort = "quick" | "thorough";

export function pipeline(problem: Problem, asked: Asked): Timing | Impossible {
  const apart = onlyOnce(() => schedule(problem));
  const how: How = {
    enough: 0,
    most: Infinity,
    effort: asked.effort ?? "thorough",
    patience: patienceFor(() => apart().length),
  };
  const graph = graphOf(problem, problem.edges);
  const bound = leastInterval(problem, graph);
  const wanted = asked.ii ?? bound.ii;
  if (wanted >= bound.ii) {
    const found = at(problem, graph, wanted, how);
    if (found !== null)
      return timing(problem, graph, found, how, wanted === bound.ii ? bound.reason : { kind: "asked" });
  }
  const best = leastFrom(
    problem,
    graph,
    wanted >= bound.ii && asked.ii === undefined ? bound.ii + 1 : bound.ii,
    how,
    apart(),
  );
  const least = best.ii ?? 1;
  const reason: Reason | null = least === bound.ii ? bound.reason : { kind: "search" };
  const timed = { ...best, reason };
  if (asked.ii === undefined || least <= asked.ii || reason === null) return timed;
  return { kind: "impossible", asked: asked.ii, least, reason, best: timed };
}

/** No interval is shorter: recurrences and resources rule it out. */
export function leastOf(problem: Problem): number {
  return leastInterval(problem, graphOf(problem, problem.edges)).ii;
}

/** At this very II. Null where nothing is found, or nothing short enough. */
export function pipelineAt(problem: Problem, ii: number, lengths: Lengths): Timing | null {
  const graph = graphOf(problem, problem.edges);
  if (leastInterval(problem, graph).ii > ii) return null;
  const how: How = { ...lengths, effort: "thorough", patience: steady(1 / 4) };
  const found = at(problem, graph, ii, how);
  return found === null ? null : timing(problem, graph, found, how, null);
}

/** Cycles of an iteration: nothing shorter than `enough` is looked for, and longer than `most` is no answer. */
export interface Lengths {
  readonly enough: number;
  readonly most: number;
}

interface How extends Lengths {
  readonly effort: Effort;
  readonly patience: Patience;
}

/** What searches for one pipeline may take, of what the first may at most. */
interface Patience {
  readonly at: (ii: number) => number;
  readonly ended: () => void; // a search without an answer
}

function steady(patience: number): Patience {
  return { at: () => patience, ended: () => {} };
}

/**
 * An interval that saves few cycles against iterations one after another is worth a short search; and where one ended without an
 * answer, the next interval is as hard and worth less: half of it.
 */
function patienceFor(apart: () => number): Patience {
  let left = 1;
  return {
    at: (ii) => left * Math.min(1, Math.max(0, 4 * (1 - ii / apart()))),
    ended: () => {
      left /= 2;
    },
  };
}

export function isImpossible(answer: Timing | Impossible): answer is Impossible {
  return "kind" in answer;
}

function onlyOnce<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

interface Found {
  readonly ii: number;
  readonly cycles: Int32Array;
  readonly reservations: Reservations; // with what `cycles` takes
  readonly length: number;
}

/** Steps grow where many fail; the gap that the last step left is then halved. */
function leastFrom(problem: Problem, graph: Graph, first: number, how: How, apart: Timing): Timing {
  let failed = first - 1;
  let found: Found | null = null;
  for (let ii = first, step = 1; found === null && ii < apart.length; ii += step) {
    found = at(problem, graph, ii, how);
    if (found === null) failed = ii;
    if (ii >= first + 4) step = Math.ceil(step * 1.5);
  }
  let best = found === null ? { ...apart, ii: apart.length } : null;
  let highest = found?.ii ?? apart.length;
  while (highest - failed > 1) {
    const middle = (highest + failed) >> 1;
    const closer = at(problem, graph, middle, how);
    if (closer === null) {
      failed = middle;
    } else {
      found = closer;
      best = null;
      highest = middle;
    }
  }
  return best ?? (found === null ? { ...apart, ii: apart.length } : timing(problem, graph, found, how, null));
}

/** A schedule at this very II, as short as it was found. */
function at(problem: Problem, graph: Graph, ii: number, how: How): Found | null {
  const { effort, enough, most, patience } = how;
  const bound = earliest(graph, ii);
  if (!("times" in bound)) return null;
  const least = bound.times;
  const heights = heightsOf(graph, ii);
  const toEnd = heights.cycles;
  const shortest = leastLength(problem, ii, least, toEnd);
  if (shortest > most) return null;
  const placedBy = (ranking: Int32Array): Found | null => {
    const reservations = reservationsFor(problem, ii);
    const times = place({ graph, ii, reservations, least, ranking, budget: 200 * graph.size + 20_000 });
    return times === null ? null : packed(problem, graph, ii, times.cycles);
  };
  const isDone = (found: Found | null): boolean =>
    found !== null && found.length <= Math.max(shortest, enough);

  const ranking = byHeight(graph, heights);
  const first = placedBy(ranking);
  if (isDone(first) || (effort === "quick" && first !== null)) return first;
  let best = shorter(first, placedBy(recurrencesFirst(graph, ranking)));
  if (effort === "quick") return best;
  let last = best;
  let height = heights;
  for (let round = 0; last !== null && !isDone(best) && round < roundsFor(graph); round++) {
    height = raised(graph, { heights: height, toEnd }, last.cycles, shortest);
    last = placedBy(byHeight(graph, height));
    best = shorter(best, last);
  }
  const rivals = isDone(best) ? 0 : competing(problem, ii).length;
  const atLeast = onceThrough(graph, ii, rivals);
  let rivalry: Rivalry | null = null;
  // Everything can be tried: first whether there is a schedule, then whether there is a shorter one.
  for (let going = isSmall({ graph, ii, rivals }); going && !isDone(best); ) {
    const within = Math.min(most, best === null ? Infinity : best.length - 1);
    const budget = (best === null ? 4_000_000 : 400_000) * patience.at(ii);
    if (best !== null && budget < atLeast) break;
    rivalry ??= rivalryOf(problem, graph, ii);
    const asked = { problem, graph, ii, rivalry, least, toEnd, within, budget: Math.max(budget, atLeast) };
    const outcome: Outcome = search(asked);
    going = outcome.kind === "found";
    if (outcome.kind === "unknown" && best === null) patience.ended();
    if (outcome.kind === "found") best = shorter(best, packed(problem, graph, ii, outcome.cycles));
  }
  const fromEnd = isDone(best) ? null : placeBackwards(problem, graph, ii);
  if (fromEnd !== null) best = shorter(best, packed(problem, graph, ii, fromEnd));
  return best !== null && best.length <= most ? best : null;
}

function shorter(one: Found | null, other: Found | null): Found | null {
  if (one === null || other === null) return one ?? other;
  return one.length <= other.length ? one : other;
}

/** What gave way may be late without need, and the first cycles may be empty. */
function packed(problem: Problem, graph: Graph, ii: number, placed: Int32Array): Found {
  const first = placed.reduce((least, cycle) => Math.min(least, cycle), placed[0] ?? 0);
  const cycles = placed.map((cycle) => cycle - first);
  const reservations = reservationsFor(problem, ii);
  for (const [operation, cycle] of cycles.entries()) reservations.take(operation, cycle);
  compact({ graph, ii, reservations, cycles });
  return { ii, cycles, reservations, length: Math.max(ii, lengthOf(problem, cycles)) };
}

function timing(
  problem: Problem,
  graph: Graph,
  found: Found,
  { effort }: How,
  reason: Reason | null,
): Timing {
  const { ii, cycles, reservations, length } = found;
  const shorten = effort === "quick" ? shortenLives : shortenAllLives;
  shorten({ problem, graph, ii, reservations, cycles }, length);
  return { ii, cycles: [...cycles], offsets: [...settle(graph, cycles)], length, reason };
}
