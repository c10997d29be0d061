/**
 * How much better a point may be than what was seen: of one objective, or several under weights, the expected improvement; of
 * two the area that it adds to what the front dominates.
 */
import { type Random, uniform } from "../../types/random.ts";
import type { Feasible } from "./outcome.ts";
import type { Point } from "./space.ts";

/** Of an objective. Times, areas and cycles differ by factors. */
export interface Scale {
  readonly of: (value: number) => number;
  readonly least: number; // of what was seen, on the scale
  readonly range: number;
}

export function scalesOf(feasible: readonly Feasible[]): readonly Scale[] {
  const count = feasible[0]?.objectives.length ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const values = feasible.map(({ objectives }) => objectives[index] ?? 0);
    const of = logScale(values);
    const least = of(minimum(values));
    return { of, least, range: of(maximum(values)) - least };
  });
}

/** Where an objective is 0 or less, its distance from the least one counts. */
function logScale(values: readonly number[]): (value: number) => number {
  const least = minimum(values);
  return least > 0 ? Math.log : (value) => Math.log1p(Math.max(0, value - least));
}

/** A feasible point, its objectives on their scales. */
export interface Seen {
  readonly point: Point;
  readonly values: readonly number[];
}

export function seenOn(scales: readonly Scale[], { point, objectives }: Feasible): Seen {
  return { point, values: scales.map(({ of }, index) => of(objectives[index] ?? 0)) };
}

/** What was seen, under weights. */
export interface Ranked {
  readonly best: readonly Seen[]; // a few, the best first
  readonly scalars: Float64Array; // of all
  readonly least: number; // of the scalars
  readonly spread: number; // of the scalars above the least
  readonly weighted: readonly Weighted[];
  readonly outline: Outline | null; // of two objectives
}

interface Weighted extends Scale {
  readonly weight: number; // over the range of what was seen
}

/**
 * Several objectives become one by random weights, other ones each time (ParEGO: Knowles, 2006), so that every part of
 * the front has its turn. `before`: the outline of the first of them.
 */
export function rank(
  feasible: readonly Seen[],
  scales: readonly Scale[],
  before: Outline | null,
  random: Random,
): Ranked {
  const draws = scales.map(() => -Math.log(1 - uniform(random)));
  const total = draws.reduce((sum, draw) => sum + draw, 0);
  const weighted = scales.map((scale, index) => ({
    ...scale,
    weight: scales.length === 1 ? 1 : (draws[index] ?? 0) / total / (scale.range || 1),
  }));
  const scalars = Float64Array.from(feasible, ({ values }) => scalarOf(values, weighted));
  const least = scalars.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const squares = scalars.reduce((sum, scalar) => sum + (scalar - least) ** 2, 0);
  return {
    best: lowest(scalars, fewBest).map((index) => feasible[index] as Seen),
    ...{ scalars, least, weighted },
    spread: Math.sqrt(squares / scalars.length),
    outline: scales.length === 2 ? outlineOf(feasible, scales, before) : null,
  };
}

const fewBest = 8;

/** The indexes of the lowest ones, the lowest first. */
function lowest(scalars: Float64Array, count: number): readonly number[] {
  const found: number[] = [];
  for (let index = 0; index < scalars.length; index++) {
    const scalar = scalars[index] as number;
    const last = found[count - 1];
    if (last !== undefined && scalar >= (scalars[last] as number)) continue;
    const after = found.findIndex((one) => (scalars[one] as number) > scalar);
    found.splice(after < 0 ? found.length : after, 0, index);
    if (found.length > count) found.pop();
  }
  return found;
}

/** Tchebycheff's norm with a small sum, so that of two equal maxima the better one wins. */
function scalarOf(values: readonly number[], scales: readonly Weighted[]): number {
  if (scales.length === 1) return values[0] ?? 0;
  let most = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (let index = 0; index < scales.length; index++) {
    const { weight, least } = scales[index] as Weighted;
    const value = weight * ((values[index] as number) - least);
    most = Math.max(most, value);
    sum += value;
  }
  return most + 0.05 * sum;
}

/** The same of what one tree says of each objective: asked for every tree of every point that is looked at. */
function scalarOfTree(each: readonly Float64Array[], tree: number, scales: readonly Weighted[]): number {
  let most = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (let index = 0; index < each.length; index++) {
    const { weight, least } = scales[index] as Weighted;
    const value = weight * (((each[index] as Float64Array)[tree] as number) - least);
    if (value > most) most = value;
    sum += value;
  }
  return most + 0.05 * sum;
}

function minimum(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function maximum(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}

/** What the front of two objectives dominates, from left to right: between two places, up to a height. */
export interface Outline {
  readonly front: readonly Seen[];
  readonly seen: number; // among so many
  readonly places: Float64Array; // of the first objective; the first strip begins left of all
  readonly heights: Float64Array; // of the second
  readonly spreads: readonly number[]; // of both, over all points
}

function outlineOf(feasible: readonly Seen[], scales: readonly Scale[], before: Outline | null): Outline {
  if (before?.seen === feasible.length) return before;
  const some = before === null ? [...feasible] : [...before.front, ...feasible.slice(before.seen)];
  some.sort(({ values: [a = 0, b = 0] }, { values: [c = 0, d = 0] }) => a - c || b - d);
  const [right = 0, top = 0] = scales.map(({ least, range }) => least + (1 + beyond) * range);
  const front: Seen[] = [];
  for (const one of some) if ((one.values[1] ?? 0) < (front.at(-1)?.values[1] ?? top)) front.push(one);
  return {
    ...{ front, seen: feasible.length },
    places: Float64Array.from([...front.map(({ values }) => values[0] ?? 0), right]),
    heights: Float64Array.from([top, ...front.map(({ values }) => values[1] ?? 0)]),
    spreads: scales.map(({ range }) => range),
  };
}

/** How far beyond all points that were seen something may lie that counts, in units of their range. */
const beyond = 0.5;

/** Each tree of each objective is one opinion; they are taken as a normal distribution. */
export function expectedImprovement(
  each: readonly Float64Array[],
  { weighted, least, spread }: Ranked,
): number {
  let sum = 0;
  let squares = 0;
  const first = each[0] as Float64Array;
  const trees = first.length;
  for (let tree = 0; tree < trees; tree++) {
    const scalar = each.length === 1 ? (first[tree] as number) : scalarOfTree(each, tree, weighted);
    sum += scalar;
    squares += (scalar - least) ** 2;
  }
  const gain = least - sum / trees;
  const variance = Math.max(0, squares / trees - gain ** 2);
  const deviation = Math.sqrt(variance) + leastDeviation * spread + Number.EPSILON;
  return expectedBelow({ mean: -gain, deviation }, 0);
}

/**
 * The area that a point is expected to add to what the front dominates (Emmerich et al., 2006), with the two objectives as
 * independent normal distributions: strip by strip, the width that it covers times the height.
 */
export function expectedArea(
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
  const trees = each.length;
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
