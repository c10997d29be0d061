/** The bounds of a loop, made fit for use outside of its head. */

import { hasLoad, namesRead, writesOf } from "../loops/analysis/effects.ts";
import { constantDifference, tripCount } from "../loops/analysis/trip_count.ts";
import { freshName, identifierFor, namesIn } from "../loops/find.ts";
import { add, ceildiv, floordiv, int, maximum, mul, sameExpr, sub, variable } from "../loops/indices.ts";
import type { Expr, For, Loops, Stmt } from "../loops/nodes.ts";
import { pythonInt } from "../types/types.ts";

export interface Steady {
  readonly loops: Loops; // with the scalars that hold bounds
  readonly before: readonly Stmt[]; // sets them, in front of the loop
  readonly from: Expr;
  readonly to: Expr;
}

/** A loop evaluates its bounds once. Those that the body may change, or that load, are kept in scalars. */
export function steadyBounds(loops: Loops, loop: For, body: readonly Stmt[] = loop.body): Steady {
  const written = writesOf(body);
  const steady = (expr: Expr): boolean =>
    !hasLoad(expr) && [...namesRead(expr)].every((name) => !written.has(name));
  let current = loops;
  const before: Stmt[] = [];
  const hold = (expr: Expr, what: string): Expr => {
    if (steady(expr)) return expr;
    const kept = keep(current, loop, expr, what);
    current = kept.loops;
    before.push(kept.before);
    return kept.value;
  };
  const from = hold(loop.from, "from");
  const to = hold(loop.to, "to");
  return { loops: current, before, from, to };
}

/** A new scalar that holds `expr`, set in front of the loop. */
export function keep(
  loops: Loops,
  loop: For,
  expr: Expr,
  what: string,
): { readonly loops: Loops; readonly before: Stmt; readonly value: Expr } {
  const name = identifierFor(namesIn(loops), `${loop.variable}_${what}`);
  return {
    loops: { ...loops, scalars: [...loops.scalars, { kind: "scalar", name, type: pythonInt }] },
    before: {
      kind: "assign",
      target: name,
      value: expr,
      origin: { span: loop.origin.span, operator: "schedule" },
    },
    value: { kind: "var", name, type: pythonInt },
  };
}

/** How often a loop over from..to runs, as an expression; 0 where it is empty. */
export function countOf(from: Expr, to: Expr, step: number): Expr {
  const length = constantDifference(to, from);
  if (length !== null) return int(Math.max(0, Math.ceil(length / step)));
  return maximum(ceildiv(sub(to, from), step), int(0));
}

/** The same where it may be below 0 if the loop is empty: enough for bounds and guards from 0 on, and a plain sum more often. */
export function countAtMost(from: Expr, to: Expr, step: number): Expr {
  return constantDifference(to, from) === null ? ceildiv(sub(to, from), step) : countOf(from, to, step);
}

/** The loop variable in iteration number `index`. */
export function valueAt(from: Expr, step: number, index: Expr): Expr {
  return add(mul(index, int(step)), from);
}

export interface LoopNames {
  readonly name: string;
  readonly variable: string;
}

/** A free name for a loop and a free identifier for its variable; names in `reserved` are about to be given. */
export function newLoopNames(loops: Loops, wanted: string, ...reserved: readonly LoopNames[]): LoopNames {
  const taken = new Set(namesIn(loops));
  for (const { name, variable } of reserved) taken.add(name).add(variable);
  const name = freshName(taken, wanted);
  const variable = /^[A-Za-z_]\w*$/.test(name) ? name : identifierFor(taken, name);
  return { name, variable };
}

/**
 * The variable of loop `b` in the iteration of `a` of the same number; null when they may not run equally often.
 * The bounds of `a` must be steady.
 */
export function matchingCounter(a: For, b: For): Expr | null {
  const own = variable(a.variable);
  if (a.step === b.step) {
    const shift = constantDifference(b.from, a.from);
    if (shift !== null && shift === constantDifference(b.to, a.to)) return add(own, int(shift));
    if (sameExpr(a.from, b.from) && sameExpr(a.to, b.to)) return own;
  }
  const trips = tripCount(a);
  if (trips === null || trips !== tripCount(b) || hasLoad(b.from)) return null;
  if ([...namesRead(b.from)].some((name) => writesOf(b.body).has(name))) return null;
  return valueAt(b.from, b.step, floordiv(sub(own, a.from), int(a.step)));
}
