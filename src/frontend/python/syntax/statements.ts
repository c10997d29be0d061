/** Statements of one line, and the heads of compound statements. */
import { bug } from "../../../types/fault.ts";
import type { PyAlias, PyErrorStmt, PyExpr, PyParam, PyStmt } from "../ast.ts";
import { binaryOp, element, expression, expressionList, notStarred } from "./expressions.ts";
import { parameters } from "./functions.ts";
import { across, nameAt, type Reader, spanOf, splitAtCommas, textAt } from "./reader.ts";
import { asAnnotatedTarget, asAugmentedTarget, asTarget } from "./targets.ts";
import type { Node } from "./tree.ts";

export function simpleStatement(r: Reader, node: Node): PyStmt {
  const span = spanOf(node);
  switch (node.name) {
    case "ExpressionStatement":
      return { kind: "ExprStmt", value: expressionList(r, node.children), span };
    case "AssignStatement":
      return assignment(r, node);
    case "UpdateStatement":
      return augmentedAssignment(r, node);
    case "ReturnStatement": {
      const values = node.children.slice(1);
      return { kind: "Return", value: values.length === 0 ? null : expressionList(r, values), span };
    }
    case "YieldStatement":
      return { kind: "ExprStmt", value: { kind: "UnsupportedExpr", what: "yield", span }, span };
    case "ImportStatement":
      return importStatement(r, node);
    case "PassStatement":
      return { kind: "Pass", span };
    case "BreakStatement":
      return { kind: "Break", span };
    case "ContinueStatement":
      return { kind: "Continue", span };
    default:
      return bug(`no simple statement: ${node.name}`);
  }
}

/** `assert test, message`: `node` is what stands behind the word. */
export function assertion(r: Reader, node: Node, failed: PyErrorStmt): PyStmt {
  const { groups } = splitAtCommas(node.name === "ExpressionStatement" ? node.children : []);
  const [test, message, ...others] = groups.map((group) => notStarred(r, element(r, group)));
  if (test !== undefined && others.length === 0)
    return { kind: "Assert", test, message: message ?? null, span: failed.span };
  r.report("unexpected", node, { found: textAt(r, node), where: "after `assert`" });
  return failed;
}

/** `a = b = value`, `a: type`, `a: type = value`. */
function assignment(r: Reader, node: Node): PyStmt {
  const parts: Node[][] = [[]];
  for (const child of node.children) {
    if (child.name === "AssignOp") parts.push([]);
    else parts[parts.length - 1]?.push(child);
  }
  const span = spanOf(node);
  const type = parts[0]?.find((n) => n.name === "TypeDef");
  if (type) return annotated(r, parts, type, node);
  const values = parts.map((part) => expressionList(r, part));
  const value = values.pop();
  if (value === undefined) return bug("an assignment without value");
  return { kind: "Assign", targets: values.map((target) => asTarget(r, target)), value, span };
}

function annotated(r: Reader, parts: readonly Node[][], type: Node, node: Node): PyStmt {
  const [left = [], right] = parts;
  const annotation = type.children.find((n) => n.name !== ":");
  if (annotation === undefined) return bug("an annotation without type");
  const second = node.children.filter((n) => n.name === "AssignOp")[1];
  if (second) r.report("unexpected", second, { found: "=", where: "after an annotated assignment" });
  return {
    kind: "AnnAssign",
    target: asAnnotatedTarget(
      r,
      expressionList(
        r,
        left.filter((n) => n !== type),
      ),
    ),
    annotation: expression(r, annotation),
    value: right ? expressionList(r, right) : null,
    span: spanOf(node),
  };
}

function augmentedAssignment(r: Reader, node: Node): PyStmt {
  const at = node.children.findIndex((n) => n.name === "UpdateOp");
  const op = node.children[at];
  if (op === undefined) return bug("an augmented assignment without operator");
  const text = textAt(r, op);
  return {
    kind: "AugAssign",
    target: asAugmentedTarget(r, expressionList(r, node.children.slice(0, at)), text),
    op: binaryOp(text.slice(0, -1)),
    value: expressionList(r, node.children.slice(at + 1)),
    span: spanOf(node),
  };
}

/** `import a.b as c, d`; `from .m import x as y, z`. */
function importStatement(r: Reader, node: Node): PyStmt {
  const span = spanOf(node);
  const at = node.children.findIndex((n) => n.name === "import");
  const listed = node.children.slice(at + 1).filter((n) => n.name !== "(" && n.name !== ")");
  const { groups, trailingComma } = splitAtCommas(listed);
  const names = groups.map((group) => alias(r, group));
  if (trailingComma && node.children[node.children.length - 1]?.name !== ")") {
    r.report("missing-operand", trailingComma, { after: "," });
  }
  if (at === 0) return { kind: "Import", names, span };
  return { kind: "ImportFrom", module: dotted(r, node.children.slice(1, at)), names, span };
}

function alias(r: Reader, group: readonly Node[]): PyAlias {
  const as = group.findIndex((n) => n.name === "as");
  const path = as < 0 ? group : group.slice(0, as);
  const renamed = as < 0 ? undefined : group[as + 1];
  const first = group[0];
  const last = group[group.length - 1];
  if (first === undefined || last === undefined) return bug("an import of nothing");
  return { name: dotted(r, path), as: renamed ? nameAt(r, renamed) : null, span: across(first, last) };
}

function dotted(r: Reader, path: readonly Node[]): string {
  return path.map((n) => nameAt(r, n)).join("");
}

/** The test of `if` and `while`. */
export function testOf(r: Reader, node: Node): PyExpr {
  const test = node.children[1];
  return test ? expression(r, test) : bug("a head without test");
}

export function forHead(r: Reader, node: Node): { target: PyExpr; iterable: PyExpr } {
  const at = node.children.findIndex((n) => n.name === "in");
  const body = node.children.findIndex((n) => n.name === "Body");
  return {
    target: asTarget(r, expressionList(r, node.children.slice(1, at))),
    iterable: notStarred(r, expressionList(r, node.children.slice(at + 1, body))),
  };
}

export function defHead(r: Reader, node: Node): { name: Node; params: PyParam[]; returns: PyExpr | null } {
  const name = node.children.find((n) => n.name === "VariableName");
  const list = node.children.find((n) => n.name === "ParamList");
  const type = node.children.find((n) => n.name === "TypeDef")?.children.find((n) => n.name !== ":");
  if (name === undefined || list === undefined) return bug("a function without name or parameters");
  return { name, params: parameters(r, list), returns: type ? expression(r, type) : null };
}
