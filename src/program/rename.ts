/** Other names for the locals of a function; map parameters keep theirs. */
import type { Expr, Func, Gather, Load, Part, Stmt, Var, View } from "./nodes.ts";
import { mapExpr } from "./walk.ts";

export function renameLocals(func: Func, names: ReadonlyMap<string, string>): Func {
  if (names.size === 0) return func;
  const locals = func.locals.map((local) => ({ ...local, name: names.get(local.name) ?? local.name }));
  return { ...func, locals, body: renamedIn(func.body, names) };
}

export function renamedIn(body: readonly Stmt[], names: ReadonlyMap<string, string>): readonly Stmt[] {
  const rename = (name: string): string => names.get(name) ?? name;
  const renameVar = (expr: Expr): Expr => (expr.kind === "var" ? { ...expr, name: rename(expr.name) } : expr);
  const inExpr = <E extends Expr>(expr: E): E => mapExpr(expr, renameVar) as E; // a Var stays a Var, any other kind itself
  const inStmt = (stmt: Stmt): Stmt => {
    switch (stmt.kind) {
      case "assign":
        return { ...stmt, target: rename(stmt.target), value: inExpr(stmt.value) };
      case "store":
        return {
          ...stmt,
          target: inExpr<Load | View | Part | Gather | Var>(stmt.target),
          value: inExpr(stmt.value),
        };
      case "storeBits":
        return {
          ...stmt,
          target: inExpr<Var | Load>(stmt.target),
          low: inExpr(stmt.low),
          value: inExpr(stmt.value),
        };
      case "for":
        return {
          ...stmt,
          variable: rename(stmt.variable),
          from: inExpr(stmt.from),
          to: inExpr(stmt.to),
          step: inExpr(stmt.step),
          body: stmt.body.map(inStmt),
        };
      case "while":
        return { ...stmt, condition: inExpr(stmt.condition), body: stmt.body.map(inStmt) };
      case "if":
        return {
          ...stmt,
          condition: inExpr(stmt.condition),
          then: stmt.then.map(inStmt),
          else: stmt.else.map(inStmt),
        };
      case "assert":
        return { ...stmt, condition: inExpr(stmt.condition) };
      case "callStmt":
        return { ...stmt, targets: stmt.targets.map(rename), args: stmt.args.map(inExpr) };
      case "return":
        return { ...stmt, values: stmt.values.map(inExpr) };
      case "break":
      case "continue":
        return stmt;
      case "pragma":
        return {
          ...stmt,
          names: stmt.names.map(({ word, variable }) => ({ word, variable: rename(variable) })),
        };
    }
  };
  return body.map(inStmt);
}
