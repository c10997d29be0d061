/**
 * What is believed of points that were not evaluated: a forest for each objective, from feasible points only and on a log
 * scale, and one for feasibility. Their product is the score of a point: the improvement that is expected, times the
 * probability that the point is feasible.
 */
import { below, type Random } from "../../types/random.ts";
import { type Features, featuresOf, rowsOf } from "./features.ts";
import {
  type Forest,
  growForest,
  learnRow,
  leavesInto,
  meanOfLeaves,
  predictInto,
  type Sample,
} from "./forest.ts";
import {
  expectedArea,
  expectedImprovement,
  type Ranked,
  rank,
  type Scale,
  type Seen,
  scalesOf,
  seenOn,
} from "./improvement.ts";
import { type Evaluation, feasibleOf } from "./outcome.ts";
import type { Candidate } from "./pool.ts";
import type { Point, Space } from "./space.ts";
import { fitTrends, meanTrend, type Trend, tabulated, trendAt } from "./trend.ts";

export interface Surrogate {
  /**
   * The improvement that is expected. A score of before the last evaluations were learnt is good enough where it is no more
   * than `bound`: what is learnt mostly lowers scores (lazy greedy selection: Minoux, 1978).
   */
  readonly score: (candidate: Candidate, bound: number) => number;
  readonly feasibility: (candidate: Candidate) => number; // the probability alone
  readonly best: readonly Seen[]; // a few feasible ones, the best first
  readonly feasible: readonly Seen[]; // all of them
  /** One more evaluation, or what is supposed of one. Trees keep their cuts: it takes no time. */
  readonly learn: (evaluation: Evaluation) => void;
  /** The same models with other weights of several objectives, and with what was learnt. */
  readonly reweighted: (random: Random) => Surrogate;
}

const trees = 40;
const trends = 8; // different ones, spread over the trees
const combinations = 40; // sums and differences of knobs that the trees of one fit may cut
const combinationsAtNode = 8;
const mostRows = 400; // to fit one model to: a fit takes milliseconds however long a search goes on

/** `hasTrend`: forests learn what a power law leaves over. Needs a feasible point. */
export function fitSurrogate(
  space: Space,
  evaluations: readonly Evaluation[],
  { hasTrend }: { readonly hasTrend: boolean },
  random: Random,
): Surrogate {
  const features = featuresOf(space, combinations, random);
  const known = [...feasibleOf(evaluations)];
  const scales = scalesOf(known);
  const feasible = known.map((one) => seenOn(scales, one));
  const ranked = rank(feasible, scales, null, random);
  const kept = sampleOf(feasible, ranked, random);
  const rows = rowsFrom(features, kept);
  const objectives = scales.map((_, index) => {
    const targets = Float64Array.from(kept, ({ values }) => values[index] ?? 0);
    return fitObjective(features, { ...rows, targets }, hasTrend, random);
  });
  const models: Models = {
    features,
    objectives,
    scales,
    feasibility: fitFeasibility(features, evaluations, random),
    feasible,
    places: new Map(),
    learnt: 0,
  };
  return surrogateOf(models, ranked);
}

interface Models {
  readonly features: Features;
  readonly objectives: readonly ObjectiveModel[];
  readonly scales: readonly Scale[];
  readonly feasibility: Forest | null; // null: nothing has been infeasible
  readonly feasible: Seen[]; // what was learnt is added
  readonly places: Map<Candidate, Place>; // of what was asked for: most is asked for again, of each proposal
  learnt: number; // evaluations since the fit
}

/** Where models have a point. */
interface Place {
  readonly leaves: Uint16Array; // of the trees of each objective, then of feasibility
  readonly trends: readonly Float64Array[]; // of each objective what its trends say
  score: number;
  asOf: number; // how much was learnt then; -1: it has no score
}

function placeOf(
  { places, features, objectives, feasibility }: Models,
  candidate: Candidate,
  row: Float64Array,
): Place {
  const before = places.get(candidate);
  if (before !== undefined) return before;
  features.write(candidate.point, row, 0);
  const leaves = new Uint16Array(trees * (objectives.length + (feasibility === null ? 0 : 1)));
  for (const [index, { forest }] of objectives.entries()) leavesInto(forest, row, leaves, index * trees);
  if (feasibility !== null) leavesInto(feasibility, row, leaves, objectives.length * trees);
  const told = objectives.map(({ trendsAt }) => trendsAt(candidate.point));
  const place = { leaves, trends: told, score: 0, asOf: -1 };
  places.set(candidate, place);
  return place;
}

function surrogateOf(models: Models, ranked: Ranked): Surrogate {
  const { features, objectives, scales } = models;
  const row = new Float64Array(features.width);
  const each = objectives.map(() => new Float64Array(trees));
  const probabilityAt = ({ leaves }: Place): number =>
    models.feasibility === null ? 1 : meanOfLeaves(models.feasibility, leaves, objectives.length * trees);
  const scoreAt = (place: Place): number => {
    const probability = probabilityAt(place);
    if (probability === 0) return 0; // whatever it promises
    for (let index = 0; index < objectives.length; index++) {
      const into = each[index] as Float64Array;
      predictInto((objectives[index] as ObjectiveModel).forest, place.leaves, index * trees, into);
      const trend = place.trends[index] as Float64Array;
      for (let tree = 0; trend.length > 0 && tree < trees; tree++)
        into[tree] = (into[tree] as number) + (trend[tree % trend.length] as number);
    }
    const gain =
      ranked.outline === null ? expectedImprovement(each, ranked) : expectedArea(each, ranked.outline);
    return probability * (gain + indifferent);
  };
  // Scores under other weights cannot be compared; one objective and two have none.
  const since = objectives.length > 2 ? models.learnt : 0;
  return {
    score: (candidate, bound) => {
      const place = placeOf(models, candidate, row);
      const isGoodEnough = place.asOf === models.learnt || (place.asOf >= since && place.score <= bound);
      if (!isGoodEnough) {
        place.score = scoreAt(place);
        place.asOf = models.learnt;
      }
      return place.score;
    },
    feasibility: (candidate) => probabilityAt(placeOf(models, candidate, row)),
    best: ranked.best,
    feasible: models.feasible,
    learn: (evaluation) => learnInto(models, evaluation, row),
    reweighted: (random) => surrogateOf(models, rank(models.feasible, scales, ranked.outline, random)),
  };
}

function learnInto(models: Models, { point, outcome }: Evaluation, row: Float64Array): void {
  models.learnt++;
  models.features.write(point, row, 0);
  if (models.feasibility !== null) learnRow(models.feasibility, row, 0, outcome.kind === "feasible" ? 1 : 0);
  if (outcome.kind === "infeasible") return;
  const seen = seenOn(models.scales, { point, objectives: outcome.objectives });
  models.feasible.push(seen);
  for (const [index, { forest, mean }] of models.objectives.entries()) {
    const target = seen.values[index] ?? 0;
    learnRow(forest, row, 0, mean === null ? target : target - trendAt(mean, row, 0));
  }
}

/** Where no improvement is expected anywhere, the point that is most likely feasible is taken. */
const indifferent = 1e-12;

/** All, or half the best and half of the rest. */
function sampleOf(feasible: readonly Seen[], { scalars }: Ranked, random: Random): readonly Seen[] {
  if (feasible.length <= mostRows) return feasible;
  const order = [...feasible.keys()].sort((a, b) => (scalars[a] as number) - (scalars[b] as number));
  const half = mostRows / 2;
  const kept = [...order.slice(0, half), ...drawn(order.slice(half), half, random)];
  return kept.map((index) => feasible[index] as Seen);
}

/** So many of them, one from each of as many stretches. */
function drawn<T>(all: readonly T[], count: number, random: Random): readonly T[] {
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * all.length) / count);
    const to = Math.floor(((index + 1) * all.length) / count);
    return all[from + below(to - from, random)] as T;
  });
}

function rowsFrom(
  features: Features,
  evaluations: readonly { readonly point: Point }[],
): Omit<Sample, "targets"> {
  const points = evaluations.map(({ point }) => point);
  return { rows: rowsOf(features, points), width: features.width, plain: features.groupsOf(points) };
}

interface ObjectiveModel {
  readonly forest: Forest;
  readonly trendsAt: (point: Point) => Float64Array; // of none, or of those that forests are added to
  readonly mean: Trend | null; // of these
}

const nothing = new Float64Array();

function fitObjective(features: Features, sample: Sample, hasTrend: boolean, random: Random): ObjectiveModel {
  const options = { trees, leaf: 1, columns: combinationsAtNode };
  if (!hasTrend) return { forest: growForest(sample, options, random), trendsAt: () => nothing, mean: null };
  const fitted = fitTrends(sample, trends, random);
  const mean = meanTrend(fitted);
  const rest = sample.targets.map((target, row) => target - trendAt(mean, sample.rows, row * sample.width));
  return {
    forest: growForest({ ...sample, targets: rest }, options, random),
    trendsAt: tabulated(features, fitted),
    mean,
  };
}

/** Null while nothing has been infeasible. */
function fitFeasibility(
  features: Features,
  evaluations: readonly Evaluation[],
  random: Random,
): Forest | null {
  if (evaluations.every(({ outcome }) => outcome.kind === "feasible")) return null;
  const most = 2 * mostRows;
  const kept = evaluations.length <= most ? evaluations : drawn(evaluations, most, random);
  const targets = Float64Array.from(kept, ({ outcome }) => (outcome.kind === "feasible" ? 1 : 0));
  const sample = { ...rowsFrom(features, kept), targets };
  return growForest(sample, { trees, leaf: 1, columns: combinationsAtNode }, random);
}
