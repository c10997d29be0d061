/** What a point came to, as JSON in a journal and in a queue. */
import type { Outcome } from "../../explore/search/outcome.ts";
import type { Problem } from "../../explore/search/search.ts";

export function outcomeJson(outcome: Outcome): Readonly<Record<string, unknown>> {
  if (outcome.kind === "infeasible") return { reason: outcome.reason };
  const { objectives, uses } = outcome;
  return { objectives, ...(uses === undefined ? {} : { uses }) };
}

/** Null where it is no outcome of that problem. */
export function readOutcome(
  { objectives, uses, reason }: Readonly<Record<string, unknown>>,
  problem: Pick<Problem, "objectives" | "limits">,
): Outcome | null {
  if (typeof reason === "string") return { kind: "infeasible", reason };
  if (!isNumbers(objectives, problem.objectives.length)) return null;
  if (uses === undefined) return { kind: "feasible", objectives };
  return isNumbers(uses, problem.limits?.length ?? 0) ? { kind: "feasible", objectives, uses } : null;
}

function isNumbers(value: unknown, count: number): value is readonly number[] {
  return Array.isArray(value) && value.length === count && value.every((one) => Number.isFinite(one));
}
