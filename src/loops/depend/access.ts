/** Every read and write of a kernel, in the order one iteration does them, each with the iterations that do it. */

import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Interval } from "../../types/interval.ts";
import { type Affine, symbol } from "../analysis/affine.ts";
import type { Expr, For, Load, Loops, Stmt, Store, While } from "../nodes.ts";
import { type Collected, collect, type Wanted } from "./collect.ts";
import {
  type Around,
  assignments,
  type BlockPosition,
  type Context,
  everywhere,
  forContext,
} from "./domain.ts";
import type { Condition, Scope } from "./linear.ts";

export type { Around } from "./domain.ts";

export interface Access {
  readonly name: string; // the array or scalar; of control, the loop that is left or cut short
  readonly what: "array" | "scalar" | "control";
  readonly write: boolean;
  readonly index: readonly Expr[]; // of an array
  readonly node: Load | Store | null; // of an array
  readonly loops: readonly Around[]; // outermost first
  readonly order: number; // within an iteration
  readonly stmt: Stmt; // that does it
  readonly span: Span;
  readonly exact: boolean; // it is done in each iteration of its domain, and its subscripts are known

  readonly subscripts: readonly Affine[];
  readonly reached: Condition; // of its loops' variables: where it stands
  readonly domain: Condition; // and with what its subscripts say
  readonly ranges: ReadonlyMap<string, Interval>; // of loop variables, where bounded
  readonly place: readonly BlockPosition[]; // outermost first
}

/** `break` and `continue` are writes of control; the start of each iteration of a loop that has a break reads it. */
export function accessesIn(loops: Loops): readonly Access[] {
  const known = found.get(loops);
  if (known !== undefined) return known;
  const assigned = assignments(loops.body);
  const { accesses } = collect(loops, loops.body, {
    start: everywhere,
    nest: [],
    fixed: (name) => !assigned.has(name),
    wanted: "all",
  });
  found.set(loops, accesses);
  return accesses;
}

// Queries come in numbers about the same kernel. A memo that nobody can observe: see dependence.ts.
const found = new WeakMap<Loops, readonly Access[]>();

/**
 * The accesses in one run of `body`, where scalars stand for the values they had before it. Statements beside a loop of
 * the nest belong to its first or last iteration. `iteration` is what is known inside the innermost loop.
 */
export function accessesOfRun(
  loops: Loops,
  outer: readonly For[],
  nest: readonly (For | While)[],
  body: readonly Stmt[],
  wanted: Wanted = "all",
): Collected {
  let start: Context = everywhere;
  let count = 0;
  for (const loop of outer) {
    const changed = assignments(loop.body);
    const fresh = (mark: "#" | "?"): string => `${mark}outer${count++}`;
    const scope: Scope = { values: new Map(), varies: (name) => changed.has(name), fresh };
    const { domain, ranges } = forContext(loop, start, scope);
    start = { ...start, domain: { ...domain, exact: true }, ranges };
  }
  const varies = assignments(body);
  const values = new Map(
    [...varies.keys()].map((name) => [name, { form: symbol(name), side: [], exact: true }]),
  );
  return collect(loops, body, { start: { ...start, values, varies }, nest, fixed: () => true, wanted });
}
