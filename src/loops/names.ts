/** The names of a kernel while a pass adds to them. */

import type { ScalarType } from "../types/types.ts";
import { freshName, identifierFor, namesIn } from "./find.ts";
import type { Expr, Loops, Origin, ScalarDecl, Stmt } from "./nodes.ts";
import { statementsIn } from "./walk.ts";

export interface Names {
  /** A name for a loop that nothing else has. */
  loop(wish: string): string;
  /** A name for a loop variable. */
  counter(wish: string): string;
  isCounter(name: string): boolean;
  /** Declares a new scalar. */
  scalar(wish: string, type: ScalarType, more?: Pick<ScalarDecl, "seat" | "scratch" | "range">): string;
  /** The scalars of the kernel and the new ones. */
  scalars(): readonly ScalarDecl[];
}

export function namesOf(loops: Loops): Names {
  const taken = new Set(namesIn(loops));
  const counters = new Set<string>();
  for (const stmt of statementsIn(loops.body)) if (stmt.kind === "for") counters.add(stmt.variable);
  const added: ScalarDecl[] = [];
  const take = (name: string): string => {
    taken.add(name);
    return name;
  };
  return {
    loop: (wish) => take(freshName(taken, wish)),
    counter(wish) {
      const name = take(identifierFor(taken, wish));
      counters.add(name);
      return name;
    },
    isCounter: (name) => counters.has(name),
    scalar(wish, type, more = {}) {
      const name = take(identifierFor(taken, wish));
      added.push({ kind: "scalar", name, type, ...more });
      return name;
    },
    scalars: () => (added.length === 0 ? loops.scalars : [...loops.scalars, ...added]),
  };
}

/** What a pass adds stands where it came from. */
export function assigned(target: string, value: Expr, { span }: Origin): Stmt {
  return { kind: "assign", target, value, origin: { span, operator: "schedule" } };
}
