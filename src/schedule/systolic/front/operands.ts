/** What elements need beside what they hand on: words that move from element to element, and words that stay in one. */
import { hasLoad, namesRead, writesOf } from "../../../loops/analysis/effects.ts";
import { sameExpr } from "../../../loops/indices.ts";
import type { Expr, Load, Loops, Stmt } from "../../../loops/nodes.ts";
import {
  children,
  expressionsOf,
  mapBodies,
  mapChildren,
  mapExpressions,
  statementsIn,
} from "../../../loops/walk.ts";
import { isSafe, isWider } from "../operands.ts";
import type { Front } from "./front.ts";

/** `moves`: the same for all elements, each a step later. `stays`: the same in all steps of an element. */
export interface FrontOperand {
  readonly way: "moves" | "stays";
  readonly value: Expr;
}

export interface FrontOperands {
  readonly all: readonly FrontOperand[];
  readonly loads: readonly Load[]; // elements read these themselves
  readonly replaced: (stmts: readonly Stmt[], by: Replacing) => readonly Stmt[];
}

/** What stands for an operand, or for another expression; null: the same, of what stands for its parts. */
export type Replacing = (expr: Expr, operand: FrontOperand | null) => Expr | null;

export function frontOperands(loops: Loops, front: Front): FrontOperands {
  const all: FrontOperand[] = [];
  const loads: Load[] = [];
  const written = new Set([...writesOf(front.body), ...front.handed.map(({ array }) => array)]);
  const collect = (expr: Expr): void => {
    const way = wayOf(loops, front, written, expr);
    if (way === null) {
      if (expr.kind === "load" && written.has(expr.array)) return; // from a register
      if (expr.kind === "load") loads.push(expr);
      for (const child of children(expr)) collect(child);
    } else if (!all.some(({ value }) => sameExpr(value, expr))) all.push({ way, value: expr });
  };
  for (const stmt of statementsIn(front.body)) for (const root of expressionsOf(stmt)) collect(root);
  const inside = (expr: Expr, by: Replacing): Expr => {
    const isOperand = wayOf(loops, front, written, expr) !== null;
    const operand = isOperand ? all.find(({ value }) => sameExpr(value, expr)) : undefined;
    return by(expr, operand ?? null) ?? mapChildren(expr, (child) => inside(child, by));
  };
  const replaced: FrontOperands["replaced"] = (stmts, by) =>
    stmts.map((stmt) => {
      const next = mapExpressions(stmt, (root) => inside(root, by));
      return mapBodies(next, (body) => replaced(body, by));
    });
  return { all, loads, replaced };
}

/** Null: an element computes it of its parts. */
function wayOf(
  loops: Loops,
  front: Front,
  written: ReadonlySet<string>,
  expr: Expr,
): FrontOperand["way"] | null {
  const names = namesRead(expr);
  if ([...names].some((name) => written.has(name))) return null;
  const [bySpace, byTime] = [names.has(front.space.loop.variable), names.has(front.time.loop.variable)];
  if ((bySpace && byTime) || isWider(expr) || !isSafe(loops, [front.space, front.time], expr)) return null;
  if (!hasLoad(expr)) return byTime ? "moves" : null;
  return bySpace ? "stays" : "moves";
}
