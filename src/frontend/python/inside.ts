/** The expressions of a statement and of an expression, as they are written; and the names that `:=` binds in them. */
import type { PyExpr, PyStmt } from "./ast.ts";

/** Those that the statement itself computes or binds; its blocks are left alone. */
export function expressionsOf(stmt: PyStmt): readonly PyExpr[] {
  switch (stmt.kind) {
    case "Assign":
      return [...stmt.targets, stmt.value];
    case "AnnAssign":
      return stmt.value === null ? [stmt.target] : [stmt.target, stmt.value];
    case "AugAssign":
      return [stmt.target, stmt.value];
    case "For":
      return [stmt.target, stmt.iterable];
    case "While":
    case "If":
      return [stmt.test];
    case "Return":
      return stmt.value === null ? [] : [stmt.value];
    case "ExprStmt":
      return [stmt.value];
    case "Assert":
      return stmt.message === null ? [stmt.test] : [stmt.test, stmt.message];
    default:
      return [];
  }
}

/** The expressions directly inside one. */
export function childrenOf(expr: PyExpr): readonly PyExpr[] {
  switch (expr.kind) {
    case "Tuple":
    case "List":
      return expr.elements;
    case "Unary":
      return [expr.operand];
    case "Binary":
      return [expr.left, expr.right];
    case "Bool":
      return expr.values;
    case "Compare":
      return [expr.left, ...expr.rest.map(({ right }) => right)];
    case "Conditional":
      return [expr.test, expr.then, expr.otherwise];
    case "Lambda":
      return [expr.body];
    case "Call":
      return [expr.callee, ...expr.args, ...expr.keywords.map(({ value }) => value)];
    case "Attribute":
    case "Starred":
    case "NamedExpr":
      return [expr.value];
    case "Subscript":
      return [expr.value, ...expr.index];
    case "Slice":
      return [expr.start, expr.stop, expr.step].filter((part) => part !== null);
    case "ListComp":
      return [expr.element, ...expr.clauses.flatMap(({ iterable, conditions }) => [iterable, ...conditions])];
    default:
      return [];
  }
}

/** The names that `:=` binds in an expression; a lambda keeps its own. */
export function namesAssignedIn(expr: PyExpr): readonly string[] {
  if (expr.kind === "Lambda") return [];
  const inside = childrenOf(expr).flatMap(namesAssignedIn);
  return expr.kind === "NamedExpr" ? [...inside, expr.target.id] : inside;
}
