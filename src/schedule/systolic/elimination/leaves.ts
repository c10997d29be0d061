/** The statements of a nest, each with the loops around it and the conditions on their variables. */
import { affineOf } from "../../../loops/analysis/affine.ts";
import { namesRead } from "../../../loops/analysis/effects.ts";
import { not } from "../../../loops/indices.ts";
import type { Expr, For, Stmt } from "../../../loops/nodes.ts";
import { statementsIn } from "../../../loops/walk.ts";
import { isPlain } from "../cell.ts";

export interface Leaf {
  readonly stmt: Stmt; // an assignment, a store, or an `if` that data decide
  readonly given: Stmt; // as it stands in the nest
  readonly loops: readonly For[]; // outermost first
  readonly guards: readonly Expr[]; // that follow from the loops' variables
}

export type LeafProblem =
  | { readonly problem: "shape"; readonly stmt: Stmt }
  | { readonly problem: "sums" | "unrolled"; readonly loop: For };

export function leavesOf(nest: For): readonly Leaf[] | LeafProblem {
  const leaves: Leaf[] = [];
  const inLoop = (loop: For, around: readonly For[], guards: readonly Expr[]): LeafProblem | null => {
    const variables = new Set(around.map(({ variable }) => variable));
    const isSum = (bound: Expr): boolean => affineOf(bound, (name) => variables.has(name)) !== null;
    if (loop.attrs.unroll !== undefined) return { problem: "unrolled", loop };
    if (loop.step !== 1 || !isSum(loop.from) || !isSum(loop.to)) return { problem: "sums", loop };
    return inBody(loop.body, [...around, loop], guards);
  };
  const inBody = (
    body: readonly Stmt[],
    loops: readonly For[],
    guards: readonly Expr[],
  ): LeafProblem | null => {
    for (const stmt of body) {
      const found = visit(stmt, loops, guards);
      if (found !== null) return found;
    }
    return null;
  };
  const visit = (stmt: Stmt, loops: readonly For[], guards: readonly Expr[]): LeafProblem | null => {
    if (stmt.kind === "for") return inLoop(stmt, loops, guards);
    if (stmt.kind === "if" && isOfLoops(stmt.condition, loops)) {
      return (
        inBody(stmt.then, loops, [...guards, stmt.condition]) ??
        inBody(stmt.else, loops, [...guards, not(stmt.condition)])
      );
    }
    const odd = statementsIn([stmt]).find((one) => !isPlain(one));
    if (odd !== undefined) return { problem: "shape", stmt: odd };
    leaves.push({ stmt, given: stmt, loops, guards });
    return null;
  };
  return inLoop(nest, [], []) ?? leaves;
}

export function variablesOf({ loops }: Pick<Leaf, "loops">): ReadonlySet<string> {
  return new Set(loops.map(({ variable }) => variable));
}

/** A comparison of sums of loop variables, or several. */
function isOfLoops(expr: Expr, loops: readonly For[]): boolean {
  switch (expr.kind) {
    case "compare": {
      const variables = variablesOf({ loops });
      return [expr.left, expr.right].every(
        (side) => affineOf(side) !== null && [...namesRead(side)].every((name) => variables.has(name)),
      );
    }
    case "logic":
      return isOfLoops(expr.left, loops) && isOfLoops(expr.right, loops);
    case "unary":
      return expr.op === "not" && isOfLoops(expr.operand, loops);
    default:
      return false;
  }
}
