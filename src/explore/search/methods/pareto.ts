/**
 * Pareto fronts of parts, combined by an integer program (PyLog, journal, section 4.4): the parts of a space are looked at one by
 * one, the others at their first values, and only what no other candidate of a part beats is kept. Of these the program chooses
 * one a part, so that together they are best within the limits; and what it chose is evaluated as a whole, for parts are not
 * quite independent. Half of the proposals look at parts, a quarter are combinations, and the others change the best points: in
 * any knob, or in one that is of no part.
 */
import { below, type Random, randomFrom, uniform } from "../../../types/random.ts";
import { paretoFront } from "../front.ts";
import { type History, historyOf } from "../history.ts";
import type { Evaluation, Feasible, Outcome } from "../outcome.ts";
import { loadSolver } from "../selection/highs.ts";
import type { Choice, Selection, Solve } from "../selection/selection.ts";
import { type Point, pointKey, type Space, sizeOf } from "../space.ts";
import { bayesian, bayesianOfPart } from "./bayesian.ts";
import type { Fresh, Method } from "./method.ts";
import { type Context, injected, type Part, partsIndex, partsOf } from "./parts.ts";
import { evolutionary } from "./plain.ts";

/** `limits`: what a point may use. The solver is loaded when the first combination is sought. */
export function paretoMethod(limits: readonly number[]): Method {
  let solver: Promise<Solve> | null = null;
  let index: {
    readonly space: Space;
    readonly parts: readonly Part[];
    readonly of: (history: History) => readonly Context[];
  } | null = null;
  return {
    name: "pareto",
    description: "the best candidates of each part, combined by an integer program",
    propose: async (space, history, count, random, fresh) => {
      if (index?.space !== space) {
        const parts = partsOf(space);
        index = { space, parts, of: partsIndex(parts).contexts };
      }
      const { parts } = index;
      if (parts.length < 2) return bayesian.propose(space, history, count, random, fresh);
      const seeds = Array.from({ length: count }, () => random());
      const given: Given = {
        space,
        history,
        parts,
        limits,
        contexts: worthwhile(index.of(history)),
        fresh,
      };
      const slots = slotsFor(given, count);
      const alone = await partPoints(given, slots, seeds);
      const wanted = slots.filter(({ kind }) => kind === "combination").length;
      solver ??= wanted > 0 ? loadSolver() : null;
      const combined =
        wanted === 0 || solver === null ? [] : combinations(given, wanted, await solver, seeds);
      return slots.flatMap((slot, at) => {
        const own =
          slot.kind === "part"
            ? alone.get(slot.at)?.shift()
            : slot.kind === "combination"
              ? combined.shift()
              : undefined;
        return own === undefined ? bred(given, slot, randomFrom(seeds[at] ?? 0, "bred")) : [own];
      });
    },
  };
}

interface Given {
  readonly space: Space;
  readonly history: History;
  readonly parts: readonly Part[];
  readonly limits: readonly number[];
  readonly contexts: readonly Context[]; // the best first
  readonly fresh: Fresh;
}

// Contexts

const mostContexts = 2;
const enough = 8; // points of a part that have seen something of it

/** Those whose parts make a difference, as far as is known; the best first. */
function worthwhile(all: readonly Context[]): readonly Context[] {
  const isBarren = ({ alone }: Context): boolean => {
    const seen = alone.reduce((sum, { history: { evaluations } }) => sum + evaluations.length - 1, 0);
    return seen >= Math.max(enough, 2 * alone.length) && alone.every(({ history }) => isOnlyBase(history));
  };
  return all
    .filter((context) => context.baseOutcome?.kind !== "infeasible" && !isBarren(context))
    .toSorted((a, b) => a.best - b.best)
    .slice(0, mostContexts);
}

/** Nothing that was tried of a part is better than its first values. */
function isOnlyBase({ front }: History): boolean {
  return front.length < 2 && (front[0]?.point.every((value) => value === 0) ?? true);
}

// What a batch consists of

type Slot =
  | { readonly kind: "part"; readonly at: string }
  | { readonly kind: "combination" | "bred" | "shared" };

function slotsFor({ history, parts, contexts }: Given, count: number): readonly Slot[] {
  const visits = new Map<string, { count: number; readonly weight: number }>();
  for (const [context, { alone }] of contexts.entries())
    for (const [part, { history: own }] of alone.entries()) {
      const weight = worthOf(own) * Math.log2(1 + Number(sizeOf((parts[part] as Part).space)));
      visits.set(partKey(context, part), { count: own.evaluations.length, weight });
    }
  const isEarly = contexts.every(({ alone }) =>
    alone.some(({ history: own }) => own.evaluations.length < enough),
  );
  return Array.from({ length: count }, (_, at): Slot => {
    const turn = (history.known.length + at) % 8;
    if (turn === 3 || visits.size === 0) return { kind: "bred" };
    if (turn === 7) return { kind: "shared" };
    if (turn % 4 === 2 && !isEarly) return { kind: "combination" };
    const [key, visited] = [...visits].reduce((a, b) =>
      b[1].count / b[1].weight < a[1].count / a[1].weight ? b : a,
    );
    visited.count += 1;
    return { kind: "part", at: key };
  });
}

/** A part that has made much difference is looked at more often: up to five times as often as one that has made none. */
function worthOf({ evaluations, feasible }: History): number {
  const first = evaluations.find(({ point }) => point.every((value) => value === 0))?.outcome;
  if (first?.kind !== "feasible") return 5;
  const gains = first.objectives.map((value, objective) => {
    const least = feasible.reduce((a, { objectives }) => Math.min(a, objectives[objective] ?? a), value);
    return value > 0 ? (value - least) / value : 0;
  });
  return evaluations.length < enough ? 5 : 1 + 4 * Math.max(...gains);
}

/** Children of the best points; or one of these with a knob changed that is of no part. */
function bred({ space, parts, history, fresh }: Given, { kind }: Slot, random: Random): readonly Point[] {
  const own = new Set(parts.flatMap(({ knobs }) => knobs));
  const shared = [...space.knobs.keys()].filter(
    (at) => !own.has(at) && (space.knobs[at]?.values.length ?? 0) > 1,
  );
  for (let tries = 0; kind === "shared" && shared.length > 0 && tries < 20; tries++) {
    const base = history.front[below(history.front.length, random)];
    const at = shared[below(shared.length, random)] ?? 0;
    const point = base?.point.with(at, below(space.knobs[at]?.values.length ?? 1, random));
    if (point === undefined || !fresh.is(point)) continue;
    fresh.take(point);
    return [point];
  }
  return evolutionary.propose(space, history, 1, random, fresh);
}

function partKey(context: number, part: number): string {
  return `${context} ${part}`;
}

// Parts alone

/** Beyond so many evaluations a model of a part costs more than it tells. */
const mostModelled = 1000;

async function partPoints(
  given: Given,
  slots: readonly Slot[],
  seeds: readonly number[],
): Promise<Map<string, Point[]>> {
  const { contexts, parts, limits } = given;
  const counts = new Map<string, number>();
  for (const slot of slots) if (slot.kind === "part") counts.set(slot.at, (counts.get(slot.at) ?? 0) + 1);
  const found = new Map<string, Point[]>();
  for (const [key, count] of counts) {
    const [at = 0, part = 0] = key.split(" ").map(Number);
    const context = contexts[at] as Context;
    const known = (context.alone[part] as Context["alone"][number]).history;
    const history = isTight(context, limits) ? historyOf(known.evaluations.map(withUses)) : known;
    const random = randomFrom(seeds[0] ?? 0, `part ${key}`);
    found.set(key, await pointsOfPart(given, parts[part] as Part, context, history, count, random));
  }
  return found;
}

async function pointsOfPart(
  { fresh }: Given,
  part: Part,
  { base, baseOutcome }: Context,
  history: History,
  count: number,
  random: Random,
): Promise<Point[]> {
  const own: Fresh = {
    is: (point) => fresh.is(injected(part, base, point)),
    take: (point) => fresh.take(injected(part, base, point)),
    outcome: async () => null, // a part has its slots of the batch, whatever its points turn out to be
  };
  if (baseOutcome === null && fresh.is(base)) {
    fresh.take(base);
    return [base];
  }
  const method = history.evaluations.length < mostModelled ? bayesianOfPart : evolutionary;
  const points = await method.propose(part.space, history, count, random, own);
  return points.map((point) => injected(part, base, point));
}

/** Whether the fastest of every part are too large together: then smaller ones are worth as much. */
function isTight({ baseOutcome, alone }: Context, limits: readonly number[]): boolean {
  if (baseOutcome?.kind !== "feasible") return false;
  return limits.some((limit, resource) => {
    const used = (outcome: Outcome): number =>
      outcome.kind === "feasible" ? (outcome.uses?.[resource] ?? 0) : 0;
    const before = used(baseOutcome);
    const most = alone.reduce((sum, { history: { evaluations } }) => {
      const best = evaluations.reduce<Evaluation | null>((a, b) => (firstOf(b) < firstOf(a) ? b : a), null);
      return sum + (best === null ? 0 : used(best.outcome) - before);
    }, before);
    return most > limit;
  });
}

function firstOf(evaluation: Evaluation | null): number {
  return evaluation?.outcome.kind === "feasible"
    ? (evaluation.outcome.objectives[0] ?? Number.POSITIVE_INFINITY)
    : Number.POSITIVE_INFINITY;
}

function withUses({ point, outcome }: Evaluation): Evaluation {
  if (outcome.kind === "infeasible") return { point, outcome };
  return {
    point,
    outcome: { kind: "feasible", objectives: [...outcome.objectives, ...(outcome.uses ?? [])] },
  };
}

// Combinations

const mostExcluded = 200; // a row of the program each
const mostCandidates = 60; // of a part: the program has so many variables for each

/** Objectives and uses of each candidate of each part, against those of the base. */
interface Candidates {
  readonly base: readonly number[];
  readonly parts: readonly (readonly Feasible[])[];
  readonly context: Context;
}

function combinations(given: Given, count: number, solve: Solve, seeds: readonly number[]): Point[] {
  const { contexts, parts, limits, fresh, history } = given;
  const objectives = history.feasible[0]?.objectives.length ?? 1;
  const each = contexts.flatMap((context) => candidatesOf(context) ?? []);
  const excluded = each.map((candidates) => tried(candidates, parts));
  const points: Point[] = [];
  const random = randomFrom(seeds[0] ?? 0, "combinations");
  for (let tries = 0; points.length < count && tries < 4 * count && each.length > 0; tries++) {
    const at = tries % each.length;
    const candidates = each[at] as Candidates;
    const selection = selectionOf(candidates, { objectives, limits }, tries, random);
    const choice = solve(selection, excluded[at] ?? []);
    if (choice === null) continue;
    excluded[at]?.push(choice);
    const point = choice.reduce(
      (whole, index, part) =>
        injected(parts[part] as Part, whole, candidates.parts[part]?.[index]?.point ?? []),
      candidates.context.base,
    );
    if (!fresh.is(point)) continue;
    fresh.take(point);
    points.push(point);
  }
  return points;
}

/** Combinations that were evaluated. */
function tried({ context, parts: fronts }: Candidates, parts: readonly Part[]): Choice[] {
  const places = fronts.map((front) => new Map(front.map(({ point }, at) => [pointKey(point), at])));
  const found = context.together.map((point) =>
    parts.map(({ knobs }, part) => places[part]?.get(pointKey(knobs.map((at) => point[at] ?? 0))) ?? -1),
  );
  return found.filter((choice) => !choice.includes(-1)).slice(-mostExcluded);
}

/** Null while the base of the context is not known. */
function candidatesOf(context: Context): Candidates | null {
  const { baseOutcome, alone } = context;
  if (baseOutcome?.kind !== "feasible") return null;
  const base = [...baseOutcome.objectives, ...(baseOutcome.uses ?? [])];
  const parts = alone.map(({ history: { evaluations } }) =>
    thinned(paretoFront(historyOf(evaluations.map(withUses)).feasible)),
  );
  return { base, parts, context };
}

function thinned(front: readonly Feasible[]): readonly Feasible[] {
  if (front.length <= mostCandidates) return front;
  return Array.from({ length: mostCandidates }, (_, at) => {
    return front[Math.floor((at * (front.length - 1)) / (mostCandidates - 1))] as Feasible;
  });
}

/**
 * One objective is minimised. Others get a bound between the least and the most that they can come to, anywhere on a log scale,
 * so that all of the front has its turn. Parts together may take more than the sum: every other time limits are narrower.
 */
function selectionOf(
  { base, parts }: Candidates,
  { objectives, limits }: { readonly objectives: number; readonly limits: readonly number[] },
  turn: number,
  random: Random,
): Selection {
  const minimised = turn === 0 ? 0 : below(objectives, random);
  const margin = turn % 2 === 0 ? 1 : 0.6 + 0.4 * uniform(random);
  const sumOf = (of: (values: readonly number[]) => number, index: number): number =>
    parts.reduce(
      (sum, front) => sum + of(front.map(({ objectives: all }) => (all[index] ?? 0) - (base[index] ?? 0))),
      base[index] ?? 0,
    );
  const bounds = Array.from({ length: objectives }, (_, index) => {
    if (index === minimised || objectives === 1) return Number.POSITIVE_INFINITY;
    const [least, most] = [sumOf((all) => Math.min(...all), index), sumOf((all) => Math.max(...all), index)];
    const from = Math.max(1, least);
    return Math.max(least, from * (Math.max(from, most) / from) ** uniform(random)) - (base[index] ?? 0);
  });
  return {
    parts: parts.map((front) =>
      front.map(({ objectives: all }) => {
        const own = all.map((value, index) => value - (base[index] ?? 0));
        return { cost: own[minimised] ?? 0, uses: own };
      }),
    ),
    limits: [...bounds, ...limits.map((limit, at) => margin * limit - (base[objectives + at] ?? 0))],
  };
}
