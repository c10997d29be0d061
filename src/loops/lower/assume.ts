/**
 * What a condition says of loop variables where it holds, so that an index needs no check and no way round the end:
 *
 *     if i > 0:
 *         b[i] = a[i - 1]      # i - 1 is 0 or more here
 */
import { type Interval, interval } from "../../types/interval.ts";
import {
  type Affine,
  affineBounds,
  affineOf,
  minus,
  type Ranges,
  symbol,
  times,
} from "../analysis/affine.ts";
import type { Expr } from "../nodes.ts";
import type { State } from "./state.ts";

/** What `write` emits stands where the condition is `truth`. */
export function assuming<T>(st: State, condition: Expr, truth: boolean, write: () => T): T {
  const before = new Map<string, Interval>();
  const narrowed = new Map<string, Interval>();
  for (const form of neverPositive(st.ranges, condition, truth)) {
    for (const [name, own] of narrowerBy(st, form)) {
      const known = st.ranges.get(name);
      if (known !== undefined && !before.has(name)) before.set(name, known);
      narrowed.set(name, own);
      st.ranges.set(name, own);
    }
  }
  const result = write();
  // A name that was given another meaning inside keeps it.
  for (const [name, known] of before) {
    if (st.ranges.get(name) === narrowed.get(name)) st.ranges.set(name, known);
  }
  return result;
}

/** Sums that are 0 or less. */
function neverPositive(ranges: Ranges, condition: Expr, truth: boolean): readonly Affine[] {
  switch (condition.kind) {
    case "logic":
      return (condition.op === "and") === truth
        ? [...neverPositive(ranges, condition.left, truth), ...neverPositive(ranges, condition.right, truth)]
        : [];
    case "unary":
      return condition.op === "not" ? neverPositive(ranges, condition.operand, !truth) : [];
    case "compare": {
      const [left, right] = [affineOf(condition.left), affineOf(condition.right)];
      if (left === null || right === null) return [];
      const more = minus(left, right);
      const less = times(more, -1);
      const below = (form: Affine): Affine => ({ ...form, constant: form.constant + 1 });
      switch (truth ? condition.op : negation[condition.op]) {
        case "lt":
          return [below(more)];
        case "le":
          return [more];
        case "gt":
          return [below(less)];
        case "ge":
          return [less];
        case "eq":
          return [more, less];
        case "ne": {
          const { low, high } = affineBounds(more, ranges); // what is not one end is beyond it
          return [...(low === 0 ? [below(less)] : []), ...(high === 0 ? [below(more)] : [])];
        }
      }
    }
  }
  return [];
}

const negation = { eq: "ne", ne: "eq", lt: "ge", le: "gt", gt: "le", ge: "lt" } as const;

/** Of each variable whose range is known, what a sum that is 0 or less leaves of it. */
function* narrowerBy({ ranges }: State, form: Affine): Generator<readonly [string, Interval]> {
  for (const [name, factor] of form.terms) {
    const known = ranges.get(name);
    if (known === undefined) continue;
    const others = affineBounds(minus(form, symbol(name, factor)), ranges);
    const bound = -others.low / factor; // factor * name <= -others
    const own =
      factor > 0
        ? interval(known.low, Math.min(known.high, Math.floor(bound)))
        : interval(Math.max(known.low, Math.ceil(bound)), known.high);
    if (own !== null) yield [name, own];
  }
}
