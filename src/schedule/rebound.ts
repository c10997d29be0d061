/**
 * Bounds for the loops of a nest in another order, where bounds depend on variables of the nest.
 *
 *     for i in range(0, 8):                  for j in range(0, 8):
 *         for j in range(i, 8):      =>          for i in range(0, j + 1):
 *
 * The bounds together are inequalities over the variables. A loop's new bounds are what is left of them when the
 * variables further in are eliminated (Fourier-Motzkin); those that others imply are dropped. So each iteration runs
 * once, in the new order; a loop further out may have iterations in which those inside it do nothing.
 */

import { type Affine, gcd, plus, times, write } from "../loops/analysis/affine.ts";
import { namesRead } from "../loops/analysis/effects.ts";
import { type Row, solve } from "../loops/depend/integers.ts";
import {
  add,
  ceildiv,
  compare,
  floordiv,
  int,
  maximum,
  minimum,
  mod,
  mul,
  sub,
  substituteIn,
  variable,
} from "../loops/indices.ts";
import type { Expr, For } from "../loops/nodes.ts";
import { type Bound, boundOf, type Opaque } from "./bound_tree.ts";

export interface Rebound {
  readonly loops: readonly For[]; // in the new order; the heads count
  readonly guards: readonly Expr[]; // that hold in iterations that run
}

/** Null where a bound is no sum of the variables. `around` are the loops outside, whose variables are known. */
export function rebound(after: readonly For[], around: readonly For[]): Rebound | null {
  const opaque: Opaque = new Map();
  const inner = new Set(after.map((loop) => loop.variable));
  const own = new Map<For, readonly Limit[]>();
  for (const loop of after) {
    const limits = limitsOf(loop, inner, opaque);
    if (limits === null) return null;
    own.set(loop, limits);
  }
  const known = around.flatMap((loop) => contextOf(loop, around, opaque));
  const all = [...own.values()].flat();
  const empty = isImpossible([...all, ...known]); // then every limit follows from the others
  const needed = (limits: readonly Limit[]): readonly Limit[] =>
    empty ? limits : pruned(ofNest(limits, inner), known);
  const loops: For[] = [];
  const guards: Expr[] = [];
  let left = needed(all);
  for (const [place, loop] of [...after.entries()].reverse()) {
    const outer = new Set(after.slice(0, place).map((one) => one.variable));
    const isLater = [...namesRead(loop.from)].some((name) => inner.has(name) && !outer.has(name));
    const limits = left.filter(({ terms }) => terms.has(loop.variable));
    const bounds = boundsFrom(loop.variable, limits, opaque);
    const same = limits
      .filter((limit) => factorOf(limit, loop.variable) > 0)
      .every((limit) => own.get(loop)?.includes(limit));
    const stepped = aligned(loop, bounds, same, isLater);
    loops.unshift(stepped.loop);
    guards.push(...stepped.guards);
    left = needed(eliminated(left, loop.variable));
  }
  return { loops, guards };
}

/** An inequality: 0 or more. */
type Limit = Affine;

function limitsOf(loop: For, inner: ReadonlySet<string>, opaque: Opaque): readonly Limit[] | null {
  const from = boundOf(loop.from, inner, opaque);
  const to = boundOf(loop.to, inner, opaque);
  const lows = from && leaves(from, "max");
  if (lows === null || to === null) return null;
  const lower = lows.map(({ form, by }) => plus(plus(term(loop.variable, by), times(form, -1)), by - 1));
  const highs = upperLeaves(to, lows);
  if (highs === null) return null;
  const upper = highs.map(({ form, by }) => plus(plus(form, term(loop.variable, -by)), -by));
  return [...lower, ...upper].map(reduced);
}

type Leaf = Extract<Bound, { kind: "floor" }>;

/** All parts of a `max`, or of a `min`, that bound; null where one of several would do. */
function leaves(bound: Bound, op: "min" | "max"): readonly Leaf[] | null {
  if (bound.kind === "floor") return [bound];
  if (bound.kind !== op) return null;
  const parts = bound.parts.map((part) => leaves(part, op));
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
}

/** `max(p, q)` above means p where q is never above the lower bound. */
function upperLeaves(bound: Bound, lows: readonly Leaf[]): readonly Leaf[] | null {
  if (bound.kind !== "max") {
    if (bound.kind === "floor") return [bound];
    const parts = bound.parts.map((part) => upperLeaves(part, lows));
    return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
  }
  const low = (part: Bound): boolean =>
    part.kind === "floor" &&
    lows.some(({ form, by }) => {
      const gap = plus(form, times(part.form, -1));
      return by === 1 && part.by === 1 && gap.terms.size === 0 && gap.constant >= 0;
    });
  const [only, ...others] = bound.parts.filter((part) => !low(part));
  return only === undefined || others.length > 0 ? null : upperLeaves(only, lows);
}

/** Bounds of a loop further out, if nothing can have changed them since. */
function contextOf(loop: For, around: readonly For[], opaque: Opaque): readonly Limit[] {
  const isVariable = (name: string): boolean => around.some((one) => one.variable === name);
  const reads = [loop.from, loop.to].flatMap((bound) => [...namesRead(bound)]);
  return reads.every(isVariable) ? (limitsOf(loop, new Set(reads), opaque) ?? []) : [];
}

/** What no loop of the nest can see to is left out: it holds, or nothing runs. */
function ofNest(limits: readonly Limit[], inner: ReadonlySet<string>): readonly Limit[] {
  return limits.filter(({ terms }) => [...terms.keys()].some((name) => inner.has(name)));
}

function factorOf(limit: Limit, name: string): number {
  return limit.terms.get(name) ?? 0;
}

function term(name: string, factor: number): Affine {
  return { constant: 0, terms: new Map([[name, factor]]) };
}

/** Divided by what its terms share; the constant may be rounded down, since all else is an integer. */
function reduced(limit: Limit): Limit {
  let shared = 0;
  for (const factor of limit.terms.values()) shared = gcd(shared, Math.abs(factor));
  if (shared <= 1) return limit;
  const terms = new Map([...limit.terms].map(([name, factor]) => [name, factor / shared]));
  return { terms, constant: Math.floor(limit.constant / shared) };
}

function eliminated(limits: readonly Limit[], name: string): readonly Limit[] {
  const lower = limits.filter((limit) => factorOf(limit, name) > 0);
  const upper = limits.filter((limit) => factorOf(limit, name) < 0);
  const both = lower.flatMap((low) =>
    upper.map((high) => reduced(plus(times(low, -factorOf(high, name)), times(high, factorOf(low, name))))),
  );
  return [...limits.filter((limit) => factorOf(limit, name) === 0), ...both];
}

/** Without those that others imply. */
function pruned(limits: readonly Limit[], known: readonly Limit[]): readonly Limit[] {
  let kept = limits;
  for (const limit of limits.toReversed()) {
    const others = kept.filter((other) => other !== limit);
    const broken = plus(times(limit, -1), -1);
    if (isImpossible([...others, ...known, broken])) kept = others;
  }
  return kept;
}

function isImpossible(limits: readonly Limit[]): boolean {
  const columns = new Map<string, number>();
  for (const { terms } of limits)
    for (const name of terms.keys()) if (!columns.has(name)) columns.set(name, columns.size);
  const size = columns.size;
  const row = ({ terms, constant }: Limit): Row => {
    const values = new Array<number>(size + 1).fill(0);
    for (const [name, factor] of terms) values[columns.get(name) ?? size] = factor;
    values[size] = constant;
    return values;
  };
  return solve({ size, equal: [], atLeast: limits.map(row) }).kind === "none";
}

interface Bounds {
  readonly from: Expr;
  readonly to: Expr;
}

function boundsFrom(name: string, limits: readonly Limit[], opaque: Opaque): Bounds {
  const rest = (limit: Limit): Affine => plus(limit, term(name, -factorOf(limit, name)));
  const lows = limits
    .filter((limit) => factorOf(limit, name) > 0)
    .map((limit) => written(times(rest(limit), -1), (sum) => ceildiv(sum, factorOf(limit, name)), opaque));
  const highs = limits
    .filter((limit) => factorOf(limit, name) < 0)
    .map((limit) =>
      written(rest(limit), (sum) => add(floordiv(sum, int(-factorOf(limit, name))), int(1)), opaque),
    );
  return { from: lows.reduce(maximum), to: highs.reduce(minimum) };
}

/** A loop with a step goes on as many steps from its own start. `same`: it still starts there. */
function aligned(
  loop: For,
  { from, to }: Bounds,
  same: boolean,
  isLater: boolean,
): { readonly loop: For; readonly guards: readonly Expr[] } {
  if (loop.step === 1) return { loop: { ...loop, from, to }, guards: [] };
  if (!isLater) {
    const skipped = ceildiv(maximum(sub(from, loop.from), int(0)), loop.step);
    const start = same ? loop.from : add(mul(skipped, int(loop.step)), loop.from);
    return { loop: { ...loop, from: start, to }, guards: [] };
  }
  // Where it starts is only known further in: it visits every value, and takes those that are steps from there.
  const phase = mod(sub(variable(loop.variable), loop.from), int(loop.step));
  return { loop: { ...loop, from, to, step: 1 }, guards: [compare("eq", phase, int(0))] };
}

function written(sum: Affine, rounded: (sum: Expr) => Expr, opaque: Opaque): Expr {
  let expr = rounded(write(sum));
  for (const [name, stands] of opaque) expr = substituteIn(expr, name, stands);
  return expr;
}
