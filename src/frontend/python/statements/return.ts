/** `return`, with nothing, a value or a tuple. */
import type { Expr, Return } from "../../../program/nodes.ts";
import type { PyReturn } from "../ast.ts";
import { infer } from "../expressions/index.ts";
import { type Known, knownNone } from "../known.ts";
import type { Scope } from "../scope.ts";
import { toExpr } from "../value.ts";

export function inferReturn(scope: Scope, stmt: PyReturn): void {
  const known = stmt.value === null ? knownNone : infer(scope, stmt.value);
  const items = known.kind === "tuple" && known.form === "tuple" ? known.items : [known];
  const values: Expr[] = [];
  const lists: boolean[] = [];
  if (known.kind !== "none") {
    for (const item of items) {
      const value = item.kind === "error" ? null : toExpr(scope, item, stmt.value?.span ?? stmt.span);
      if (value === null) {
        scope.env = null;
        scope.broken = true;
        return;
      }
      values.push(value);
      lists.push(isList(item));
    }
  }
  const node: Return = { kind: "return", values, span: stmt.span };
  scope.returns.push({ node, values, lists, known, span: stmt.span });
  scope.out.push(node);
  scope.env = null;
}

function isList(known: Known): boolean {
  return known.kind === "value" ? known.list : known.kind === "tuple";
}
