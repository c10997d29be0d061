/** The names a body binds, which Python makes local to the function: nested functions and lambdas keep their own. */
import type { PyExpr, PyStmt } from "./ast.ts";
import { expressionsOf, namesAssignedIn } from "./inside.ts";

export function assignedNames(body: readonly PyStmt[]): Set<string> {
  return new Set(bindings(body));
}

/** Those of them that one place alone binds. */
export function boundOnce(body: readonly PyStmt[]): Set<string> {
  const once = new Set<string>();
  const seen = new Set<string>();
  for (const name of bindings(body)) {
    if (seen.has(name)) once.delete(name);
    else once.add(name);
    seen.add(name);
  }
  return once;
}

function bindings(body: readonly PyStmt[]): string[] {
  const names: string[] = [];
  for (const stmt of body) collect(stmt, names);
  return names;
}

function collect(stmt: PyStmt, names: string[]): void {
  for (const expr of expressionsOf(stmt)) names.push(...namesAssignedIn(expr));
  switch (stmt.kind) {
    case "Assign":
      for (const target of stmt.targets) collectTarget(target, names);
      return;
    case "AnnAssign":
    case "AugAssign":
      return collectTarget(stmt.target, names);
    case "For":
      collectTarget(stmt.target, names);
      for (const inner of [...stmt.body, ...stmt.orElse]) collect(inner, names);
      return;
    case "While":
    case "If":
      for (const inner of [...stmt.body, ...stmt.orElse]) collect(inner, names);
      return;
    case "FunctionDef":
      names.push(stmt.name);
      return;
    default:
      return;
  }
}

function collectTarget(target: PyExpr, names: string[]): void {
  if (target.kind === "Name") names.push(target.id);
  if (target.kind === "Tuple" || target.kind === "List") {
    for (const element of target.elements) collectTarget(element, names);
  }
  if (target.kind === "Starred") collectTarget(target.value, names);
}
