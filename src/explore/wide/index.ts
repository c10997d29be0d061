/**
 * Schedules that fill a part: as many iterations side by side as its units allow, in memories that feed them.
 *
 *     const [first] = wideSchedules(loops, { target, reassociate: false })({ luts: 500_000, dsps: 1000 });
 *
 * Nests are taken apart, the lanes of all of them are chosen together by a model of units, rounds and recurrences (lanes.ts), so that
 * what one writes lies where another reads it, and their memories follow from the lanes (banks.ts).
 */
import type { Technology } from "../../hardware/operators/operator.ts";
import type { Loops } from "../../loops/nodes.ts";
import type { Schedule } from "../../schedule/schedule.ts";
import { autoSchedule } from "../nests.ts";
import { extended, type Shape, unchanged } from "../shapes.ts";
import { apart, expanded, inTurns, turnedAll } from "./apart.ts";
import { type Band, bandsIn, waitOf } from "./band.ts";
import {
  type Arrays,
  agree,
  areApart,
  arraysIn,
  bankSteps,
  choiceLuts,
  type Demands,
  joined,
  memoryLuts,
} from "./banks.ts";
import { type Budget, type Way, waysOf } from "./lanes.ts";
import { laned } from "./nest.ts";

export interface WideOptions {
  readonly target: Technology;
  readonly reassociate: boolean; // all sums of floats may be added in another order
}

/** For any budget the best first: of nests taken apart, and of nests as they are written. */
export function wideSchedules(
  loops: Loops,
  { target, reassociate }: WideOptions,
): (budget: Budget) => readonly Schedule[] {
  const turns = inTurns(loops, (sum) => waitOf(sum, target));
  const perfect = apart(expanded(unchanged(loops)));
  const other = turnedAll(perfect);
  const shapes = [
    perfect,
    ...(other === perfect ? [] : [other]),
    unchanged(loops),
    ...(reassociate && turns.parts.size > 0 ? [apart(expanded(turns.shape, turns.parts), "together")] : []),
  ];
  const bases = shapes.map((shape): Base => {
    const bands = bandsIn(shape.loops, target).toSorted((a, b) => workOf(b) - workOf(a));
    return { shape, bands, arrays: arraysIn(shape.loops), reassociate };
  });
  return (budget) => {
    const found = bases
      .flatMap((base) =>
        choicesFor(base, budget)
          .slice(0, mostOfBase)
          .map((choice) => ({ base, choice })),
      )
      .sort((a, b) => a.choice.price - b.choice.price)
      .filter(({ choice }, _, [best]) => choice.price <= muchMore * (best?.choice.price ?? 0))
      .map(({ base, choice }) => scheduled(base, choice))
      .filter((one) => one !== null);
    const whole = found.filter(({ isWhole }) => isWhole);
    return (whole.length > 0 ? whole : found).map(({ schedule }) => schedule);
  };
}

const mostOfBase = 2;

/** The model is no further off. */
const muchMore = 2;

/** A circuit of twice the size may be 5 % faster, no less: as of the search for starts. */
const sizeExponent = 0.07;

/** A shape of the whole kernel, and what there is to choose lanes for in it. */
interface Base {
  readonly shape: Shape;
  readonly bands: readonly Band[]; // those with most work first
  readonly arrays: Arrays;
  readonly reassociate: boolean;
}

function workOf({ loops, runs }: Band): number {
  return loops.reduce((product, { mean }) => product * mean, runs);
}

/** The lanes of each band, and the memories of all. */
interface Choice {
  readonly bands: readonly Laned[];
  readonly demands: Demands;
  readonly cycles: number;
  readonly price: number;
}

interface Laned {
  readonly band: Band;
  readonly way: Way;
}

function choicesFor({ bands, arrays, reassociate }: Base, budget: Budget): readonly Choice[] {
  const empty: Choice = { bands: [], demands: new Map(), cycles: 0, price: 0 };
  return bands.reduce<readonly Choice[]>(
    (kept, band) =>
      extendedBy(kept, band, waysOf(band, arrays, budget, reassociate || band.isUnordered), arrays, budget),
    [empty],
  );
}

/** Beam search: the best choices of bands so far, each with every way of one more band that it leaves room for. */
function extendedBy(
  kept: readonly Choice[],
  band: Band,
  ways: readonly Way[],
  arrays: Arrays,
  budget: Budget,
): readonly Choice[] {
  const pairs = kept.flatMap((choice) =>
    ways.flatMap((way) =>
      agree(choice.demands, way.demands, arrays) ? [{ choice, way, cycles: choice.cycles + way.cycles }] : [],
    ),
  );
  const next: Choice[] = [];
  for (const { choice, way, cycles } of pairs.sort((a, b) => a.cycles - b.cycles).slice(0, mostTried)) {
    if (next.length === mostPriced) break;
    const bands = [...choice.bands, { band, way }];
    const demands = joined(choice.demands, way.demands);
    const luts = lutsOf(bands, demands, arrays);
    if (luts > budget.luts || !bands.every((one) => areApart(one.band, one.way.lanes, demands))) continue;
    next.push({ bands, demands, cycles, price: cycles * luts ** sizeExponent });
  }
  return next.sort((a, b) => a.price - b.price).slice(0, mostKept);
}

const mostTried = 30_000;
const mostPriced = 1000;
const mostKept = 100;

/** Units, which bands share; choices among memories; and the memories, whose words go in and out. */
function lutsOf(bands: readonly Laned[], demands: Demands, arrays: Arrays): number {
  const units = Math.max(...bands.map(({ way }) => way.luts));
  const choices = bands.reduce(
    (sum, { band, way }) => sum + choiceLuts(band, way.lanes, demands, arrays),
    memoryLuts(demands, arrays),
  );
  return 1 + units + choices;
}

interface Wide {
  readonly schedule: Schedule;
  readonly isWhole: boolean; // no band was refused its lanes: what the model says of the choice holds
}

/** Bands that cannot have their lanes run as any nest does. Null where none has them. */
function scheduled({ shape: base, reassociate }: Base, { bands, demands }: Choice): Wide | null {
  let shape = base;
  let isWhole = true;
  const named = new Set<string>();
  for (const { band, way } of bands) {
    const next = laned(shape, band, way, reassociate || band.isUnordered);
    if (next === null) {
      isWhole &&= way.lanes.every((count) => count === 1);
      continue;
    }
    shape = next;
    for (const { name } of band.loops) named.add(name);
  }
  if (named.size === 0) return null;
  const rest = autoSchedule(base.loops, { within: named }).filter(
    ({ args }) => !named.has(String(args.loop)),
  );
  for (const { primitive, args } of [...rest, ...bankSteps(shape.loops, demands)]) {
    shape = extended(shape, primitive, args) ?? shape;
  }
  return { schedule: shape.steps, isWhole };
}
