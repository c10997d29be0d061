/** When the operations of every graph happen. */

import { bug } from "../diagnostics/bug.ts";
import type { Target } from "./operators/operator.ts";
import { itemsIn } from "./plan/finish.ts";
import type { Graph, Pipeline, Plan } from "./plan/nodes.ts";
import { problemOf } from "./problem.ts";
import type { Refusals } from "./refusals.ts";
import { check, isImpossible, pipeline, schedule } from "./timing/index.ts";
import type { Problem, Timing } from "./timing/problem.ts";

export function timingsOf(plan: Plan, target: Target, refuse: Refusals): ReadonlyMap<Graph, Timing> {
  const timings = new Map<Graph, Timing>();
  for (const item of itemsIn(plan.body)) {
    if (item.kind !== "block" && item.kind !== "pipeline") continue;
    const problem = problemOf(plan, item.graph, target, refuse);
    const timing =
      item.kind === "block" || item.asked === null ? schedule(problem) : pipelined(item, problem, refuse);
    const wrong = check(problem, timing);
    if (wrong.length > 0) bug(`the schedule of ${plan.name} is broken:\n${wrong.join("\n")}`);
    timings.set(item.graph, withCounters(item.graph, timing));
  }
  return timings;
}

/** A loop that may be left starts no iteration before it is known that the one before was not the last. */
function pipelined(item: Pipeline, problem: Problem, refuse: Refusals): Timing {
  let asked = item.asked ?? {};
  for (;;) {
    const answer = pipeline(problem, asked);
    if (isImpossible(answer)) return refuse.interval(item, problem, answer);
    const exit = Math.max(
      -1,
      ...item.graph.ops.map((op, id) => (op.kind === "exit" ? (answer.cycles[id] ?? 0) : -1)),
    );
    const { ii } = answer;
    if (ii === null || exit < ii) return answer;
    asked = { ii: exit + 1 };
  }
}

/** Counters have their value from the first cycle on, wherever the schedule put them. */
function withCounters({ ops }: Graph, timing: Timing): Timing {
  const isCounter = (id: number): boolean => ops[id]?.kind === "counter";
  return {
    ...timing,
    cycles: timing.cycles.map((cycle, id) => (isCounter(id) ? 0 : cycle)),
    offsets: timing.offsets.map((offset, id) => (isCounter(id) ? 0 : offset)),
  };
}
