/** What an evaluator says of a point, and what a search remembers. */
import type { Point } from "./space.ts";

export type Outcome =
  | {
      readonly kind: "feasible";
      readonly objectives: readonly number[]; // each is minimised, in the order of their names
      readonly uses?: readonly number[]; // of what a problem limits
    }
  | { readonly kind: "infeasible"; readonly reason: string };

export interface Evaluation {
  readonly point: Point;
  readonly outcome: Outcome;
}

export interface Feasible {
  readonly point: Point;
  readonly objectives: readonly number[];
}

export function feasibleOf(evaluations: readonly Evaluation[]): readonly Feasible[] {
  return evaluations.flatMap(({ point, outcome }) =>
    outcome.kind === "feasible" ? [{ point, objectives: outcome.objectives }] : [],
  );
}
