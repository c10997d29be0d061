/** `return`, with nothing, a value or a tuple. */
import type { Return } from "../../../program/nodes.ts";
import type { PyReturn } from "../ast.ts";
import { infer } from "../expressions/index.ts";
import { type KnownMixed, type KnownValue, knownNone } from "../known.ts";
import type { Scope } from "../scope.ts";
import { toComputed } from "../value.ts";

export function inferReturn(scope: Scope, stmt: PyReturn): void {
  const known = stmt.value === null ? knownNone : infer(scope, stmt.value);
  const items = known.kind === "tuple" && known.form === "tuple" ? known.items : [known];
  const values: (KnownValue | KnownMixed)[] = [];
  if (known.kind !== "none") {
    for (const item of items) {
      const value = item.kind === "error" ? null : toComputed(scope, item, stmt.value?.span ?? stmt.span);
      if (value === null) {
        scope.env = null;
        scope.broken = true;
        return;
      }
      values.push(value);
    }
  }
  const node: Return = { kind: "return", values: values.map(({ expr }) => expr), span: stmt.span };
  scope.returns.push({ node, values, known, span: stmt.span });
  scope.out.push(node);
  scope.env = null;
}
