/** How statements use a name: what they read, and whether they write it first. */
import type { Expr, Stmt } from "../nodes.ts";
import { children, expressionsIn, expressionsOf } from "../walk.ts";

export function namesRead(expr: Expr): ReadonlySet<string> {
  const names = new Set<string>();
  for (const inner of expressionsIn(expr)) {
    if (inner.kind === "var") names.add(inner.name);
    if (inner.kind === "load") names.add(inner.array);
  }
  return names;
}

/** Whether a scalar, counter or array is read. */
function reads(expr: Expr, name: string): boolean {
  if (expr.kind === "var") return expr.name === name;
  if (expr.kind === "load" && expr.array === name) return true;
  return children(expr).some((child) => reads(child, name));
}

/** May be read before it is written; surely written, or the end is not reached; neither for sure. */
export type FirstUse = "read" | "written" | "open";

export function firstUse(body: readonly Stmt[], name: string): FirstUse {
  for (const stmt of body) {
    if (expressionsOf(stmt).some((expr) => reads(expr, name))) return "read";
    switch (stmt.kind) {
      case "assign":
        if (stmt.target === name) return "written";
        break;
      case "store":
        if (stmt.array === name) return "written";
        break;
      case "if": {
        const sides = [firstUse(stmt.then, name), firstUse(stmt.else, name)];
        if (sides.includes("read")) return "read";
        if (sides.every((side) => side === "written")) return "written";
        break;
      }
      case "for":
      case "while":
        if (firstUse(stmt.body, name) === "read") return "read";
        break;
      case "region": {
        const inside = firstUse(stmt.body, name);
        if (inside !== "open") return inside;
        break;
      }
      case "break":
      case "continue":
        return "written";
      default:
        break;
    }
  }
  return "open";
}
