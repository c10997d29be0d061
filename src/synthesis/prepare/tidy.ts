/** Without what is decided before the kernel runs, and without what nobody reads. */

import { foldDecided } from "../../loops/analysis/range/decide.ts";
import { assume, type Facts, noFacts } from "../../loops/analysis/range/index.ts";
import { namesOf } from "../../loops/names.ts";
import type { Expr, Loops, Stmt } from "../../loops/nodes.ts";
import { withoutDeadAssignments } from "../../loops/tidy/dead.ts";
import { withoutUnused } from "../../loops/tidy/unused.ts";
import {
  expressionsIn,
  expressionsOf,
  mapBodies,
  mapChildren,
  mapExpressions,
  statementsIn,
} from "../../loops/walk.ts";
import { type Known, knownOf, mayFault, mayLeave } from "./faults.ts";
import { folded, fromTable, type IsCounter } from "./fold.ts";

export function tidy(given: Loops): Loops {
  const decided = foldDecided(withConstants(given));
  const faults = faultingRoots(decided);
  const lean = withoutUnused(withoutDeadAssignments(decided, faults, "stays"), faults);
  return onlyUsed({ ...lean, body: withoutEmpty(lean.body, faults) });
}

// Constants

function withConstants(loops: Loops): Loops {
  const { isCounter } = namesOf(loops);
  const tables = new Map(
    loops.arrays.filter(({ table }) => table !== undefined).map((decl) => [decl.name, decl]),
  );
  const value = (expr: Expr): Expr => {
    const next = mapChildren(expr, value);
    if (next.kind !== "load") return folded(next, isCounter);
    const decl = tables.get(next.array);
    return decl === undefined ? next : (fromTable(next, decl) ?? next);
  };
  return { ...loops, body: decidedIn(loops.body, value, isCounter) };
}

function decidedIn(
  body: readonly Stmt[],
  value: (expr: Expr) => Expr,
  isCounter: IsCounter,
): readonly Stmt[] {
  return body.flatMap((stmt): readonly Stmt[] => {
    const next = mapExpressions(stmt, value);
    if (next.kind === "if" && next.condition.kind === "const")
      return decidedIn(next.condition.value === true ? next.then : next.else, value, isCounter);
    return [mapBodies(next, (inner) => decidedIn(inner, value, isCounter))];
  });
}

// Faults

/** Whether an expression that a statement evaluates may fault; of a place that may be outside, all its indices. */
export function faultingRoots(loops: Loops): (root: Expr) => boolean {
  const known = knownOf(loops);
  const found = new WeakSet<Expr>();
  const visit = (body: readonly Stmt[], facts: Facts): void => {
    for (const stmt of body) {
      for (const root of rootsIn(known, stmt, facts)) found.add(root);
      if (stmt.kind === "if") {
        visit(stmt.then, assume(known.ranges, facts, stmt.condition, true));
        visit(stmt.else, assume(known.ranges, facts, stmt.condition, false));
      } else if (stmt.kind === "for" || stmt.kind === "while" || stmt.kind === "region")
        visit(stmt.body, facts);
    }
  };
  visit(loops.body, noFacts);
  return (root) => found.has(root);
}

function rootsIn(known: Known, stmt: Stmt, facts: Facts): readonly Expr[] {
  const found = expressionsOf(stmt).filter((root) => mayFault(known, root, facts));
  if (stmt.kind !== "store" || !mayLeave(known, stmt.array, stmt.index, facts)) return found;
  return [...found, ...stmt.index];
}

// What is left of nothing

function withoutEmpty(body: readonly Stmt[], faults: (expr: Expr) => boolean): readonly Stmt[] {
  return body.flatMap((stmt): readonly Stmt[] => {
    const next = mapBodies(stmt, (inner) => withoutEmpty(inner, faults));
    const isEmpty =
      (next.kind === "if" && next.then.length === 0 && next.else.length === 0) ||
      (next.kind === "for" && next.body.length === 0);
    return isEmpty && !expressionsOf(next).some(faults) ? [] : [next];
  });
}

/** Scalars and arrays on chip that no statement speaks of. */
function onlyUsed(loops: Loops): Loops {
  const used = new Set<string>(loops.results);
  for (const stmt of statementsIn(loops.body)) {
    if (stmt.kind === "assign") used.add(stmt.target);
    if (stmt.kind === "store") used.add(stmt.array);
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) {
        if (expr.kind === "var") used.add(expr.name);
        if (expr.kind === "load") used.add(expr.array);
      }
    }
  }
  const isUsed = ({ name }: { readonly name: string }): boolean => used.has(name);
  return { ...loops, arrays: loops.arrays.filter(isUsed), scalars: loops.scalars.filter(isUsed) };
}
