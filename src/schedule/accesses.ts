/** The loads and stores of one array: found, and moved to another place. */
import type { Expr, Load, Stmt, Store } from "../loops/nodes.ts";
import {
  children,
  expressionsIn,
  expressionsOf,
  mapBodies,
  mapChildren,
  mapExpr,
  mapExpressions,
  statementsIn,
} from "../loops/walk.ts";

export function loadsOf(stmts: readonly Stmt[], array: string): readonly Load[] {
  return [...statementsIn(stmts)]
    .flatMap((stmt) => expressionsOf(stmt).flatMap((root) => [...expressionsIn(root)]))
    .filter((expr) => expr.kind === "load" && expr.array === array) as readonly Load[];
}

/** Those that surely happen where the statements do: under no condition, and behind no early exit. */
export function certainLoads(stmts: readonly Stmt[], array: string): readonly Load[] {
  const found: Load[] = [];
  const inside = (expr: Expr): void => {
    if (expr.kind === "load" && expr.array === array) found.push(expr);
    const certain =
      expr.kind === "select" || expr.kind === "logic" ? children(expr).slice(0, 1) : children(expr);
    for (const child of certain) inside(child);
  };
  const block = (body: readonly Stmt[]): void => {
    for (const stmt of body) {
      for (const expr of expressionsOf(stmt)) inside(expr);
      if (stmt.kind === "for" || stmt.kind === "region") block(stmt.body);
      if ([...statementsIn([stmt])].some(({ kind }) => kind === "break" || kind === "continue")) return;
    }
  };
  block(stmts);
  return found;
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

/** An access moved: to another array, at another index. `was` are the very subscripts it has in the kernel. */
export type Move = (
  index: readonly Expr[],
  was: readonly Expr[],
) => { readonly array: string; readonly index: readonly Expr[] };

/** All loads and stores of `array`, moved. */
export function moveAccesses(stmts: readonly Stmt[], array: string, move: Move): readonly Stmt[] {
  return moveAll(stmts, new Map([[array, move]]));
}

/** Those of several arrays at once. */
export function moveAll(stmts: readonly Stmt[], moves: ReadonlyMap<string, Move>): readonly Stmt[] {
  const loads = (expr: Expr): Expr => {
    const inner = mapChildren(expr, loads);
    const move = inner.kind === "load" ? moves.get(inner.array) : undefined;
    if (move === undefined || inner.kind !== "load" || expr.kind !== "load") return inner;
    return { ...inner, ...move(inner.index, expr.index) };
  };
  return stmts.map((stmt) => {
    const inner = mapBodies(mapExpressions(stmt, loads), (body) => moveAll(body, moves));
    const move = inner.kind === "store" ? moves.get(inner.array) : undefined;
    if (move === undefined || inner.kind !== "store" || stmt.kind !== "store") return inner;
    return { ...inner, ...move(inner.index, stmt.index) };
  });
}
