/** Locals that are read before anything can have set them: whatever was there before would be the value. */
import type { Func, Stmt, Var } from "../nodes.ts";
import { expressionsIn, expressionsOf } from "../walk.ts";

/** The first read of each, in the order of the program: what only a later round sets is not set in the first one. */
export function unsetReads({ params, locals, body }: Func): readonly Var[] {
  const open = new Set(locals.map(({ name }) => name));
  for (const { name } of params) open.delete(name);
  const found: Var[] = [];
  const visit = (stmts: readonly Stmt[]): void => {
    for (const stmt of stmts) {
      if (stmt.kind === "for") open.delete(stmt.variable);
      for (const expr of expressionsOf(stmt).flatMap((root) => [...expressionsIn(root)]))
        if (expr.kind === "var" && open.delete(expr.name)) found.push(expr);
      if (stmt.kind === "assign") open.delete(stmt.target);
      if (stmt.kind === "callStmt") for (const target of stmt.targets) open.delete(target);
      if (stmt.kind === "for" || stmt.kind === "while") visit(stmt.body);
      if (stmt.kind === "if") [stmt.then, stmt.else].forEach(visit);
    }
  };
  visit(body);
  return found;
}
