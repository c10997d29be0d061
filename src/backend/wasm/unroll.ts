/**
 * Short innermost loops of a known number of rounds, written out: their addresses become constants.
 *
 *     for k in range(3): s = s + a[i + k]     becomes     s = s + a[i]; s = s + a[i + 1]; s = s + a[i + 2]
 *
 * Nothing is reordered, so the bits stay the same.
 */
import type { Expr, For, Loops, Stmt } from "../../loops/nodes.ts";
import {
  expressionsIn,
  expressionsOf,
  mapBodies,
  mapExpr,
  mapExpressions,
  statementsIn,
} from "../../loops/walk.ts";
import { pythonInt } from "../../types/types.ts";

const mostRounds = 8;
const mostNodes = 256; // of what is written out

export function unrollShort(loops: Loops): Loops {
  return { ...loops, body: block(loops.body) };
}

function block(body: readonly Stmt[]): Stmt[] {
  return body.flatMap((stmt): readonly Stmt[] => {
    const inner = mapBodies(stmt, block);
    return inner.kind === "for" ? (writtenOut(inner) ?? [inner]) : [inner];
  });
}

/** Null: it stays a loop. */
function writtenOut(loop: For): readonly Stmt[] | null {
  const rounds = roundsOf(loop);
  if (rounds === null || rounds.length > mostRounds) return null;
  let nodes = 0;
  for (const stmt of statementsIn(loop.body)) {
    if (stmt.kind === "for" || stmt.kind === "while" || stmt.kind === "break" || stmt.kind === "continue")
      return null;
    nodes += 1;
    for (const expr of expressionsOf(stmt)) for (const _ of expressionsIn(expr)) nodes += 1;
  }
  if (nodes * rounds.length > mostNodes) return null;
  return rounds.flatMap((value) => loop.body.map((stmt) => substituted(stmt, loop.variable, value)));
}

function roundsOf({ from, to, step }: For): readonly number[] | null {
  if (from.kind !== "const" || to.kind !== "const") return null;
  const [first, last] = [Number(from.value), Number(to.value)];
  const count = Math.max(0, Math.ceil((last - first) / step));
  return count > mostRounds ? null : Array.from({ length: count }, (_, i) => first + i * step);
}

function substituted(stmt: Stmt, variable: string, value: number): Stmt {
  const place = (expr: Expr): Expr =>
    mapExpr(expr, (inner) =>
      inner.kind === "var" && inner.name === variable ? { kind: "const", value, type: pythonInt } : inner,
    );
  const own = mapExpressions(stmt, place);
  return mapBodies(own, (body) => body.map((inner) => substituted(inner, variable, value)));
}
