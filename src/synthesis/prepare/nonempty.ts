/**
 * Nests in which a loop may have no iteration, under the condition that it has some: then they run as one loop (plan/nest.ts).
 *
 *     for i in range(n):                        for i in range(n):
 *         for j in range(8):                        if 0 < i:
 *             for k in range(i): …         =>           for j in range(8):
 *                                                           for k in range(i): …
 */

import { hasLoad, namesRead, writesOf } from "../../loops/analysis/effects.ts";
import { assume, decided, type Facts, noFacts } from "../../loops/analysis/range/index.ts";
import { compare, constantOf, int } from "../../loops/indices.ts";
import type { Expr, For, Loops, Stmt } from "../../loops/nodes.ts";
import { mapBodies } from "../../loops/walk.ts";
import { type Known, knownOf, mayFault } from "./faults.ts";

export function nonempty(loops: Loops): Loops {
  const known = knownOf(loops);
  const body = block(known, loops.body, noFacts);
  return body.every((stmt, at) => stmt === loops.body[at]) ? loops : { ...loops, body };
}

function block(known: Known, body: readonly Stmt[], facts: Facts): readonly Stmt[] {
  return body.map((stmt) => {
    if (stmt.kind === "if") {
      const side = (list: readonly Stmt[], truth: boolean): readonly Stmt[] =>
        block(known, list, assume(known.ranges, facts, stmt.condition, truth));
      const [then, otherwise] = [side(stmt.then, true), side(stmt.else, false)];
      return same(then, stmt.then) && same(otherwise, stmt.else) ? stmt : { ...stmt, then, else: otherwise };
    }
    if (stmt.kind !== "for") return mapBodies(stmt, (inner) => block(known, inner, facts));
    const chain = chainOf(stmt);
    const condition = chain === null ? null : conditionOf(known, chain, facts);
    if (condition !== null) return { kind: "if", condition, then: [stmt], else: [], origin: stmt.origin };
    const inner = block(known, stmt.body, facts);
    return same(inner, stmt.body) ? stmt : { ...stmt, body: inner };
  });
}

function same(one: readonly Stmt[], other: readonly Stmt[]): boolean {
  return one.every((stmt, at) => stmt === other[at]);
}

/** Loops with nothing beside each other, down to the one that is pipelined. */
function chainOf(outer: For): readonly For[] | null {
  if (outer.attrs.pipeline !== undefined) return [outer];
  const [inner, other] = outer.body;
  if (inner?.kind !== "for" || other !== undefined) return null;
  const rest = chainOf(inner);
  return rest === null ? null : [outer, ...rest];
}

/** That the first loop which may be empty is not, if the others do not change it. */
function conditionOf(known: Known, [outer, ...inside]: readonly For[], facts: Facts): Expr | null {
  if (outer === undefined) return null;
  const changed = new Set([outer.variable, ...inside.map(({ variable }) => variable), ...writesOf([outer])]);
  for (const { from, to } of inside) {
    const condition = hasSome(from, to);
    if (decided(known.ranges, condition, facts) === true) continue;
    const isFree = !hasLoad(condition) && ![...namesRead(condition)].some((name) => changed.has(name));
    return isFree && !mayFault(known, condition, facts) ? condition : null;
  }
  return null;
}

/** `0 < x // 4` as `4 <= x`, from which bounds of x follow. */
function hasSome(from: Expr, to: Expr): Expr {
  const [least, divisor] = [constantOf(from), to.kind === "binary" ? constantOf(to.right) : null];
  if (to.kind !== "binary" || to.op !== "floordiv" || least === null || divisor === null || divisor <= 0)
    return compare("lt", from, to);
  return compare("le", int((least + 1) * divisor), to.left);
}
