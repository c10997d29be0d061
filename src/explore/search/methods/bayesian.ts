/**
 * Bayesian optimisation (HPVM2FPGA, section IV, with HyperMapper's way of learning what is feasible): points near the
 * default, then those of which surrogates expect most. Every other proposal is by forests alone, which know only what was
 * seen, and by forests on top of a power law, which dares to go beyond it. While nothing gets better, half of the proposals stay
 * away from the best point, or try values that have never worked. Of several objectives, up to half of the proposals are beside
 * the front.
 */
import { below, type Random } from "../../../types/random.ts";
import type { History } from "../history.ts";
import type { Seen } from "../improvement.ts";
import type { Evaluation, Feasible, Outcome } from "../outcome.ts";
import { type Candidate, type Pool, poolOf } from "../pool.ts";
import { type Point, randomPoint, type Space } from "../space.ts";
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
      const pool = poolOf(space, fresh);
      const models = modelsOf(space, history, pool);
      const stuck = isStuck(history);
      const supposed = middleOutcome(history.known);
      const points: Point[] = [];
      for (let found = 0; found < count && points.length < 2 * count + fewSame; ) {
        const turn = (history.evaluations.length + found) % 4;
        const moment = { turn, stuck, front: closesGaps ? history.front : [] };
        const candidate = nextPoint({ space, pool, fresh, random }, models, moment);
        if (candidate === null) break;
        pool.take(candidate);
        const { point } = candidate;
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
  readonly anywhere: (random: Random) => readonly Candidate[]; // random ones, the same for all proposals
  readonly surrogate: (hasTrend: boolean, random: Random) => Surrogate;
}

function modelsOf(space: Space, { known }: History, pool: Pool): Models {
  const evaluations = [...known];
  const fitted = new Map<boolean, Surrogate>();
  let anywhere: readonly Candidate[] | null = null;
  return {
    evaluations,
    anywhere: (random) => {
      anywhere ??= Array.from({ length: randomCandidates }, () => pool.of(randomPoint(space, random)));
      return anywhere;
    },
    learn: (evaluation) => {
      evaluations.push(evaluation);
      for (const surrogate of fitted.values()) surrogate.learn(evaluation);
    },
    surrogate: (hasTrend, random) => {
      const surrogate =
        fitted.get(hasTrend)?.reweighted(random) ?? fitSurrogate(space, evaluations, { hasTrend }, random);
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

/** What every way to a next point needs. */
interface Setting {
  readonly space: Space;
  readonly pool: Pool;
  readonly fresh: Fresh;
  readonly random: Random;
}

function nextPoint(setting: Setting, models: Models, { turn, stuck, front }: Moment): Candidate | null {
  const { space, pool, fresh, random } = setting;
  const { evaluations } = models;
  const hasFeasible = evaluations.some(({ outcome }) => outcome.kind === "feasible");
  const unmodelled = (point: Point | null): Candidate | null => (point === null ? null : pool.of(point));
  if (evaluations.length < designSize || !hasFeasible)
    return unmodelled(designPoint(space, evaluations, random, fresh));
  const surrogate = models.surrogate(turn % 2 === 0, random);
  const near = turn === 1 || (turn === 3 && !stuck) ? besideFront(setting, front, surrogate) : null;
  if (near !== null) return near;
  const away = !stuck
    ? null
    : turn === 2
      ? bestOf(distantCandidates(setting, surrogate), surrogate.score)
      : turn === 3
        ? bestOf(unprovenCandidates(setting, surrogate), surrogate.feasibility)
        : null;
  if (away !== null) return away;
  return (
    climb(pool, surrogate, candidates(setting, models.anywhere(random), surrogate)) ??
    unmodelled(randomUnseen(space, random, fresh))
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
  { pool, random }: Setting,
  front: readonly Feasible[],
  surrogate: Surrogate,
): Candidate | null {
  if (front.length < 2) return null;
  const first = below(front.length, random);
  for (let nth = 0; nth < front.length; nth++) {
    const { point } = front[(first + nth) % front.length] as Feasible;
    const found = bestOf(pool.near(pool.of(point)), surrogate.score);
    if (found !== null) return found;
  }
  return null;
}

const randomCandidates = 300;
const changedCandidates = 100;
const changedKnobs = 2; // on average

function candidates(
  { space, pool, random }: Setting,
  anywhere: readonly Candidate[],
  { best }: Surrogate,
): readonly Candidate[] {
  return [
    ...anywhere,
    ...best.flatMap(({ point }) => pool.near(pool.of(point))),
    ...Array.from({ length: changedCandidates }, () =>
      pool.of(
        mutate(
          space,
          (best[below(best.length, random)] as Seen).point,
          changedKnobs / space.knobs.length,
          random,
        ),
      ),
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
function distantCandidates(
  { space, pool, random }: Setting,
  { best: [top], feasible }: Surrogate,
): readonly Candidate[] {
  const choices = space.knobs.filter(({ values }) => values.length > 1).length;
  const apart = Math.min(distantKnobs, choices - 1);
  const points = Array.from({ length: awayCandidates }, (_, i) =>
    i % 4 === 0
      ? randomPoint(space, random)
      : mutate(space, (feasible[below(feasible.length, random)] as Seen).point, 0.3, random),
  );
  return points
    .filter((point) => point.filter((index, knob) => index !== top?.point[knob]).length >= apart)
    .map(pool.of);
}

/**
 * Feasible points with one knob at a value that none of them has (of ordered ones: beyond all of them). Such a value may
 * have failed only because of what it was tried with, and then the forests believe that it always fails.
 */
function unprovenCandidates({ space, pool, random }: Setting, { feasible }: Surrogate): readonly Candidate[] {
  const unproven = space.knobs.flatMap((knob, position) => {
    const seen = new Set(feasible.map(({ point }) => point[position] ?? 0));
    const [least, most] = [Math.min(...seen), Math.max(...seen)];
    const indexes = [...knob.values.keys()].filter((index) =>
      knob.kind === "ordered" ? index < least || index > most : !seen.has(index),
    );
    return indexes.length === 0 ? [] : [{ position, indexes }];
  });
  if (unproven.length === 0) return [];
  return Array.from({ length: awayCandidates }, () => {
    const { position, indexes } = unproven[below(unproven.length, random)] as (typeof unproven)[number];
    const { point } = feasible[below(feasible.length, random)] as Seen;
    return pool.of(point.with(position, indexes[below(indexes.length, random)] as number));
  });
}

type Score = (candidate: Candidate, bound: number) => number;

/** Those of the highest scores that are fresh, the highest first. */
function highest(candidates: Iterable<Candidate>, score: Score, count: number): readonly Candidate[] {
  const found: { readonly candidate: Candidate; readonly height: number }[] = [];
  for (const candidate of new Set(candidates)) {
    if (!candidate.isFresh) continue;
    const least = found.length < count ? Number.NEGATIVE_INFINITY : (found.at(-1)?.height ?? 0);
    const height = score(candidate, least);
    if (height <= least) continue;
    const after = found.findIndex((one) => one.height < height);
    found.splice(after < 0 ? found.length : after, 0, { candidate, height });
    if (found.length > count) found.pop();
  }
  return found.map(({ candidate }) => candidate);
}

function bestOf(candidates: readonly Candidate[], score: Score): Candidate | null {
  return highest(candidates, score, 1)[0] ?? null;
}

const climbers = 5;

/** The best candidates go uphill, neighbour by neighbour; the highest place that is reached. */
function climb(pool: Pool, { score }: Surrogate, candidates: readonly Candidate[]): Candidate | null {
  const tops = highest(candidates, score, climbers).map((start) => {
    for (let at = start; ; ) {
      let next = at;
      let height = score(at, Number.NEGATIVE_INFINITY);
      for (const candidate of pool.near(at)) {
        const other = candidate.isFresh ? score(candidate, height) : Number.NEGATIVE_INFINITY;
        if (other > height) [next, height] = [candidate, other];
      }
      if (next === at) return at;
      at = next;
    }
  });
  return bestOf(tops, score);
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
