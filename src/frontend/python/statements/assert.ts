/** `assert condition, message`: where the condition does not hold, the run stops with a fault that says the message. */
import type { PyAssert } from "../ast.ts";
import { constantTruth, inferTruth } from "../expressions/logic.ts";
import { setSurely } from "../expressions/named.ts";
import { type Scope, textOf } from "../scope.ts";

export function inferAssert(scope: Scope, { test, message: said, span }: PyAssert): void {
  const condition = inferTruth(scope, test);
  setSurely(scope, test, true);
  // One that holds in every call asks nothing of hardware.
  if (condition === null || constantTruth(condition) === true) return;
  // Only a message that is written down is told: hardware makes no text.
  const message = said?.kind === "String" ? said.value : `\`${textOf(scope, test.span)}\` does not hold`;
  scope.out.push({ kind: "assert", condition, message, span });
}
