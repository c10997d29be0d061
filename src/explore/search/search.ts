/**
 * A search: a method proposes points, an evaluator tells what they are worth, until the budget is spent.
 *
 * The same seed gives the same evaluations, however many of them go on at the same time: a batch has the same size for one
 * worker as for twenty, and is complete before the next is proposed. The random numbers of a batch depend on the seed and
 * on how much is known, so a search that was interrupted goes on from its evaluations alone.
 */
import { randomFrom } from "../../types/random.ts";
import { type History, type Recorder, recorder } from "./history.ts";
import { type Fresh, freshOf, type Method } from "./methods/method.ts";
import { random as anywhere } from "./methods/plain.ts";
import type { Evaluation, Outcome } from "./outcome.ts";
import { defaultPoint, isAllowed, type Point, pointKey, type Space } from "./space.ts";

/** Null where it was stopped before it knew. */
export type Evaluate = (point: Point, stopped: AbortSignal) => Promise<Outcome | null>;

/** What there is to search. */
export interface Problem {
  readonly space: Space;
  readonly objectives: readonly string[]; // names of what is minimised
  readonly starts?: readonly Point[]; // evaluated first; else the first value of every knob is
  /** Points of one text have one outcome: it is evaluated once, and what it cost is not counted again. */
  readonly sameAs?: (point: Point) => string | Promise<string>;
  readonly limits?: readonly number[]; // what a feasible point may use, in the order of its `uses`
}

export interface SearchSetting {
  readonly method: Method;
  readonly seed: number;
  readonly batch: number; // points proposed at once
  readonly evaluations: number; // how many there may be
  readonly workers: number; // how many evaluations go on at the same time
}

/** An evaluation with its place in the search: what a journal has to keep. */
export interface Recorded extends Evaluation {
  readonly batch: number;
  readonly index: number; // among all that is known, in the order of proposals
  readonly isSame?: boolean; // as a point that was evaluated before: it cost nothing
}

export interface SearchHooks {
  readonly before?: readonly Recorded[]; // what an earlier run has found, in any order
  readonly stopped?: AbortSignal;
  /** As soon as an evaluation has ended, so not always in order. */
  readonly onEvaluated?: (recorded: Recorded) => void;
}

export type Ending = "budget" | "stopped" | "space"; // space: no point is left

export interface Found {
  readonly history: History;
  readonly ending: Ending;
}

export async function search(
  problem: Problem,
  setting: SearchSetting,
  evaluate: Evaluate,
  hooks: SearchHooks = {},
): Promise<Found> {
  const stopped = hooks.stopped ?? new AbortController().signal;
  const record = recorder();
  const { history } = record;
  const texts = new Map<string, Outcome>(); // of what was evaluated, where points may be the same
  const textOf = textsOf(problem);
  let { batch, idle, known } = await replay(hooks.before ?? [], record, async (point, outcome) => {
    if (problem.sameAs !== undefined) texts.set(await textOf(point), outcome);
  });
  for (; history.evaluations.length < setting.evaluations; batch++) {
    if (stopped.aborted) return { history, ending: "stopped" };
    const method = idle > fewIdle ? anywhere : setting.method;
    const proposed = await propose(problem, { ...setting, method }, history, async (point) =>
      problem.sameAs === undefined ? null : (texts.get(await textOf(point)) ?? null),
    );
    if (proposed.length === 0 || idle > mostIdle) return { history, ending: "space" };
    const first = history.known.length;
    const points = await newAndSame(
      proposed,
      setting.evaluations - history.evaluations.length,
      texts,
      textOf,
    );
    const outcomes = await evaluateAll(points, setting.workers, stopped, async ({ point, isNew }, index) => {
      if (!isNew) return null;
      const before = known.get(pointKey(point));
      const outcome = before ?? (await evaluate(point, stopped));
      if (outcome !== null && before === undefined)
        hooks.onEvaluated?.({ point, outcome, batch, index: first + index });
      return outcome;
    });
    for (const [index, { text }] of points.entries()) {
      const outcome = outcomes[index] ?? null;
      if (outcome !== null && problem.sameAs !== undefined) texts.set(text, outcome);
    }
    for (const [index, { point, text, isNew }] of points.entries()) {
      const outcome = isNew ? (outcomes[index] ?? null) : (texts.get(text) ?? null);
      if (outcome === null) continue;
      if (isNew) record.add({ point, outcome });
      else {
        record.addSame({ point, outcome });
        if (!known.has(pointKey(point)))
          hooks.onEvaluated?.({ point, outcome, batch, index: first + index, isSame: true });
      }
    }
    idle = points.some(({ isNew }) => isNew) ? 0 : idle + 1;
    known = new Map();
  }
  return { history, ending: "budget" };
}

/**
 * Batches in which every point is the same as one that was evaluated. After a few the method has no other idea, and points are
 * drawn anywhere; after many there is nothing else, or it is not found.
 */
const fewIdle = 3;
const mostIdle = 200;

/** What a point says. A method asks for it, and then the search again: what was told last is remembered. */
function textsOf({ sameAs }: Problem): (point: Point) => Promise<string> {
  const told = new Map<string, string>();
  return async (point) => {
    const key = pointKey(point);
    if (sameAs === undefined) return key;
    const text = told.get(key) ?? (await sameAs(point));
    told.set(key, text);
    if (told.size > mostTold) told.delete(told.keys().next().value ?? key); // the oldest
    return text;
  };
}

const mostTold = 1000;

interface Proposed {
  readonly point: Point;
  readonly text: string;
  readonly isNew: boolean; // else another of that text was evaluated, or stands before it
}

/** Proposals up to the last new one that the budget allows. */
async function newAndSame(
  proposed: readonly Point[],
  budget: number,
  texts: ReadonlyMap<string, Outcome>,
  textOf: (point: Point) => Promise<string>,
): Promise<readonly Proposed[]> {
  const points: Proposed[] = [];
  const own = new Set<string>();
  for (const point of proposed) {
    const text = await textOf(point);
    const isNew = !texts.has(text) && !own.has(text);
    if (isNew && own.size === budget) break;
    if (isNew) own.add(text);
    points.push({ point, text, isNew });
  }
  return points;
}

/** All batches but the last were complete. Of the last, what is known need not be evaluated again. */
async function replay(
  before: readonly Recorded[],
  record: Recorder,
  evaluatedBefore: (point: Point, outcome: Outcome) => Promise<void>,
): Promise<{ batch: number; idle: number; known: ReadonlyMap<string, Outcome> }> {
  const batch = before.reduce((most, one) => Math.max(most, one.batch), 0);
  const complete = before.filter((one) => one.batch < batch).sort((a, b) => a.index - b.index);
  for (const { point, outcome, isSame } of complete) {
    if (isSame) record.addSame({ point, outcome });
    else {
      record.add({ point, outcome });
      await evaluatedBefore(point, outcome);
    }
  }
  const last = before.filter((one) => one.batch === batch);
  const worked = complete.findLast(({ isSame }) => !isSame)?.batch ?? -1;
  const idle = Math.max(0, batch - 1 - worked);
  return { batch, idle, known: new Map(last.map(({ point, outcome }) => [pointKey(point), outcome])) };
}

async function propose(
  { space, starts }: Problem,
  setting: SearchSetting,
  history: History,
  outcome: Fresh["outcome"],
): Promise<readonly Point[]> {
  const count = history.known.length;
  if (count === 0) return firstPoints(space, starts ?? []);
  const random = randomFrom(setting.seed, `search ${count}`);
  return setting.method.propose(space, history, setting.batch, random, freshOf(space, history, outcome));
}

function firstPoints(space: Space, starts: readonly Point[]): readonly Point[] {
  const allowed = new Map(
    starts.filter((point) => isAllowed(space, point)).map((point) => [pointKey(point), point]),
  );
  if (allowed.size > 0) return [...allowed.values()];
  const first = defaultPoint(space);
  return first === null ? [] : [first];
}

/** So many at a time; gives what each came to, by its place. */
async function evaluateAll<T>(
  points: readonly T[],
  workers: number,
  stopped: AbortSignal,
  evaluate: (point: T, index: number) => Promise<Outcome | null>,
): Promise<readonly (Outcome | null)[]> {
  const outcomes: (Outcome | null)[] = points.map(() => null);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < points.length && !stopped.aborted) {
      const index = next++;
      outcomes[index] = await evaluate(points[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, points.length) }, work));
  return outcomes;
}
