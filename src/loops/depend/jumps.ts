/** Where an iteration may end before its last statement. */
import type { Stmt } from "../nodes.ts";

/** Whether the statement may end the iteration of a loop around it. */
export function leaves(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case "break":
    case "continue":
      return true;
    case "if":
      return stmt.then.some(leaves) || stmt.else.some(leaves);
    case "region":
      return stmt.body.some(leaves);
    default:
      return false;
  }
}

/** Whether a `break` in the body leaves the loop that has this body. */
export function breaks(body: readonly Stmt[]): boolean {
  return jumps(body, "break");
}

export function jumps(body: readonly Stmt[], kind: "break" | "continue"): boolean {
  return body.some((stmt) => {
    if (stmt.kind === kind) return true;
    if (stmt.kind === "if") return jumps(stmt.then, kind) || jumps(stmt.else, kind);
    return stmt.kind === "region" && jumps(stmt.body, kind);
  });
}
