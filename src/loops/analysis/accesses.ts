/** The loads and stores of one array: found, and moved to another place. */
import type { Expr, Load, PragmaName, Stmt, Store } from "../nodes.ts";
import {
  children,
  expressionsIn,
  expressionsOf,
  mapBodies,
  mapChildren,
  mapExpr,
  mapExpressions,
  statementsIn,
} from "../walk.ts";

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

/** Accesses moved: to another array, at another index. `was` are the very subscripts one has in the kernel. */
export interface Move {
  readonly array: string;
  readonly whole: boolean; // the other array stands for this one alone
  index(index: readonly Expr[], was: readonly Expr[]): readonly Expr[];
}

/** All loads and stores of `array`, moved, and what pragmas say of it. */
export function moveAccesses(stmts: readonly Stmt[], array: string, move: Move): readonly Stmt[] {
  return moveAll(stmts, new Map([[array, move]]));
}

/** Those of several arrays at once. */
export function moveAll(stmts: readonly Stmt[], moves: ReadonlyMap<string, Move>): readonly Stmt[] {
  const loads = (expr: Expr): Expr => {
    const inner = mapChildren(expr, loads);
    const move = inner.kind === "load" ? moves.get(inner.array) : undefined;
    if (move === undefined || inner.kind !== "load" || expr.kind !== "load") return inner;
    return { ...inner, array: move.array, index: move.index(inner.index, expr.index) };
  };
  return stmts.map((stmt) => {
    const inner = mapBodies(mapExpressions(stmt, loads), (body) => moveAll(body, moves));
    if (inner.kind === "pragma") return { ...inner, names: movedNames(inner.names, moves) };
    const move = inner.kind === "store" ? moves.get(inner.array) : undefined;
    if (move === undefined || inner.kind !== "store" || stmt.kind !== "store") return inner;
    return { ...inner, array: move.array, index: move.index(inner.index, stmt.index) };
  });
}

function movedNames(names: readonly PragmaName[], moves: ReadonlyMap<string, Move>): readonly PragmaName[] {
  return names.map(({ word, is }) => {
    const move = is.kind === "array" || is.kind === "part" ? moves.get(is.name) : undefined;
    if (move === undefined) return { word, is };
    const kind = is.kind === "array" && move.whole ? "array" : "part";
    return { word, is: { kind, name: move.array } };
  });
}
