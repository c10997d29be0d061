/** `break` and `continue`. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Stmt } from "../../../program/nodes.ts";
import type { PyBreak, PyContinue } from "../ast.ts";
import { report, type Scope } from "../scope.ts";
import { flagged } from "./else.ts";

export function inferJump(scope: Scope, stmt: PyBreak | PyContinue): void {
  const frame = scope.loops.at(-1);
  if (frame === undefined || scope.env === null) {
    report(
      scope,
      diagnose("jump-outside-loop", stmt.span, { word: stmt.kind === "Break" ? "break" : "continue" }),
    );
    return;
  }
  const node: Stmt = { kind: stmt.kind === "Break" ? "break" : "continue", span: stmt.span };
  const jumps = stmt.kind === "Break" ? frame.breaks : frame.continues;
  if (stmt.kind === "Break" && frame.left !== null) scope.out.push(flagged(frame.left, true, stmt.span));
  jumps.push({ env: scope.env, out: scope.out, at: node });
  scope.out.push(node);
  scope.env = null;
}
