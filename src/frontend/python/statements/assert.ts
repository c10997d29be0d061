/** `assert condition, message`: where the condition does not hold, the run stops with a fault that says the message. */
import type { PyUnsupportedStmt } from "../ast.ts";
import { constantTruth, inferTruth } from "../expressions/logic.ts";
import { report, type Scope, textOf } from "../scope.ts";
import { unsupported } from "../unsupported.ts";

export function inferAssert(scope: Scope, stmt: PyUnsupportedStmt): void {
  const [test, said] = stmt.asserted ?? [];
  if (test === undefined) return report(scope, unsupported("assert", stmt.header));
  const condition = inferTruth(scope, test);
  // One that holds in every call asks nothing of hardware.
  if (condition === null || constantTruth(condition) === true) return;
  // Only a message that is written down is told: hardware makes no text.
  const message = said?.kind === "String" ? said.value : `\`${textOf(scope, test.span)}\` does not hold`;
  scope.out.push({ kind: "assert", condition, message, span: stmt.span });
}
