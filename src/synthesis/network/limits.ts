/** `limit` is about a whole circuit: processes that run at the same time get a share of the units each. */

import type { Loops, UnitLimit } from "../../loops/nodes.ts";
import { operatorsIn, usesOf } from "../../loops/operators.ts";
import type { Part, Split } from "../../loops/split.ts";
import { middling } from "../circuit/index.ts";
import { refuseLimit } from "./refuse.ts";

export function withShares(loops: Loops, split: Split): Split {
  const { limits = [] } = loops;
  if (limits.length === 0) return split;
  const shares = limits.map((limit) => sharesOf(loops, limit, split));
  const parts = split.parts.map((part) => {
    const own = limits.flatMap(({ operator }, k): readonly UnitLimit[] => {
      const count = shares[k]?.get(part);
      return count === undefined ? [] : [{ operator, count }];
    });
    return { ...part, loops: { ...part.loops, limits: own } };
  });
  return { ...split, parts };
}

/**
 * As many each as let all of them use theirs in the same number of turns, the fewest that the limit allows; those that are left go one
 * each to who takes longest.
 */
function sharesOf(loops: Loops, limit: UnitLimit, { parts }: Split): ReadonlyMap<Part, number> {
  const users = parts.filter((part) => operatorsIn(part.loops).includes(limit.operator));
  if (limit.count < users.length) refuseLimit(loops, limit, users);
  const uses = users.map((part) => usesOf(part.loops, limit.operator, middling.count));
  const unitsIn = (turns: number): number[] => uses.map((own) => Math.max(1, Math.ceil(own / turns)));
  const left = (units: readonly number[]): number => units.reduce((rest, own) => rest - own, limit.count);
  let [tooFew, enough] = [0, Math.max(1, ...uses)];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (left(unitsIn(middle)) >= 0) enough = middle;
    else tooFew = middle;
  }
  const units = unitsIn(enough);
  const turns = (user: number): number => (uses[user] ?? 0) / (units[user] ?? 1);
  const slowest = [...users.keys()].sort((one, other) => turns(other) - turns(one));
  for (const user of slowest.slice(0, left(units))) units[user] = (units[user] ?? 0) + 1;
  return new Map(users.map((part, user) => [part, units[user] ?? 1]));
}
