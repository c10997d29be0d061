/** The names of lists that a body makes longer or shorter, as it is written: `xs.append(v)`, `xs += [v]`. */
import type { PyExpr, PyStmt } from "./ast.ts";
import { childrenOf, expressionsOf } from "./inside.ts";

const changing: ReadonlySet<string> = new Set(["append", "extend", "insert", "pop", "remove", "clear"]);

export function grownNames(body: readonly PyStmt[]): Set<string> {
  const names = new Set<string>();
  for (const stmt of body) collect(stmt, names);
  return names;
}

function collect(stmt: PyStmt, names: Set<string>): void {
  for (const expr of expressionsOf(stmt)) note(expr, names);
  switch (stmt.kind) {
    case "AugAssign":
      if (stmt.target.kind === "Name" && stmt.op === "+") names.add(stmt.target.id);
      return;
    case "For":
    case "While":
    case "If":
      for (const inner of [...stmt.body, ...stmt.orElse]) collect(inner, names);
      return;
    default:
      return;
  }
}

function note(node: PyExpr, names: Set<string>): void {
  const name = grownBy(node);
  if (name !== null) names.add(name);
  if (node.kind !== "Lambda") for (const part of childrenOf(node)) note(part, names);
}

/** The name whose list the call changes. */
export function grownBy(node: PyExpr): string | null {
  if (node.kind !== "Call" || node.callee.kind !== "Attribute") return null;
  const { value, name } = node.callee;
  return value.kind === "Name" && changing.has(name) ? value.id : null;
}
