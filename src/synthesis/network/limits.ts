/** `limit` is about a whole circuit: processes that run at the same time get a share of the units each. */

import type { Loops, UnitLimit } from "../../loops/nodes.ts";
import { operatorsIn, usesOf } from "../../loops/operators.ts";
import type { Part, Split } from "../../loops/split.ts";
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

/** One each, for those that are written with the operator; every other goes to who would take longest with what it has. */
function sharesOf(loops: Loops, limit: UnitLimit, { parts }: Split): ReadonlyMap<Part, number> {
  const users = parts.filter((part) => operatorsIn(part.loops).includes(limit.operator));
  if (limit.count < users.length) refuseLimit(loops, limit, users);
  const uses = users.map((part) => usesOf(part.loops, limit.operator));
  const units = users.map(() => 1);
  const turns = (user: number): number => (uses[user] ?? 0) / (units[user] ?? 1);
  for (let left = limit.count - users.length; left > 0 && users.length > 0; left--) {
    const longest = units.reduce((most, _, user) => (turns(user) > turns(most) ? user : most), 0);
    units[longest] = (units[longest] ?? 0) + 1;
  }
  return new Map(users.map((part, user) => [part, units[user] ?? 1]));
}
