/** `limit` is about a whole circuit: processes that run at the same time get a share of the units each. */

import type { Loops, UnitLimit } from "../../loops/nodes.ts";
import { operatorsIn } from "../../loops/operators.ts";
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

/** As equal as can be, the first ones first, for those that are written with the operator. */
function sharesOf(loops: Loops, limit: UnitLimit, { parts }: Split): ReadonlyMap<Part, number> {
  const users = parts.filter((part) => operatorsIn(part.loops).includes(limit.operator));
  if (limit.count < users.length) refuseLimit(loops, limit, users);
  const each = Math.floor(limit.count / Math.max(1, users.length));
  const more = limit.count - each * users.length;
  return new Map(users.map((part, k) => [part, each + (k < more ? 1 : 0)]));
}
