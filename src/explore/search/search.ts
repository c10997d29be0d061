/**
 * A search: a method proposes points, an evaluator tells what they are worth, until the budget is spent.
 *
 * The same seed gives the same evaluations, however many of them go on at the same time: a batch has the same size for one
 * worker as for twenty, and is complete before the next is proposed. The random numbers of a batch depend on the seed and
 * on how much is known, so a search that was interrupted goes on from its evaluations alone.
 */
import { randomFrom } from "../../types/random.ts";
import { type History, recorder } from "./history.ts";
import { freshOf, type Method } from "./methods/method.ts";
import type { Evaluation, Outcome } from "./outcome.ts";
import { defaultPoint, isAllowed, type Point, pointKey, type Space } from "./space.ts";

/** Null where it was stopped before it knew. */
export type Evaluate = (point: Point, stopped: AbortSignal) => Promise<Outcome | null>;

/** What there is to search. */
export interface Problem {
  readonly space: Space;
  readonly objectives: readonly string[]; // names of what is minimised
  readonly starts?: readonly Point[]; // evaluated first; else the first value of every knob is
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
  readonly index: number; // among all evaluations, in the order of their proposal
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
  const { add, history } = recorder();
  let { batch, known } = replay(hooks.before ?? [], add);
  while (history.evaluations.length < setting.evaluations) {
    if (stopped.aborted) return { history, ending: "stopped" };
    const proposed = await propose(problem, setting, history);
    if (proposed.length === 0) return { history, ending: "space" };
    const first = history.evaluations.length;
    const points = proposed.slice(0, setting.evaluations - first);
    const outcomes = await evaluateAll(points, setting.workers, stopped, async (point, index) => {
      const before = known.get(pointKey(point));
      const outcome = before ?? (await evaluate(point, stopped));
      if (outcome !== null && before === undefined)
        hooks.onEvaluated?.({ point, outcome, batch, index: first + index });
      return outcome;
    });
    for (const [index, point] of points.entries()) {
      const outcome = outcomes[index] ?? null;
      if (outcome !== null) add({ point, outcome });
    }
    known = new Map();
    batch++;
  }
  return { history, ending: "budget" };
}

/** All batches but the last were complete. Of the last, what is known need not be evaluated again. */
function replay(
  before: readonly Recorded[],
  add: (evaluation: Evaluation) => void,
): { batch: number; known: ReadonlyMap<string, Outcome> } {
  const batch = before.reduce((most, one) => Math.max(most, one.batch), 0);
  const complete = before.filter((one) => one.batch < batch).sort((a, b) => a.index - b.index);
  for (const { point, outcome } of complete) add({ point, outcome });
  const last = before.filter((one) => one.batch === batch);
  return { batch, known: new Map(last.map(({ point, outcome }) => [pointKey(point), outcome])) };
}

async function propose(
  { space, starts }: Problem,
  setting: SearchSetting,
  history: History,
): Promise<readonly Point[]> {
  const count = history.evaluations.length;
  if (count === 0) return firstPoints(space, starts ?? []);
  const random = randomFrom(setting.seed, `search ${count}`);
  return setting.method.propose(space, history, setting.batch, random, freshOf(space, history));
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
async function evaluateAll(
  points: readonly Point[],
  workers: number,
  stopped: AbortSignal,
  evaluate: (point: Point, index: number) => Promise<Outcome | null>,
): Promise<readonly (Outcome | null)[]> {
  const outcomes: (Outcome | null)[] = points.map(() => null);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < points.length && !stopped.aborted) {
      const index = next++;
      outcomes[index] = await evaluate(points[index] as Point, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, points.length) }, work));
  return outcomes;
}
