/** What ranges decide: conditions that always hold, or never. Loops without them read, and run, as if nobody had asked. */
import type { Expr, Loops, Stmt } from "../../nodes.ts";
import { mapChildren } from "../../walk.ts";
import { analyse, assume, decided, type Facts, noFacts, type Ranges } from "./index.ts";

/** The same kernel without branches that are never taken. */
export function foldDecided(loops: Loops): Loops {
  const ranges = analyse(loops);
  return { ...loops, body: folded(loops.body, ranges, noFacts) };
}

function folded(body: readonly Stmt[], ranges: Ranges, facts: Facts): readonly Stmt[] {
  const inside = (list: readonly Stmt[], known = facts): readonly Stmt[] => folded(list, ranges, known);
  const value = (expr: Expr): Expr => foldExpr(expr, ranges, facts);
  return body.flatMap((stmt): readonly Stmt[] => {
    switch (stmt.kind) {
      case "for":
        return [{ ...stmt, from: value(stmt.from), to: value(stmt.to), body: inside(stmt.body) }];
      case "while":
        return [{ ...stmt, condition: value(stmt.condition), body: inside(stmt.body) }];
      case "region":
        return [{ ...stmt, body: inside(stmt.body) }];
      case "if": {
        const condition = value(stmt.condition);
        const truth = decided(ranges, condition, facts);
        if (truth !== null) return inside(truth ? stmt.then : stmt.else);
        return [
          {
            ...stmt,
            condition,
            then: inside(stmt.then, assume(ranges, facts, condition, true)),
            else: inside(stmt.else, assume(ranges, facts, condition, false)),
          },
        ];
      }
      case "assign":
        return [{ ...stmt, value: value(stmt.value) }];
      case "store":
        return [{ ...stmt, index: stmt.index.map(value), value: value(stmt.value) }];
      default:
        return [stmt];
    }
  });
}

function foldExpr(expr: Expr, ranges: Ranges, facts: Facts): Expr {
  if (expr.kind !== "select") return mapChildren(expr, (child) => foldExpr(child, ranges, facts));
  const condition = foldExpr(expr.condition, ranges, facts);
  const truth = decided(ranges, condition, facts);
  if (truth !== null) return foldExpr(truth ? expr.then : expr.otherwise, ranges, facts);
  return {
    ...expr,
    condition,
    then: foldExpr(expr.then, ranges, assume(ranges, facts, condition, true)),
    otherwise: foldExpr(expr.otherwise, ranges, assume(ranges, facts, condition, false)),
  };
}
