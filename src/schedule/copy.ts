/** Copies of statements: names of loops are unique, so those of the copy are new. */

import { freshName, identifierFor, namesIn } from "../loops/find.ts";
import type { For, Loops, Stmt } from "../loops/nodes.ts";
import { mapBodies, mapExpr, mapExpressions, statementsIn } from "../loops/walk.ts";

/**
 * Loops, regions and while loops inside get `.suffix` behind their name, counting variables a name after that. `around`
 * is the loop whose body it is, and what the copy of it is called. Scalars and arrays are the same ones.
 */
export function copyOf(
  taken: ReadonlySet<string>,
  body: readonly Stmt[],
  suffix: string,
  around: { readonly loop: LoopNames; readonly copy: LoopNames },
): readonly Stmt[] {
  const used = new Set(taken);
  const variables = new Map([[around.loop.variable, around.copy.variable]]);
  const names = new Map([[around.loop.name, around.copy.name]]);
  for (const stmt of statementsIn(body)) {
    if (stmt.kind !== "for" && stmt.kind !== "while" && stmt.kind !== "region") continue;
    const name = freshName(used, `${stmt.name}.${suffix}`);
    used.add(name);
    names.set(stmt.name, name);
    if (stmt.kind !== "for") continue;
    const variable = identifierFor(used, name);
    used.add(variable);
    variables.set(stmt.variable, variable);
  }
  const copy = (stmts: readonly Stmt[]): readonly Stmt[] =>
    stmts.map((stmt) => {
      const same = mapBodies(
        mapExpressions(stmt, (root) =>
          mapExpr(root, (expr) =>
            expr.kind === "var" ? { ...expr, name: variables.get(expr.name) ?? expr.name } : expr,
          ),
        ),
        copy,
      );
      switch (same.kind) {
        case "for":
          return {
            ...same,
            name: names.get(same.name) ?? same.name,
            variable: variables.get(same.variable) ?? same.variable,
          };
        case "while":
        case "region":
          return { ...same, name: names.get(same.name) ?? same.name };
        case "pragma":
          return { ...same, loop: same.loop === null ? null : (names.get(same.loop) ?? same.loop) };
        default:
          return same;
      }
    });
  return copy(body);
}

type LoopNames = Pick<For, "name" | "variable">;

/** The names of a kernel and those about to be given. */
export function takenWith(loops: Loops, ...names: readonly string[]): ReadonlySet<string> {
  return new Set([...namesIn(loops), ...names]);
}
