/**
 * What is believed of points that were not evaluated: a forest for each objective, from feasible points only and on a log
 * scale, and one for feasibility. Their product is the score of a point: the improvement that is expected, times the
 * probability that the point is feasible.
 */
import { below, type Random, uniform } from "../../types/random.ts";
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
import { type Evaluation, type Feasible, feasibleOf } from "./outcome.ts";
import { type Point, pointKey, type Space } from "./space.ts";
import { fitTrends, meanTrend, type Trend, trendAt } from "./trend.ts";

export interface Surrogate {
  readonly score: (point: Point) => number;
  readonly feasibility: (point: Point) => number; // the probability alone
  readonly best: readonly Point[]; // feasible, the best first
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
  const feasible = [...feasibleOf(evaluations)];
  const ranked = rank(feasible, random);
  const kept = sampleOf(ranked.feasible, random);
  const rows = rowsFrom(features, kept);
  const objectives = ranked.objectives.map(({ transform }, index) => {
    const targets = Float64Array.from(kept, ({ objectives: all }) => transform(all[index] ?? 0));
    return fitObjective({ ...rows, targets }, hasTrend, random);
  });
  const models: Models = {
    features,
    objectives,
    transforms: ranked.objectives.map(({ transform }) => transform),
    feasibility: fitFeasibility(features, evaluations, random),
    feasible,
    places: new Map(),
  };
  return surrogateOf(models, ranked);
}

interface Models {
  readonly features: Features;
  readonly objectives: readonly ObjectiveModel[];
  readonly transforms: readonly ((value: number) => number)[];
  readonly feasibility: Forest | null; // null: nothing has been infeasible
  readonly feasible: Feasible[]; // what was learnt is added
  readonly places: Map<string, Place>; // of points that were asked for: most are asked for again, of each proposal
}

/** Where models have a point. */
interface Place {
  readonly leaves: Uint16Array; // of the trees of each objective, then of feasibility
  readonly trends: readonly Float64Array[]; // of each objective what its trends say
}

function placeOf(
  { places, features, objectives, feasibility }: Models,
  point: Point,
  row: Float64Array,
): Place {
  const key = pointKey(point);
  const before = places.get(key);
  if (before !== undefined) return before;
  features.write(point, row, 0);
  const leaves = new Uint16Array(trees * (objectives.length + (feasibility === null ? 0 : 1)));
  for (const [index, { forest }] of objectives.entries()) leavesInto(forest, row, leaves, index * trees);
  if (feasibility !== null) leavesInto(feasibility, row, leaves, objectives.length * trees);
  const told = objectives.map((model) => Float64Array.from(model.trends, (trend) => trendAt(trend, row, 0)));
  const place = { leaves, trends: told };
  places.set(key, place);
  return place;
}

function surrogateOf(models: Models, ranked: Ranked): Surrogate {
  const { features, objectives } = models;
  const row = new Float64Array(features.width);
  const each = objectives.map(() => new Float64Array(trees));
  const probabilityAt = ({ leaves }: Place): number =>
    models.feasibility === null ? 1 : meanOfLeaves(models.feasibility, leaves, objectives.length * trees);
  const score = (point: Point): number => {
    const place = placeOf(models, point, row);
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
  return {
    score,
    feasibility: (point) => probabilityAt(placeOf(models, point, row)),
    best: ranked.feasible.map(({ point }) => point),
    learn: (evaluation) => learnInto(models, evaluation, row),
    reweighted: (random) => surrogateOf(models, rank(models.feasible, random)),
  };
}

function learnInto(models: Models, { point, outcome }: Evaluation, row: Float64Array): void {
  models.features.write(point, row, 0);
  if (models.feasibility !== null) learnRow(models.feasibility, row, 0, outcome.kind === "feasible" ? 1 : 0);
  if (outcome.kind === "infeasible") return;
  models.feasible.push({ point, objectives: outcome.objectives });
  for (const [index, { forest, mean }] of models.objectives.entries()) {
    const target = models.transforms[index]?.(outcome.objectives[index] ?? 0) ?? 0;
    learnRow(forest, row, 0, mean === null ? target : target - trendAt(mean, row, 0));
  }
}

/** Where no improvement is expected anywhere, the point that is most likely feasible is taken. */
const indifferent = 1e-12;

interface Ranked {
  readonly feasible: readonly Feasible[]; // the best first
  readonly objectives: readonly Scale[];
  readonly best: number; // of the scalars
  readonly spread: number; // of the scalars above the best
  readonly outline: Outline | null; // of two objectives
}

/** What the front of two objectives dominates, from left to right: between two places, up to a height. */
interface Outline {
  readonly places: Float64Array; // of the first objective; the first strip begins left of all
  readonly heights: Float64Array; // of the second
  readonly spreads: readonly number[]; // of both, over all points
}

interface Scale {
  readonly transform: (value: number) => number;
  readonly weight: number; // over the range of what was seen
  readonly least: number; // transformed
}

/**
 * Several objectives become one by random weights, other ones each time (ParEGO: Knowles, 2006), so that every part of
 * the front has its turn.
 */
function rank(feasible: readonly Feasible[], random: Random): Ranked {
  const count = feasible[0]?.objectives.length ?? 0;
  const draws = Array.from({ length: count }, () => -Math.log(1 - uniform(random)));
  const total = draws.reduce((sum, draw) => sum + draw, 0);
  const objectives = draws.map((draw, index): Scale => {
    const values = feasible.map(({ objectives: all }) => all[index] ?? 0);
    const transform = logScale(values);
    const transformed = values.map(transform);
    const least = minimum(transformed);
    const range = maximum(transformed) - least;
    return { transform, weight: count === 1 ? 1 : draw / total / (range || 1), least };
  });
  const scored = feasible.map((one) => ({
    one,
    scalar: scalarOf(
      one.objectives.map((value, index) => objectives[index]?.transform(value) ?? 0),
      objectives,
    ),
  }));
  scored.sort((a, b) => a.scalar - b.scalar);
  const best = scored[0]?.scalar ?? 0;
  const squares = scored.reduce((sum, { scalar }) => sum + (scalar - best) ** 2, 0);
  return {
    feasible: scored.map(({ one }) => one),
    objectives,
    best,
    spread: Math.sqrt(squares / scored.length),
    outline: count === 2 ? outlineOf(feasible, objectives) : null,
  };
}

function outlineOf(feasible: readonly Feasible[], scales: readonly Scale[]): Outline {
  const points = feasible
    .map(({ objectives }) => objectives.map((value, index) => scales[index]?.transform(value) ?? 0))
    .sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d);
  const ranges = scales.map(({ least }, index) => maximum(points.map((point) => point[index] ?? 0)) - least);
  const [right = 0, top = 0] = scales.map(({ least }, index) => least + (1 + beyond) * (ranges[index] ?? 0));
  const places: number[] = [];
  const heights = [top];
  for (const [x = 0, y = 0] of points) {
    if (y >= (heights.at(-1) ?? 0)) continue;
    places.push(x);
    heights.push(y);
  }
  return {
    places: Float64Array.from([...places, right]),
    heights: Float64Array.from(heights),
    spreads: ranges,
  };
}

/** How far beyond all points that were seen something may lie that counts, in units of their range. */
const beyond = 0.5;

/** Times, areas and cycles differ by factors. Where an objective is 0 or less, its distance from the least one counts. */
function logScale(values: readonly number[]): (value: number) => number {
  const least = minimum(values);
  return least > 0 ? Math.log : (value) => Math.log1p(Math.max(0, value - least));
}

/** Tchebycheff's norm with a small sum, so that of two equal maxima the better one wins. */
function scalarOf(transformed: readonly number[], objectives: readonly Scale[]): number {
  if (objectives.length === 1) return transformed[0] ?? 0;
  const weighted = transformed.map((value, index) => {
    const { weight, least } = objectives[index] as Scale;
    return weight * (value - least);
  });
  return maximum(weighted) + 0.05 * weighted.reduce((sum, value) => sum + value, 0);
}

/** The same of what one tree says of each objective: asked for every tree of every point that is looked at. */
function scalarOfTree(each: readonly Float64Array[], tree: number, objectives: readonly Scale[]): number {
  let most = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (let index = 0; index < each.length; index++) {
    const { weight, least } = objectives[index] as Scale;
    const weighted = weight * (((each[index] as Float64Array)[tree] as number) - least);
    if (weighted > most) most = weighted;
    sum += weighted;
  }
  return most + 0.05 * sum;
}

function minimum(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function maximum(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}

/** All, or half the best and half of the rest. */
function sampleOf(ranked: readonly Feasible[], random: Random): readonly Feasible[] {
  if (ranked.length <= mostRows) return ranked;
  const half = mostRows / 2;
  return [...ranked.slice(0, half), ...drawn(ranked.slice(half), half, random)];
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
  readonly trends: readonly Trend[]; // none, or those that forests are added to
  readonly mean: Trend | null; // of these
}

function fitObjective(sample: Sample, hasTrend: boolean, random: Random): ObjectiveModel {
  const options = { trees, leaf: 1, columns: combinationsAtNode };
  if (!hasTrend) return { forest: growForest(sample, options, random), trends: [], mean: null };
  const fitted = fitTrends(sample, trends, random);
  const mean = meanTrend(fitted);
  const rest = sample.targets.map((target, row) => target - trendAt(mean, sample.rows, row * sample.width));
  return { forest: growForest({ ...sample, targets: rest }, options, random), trends: fitted, mean };
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

/** Each tree of each objective is one opinion; they are taken as a normal distribution. */
function expectedImprovement(each: readonly Float64Array[], { objectives, best, spread }: Ranked): number {
  let sum = 0;
  let squares = 0;
  const first = each[0] as Float64Array;
  for (let tree = 0; tree < trees; tree++) {
    const scalar = each.length === 1 ? (first[tree] as number) : scalarOfTree(each, tree, objectives);
    sum += scalar;
    squares += (scalar - best) ** 2;
  }
  const gain = best - sum / trees;
  const variance = Math.max(0, squares / trees - gain ** 2);
  const deviation = Math.sqrt(variance) + leastDeviation * spread + Number.EPSILON;
  return expectedBelow({ mean: -gain, deviation }, 0);
}

/**
 * The area that a point is expected to add to what the front dominates (Emmerich et al., 2006), with the two objectives as
 * independent normal distributions: strip by strip, the width that it covers times the height.
 */
function expectedArea(
  [first, second]: readonly Float64Array[],
  { places, heights, spreads }: Outline,
): number {
  const across = normalOf(first as Float64Array, spreads[0] ?? 0);
  const up = normalOf(second as Float64Array, spreads[1] ?? 0);
  let sum = 0;
  let before = 0;
  for (let strip = 0; strip < places.length; strip++) {
    const width = expectedBelow(across, places[strip] as number);
    sum += (width - before) * expectedBelow(up, heights[strip] as number);
    before = width;
  }
  return sum;
}

interface Normal {
  readonly mean: number;
  readonly deviation: number;
}

function normalOf(each: Float64Array, spread: number): Normal {
  let sum = 0;
  let squares = 0;
  for (let tree = 0; tree < trees; tree++) {
    const value = each[tree] as number;
    sum += value;
    squares += value * value;
  }
  const mean = sum / trees;
  const deviation = Math.sqrt(Math.max(0, squares / trees - mean * mean));
  return { mean, deviation: deviation + leastOfArea * spread + Number.EPSILON };
}

/** By how much a value is expected to lie below a limit; one above counts nothing. */
function expectedBelow({ mean, deviation }: Normal, limit: number): number {
  const z = (limit - mean) / deviation;
  return deviation * (z * normalBelow(z) + normalDensity(z));
}

/** Trees that agree may all be wrong. In units of the spread of what was seen. */
const leastDeviation = 0.01;

/** The same for an area, in units of the whole range: a front has many places, and forests see few points near each. */
const leastOfArea = 0.1;

function normalDensity(z: number): number {
  return Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI);
}

/** The cumulative distribution, to 7.5e-8 (Abramowitz and Stegun, 26.2.17). */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = normalDensity(z) * polynomial;
  return z > 0 ? 1 - above : above;
}
