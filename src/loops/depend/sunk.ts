/** Statements beside an inner loop, taken into its first or last iteration. */

import { plus, symbol, times } from "../analysis/affine.ts";
import type { Around, Context } from "./domain.ts";
import { bothOf, type Condition } from "./linear.ts";

/** A loop as it stands alone, and the next one inside it. */
export interface Sunk {
  readonly alone: Context;
  readonly deeper: Sunk | null;
}

export function sunk(context: Context, { alone, deeper }: Sunk, where: "first" | "last"): Context {
  const [around] = alone.loops;
  if (around === undefined) return context;
  const here: Context = {
    ...context,
    loops: [...context.loops, around],
    domain: bothOf(
      bothOf(context.domain, alone.domain),
      where === "first" ? isFirst(around) : isLast(around),
    ),
    ranges: new Map([...context.ranges, ...alone.ranges]),
  };
  return deeper === null ? here : sunk(here, deeper, where);
}

const someIteration: Condition = { cases: [{ equal: [], atLeast: [] }], exact: false };

function isFirst({ count }: Around): Condition {
  return count === null ? someIteration : { cases: [{ equal: [count], atLeast: [] }], exact: true };
}

/** The next value would reach the end. */
function isLast({ loop, variable, end }: Around): Condition {
  if (loop.kind === "while" || end === null) return someIteration;
  const beyond = plus(plus(symbol(variable), times(end, -1)), loop.step);
  return { cases: [{ equal: [], atLeast: [beyond] }], exact: true };
}
