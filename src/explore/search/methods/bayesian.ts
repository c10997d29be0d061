/**
 * Bayesian optimisation (HPVM2FPGA, section IV, with HyperMapper's way of learning what is feasible): points near the
 * default, then those of which surrogates expect most. Every other proposal is by forests alone, which know only what was
 * seen, and by forests on top of a power law, which dares to go beyond it. While nothing gets better, half of the proposals stay
 * away from the best point, or try values that have never worked. Of several objectives, up to half of the proposals are beside
 * the front.
 */
import { below, type Random } from "../../../types/random.ts";
import type { History } from "../history.ts";
import type { Evaluation, Feasible, Outcome } from "../outcome.ts";
import { neighbours, type Point, pointKey, randomPoint, type Space } from "../space.ts";
import { fitSurrogate, type Surrogate } from "../surrogate.ts";
import { type Fresh, type Method, mutate, randomUnseen } from "./method.ts";

export const bayesian: Method = modelled({ closesGaps: true });

/** For parts whose points an integer program combines: it closes the gaps on their fronts itself. */
export const bayesianOfPart: Method = modelled({ closesGaps: false });

function modelled({ closesGaps }: { readonly closesGaps: boolean }): Method {
  return {
    name: "bayesian",
    description:
      "random forests predict objectives and feasibility; the largest expected improvement is next",
    propose: async (space, history, count, random, fresh) => {
      const models = modelsOf(space, history);
      const stuck = isStuck(history);
      const supposed = middleOutcome(history.known);
      const points: Point[] = [];
      for (let found = 0; found < count && points.length < 2 * count + fewSame; ) {
        const turn = (history.evaluations.length + found) % 4;
        const point = nextPoint(
          space,
          models,
          { turn, stuck, front: closesGaps ? history.front : [] },
          random,
          fresh,
        );
        if (point === null) break;
        fresh.take(point);
        points.push(point);
        const outcome = await fresh.outcome(point);
        if (outcome === null) found++;
        models.learn({ point, outcome: outcome ?? supposed });
      }
      return points;
    },
  };
}

/** After so many proposals that turn out to be known, besides one for each new one, models are worth another fit. */
const fewSame = 4;

/** Points that are not predicted: with fewer, trees have nothing to cut. */
const designSize = 5;

/** Surrogates of what is known when a batch begins: forests grow once, and then learn what is proposed. */
interface Models {
  readonly evaluations: readonly Evaluation[]; // and what was learnt
  readonly learn: (evaluation: Evaluation) => void;
  readonly anywhere: (random: Random) => readonly Point[]; // random ones, the same for all proposals
  readonly surrogate: (hasTrend: boolean, random: Random) => Surrogate;
}

function modelsOf(space: Space, { known }: History): Models {
  const evaluations = [...known];
  const fitted = new Map<boolean, Surrogate>();
  let anywhere: readonly Point[] | null = null;
  return {
    evaluations,
    anywhere: (random) => {
      anywhere ??= Array.from({ length: randomCandidates }, () => randomPoint(space, random));
      return anywhere;
    },
    learn: (evaluation) => {
      evaluations.push(evaluation);
      for (const surrogate of fitted.values()) surrogate.learn(evaluation);
    },
    surrogate: (hasTrend, random) => {
      const before = fitted.get(hasTrend);
      if (before !== undefined) return before.reweighted(random);
      const surrogate = fitSurrogate(space, evaluations, { hasTrend }, random);
      fitted.set(hasTrend, surrogate);
      return surrogate;
    },
  };
}

/** Where a search stands. */
interface Moment {
  readonly turn: number; // of four
  readonly stuck: boolean;
  readonly front: readonly Feasible[];
}

function nextPoint(
  space: Space,
  models: Models,
  { turn, stuck, front }: Moment,
  random: Random,
  fresh: Fresh,
): Point | null {
  const { evaluations } = models;
  const hasFeasible = evaluations.some(({ outcome }) => outcome.kind === "feasible");
  if (evaluations.length < designSize || !hasFeasible) return designPoint(space, evaluations, random, fresh);
  const surrogate = models.surrogate(turn % 2 === 0, random);
  const near =
    turn === 1 || (turn === 3 && !stuck) ? besideFront(space, front, surrogate, random, fresh) : null;
  if (near !== null) return near;
  const away = !stuck
    ? null
    : turn === 2
      ? bestOf(distantCandidates(space, surrogate, random), surrogate.score, fresh)
      : turn === 3
        ? bestOf(unprovenCandidates(space, surrogate, random), surrogate.feasibility, fresh)
        : null;
  if (away !== null) return away;
  return (
    climb(space, surrogate, candidates(space, models.anywhere(random), surrogate, random), fresh) ??
    randomUnseen(space, random, fresh)
  );
}

/**
 * Half of the knobs of a feasible point changed: random points of a large space are mostly infeasible. While nothing is
 * feasible, every other point is anywhere.
 */
function designPoint(
  space: Space,
  evaluations: readonly Evaluation[],
  random: Random,
  fresh: Fresh,
): Point | null {
  const feasible = evaluations.filter(({ outcome }) => outcome.kind === "feasible");
  const bases = feasible.length > 0 ? feasible : evaluations.slice(0, 1);
  if (feasible.length === 0 && evaluations.length % 2 === 0) return randomUnseen(space, random, fresh);
  for (let tries = 0; tries < 100; tries++) {
    const base = bases[below(bases.length, random)];
    const point = base === undefined ? randomPoint(space, random) : mutate(space, base.point, 0.5, random);
    if (fresh.is(point)) return point;
  }
  return randomUnseen(space, random, fresh);
}

/**
 * Of several objectives, the best neighbour of a point anywhere on the front (Pareto local search: Paquete et al., 2004). What is
 * expected of weighted objectives alone leaves gaps between points that are found; a neighbour of theirs mostly fills them.
 */
function besideFront(
  space: Space,
  front: readonly Feasible[],
  surrogate: Surrogate,
  random: Random,
  fresh: Fresh,
): Point | null {
  if (front.length < 2) return null;
  const first = below(front.length, random);
  for (let nth = 0; nth < front.length; nth++) {
    const { point } = front[(first + nth) % front.length] as Feasible;
    const found = bestOf(neighbours(space, point), surrogate.score, fresh);
    if (found !== null) return found;
  }
  return null;
}

const randomCandidates = 300;
const bestPoints = 8; // whose neighbourhoods are looked at
const changedCandidates = 100;
const changedKnobs = 2; // on average

function candidates(
  space: Space,
  anywhere: readonly Point[],
  { best }: Surrogate,
  random: Random,
): readonly Point[] {
  const starts = best.slice(0, bestPoints);
  return [
    ...anywhere,
    ...starts.flatMap((point) => neighbours(space, point)),
    ...Array.from({ length: changedCandidates }, () =>
      mutate(space, starts[below(starts.length, random)] as Point, changedKnobs / space.knobs.length, random),
    ),
  ];
}

const patience = 8;

/** So many evaluations have changed nothing on the front. */
function isStuck({ evaluations, front }: History): boolean {
  const best = new Set(front.map(({ point }) => point));
  return !evaluations.slice(-patience).some(({ point }) => best.has(point));
}

const awayCandidates = 400;
const distantKnobs = 3; // that differ from the best point at least

/** Random points and changed feasible ones, good or bad, that are not near the best: its basin is known. */
function distantCandidates(space: Space, { best }: Surrogate, random: Random): readonly Point[] {
  const choices = space.knobs.filter(({ values }) => values.length > 1).length;
  const apart = Math.min(distantKnobs, choices - 1);
  const points = Array.from({ length: awayCandidates }, (_, i) =>
    i % 4 === 0
      ? randomPoint(space, random)
      : mutate(space, best[below(best.length, random)] as Point, 0.3, random),
  );
  return points.filter((point) => point.filter((index, knob) => index !== best[0]?.[knob]).length >= apart);
}

/**
 * Feasible points with one knob at a value that none of them has (of ordered ones: beyond all of them). Such a value may
 * have failed only because of what it was tried with, and then the forests believe that it always fails.
 */
function unprovenCandidates(space: Space, { best }: Surrogate, random: Random): readonly Point[] {
  const unproven = space.knobs.flatMap((knob, position) => {
    const seen = best.map((point) => point[position] ?? 0);
    const [least, most] = [Math.min(...seen), Math.max(...seen)];
    const indexes = [...knob.values.keys()].filter((index) =>
      knob.kind === "ordered" ? index < least || index > most : !seen.includes(index),
    );
    return indexes.length === 0 ? [] : [{ position, indexes }];
  });
  if (unproven.length === 0) return [];
  return Array.from({ length: awayCandidates }, () => {
    const { position, indexes } = unproven[below(unproven.length, random)] as (typeof unproven)[number];
    const base = best[below(best.length, random)] as Point;
    return base.with(position, indexes[below(indexes.length, random)] as number);
  });
}

function bestOf(points: readonly Point[], score: (point: Point) => number, fresh: Fresh): Point | null {
  const scored = points.filter(fresh.is).map((point) => ({ point, score: score(point) }));
  return scored.reduce((top, one) => (one.score > top.score ? one : top), nothing).point;
}

const nothing: { readonly point: Point | null; readonly score: number } = {
  point: null,
  score: Number.NEGATIVE_INFINITY,
};

const climbers = 5;

/** The best candidates go uphill, neighbour by neighbour; the highest place that is reached. */
function climb(space: Space, surrogate: Surrogate, points: readonly Point[], fresh: Fresh): Point | null {
  const known = new Map<string, number>();
  const scoreOf = (point: Point): number => {
    const key = pointKey(point);
    const before = known.get(key);
    if (before !== undefined) return before;
    const score = fresh.is(point) ? surrogate.score(point) : Number.NEGATIVE_INFINITY;
    known.set(key, score);
    return score;
  };
  const scored = points.map((point) => ({ point, score: scoreOf(point) }));
  const starts = scored.toSorted((a, b) => b.score - a.score).slice(0, climbers);
  const tops = starts.map((start) => {
    for (let at = start; ; ) {
      let next = at;
      for (const point of neighbours(space, at.point)) {
        const score = scoreOf(point);
        if (score > next.score) next = { point, score };
      }
      if (next === at) return at;
      at = next;
    }
  });
  return tops.reduce((top, one) => (one.score > top.score ? one : top), nothing).point;
}

/**
 * A point of the same batch whose outcome is not known is taken to be as the middle one so far (a constant liar: Ginsbourger
 * et al., 2010), so that the next one is sought elsewhere.
 */
function middleOutcome(evaluations: readonly Evaluation[]): Outcome {
  const objectives = evaluations.flatMap(({ outcome }) =>
    outcome.kind === "feasible" ? [outcome.objectives] : [],
  );
  const [first] = objectives;
  if (first === undefined) return { kind: "infeasible", reason: "" };
  const middle = first.map((_, index) => {
    const sorted = objectives.map((all) => all[index] ?? 0).sort((a, b) => a - b);
    return sorted[sorted.length >> 1] ?? 0;
  });
  return { kind: "feasible", objectives: middle };
}
