/** One of several values, by signals of which at most one is up. */
import type { Builder } from "../netlist/build.ts";
import { constant, mux, or } from "../netlist/expressions.ts";
import type { Expr } from "../netlist/nodes.ts";

export interface Arm {
  readonly when: Expr;
  readonly value: Expr;
}

/** The value of the arm that is up; while none is, any of them. Arms of one value are one, and the last needs no condition. */
export function oneOf(b: Builder, arms: readonly Arm[]): Expr | null {
  const byValue = new Map<Expr, Expr[]>();
  for (const { when, value } of arms) {
    const known = byValue.get(value);
    if (known === undefined) byValue.set(value, [when]);
    else known.push(when);
  }
  const groups = [...byValue].map(([value, whens]) => ({ value, whens }));
  groups.sort((one, other) => one.whens.length - other.whens.length);
  const tree = (from: number, to: number): Expr | null => {
    const first = groups[from];
    if (first === undefined || from >= to) return null;
    if (to - from === 1) return first.value;
    const middle = (from + to) >> 1;
    const low = tree(from, middle) ?? first.value;
    const high = tree(middle, to) ?? first.value;
    const isLow = any(
      b,
      groups.slice(from, middle).flatMap(({ whens }) => whens),
    );
    return mux(b, isLow, low, high);
  };
  return tree(0, groups.length);
}

/** Whether any is up. */
export function any(b: Builder, flags: readonly Expr[]): Expr {
  const [first, second] = flags;
  if (first === undefined) return constant(1, 0);
  if (second === undefined) return first;
  const middle = flags.length >> 1;
  return or(b, any(b, flags.slice(0, middle)), any(b, flags.slice(middle)));
}
