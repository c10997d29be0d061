/**
 * Nests that run as one loop: the pipeline does not drain when an inner loop ends.
 *
 *     for i:                         for i, j:
 *         s = 0                          if j is first: s = 0
 *         for j: s = s + a[i, j]   =>    s = s + a[i, j]
 *         b[i] = s                       if j is last: b[i] = s
 *
 * The order of execution stays what it was, so nothing depends on what the statements do.
 */

import { namesRead } from "../../loops/analysis/use.ts";
import { int, variable } from "../../loops/indices.ts";
import type { Expr, For, Stmt } from "../../loops/nodes.ts";
import { holdsLoop, statementsIn } from "../../loops/walk.ts";
import { bool, pythonInt } from "../../types/types.ts";
import { hasRounds } from "./rounds.ts";

export interface NestRules {
  readonly isLeft: (loop: For) => boolean; // it has a way out
  readonly runsAlways: (loop: For) => boolean; // it has at least one iteration, whenever it is reached
  readonly isSum: (bound: Expr) => boolean; // of constants and variables of loops
}

/** The loops that run as one, outermost first; only the given one where there is nothing to be won or it cannot be done. */
export function nestOf(outer: For, rules: NestRules): readonly For[] {
  const chain: For[] = [outer];
  for (let last = outer; ; ) {
    const loops = hasRounds(last) ? [] : last.body.filter(holdsLoop);
    const [inner] = loops;
    if (inner === undefined) return last.attrs.pipeline === undefined ? [outer] : chain;
    if (loops.length > 1 || inner.kind !== "for" || last.attrs.pipeline !== undefined) return [outer];
    if (rules.isLeft(last) || rules.isLeft(inner) || !rules.runsAlways(inner)) return [outer];
    if (!boundsKnown(chain, inner, rules)) return [outer];
    chain.push(inner);
    last = inner;
  }
}

/** Whether the bounds of the inner loop follow from variables of the chain and from what nothing in it assigns. */
function boundsKnown(chain: readonly For[], inner: For, { isSum }: NestRules): boolean {
  const variables = new Set(chain.map(({ variable }) => variable));
  const assigned = new Set<string>();
  for (const stmt of statementsIn(chain[0]?.body ?? [])) {
    if (stmt.kind === "assign") assigned.add(stmt.target);
    if (stmt.kind === "store") assigned.add(stmt.array);
  }
  return [inner.from, inner.to].every((bound) => {
    const names = [...namesRead(bound)];
    return isSum(bound) || names.every((name) => !assigned.has(name) && !variables.has(name));
  });
}

/**
 * The body of the one loop. What gives the same in every iteration of the inner loop needs no condition: nothing has to
 * keep it then.
 */
export function flattened(nest: readonly For[], isStream: (array: string) => boolean): readonly Stmt[] {
  return written(nest, steadyIn(nest, isStream));
}

function written(nest: readonly For[], steady: ReadonlySet<Stmt>): readonly Stmt[] {
  const [outer, ...rest] = nest;
  const [inner] = rest;
  if (outer === undefined) return [];
  if (inner === undefined) return outer.body;
  const at = outer.body.indexOf(inner);
  const [before, after] = [outer.body.slice(0, at), outer.body.slice(at + 1)];
  const when = (condition: Expr, then: readonly Stmt[]): readonly Stmt[] =>
    then.length === 0 ? [] : [{ kind: "if", condition, then, else: [], origin: inner.origin }];
  const first = all(rest.map(isFirst));
  return [
    ...before.flatMap((stmt) => (steady.has(stmt) ? [stmt] : when(first, [stmt]))),
    ...written(rest, steady),
    ...when(all(rest.map(isLast)), after),
  ];
}

/** Assignments before an inner loop to scalars that nothing else assigns, from what nothing in the nest changes. */
function steadyIn(nest: readonly For[], isStream: (array: string) => boolean): ReadonlySet<Stmt> {
  const changes = new Map<string, number>();
  for (const stmt of statementsIn(nest[0]?.body ?? [])) {
    const name = stmt.kind === "assign" ? stmt.target : stmt.kind === "store" ? stmt.array : null;
    if (name !== null) changes.set(name, (changes.get(name) ?? 0) + 1);
  }
  const steady = new Set<Stmt>();
  for (const [index, { body }] of nest.slice(0, -1).entries()) {
    const inner = nest[index + 1];
    for (const stmt of body) {
      if (stmt === inner) break;
      if (stmt.kind !== "assign" || changes.get(stmt.target) !== 1) continue;
      if ([...namesRead(stmt.value)].some((name) => changes.has(name) || isStream(name))) continue;
      steady.add(stmt);
      changes.delete(stmt.target);
    }
  }
  return steady;
}

function all(conditions: readonly Expr[]): Expr {
  const span = { from: 0, to: 0 };
  return conditions.reduce((left, right) => ({ kind: "logic", op: "and", left, right, type: bool, span }));
}

function isFirst({ variable: counter, from, origin: { span } }: For): Expr {
  return { kind: "compare", op: "eq", left: variable(counter), right: from, type: bool, span };
}

function isLast({ variable: counter, to, step, origin: { span } }: For): Expr {
  const [left, right] = [variable(counter), int(step)];
  const next: Expr = { kind: "binary", op: "add", left, right, type: pythonInt, span };
  return { kind: "compare", op: "ge", left: next, right: to, type: bool, span };
}
