/** A kernel in which no node is in two places: later passes know an operation by its node. */
import type { Expr, Loops, Stmt } from "../../loops/nodes.ts";
import { mapBodies, mapChildren, mapExpressions } from "../../loops/walk.ts";

export function distinct(loops: Loops): Loops {
  return { ...loops, body: loops.body.map(statement) };
}

function statement(stmt: Stmt): Stmt {
  return mapBodies({ ...mapExpressions(stmt, expression) }, (body) => body.map(statement));
}

function expression(expr: Expr): Expr {
  return mapChildren({ ...expr }, expression);
}
