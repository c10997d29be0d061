/** From a schedule to better ones, a move at a time: the longest loop first, and of its moves the one that pays most. */
import type { Loops } from "../loops/nodes.ts";
import { movesFor } from "./candidates.ts";
import { type Move, nodesIn } from "./moves.ts";
import { better, isBetter, type Trial, type Tried } from "./trial.ts";

/** From each start, unless another has come much further by then. */
export function descended(trial: Trial, loops: Loops, from: readonly Tried[], work: number): Tried {
  const before = trial.work();
  let best = from.reduce(better);
  const start = best.price;
  for (const [k, one] of from.entries()) {
    if (one.price > 5 * start || (k > 0 && one.price > 2 * best.price)) continue;
    best = better(best, furthest(trial, loops, one, before + (work * (k + 2)) / (from.length + 1)));
  }
  return best;
}

/** The best move for the longest loop again and again, until none helps any loop. */
export function furthest(trial: Trial, loops: Loops, from: Tried, work: number): Tried {
  let best = from;
  const settled = new Set<string>();
  for (;;) {
    const { cycles: all, pipelines } = best.measured;
    const pipe = pipelines.find(({ name, cycles }) => !settled.has(name) && cycles >= small * all);
    if (pipe === undefined || trial.work() > work) return best;
    const next = leastOf(trial, loops, best, movesFor(best.state, pipe, trial.effort.copies ?? true), work);
    if (next === null) settled.add(pipe.name);
    else best = next;
  }
}

/** The best of the first kind that has a much better one: what bounds a loop is another thing then. Null where none is better. */
export function leastOf(
  trial: Trial,
  loops: Loops,
  than: Tried,
  kinds: readonly (readonly Move[])[],
  work: number,
): Tried | null {
  let best: Tried | null = null;
  for (const moves of kinds) {
    for (const move of moves) {
      if (trial.work() > work) return best;
      const state = move();
      if (state === null || trial.work() + nodesIn(state) / 3 > work) continue;
      const tried = trial.of(loops, state);
      if (tried !== null && isBetter(tried, best ?? than)) best = tried;
    }
    if (best !== null && best.price <= muchLess * than.price) return best;
  }
  return best;
}

/** A price that other moves from the same place hardly go below. */
const muchLess = 0.5;

/** Loops that take less of a call than this are left alone. */
export const small = 0.05;
