/** `while condition:`. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr, Stmt } from "../../../program/nodes.ts";
import { assignedNames } from "../assigned.ts";
import type { PyWhile } from "../ast.ts";
import { constantTruth, inferTruth } from "../expressions/logic.ts";
import { report, type Scope } from "../scope.ts";
import { settle } from "./for.ts";
import { inferInto } from "./index.ts";
import { leaveLoop, settleLoop, type TypedLoop } from "./loop.ts";

export function inferWhile(scope: Scope, stmt: PyWhile): void {
  if (stmt.orElse.length > 0) {
    report(scope, diagnose("unsupported-loop-else", stmt.header, { loop: "while" }));
  }
  let condition: Expr | null = null;
  const typeBody = (): Stmt[] => {
    scope.lazy++;
    condition = inferTruth(scope, stmt.test);
    scope.lazy--;
    return inferInto(scope, stmt.body);
  };
  const repeat = (body: readonly Stmt[]): Stmt | null =>
    condition === null ? null : { kind: "while", condition, body, span: stmt.header };
  const loop = settleLoop(scope, stmt, { typeBody, repeat });
  if (condition === null || stmt.orElse.length > 0) return afterMistake(scope, stmt, loop);
  const settled = constantTruth(condition);
  if (settled === false) {
    scope.env = new Map(loop.entry);
    return;
  }
  scope.out.push({ kind: "while", condition, body: loop.body, span: stmt.header });
  const normal = settled === true ? [] : [loop.entry, ...loop.backs];
  leaveLoop(scope, [...normal, ...loop.breaks]);
}

/** How the loop ends is not known: what follows is typed as if all its names were set. */
function afterMistake(scope: Scope, stmt: PyWhile, loop: TypedLoop): void {
  leaveLoop(scope, [loop.entry, ...loop.backs, ...loop.breaks]);
  for (const name of assignedNames([stmt])) settle(scope, name, stmt.header);
}
