/** The scalars that a loop accumulates into from one of its iterations to the next. */

import { namesRead } from "../analysis/use.ts";
import type { For, Loops } from "../nodes.ts";
import { expressionsOf, statementsIn } from "../walk.ts";
import { carriedBy } from "./dependence.ts";
import { type Reduction, reductionOf } from "./reduction.ts";

/**
 * One that is set anew in each iteration is a temporary, and one that is read or set in any other way is no sum: only
 * what is left may be added up in parts.
 */
export function reducedBy(loops: Loops, loop: For): readonly Reduction[] {
  const found = new Map<string, Reduction>();
  const others = new Set<string>();
  for (const stmt of statementsIn(loop.body)) {
    const reduction = stmt.kind === "assign" ? reductionOf(stmt) : null;
    const before = reduction === null ? undefined : found.get(reduction.target);
    if (reduction !== null && (before === undefined || before.op === reduction.op)) {
      found.set(reduction.target, reduction);
    } else if (stmt.kind === "assign") others.add(stmt.target);
    for (const root of expressionsOf(stmt)) {
      for (const name of namesRead(root)) if (name !== reduction?.target) others.add(name);
    }
  }
  if (found.size === 0) return [];
  const carried = new Set(carriedBy(loops, loop.name).map(({ name }) => name));
  return [...found.values()].filter(({ target }) => carried.has(target) && !others.has(target));
}
