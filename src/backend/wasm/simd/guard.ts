/**
 * Loops whose bounds are known only when they run. Where all their iterations stay inside their arrays, which is asked
 * once, they run as vectors; elsewhere one at a time, up to the fault.
 *
 *     for i in range(n): c[i] = a[i + 1]        with c of 40 elements and a of 40: vectors where n <= 39
 */

import { affineOf } from "../../../loops/analysis/affine.ts";
import { within } from "../../../loops/analysis/range/index.ts";
import type { For } from "../../../loops/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../../loops/walk.ts";
import type { Interval } from "../../../types/interval.ts";
import { arrayOf } from "../address.ts";
import type { Code } from "../code.ts";

/** The values of the loop's variable for which the vectors are made; null where they need no guard. */
export function guardOf(code: Code, loop: For): Interval | null {
  const known = code.ranges.variables.get(loop.variable) ?? null;
  const inside = insideArrays(code, loop);
  if (within(known, inside.low, inside.high)) return null;
  return {
    low: Math.max(inside.low, known?.low ?? inside.low),
    high: Math.min(inside.high, known?.high ?? inside.high),
  };
}

const far = 2 ** 30; // what is counted in 32 bits, vectors ahead included

/** As far as subscripts are the variable and a constant. */
function insideArrays(code: Code, loop: For): Interval {
  let [low, high] = [-far, far];
  for (const stmt of statementsIn(loop.body)) {
    const loads = expressionsOf(stmt).flatMap((expr) =>
      [...expressionsIn(expr)].flatMap((inner) => (inner.kind === "load" ? [inner] : [])),
    );
    for (const { array, index } of stmt.kind === "store" ? [stmt, ...loads] : loads) {
      for (const [axis, expr] of index.entries()) {
        const form = affineOf(expr, (name) => name === loop.variable);
        if (form?.terms.get(loop.variable) !== 1) continue;
        low = Math.max(low, -form.constant);
        high = Math.min(high, (arrayOf(code, array).shape[axis] ?? 0) - 1 - form.constant);
      }
    }
  }
  return { low, high };
}

/** Writes or plans what is only reached where the variable is in the interval. */
export function assuming<T>(code: Code, { variable }: For, interval: Interval | null, write: () => T): T {
  if (interval === null) return write();
  const { variables } = code.ranges;
  const known = variables.get(variable) ?? null;
  variables.set(variable, interval);
  const written = write();
  variables.set(variable, known);
  return written;
}
