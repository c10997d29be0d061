/** `while condition:`. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr } from "../../../program/nodes.ts";
import type { PyWhile } from "../ast.ts";
import { boolConst } from "../build.ts";
import { constantTruth, inferTruth } from "../expressions/logic.ts";
import { report, type Scope } from "../scope.ts";
import { inferInto } from "./index.ts";
import { leaveLoop, settleLoop } from "./loop.ts";

export function inferWhile(scope: Scope, stmt: PyWhile): void {
  if (stmt.orElse.length > 0) {
    report(scope, diagnose("unsupported-loop-else", stmt.header, { loop: "while" }));
    return;
  }
  let condition: Expr = boolConst(true, stmt.test.span);
  const loop = settleLoop(scope, stmt, () => {
    scope.lazy++;
    condition = inferTruth(scope, stmt.test) ?? boolConst(true, stmt.test.span);
    scope.lazy--;
    return inferInto(scope, stmt.body);
  });
  const settled = constantTruth(condition);
  if (settled === false) {
    scope.env = new Map(loop.entry);
    return;
  }
  scope.out.push({ kind: "while", condition, body: loop.body, span: stmt.header });
  const normal = settled === true ? [] : [loop.entry, ...loop.backs];
  leaveLoop(scope, [...normal, ...loop.breaks]);
}
