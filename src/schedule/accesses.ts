/** The loads and stores of one array: found, and moved to another place. */
import type { Expr, Load, Stmt, Store } from "../loops/nodes.ts";
import {
  expressionsIn,
  expressionsOf,
  mapBodies,
  mapExpr,
  mapExpressions,
  statementsIn,
} from "../loops/walk.ts";

export function loadsOf(stmts: readonly Stmt[], array: string): readonly Load[] {
  return [...statementsIn(stmts)]
    .flatMap((stmt) => expressionsOf(stmt).flatMap((root) => [...expressionsIn(root)]))
    .filter((expr) => expr.kind === "load" && expr.array === array) as readonly Load[];
}

export function storesOf(stmts: readonly Stmt[], array: string): readonly Store[] {
  return [...statementsIn(stmts)].filter(
    (stmt) => stmt.kind === "store" && stmt.array === array,
  ) as readonly Store[];
}

/** Every expression of the statements rebuilt bottom up. */
export function mapAllExpr(stmts: readonly Stmt[], change: (expr: Expr) => Expr): readonly Stmt[] {
  return stmts.map((stmt) =>
    mapBodies(
      mapExpressions(stmt, (expr) => mapExpr(expr, change)),
      (body) => mapAllExpr(body, change),
    ),
  );
}

/** Every expression, from the outermost, given to `change`, which goes on inside itself. */
export function mapRoots(stmts: readonly Stmt[], change: (expr: Expr) => Expr): readonly Stmt[] {
  return stmts.map((stmt) => mapBodies(mapExpressions(stmt, change), (body) => mapRoots(body, change)));
}

/** An access moved: to another array, at another index. */
export type Move = (index: readonly Expr[]) => { readonly array: string; readonly index: readonly Expr[] };

/** All loads and stores of `array`, moved. */
export function moveAccesses(stmts: readonly Stmt[], array: string, move: Move): readonly Stmt[] {
  const loads = mapAllExpr(stmts, (expr) =>
    expr.kind === "load" && expr.array === array ? { ...expr, ...move(expr.index) } : expr,
  );
  return moveStores(loads, array, move);
}

function moveStores(stmts: readonly Stmt[], array: string, move: Move): readonly Stmt[] {
  return stmts.map((stmt) => {
    if (stmt.kind === "store" && stmt.array === array) return { ...stmt, ...move(stmt.index) };
    return mapBodies(stmt, (body) => moveStores(body, array, move));
  });
}
