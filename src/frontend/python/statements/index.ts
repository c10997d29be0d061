/** The one entry to typing statements: Python in, Program statements into `scope.out`. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Stmt } from "../../../program/nodes.ts";
import type { PyCall, PyExprStmt, PyStmt } from "../ast.ts";
import { infer } from "../expressions/index.ts";
import { lookup, silence } from "../expressions/name.ts";
import { isComputed } from "../known.ts";
import { report, type Scope } from "../scope.ts";
import { unsupported } from "../unsupported.ts";
import { inferAssert } from "./assert.ts";
import { inferAnnAssign, inferAssign, inferAugAssign } from "./assign.ts";
import { bindKnown } from "./bind.ts";
import { holdDefaults } from "./defaults.ts";
import { inferFor } from "./for.ts";
import { growList } from "./grow.ts";
import { inferIf } from "./if.ts";
import { inferJump } from "./jump.ts";
import { inferReturn } from "./return.ts";
import { inferWhile } from "./while.ts";

export function inferBlock(scope: Scope, body: readonly PyStmt[]): void {
  for (const stmt of body) {
    if (scope.env === null) {
      report(scope, diagnose("unreachable", stmt.span, {}));
      return;
    }
    inferStmt(scope, stmt);
  }
}

/** Statements typed into a list of their own. */
export function inferInto(scope: Scope, body: readonly PyStmt[]): Stmt[] {
  const outer = scope.out;
  const own: Stmt[] = [];
  scope.out = own;
  inferBlock(scope, body);
  scope.out = outer;
  return own;
}

function inferStmt(scope: Scope, stmt: PyStmt): void {
  switch (stmt.kind) {
    case "Assign":
      return inferAssign(scope, stmt);
    case "AnnAssign":
      return inferAnnAssign(scope, stmt);
    case "AugAssign":
      return inferAugAssign(scope, stmt);
    case "For":
      return inferFor(scope, stmt);
    case "While":
      return inferWhile(scope, stmt);
    case "If":
      return inferIf(scope, stmt);
    case "Return":
      return inferReturn(scope, stmt);
    case "ExprStmt":
      return inferExprStmt(scope, stmt);
    case "FunctionDef":
      holdDefaults(scope, stmt);
      return bindKnown(
        scope,
        stmt.name,
        { kind: "function", def: stmt, owner: scope, home: null },
        stmt.nameSpan,
      );
    case "Break":
    case "Continue":
      return inferJump(scope, stmt);
    case "Pass":
    case "ErrorStmt":
      return;
    case "Assert":
      return inferAssert(scope, stmt);
    case "Import":
    case "ImportFrom":
      report(scope, diagnose("import-in-kernel", stmt.span, {}));
      return silence(scope, stmt.span);
    case "UnsupportedStmt":
      report(scope, unsupported(stmt.what, stmt.header));
      return silence(scope, stmt.span);
  }
}

/** Python's own `print`: nobody has given the name another meaning. */
function isPrint(scope: Scope, node: PyCall): boolean {
  if (node.callee.kind !== "Name" || node.callee.id !== "print") return false;
  const known = lookup(scope, "print", node.callee.span);
  return known.kind === "builtin" && known.name === "print";
}

/** What is printed is not: what its values do to arrays they do all the same. */
function leaveOutPrint(scope: Scope, node: PyCall): void {
  report(scope, diagnose("print-left-out", node.span, {}));
  for (const arg of node.args) if (arg.kind !== "UnsupportedExpr") infer(scope, arg);
}

/** A docstring, a call for its effect; any other value computed and dropped is said to be so. */
function inferExprStmt(scope: Scope, stmt: PyExprStmt): void {
  const { value: node } = stmt;
  if (node.kind === "String" || (node.kind === "Constant" && node.value === "...")) return;
  if (node.kind === "Call" && isPrint(scope, node)) return leaveOutPrint(scope, node);
  if (node.kind === "Call" && growList(scope, node)) return;
  scope.wholeCall = node;
  const before = scope.out.length;
  const known = infer(scope, node);
  scope.wholeCall = null;
  if (known.kind === "error" || known.kind === "none") return;
  if (isComputed(known) && known.expr.kind === "call") {
    scope.out.push({
      kind: "callStmt",
      targets: [],
      func: known.expr.func,
      args: known.expr.args,
      span: stmt.span,
    });
    return;
  }
  if (node.kind !== "Call" || scope.out.length === before)
    report(scope, diagnose("unused-value", stmt.span, {}));
}
