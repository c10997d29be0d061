/** Which iterations do an access: the loops around it as affine constraints. */

import type { Interval } from "../../types/interval.ts";
import { type Affine, affineBounds, constant, minus, plus, symbol, times } from "../analysis/affine.ts";
import type { For, Stmt, While } from "../nodes.ts";
import { type Row, type System, solve } from "./integers.ts";
import {
  always,
  bothOf,
  boundParts,
  type Condition,
  type Conjunction,
  conditionOf,
  type Linear,
  linear,
  type Scope,
} from "./linear.ts";

/** A loop around an access. A `while` counts its iterations in a variable that nothing else uses. */
export interface Around {
  readonly name: string;
  readonly variable: string;
  readonly loop: For | While;
  readonly first: Affine | null; // the variable's first value, and
  readonly last: Affine | null; // its last one, if there is any; null where not affine
  readonly end: Affine | null; // what it stays below
  readonly count: Affine | null; // how many iterations of this run came before
}

/** Position `at` of the statement list `block`. */
export interface BlockPosition {
  readonly block: readonly Stmt[];
  readonly at: number;
}

/** What is known where a statement stands. */
export interface Context {
  readonly loops: readonly Around[];
  readonly domain: Condition;
  readonly ranges: ReadonlyMap<string, Interval>;
  readonly place: readonly BlockPosition[];
  readonly values: ReadonlyMap<string, Linear>; // of scalars, where known
  readonly varies: ReadonlyMap<string, number>; // scalars that have several values around here
}

export const everywhere: Context = {
  loops: [],
  domain: { cases: [always], exact: true },
  ranges: new Map(),
  place: [],
  values: new Map(),
  varies: new Map(),
};

/** Inside the loop. */
export function forContext(stmt: For, context: Context, scope: Scope): Context {
  const { variable, step } = stmt;
  const self = symbol(variable);
  const atLeast: Affine[] = [];
  const equal: Affine[] = [];
  let exact = true;
  let around = context.domain;
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  const froms = boundParts(stmt.from, "max").map((part) => linear(part, scope));
  for (const from of froms) {
    around = bothOf(around, conditionOf(from));
    atLeast.push(minus(self, from.form));
    exact &&= from.exact;
    low = Math.max(low, affineBounds(from.form, context.ranges).low);
  }
  const tos = boundParts(stmt.to, "min").map((part) => linear(part, scope));
  for (const to of tos) {
    around = bothOf(around, conditionOf(to));
    atLeast.push(plus(minus(to.form, self), -1));
    exact &&= to.exact;
    high = Math.min(high, affineBounds(to.form, context.ranges).high - 1);
  }
  const [start] = froms;
  const [end] = tos;
  const first = froms.length === 1 && start?.exact ? start.form : null;
  let count = first && minus(self, first);
  if (step !== 1) {
    const trips = symbol(scope.fresh("#"));
    atLeast.push(trips);
    if (froms.length === 1 && start !== undefined) equal.push(plus(minus(self, start.form), trips, -step));
    else exact = false;
    count = count && trips;
  }
  const below = tos.length === 1 && end?.exact ? end.form : null;
  const last = below && lastOf(first, below, step);
  return {
    ...context,
    loops: [...context.loops, { name: stmt.name, variable, loop: stmt, first, last, end: below, count }],
    domain: bothOf(around, { cases: [{ equal, atLeast }], exact }),
    ranges: new Map(context.ranges).set(variable, { low, high }),
  };
}

function lastOf(first: Affine | null, end: Affine, step: number): Affine | null {
  if (step === 1) return plus(end, -1);
  const length = first && minus(end, first);
  if (length === null || length.terms.size > 0) return null;
  return first && plus(first, step * Math.floor((length.constant - 1) / step));
}

/** A count from 0; whether an iteration happens is not known. */
export function whileContext(stmt: While, context: Context, variable: string): Context {
  const [first, count] = [constant(0), symbol(variable)];
  const around: Around = { name: stmt.name, variable, loop: stmt, first, last: null, end: null, count };
  return {
    ...context,
    loops: [...context.loops, around],
    domain: bothOf(context.domain, { cases: [{ equal: [], atLeast: [symbol(variable)] }], exact: false }),
    ranges: new Map(context.ranges).set(variable, { low: 0, high: Number.POSITIVE_INFINITY }),
  };
}

/** Without the cases that never happen: choices made by range checks are mostly decided. */
export function possible(domain: Condition): Condition {
  if (domain.cases.length < 2) return domain;
  return { ...domain, cases: domain.cases.filter((one) => !neverHolds(one)) };
}

export function neverHolds(one: Conjunction): boolean {
  return solve(systemOf(one)).kind === "none";
}

function systemOf({ equal, atLeast }: Conjunction): System {
  const columns = new Map<string, number>();
  for (const { terms } of [...equal, ...atLeast]) {
    for (const name of terms.keys()) if (!columns.has(name)) columns.set(name, columns.size);
  }
  const row = (form: Affine): Row => {
    const factors = new Array<number>(columns.size + 1).fill(0);
    for (const [name, coefficient] of form.terms) factors[columns.get(name) ?? 0] = coefficient;
    factors[columns.size] = form.constant;
    return factors;
  };
  return { size: columns.size, equal: equal.map(row), atLeast: atLeast.map(row) };
}

export function restricted(domain: Condition, side: readonly Affine[]): Condition {
  if (side.length === 0) return domain;
  return { ...domain, cases: domain.cases.map((one) => ({ ...one, atLeast: [...one.atLeast, ...side] })) };
}

export function inLoopVariables(form: Affine, ranges: ReadonlyMap<string, Interval>): boolean {
  return [...form.terms.keys()].every((name) => ranges.has(name));
}

/** Two accesses that meet do so inside the array. */
export function inRange(form: Affine, extent: number | undefined): Affine[] {
  return extent === undefined ? [] : [form, plus(times(form, -1), extent - 1)];
}

/** How often each scalar is assigned in the text. */
export function assignments(body: readonly Stmt[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const visit = (stmts: readonly Stmt[]): void => {
    for (const stmt of stmts) {
      if (stmt.kind === "assign") counts.set(stmt.target, (counts.get(stmt.target) ?? 0) + 1);
      if (stmt.kind === "if") {
        visit(stmt.then);
        visit(stmt.else);
      } else if ("body" in stmt) visit(stmt.body);
    }
  };
  visit(body);
  return counts;
}
