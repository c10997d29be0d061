/** Which statements may fault: whatever is checked when they are written, with all that is known where they stand. */

import { assume, type Facts, noFacts } from "../../loops/analysis/range/index.ts";
import type { Expr, Stmt } from "../../loops/nodes.ts";
import { expressionsOf, statementsIn } from "../../loops/walk.ts";
import type { Code } from "./code.ts";
import { element, write } from "./expression.ts";

/**
 * Whether an expression that a statement evaluates may fault. Of a place that is stored to, all indices may where one of
 * them does or may be outside.
 */
export function faultingRoots(code: Code): (root: Expr) => boolean {
  nameVariables(code);
  const found = new WeakSet<Expr>();
  const visit = (body: readonly Stmt[], facts: Facts): void => {
    for (const stmt of body) {
      code.facts = facts;
      for (const root of faultingIn(code, stmt)) found.add(root);
      if (stmt.kind === "if") {
        visit(stmt.then, assume(code.ranges, facts, stmt.condition, true));
        visit(stmt.else, assume(code.ranges, facts, stmt.condition, false));
      } else if (stmt.kind === "for" || stmt.kind === "while" || stmt.kind === "region")
        visit(stmt.body, facts);
    }
  };
  visit(code.loops.body, noFacts);
  return (root) => found.has(root);
}

/** Whether an expression may fault, whatever the branches around it say. */
export function faultingAnywhere(code: Code): (expr: Expr) => boolean {
  nameVariables(code);
  const known = new WeakMap<Expr, boolean>();
  return (expr) => {
    const before = known.get(expr);
    if (before !== undefined) return before;
    code.checks = [];
    write(code, expr);
    known.set(expr, code.checks.length > 0);
    return code.checks.length > 0;
  };
}

function faultingIn(code: Code, stmt: Stmt): readonly Expr[] {
  const checks = (written: () => unknown): boolean => {
    code.checks = [];
    written();
    return code.checks.length > 0;
  };
  const found = expressionsOf(stmt).filter((root) => checks(() => write(code, root)));
  if (stmt.kind !== "store") return found;
  const place = { array: stmt.array, index: stmt.index, span: stmt.origin.span };
  return checks(() => element(code, place)) ? [...found, ...stmt.index] : found;
}

/** Loop variables have their types once their loops are written; here any will do. */
function nameVariables({ loops, types, dialect }: Code): void {
  for (const stmt of statementsIn(loops.body)) {
    if (stmt.kind !== "for") continue;
    types.set(stmt.variable, dialect.numbers.typeName({ kind: "python", name: "int" }, null));
  }
}
