/** Iterations that overlap: the least II that can be had, and why it is not less. */
import { leastInterval } from "./bounds.ts";
import { earliest } from "./earliest.ts";
import type { Graph, Times } from "./graph.ts";
import { graphOf, settle } from "./graph.ts";
import { shortenLives } from "./lives.ts";
import { place } from "./place.ts";
import type { Impossible, Problem, Reason, Timing } from "./problem.ts";
import { reservationsFor } from "./reservations.ts";
import { lengthOf, schedule } from "./straight.ts";
import { byHeight, recurrencesFirst } from "./urgency.ts";

export function pipeline(problem: Problem, asked: { readonly ii?: number }): Timing | Impossible {
  const graph = graphOf(problem, problem.edges);
  const bound = leastInterval(problem, graph);
  const wanted = asked.ii ?? bound.ii;
  if (wanted >= bound.ii) {
    const found = at(problem, graph, wanted);
    if (found !== null)
      return timing(problem, graph, found, wanted === bound.ii ? bound.reason : { kind: "asked" });
  }
  const best = leastFrom(
    problem,
    graph,
    wanted >= bound.ii && asked.ii === undefined ? bound.ii + 1 : bound.ii,
  );
  const least = best.ii ?? 1;
  const reason: Reason | null = least === bound.ii ? bound.reason : { kind: "search" };
  const timed = { ...best, reason };
  if (asked.ii === undefined || least <= asked.ii || reason === null) return timed;
  return { kind: "impossible", asked: asked.ii, least, reason, best: timed };
}

export function isImpossible(answer: Timing | Impossible): answer is Impossible {
  return "kind" in answer;
}

interface Found {
  readonly ii: number;
  readonly times: Times;
}

/** Steps grow where many fail; the gap that the last step left is then halved. */
function leastFrom(problem: Problem, graph: Graph, first: number): Timing {
  const apart = schedule(problem);
  let failed = first - 1;
  let found: Found | null = null;
  for (let ii = first, step = 1; found === null && ii < apart.length; ii += step) {
    found = at(problem, graph, ii);
    if (found === null) failed = ii;
    if (ii >= first + 4) step = Math.ceil(step * 1.5);
  }
  let best = found === null ? { ...apart, ii: apart.length } : null;
  let highest = found?.ii ?? apart.length;
  while (highest - failed > 1) {
    const middle = (highest + failed) >> 1;
    const closer = at(problem, graph, middle);
    if (closer === null) {
      failed = middle;
    } else {
      found = closer;
      best = null;
      highest = middle;
    }
  }
  return best ?? (found === null ? { ...apart, ii: apart.length } : timing(problem, graph, found, null));
}

/** A schedule at this very II. */
function at(problem: Problem, graph: Graph, ii: number): Found | null {
  const least = earliest(graph, ii);
  if (!("times" in least)) return null;
  const height = byHeight(graph, ii);
  const shortest = lengthOf(problem, least.times.cycles);
  let best: Found | null = null;
  let bestLength = Number.POSITIVE_INFINITY;
  for (const ranking of [height, recurrencesFirst(graph, height)]) {
    const reservations = reservationsFor(problem, ii);
    const budget = 6 * graph.size + 1000;
    const times = place({ graph, ii, reservations, least: least.times, ranking, budget });
    if (times === null) continue;
    const length = lengthOf(problem, times.cycles);
    if (length >= bestLength) continue;
    best = { ii, times };
    bestLength = length;
    if (length <= shortest) break;
  }
  return best;
}

function timing(problem: Problem, graph: Graph, found: Found, reason: Reason | null): Timing {
  const { ii } = found;
  const cycles = fromZero(found.times.cycles);
  const length = Math.max(ii, lengthOf(problem, cycles));
  const reservations = reservationsFor(problem, ii);
  for (const [operation, cycle] of cycles.entries()) reservations.take(operation, cycle);
  shortenLives({ problem, graph, ii, reservations, cycles }, length);
  return { ii, cycles: [...cycles], offsets: [...settle(graph, cycles)], length, reason };
}

/** Giving way can leave the first cycles empty. */
function fromZero(cycles: Int32Array): Int32Array {
  const first = cycles.reduce((least, cycle) => Math.min(least, cycle), cycles[0] ?? 0);
  return cycles.map((cycle) => cycle - first);
}
