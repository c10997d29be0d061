/** What a search knows so far. Points are evaluated once: one that is proposed again costs nothing and says nothing. */
import { dominates, isNoWorse } from "./front.ts";
import type { Evaluation, Feasible } from "./outcome.ts";
import { type Point, pointKey } from "./space.ts";

export interface History {
  readonly evaluations: readonly Evaluation[]; // in the order of their proposal
  readonly known: readonly Evaluation[]; // and points that turned out to be others that were evaluated
  readonly feasible: readonly Feasible[];
  readonly front: readonly Feasible[]; // those that none dominates, in the order in which they were found
  readonly has: (point: Point) => boolean;
}

/** A history that grows: what methods see of it is `history`. */
export interface Recorder {
  readonly history: History;
  readonly add: (evaluation: Evaluation) => void;
  readonly addSame: (evaluation: Evaluation) => void; // of a point that is the same as one that was evaluated
}

export function recorder(): Recorder {
  const keys = new Set<string>();
  const evaluations: Evaluation[] = [];
  const known: Evaluation[] = [];
  const feasible: Feasible[] = [];
  let front: readonly Feasible[] = [];
  return {
    history: {
      evaluations,
      known,
      feasible,
      get front() {
        return front;
      },
      has: (point) => keys.has(pointKey(point)),
    },
    addSame: (evaluation) => {
      keys.add(pointKey(evaluation.point));
      known.push(evaluation);
    },
    add: (evaluation) => {
      const { point, outcome } = evaluation;
      keys.add(pointKey(point));
      evaluations.push(evaluation);
      known.push(evaluation);
      if (outcome.kind === "infeasible") return;
      const found = { point, objectives: outcome.objectives };
      feasible.push(found);
      if (front.some(({ objectives }) => isNoWorse(objectives, found.objectives))) return;
      front = [...front.filter(({ objectives }) => !dominates(found.objectives, objectives)), found];
    },
  };
}

export function historyOf(evaluations: readonly Evaluation[]): History {
  const { history, add } = recorder();
  for (const evaluation of evaluations) add(evaluation);
  return history;
}
