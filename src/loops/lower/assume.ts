/**
 * What a condition says of loop variables where it holds, so that an index needs no check and no way round the end:
 *
 *     if i > 0:
 *         b[i] = a[i - 1]      # i - 1 is 0 or more here
 */
import { type Interval, interval } from "../../types/interval.ts";
import { assume, noFacts } from "../analysis/range/index.ts";
import type { Expr } from "../nodes.ts";
import type { State } from "./state.ts";

/** What `write` emits stands where the condition is `truth`. */
export function assuming<T>(st: State, condition: Expr, truth: boolean, write: () => T): T {
  const known = { variables: st.ranges, scalars: new Map(), tables: new Map() };
  const facts = assume(known, noFacts, condition, truth);
  const changed: { readonly name: string; readonly before: Interval; readonly inside: Interval }[] = [];
  for (const [terms, fact] of facts) {
    const name = terms.replace(/^1\*/, ""); // of sums of several, no variable has the name
    const before = st.ranges.get(name);
    const inside = before && interval(Math.max(before.low, fact.low), Math.min(before.high, fact.high));
    if (before && inside) changed.push({ name, before, inside });
  }
  for (const { name, inside } of changed) st.ranges.set(name, inside);
  const result = write();
  // A name that was given another meaning inside keeps it.
  for (const { name, before, inside } of changed) {
    if (st.ranges.get(name) === inside) st.ranges.set(name, before);
  }
  return result;
}
