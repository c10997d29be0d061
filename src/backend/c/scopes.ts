/**
 * Where scalars are declared: in the innermost block that holds a value from where it is set to where it is last read.
 * A scalar that serves several times, one after another, is declared each time, as a person would.
 */

import { namesRead } from "../../loops/analysis/effects.ts";
import type { Stmt } from "../../loops/nodes.ts";
import { type Flow, flowOf, mentionedIn } from "../../loops/tidy/flow.ts";

export interface Declarations {
  /** To be declared in this block, before or by the statement of each position. */
  readonly here: readonly ReadonlyMap<string, Start>[];
  /** To be declared inside of the statement of each position. */
  readonly inside: readonly ReadonlySet<string>[];
  /** Only read after the block: declared at its end. */
  readonly atEnd: readonly string[];
}

/** Whether what it holds before it is set is seen. */
export type Start = "zero" | "anything";

/** `after`: scalars that are read once the block is done. */
export function declarationsOf(
  body: readonly Stmt[],
  scalars: ReadonlySet<string>,
  after: ReadonlySet<string>,
): Declarations {
  const here = body.map(() => new Map<string, Start>());
  const inside = body.map(() => new Set<string>());
  const atEnd: string[] = [];
  const from: (Flow | undefined)[] = [];
  const flowFrom = (k: number): Flow => (from[k] ??= flowOf(body.slice(k)));
  /** Whether what it holds before a position is read later, in the block or after it. */
  const isLive = (name: string, k: number): boolean => {
    const { exposed, assigned } = flowFrom(k);
    return exposed.has(name) || (after.has(name) && assigned?.has(name) === false);
  };
  for (const name of scalars) {
    let declared = false;
    const uses = usesOf(body, name, (k) => !isLive(name, k));
    for (const [which, [first = 0, ...others]] of uses.entries()) {
      const stmt = body[first];
      const goesOn = others.length > 0 || (after.has(name) && which === uses.length - 1);
      if (declared || stmt === undefined) continue;
      if (!goesOn && fitsInside(stmt, name)) inside[first]?.add(name);
      else {
        here[first]?.set(name, isLive(name, first) ? "zero" : "anything");
        declared = true; // the next use takes the same one
      }
    }
    if (uses.length === 0 && after.has(name)) atEnd.push(name);
  }
  return { here, inside, atEnd };
}

/** Positions of the statements that speak of a scalar, apart where no value passes from one to the next. */
function usesOf(body: readonly Stmt[], name: string, startsAt: (k: number) => boolean): readonly number[][] {
  const uses: number[][] = [];
  body.forEach((stmt, k) => {
    if (!mentionedIn(stmt).has(name)) return;
    const last = uses.at(-1);
    if (last === undefined || startsAt(k)) uses.push([k]);
    else last.push(k);
  });
  return uses;
}

/** Whether each block inside that speaks of it can have one of its own. */
function fitsInside(stmt: Stmt, name: string): boolean {
  switch (stmt.kind) {
    case "if":
      return (
        [stmt.then, stmt.else].every((body) => !flowOf(body).exposed.has(name)) &&
        !namesRead(stmt.condition).has(name)
      );
    case "for":
      return (
        ![stmt.from, stmt.to].some((bound) => namesRead(bound).has(name)) &&
        !flowOf(stmt.body).exposed.has(name)
      );
    case "while":
      return !namesRead(stmt.condition).has(name) && !flowOf(stmt.body).exposed.has(name);
    case "region":
      return !flowOf(stmt.body).exposed.has(name);
    default:
      return false;
  }
}
