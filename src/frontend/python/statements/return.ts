/** `return`, with nothing, a value or a tuple. Tuples in a tuple are results one after the other; a call nests them again. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Return } from "../../../program/nodes.ts";
import type { PyReturn } from "../ast.ts";
import { inferWhole } from "../expressions/index.ts";
import {
  isComputed,
  type Known,
  type KnownMixed,
  type KnownOptional,
  type KnownTuple,
  type KnownValue,
  knownNone,
} from "../known.ts";
import { takenValue } from "../optional.ts";
import { type ResultForm, report, type Scope } from "../scope.ts";
import { toComputed } from "../value.ts";

export function inferReturn(scope: Scope, stmt: PyReturn): void {
  const known = stmt.value === null ? knownNone : inferWhole(scope, stmt.value);
  if (known.kind === "optional" && scope.role === "function") return returnOptional(scope, stmt, known);
  if (scope.role === "kernel" && isTuple(known) && known.items.some(isTuple)) {
    report(scope, diagnose("nested-result", stmt.value?.span ?? stmt.span, {}));
    scope.env = null;
    scope.broken = true;
    return;
  }
  const span = stmt.value?.span ?? stmt.span;
  const items = leavesOf(known).map((item) =>
    item.kind === "optional" ? takenValue(scope, item, span) : item,
  );
  const values: (KnownValue | KnownMixed)[] = [];
  if (known.kind !== "none") {
    for (const item of items) {
      const value = item.kind === "error" ? null : toComputed(scope, item, span);
      if (value === null) {
        scope.env = null;
        scope.broken = true;
        return;
      }
      values.push(value);
    }
  }
  const node: Return = { kind: "return", values: values.map(({ expr }) => expr), span: stmt.span };
  scope.returns.push({ node, values, form: formOf(known), known, span: stmt.span });
  scope.out.push(node);
  scope.env = null;
}

/** Two results: whether there is a value, and which. */
function returnOptional(scope: Scope, stmt: PyReturn, known: KnownOptional): void {
  const { none, some } = known;
  if (!isComputed(none) || !isComputed(some)) {
    report(scope, diagnose("may-be-none", stmt.span, { name: known.name }));
    scope.env = null;
    scope.broken = true;
    return;
  }
  const node: Return = { kind: "return", values: [none.expr, some.expr], span: stmt.span };
  scope.returns.push({ node, values: [none, some], form: "optional", known, span: stmt.span });
  scope.out.push(node);
  scope.env = null;
}

function isTuple(known: Known): known is KnownTuple {
  return known.kind === "tuple" && known.form === "tuple";
}

function leavesOf(known: Known): readonly Known[] {
  return isTuple(known) ? known.items.flatMap(leavesOf) : [known];
}

function formOf(known: Known): ResultForm {
  if (known.kind === "none") return [];
  return isTuple(known) ? known.items.map(formOf) : "value";
}
