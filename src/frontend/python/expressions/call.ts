/** `f(a, k=b)`: builtins, dtypes, methods, and the user's own functions. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { PyCall } from "../ast.ts";
import { callKnown } from "../instance.ts";
import { type Argument, type Known, knownError } from "../known.ts";
import { report, type Scope } from "../scope.ts";
import { infer } from "./index.ts";

export function inferCall(scope: Scope, node: PyCall): Known {
  const whole = scope.wholeCall;
  scope.wholeCall = null; // an argument is never a statement's whole value
  const callee = infer(scope, node.callee);
  const args: Argument[] = [];
  let broken = callee.kind === "error";
  for (const arg of node.args) {
    if (arg.kind === "Starred") {
      report(scope, diagnose("star-expression", arg.span, {}));
      broken = true;
      continue;
    }
    const known = infer(scope, arg);
    broken ||= known.kind === "error";
    args.push({ known, node: arg, span: arg.span });
  }
  const keywords = new Map<string, Argument>();
  for (const keyword of node.keywords) {
    if (keyword.name === null) {
      report(scope, diagnose("star-expression", keyword.span, {}));
      broken = true;
      continue;
    }
    const known = infer(scope, keyword.value);
    broken ||= known.kind === "error";
    keywords.set(keyword.name, {
      known,
      node: keyword.value,
      span: keyword.value.span,
      keyword: keyword.span,
    });
  }
  scope.wholeCall = whole;
  return broken ? knownError : callKnown(scope, callee, args, keywords, node.span, node);
}
