/** `f(a, k=b)`: builtins, dtypes, methods, and the user's own functions. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { PyCall, PyExpr } from "../ast.ts";
import { callKnown } from "../instance.ts";
import { type Argument, type Known, knownError } from "../known.ts";
import { report, type Scope } from "../scope.ts";
import { inferPop } from "../statements/grow.ts";
import { callOnList } from "../statements/list_methods.ts";
import { inferMaskedReduction } from "./masked.ts";
import { inferInOrder } from "./order.ts";

export function inferCall(scope: Scope, node: PyCall): Known {
  const found = callOnList(scope, node) ?? inferPop(scope, node);
  if (found !== null) return found;
  const masked = inferMaskedReduction(scope, node);
  if (masked !== null) return masked;
  const whole = scope.wholeCall;
  scope.wholeCall = null; // an argument is never a statement's whole value
  const [callee = knownError, ...given] = inferInOrder(scope, [node.callee, ...argumentsOf(scope, node)]);
  scope.wholeCall = whole;
  if ([callee, ...given].some(({ kind }) => kind === "error")) return knownError;
  const args = node.args.map(
    (arg, i): Argument => ({ known: given[i] ?? knownError, node: arg, span: arg.span }),
  );
  const keywords = new Map<string, Argument>();
  for (const [i, { name, value, span }] of node.keywords.entries()) {
    const known = given[node.args.length + i] ?? knownError;
    if (name !== null) keywords.set(name, { known, node: value, span: value.span, keyword: span });
  }
  return callKnown(scope, callee, args, keywords, node.span, node);
}

/** In the order in which they are computed; `*args` is refused by who types it, `**options` here. */
function argumentsOf(scope: Scope, node: PyCall): readonly PyExpr[] {
  return [
    ...node.args,
    ...node.keywords.map((keyword): PyExpr => {
      if (keyword.name !== null) return keyword.value;
      report(scope, diagnose("star-expression", keyword.span, {}));
      return { kind: "ErrorExpr", span: keyword.span };
    }),
  ];
}
