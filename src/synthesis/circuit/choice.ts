/** One of several values, by signals of which at most one is up. */
import type { Builder } from "../../hardware/netlist/build.ts";
import { constant, mux, or } from "../../hardware/netlist/expressions.ts";
import type { Expr } from "../../hardware/netlist/nodes.ts";

export interface Arm {
  readonly when: Expr;
  readonly value: Expr;
}

/**
 * The value of the arm that is up; while none is, any of them. Arms of one value are one, and the last needs no condition.
 * `ways`: how many values a LUT chooses among, so that a level of the tree is a level of LUTs.
 */
export function oneOf(b: Builder, arms: readonly Arm[], ways = 2): Expr | null {
  const byValue = new Map<Expr, Expr[]>();
  for (const { when, value } of arms) {
    const known = byValue.get(value);
    if (known === undefined) byValue.set(value, [when]);
    else known.push(when);
  }
  const groups = [...byValue].map(([value, whens]) => ({ value, whens }));
  groups.sort((one, other) => one.whens.length - other.whens.length);
  /** `parts`: in how many the arms are divided; all parts but one have been taken when there is one left. */
  const tree = (from: number, to: number, parts: number): Expr | null => {
    const first = groups[from];
    if (first === undefined || from >= to) return null;
    if (to - from === 1) return first.value;
    if (parts === 1) return tree(from, to, ways);
    const middle = Math.max(from + 1, from + Math.floor((to - from) / parts));
    const low = tree(from, middle, ways) ?? first.value;
    const high = tree(middle, to, parts - 1) ?? first.value;
    const isLow = any(
      b,
      groups.slice(from, middle).flatMap(({ whens }) => whens),
    );
    return mux(b, isLow, low, high);
  };
  return tree(0, groups.length, ways);
}

/** Values that one LUT chooses among: so many, and a signal for all but one of them. */
export function waysOf(lutInputs: number): number {
  return Math.floor((lutInputs + 1) / 2);
}

/** Levels of LUTs, one after another, that choose one of so many values. */
export function levelsOf(values: number, ways: number): number {
  let levels = 0;
  for (let reach = 1; reach < values; reach *= ways) levels++;
  return levels;
}

/** Whether any is up. */
export function any(b: Builder, flags: readonly Expr[]): Expr {
  const [first, second] = flags;
  if (first === undefined) return constant(1, 0);
  if (second === undefined) return first;
  const middle = flags.length >> 1;
  return or(b, any(b, flags.slice(0, middle)), any(b, flags.slice(middle)));
}
