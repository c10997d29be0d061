/**
 * Scheduled Loops in the form that the planner takes.
 *
 *     const { loops } = apply(lowered, schedule);
 *     const plan = planOf(prepare(loops));
 *
 * What is computed stays the same, and so do its faults.
 */
import type { Loops } from "../../loops/nodes.ts";
import { accumulate } from "./accumulate.ts";
import { distinct } from "./distinct.ts";
import { withoutRegions } from "./regions.ts";
import { writeOut } from "./write_out.ts";

/** A schedule that unrolls too far is told by a `Diagnosed` error. */
export function prepare(loops: Loops): Loops {
  return passes.reduce((now, { run }) => run(now), loops);
}

export interface Pass {
  readonly name: string;
  readonly run: (loops: Loops) => Loops;
}

/** In the order they run. */
export const passes: readonly Pass[] = [
  { name: "regions", run: withoutRegions },
  { name: "write out", run: writeOut },
  { name: "accumulate", run: accumulate },
  { name: "distinct", run: distinct },
];
