/**
 * Scalars of regions: what a region sets is its own unless someone reads it afterwards.
 *
 * One that lives in a region alone gets a name of its own there, so that it is declared inside; the names are the same
 * in C, since they are in different functions.
 */

import { jumpsOut, namesRead, writesOf } from "../../loops/analysis/effects.ts";
import type { Expr, Loops, PragmaName, Region, Stmt } from "../../loops/nodes.ts";
import { flowOf, mentionedIn } from "../../loops/tidy/flow.ts";
import { bodiesOf, mapBodies, mapExpr, mapExpressions, statementsIn } from "../../loops/walk.ts";

/** Between the name of a scalar and that of the region that has it for itself. */
export const ofRegion = "@";

export function withPrivateScalars(loops: Loops): Loops {
  const live = liveAfterRegions(loops);
  const scalars = new Map(loops.scalars.map((decl) => [decl.name, decl]));
  const added: Loops["scalars"][number][] = [];
  const visit = (body: readonly Stmt[]): readonly Stmt[] =>
    body.map((stmt) => {
      const inner = mapBodies(stmt, visit);
      if (inner.kind !== "region" || stmt.kind !== "region") return inner;
      const { exposed } = flowOf(stmt.body);
      const after = live.get(stmt.name);
      const own = [...writesOf(stmt.body)].filter(
        (name) =>
          scalars.has(name) &&
          !exposed.has(name) &&
          after?.has(name) === false &&
          isOutside(loops, stmt, name),
      );
      const renamed = new Map(own.map((name) => [name, `${name}${ofRegion}${stmt.name}`]));
      for (const [name, other] of renamed) {
        const decl = scalars.get(name);
        if (decl !== undefined) added.push({ ...decl, name: other });
      }
      return renamed.size === 0 ? inner : { ...inner, body: rename(inner.body, renamed) };
    });
  const body = visit(loops.body);
  return added.length === 0 ? loops : { ...loops, body, scalars: [...loops.scalars, ...added] };
}

function isOutside(loops: Loops, region: Region, name: string): boolean {
  const count = (body: readonly Stmt[]): number =>
    [...statementsIn(body)].filter((stmt) => bodiesOf(stmt).length === 0 && mentionedIn(stmt).has(name))
      .length;
  return loops.results.includes(name) || count(loops.body) > count(region.body);
}

function rename(body: readonly Stmt[], names: ReadonlyMap<string, string>): readonly Stmt[] {
  const inExpr = (root: Expr): Expr =>
    mapExpr(root, (expr) =>
      expr.kind === "var" ? { ...expr, name: names.get(expr.name) ?? expr.name } : expr,
    );
  return body.map((stmt) => {
    const changed = mapBodies(mapExpressions(stmt, inExpr), (inner) => rename(inner, names));
    if (changed.kind === "pragma") return { ...changed, names: renamedIn(changed.names, names) };
    return changed.kind === "assign"
      ? { ...changed, target: names.get(changed.target) ?? changed.target }
      : changed;
  });
}

function renamedIn(given: readonly PragmaName[], names: ReadonlyMap<string, string>): readonly PragmaName[] {
  return given.map(({ word, is }) => ({
    word,
    is: is.kind === "scalar" ? { ...is, name: names.get(is.name) ?? is.name } : is,
  }));
}

/** Of each region, by its name, the scalars that are read once it is done. */
export function liveAfterRegions(loops: Loops): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  const names = loops.scalars.map(({ name }) => name).concat(loops.params.map(({ name }) => name));
  const visit = (body: readonly Stmt[], atEnd: ReadonlySet<string>): void => {
    body.forEach((stmt, k) => {
      if (![...statementsIn([stmt])].some(({ kind }) => kind === "region")) return;
      const rest = body.slice(k + 1);
      const { exposed, assigned } = flowOf(rest);
      const settles = jumpsOut(rest) === null ? assigned : new Set<string>();
      const after = new Set(
        names.filter((name) => exposed.has(name) || (atEnd.has(name) && settles?.has(name) !== true)),
      );
      if (stmt.kind === "region") found.set(stmt.name, after);
      const inside = new Set(after);
      if (stmt.kind === "for" || stmt.kind === "while") {
        for (const name of flowOf(stmt.body).exposed) inside.add(name);
        if (stmt.kind === "while") for (const name of namesRead(stmt.condition)) inside.add(name);
      }
      for (const inner of bodiesOf(stmt)) visit(inner, inside);
    });
  };
  visit(loops.body, new Set(loops.results));
  return found;
}
