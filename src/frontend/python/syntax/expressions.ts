/** Expressions: one entry point, one function a node kind. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import { bug } from "../../../types/fault.ts";
import type { PyBinaryOp, PyConditional, PyExpr, PyTuple } from "../ast.ts";
import { call } from "./calls.ts";
import { comprehension } from "./comprehensions.ts";
import { lambda } from "./functions.ts";
import { braces, number, string } from "./literals.ts";
import { isLogic, logic } from "./logic.ts";
import { across, errorExpr, nameAt, type Reader, spanOf, splitAtCommas, textAt } from "./reader.ts";
import { member } from "./subscripts.ts";
import type { Node } from "./tree.ts";

export function expression(r: Reader, node: Node): PyExpr {
  const span = spanOf(node);
  switch (node.name) {
    case "VariableName":
      return name(r, node);
    case "Number":
      return number(r, node);
    case "String":
    case "ContinuedString":
      return string(r, node);
    case "Boolean":
      return { kind: "Constant", value: textAt(r, node) === "True", span };
    case "None":
      return { kind: "Constant", value: null, span };
    case "Ellipsis":
      return { kind: "Constant", value: "...", span };
    case "ParenthesizedExpression":
      return parenthesized(r, node);
    case "TupleExpression":
      return { kind: "Tuple", elements: elements(r, inside(node)), span };
    case "ArrayExpression":
      return { kind: "List", elements: elements(r, inside(node)), span };
    case "ComprehensionExpression":
      return comprehension(r, inside(node), "generator", span);
    case "ArrayComprehensionExpression":
      return comprehension(r, inside(node), "list", span);
    case "UnaryExpression":
      return isLogic(node) ? logic(r, node) : unary(r, node);
    case "BinaryExpression":
      return isLogic(node) ? logic(r, node) : binary(r, node);
    case "ConditionalExpression":
      return conditional(r, node);
    case "LambdaExpression":
      return lambda(r, node);
    case "CallExpression":
      return call(r, node);
    case "MemberExpression":
      return member(r, node);
    case "NamedExpression":
      return walrus(r, node.children, span);
    case "AwaitExpression":
      return { kind: "UnsupportedExpr", what: "await", span };
    case "YieldExpression":
      return { kind: "UnsupportedExpr", what: "yield", span };
    default:
      return bug(`no expression: ${node.name}`);
  }
}

/**
 * What stands between two separators of a statement: one expression, or a tuple without parentheses.
 * A `*` is allowed only in a tuple.
 */
export function expressionList(r: Reader, children: readonly Node[]): PyExpr {
  const { groups, trailingComma } = splitAtCommas(children);
  const first = children[0];
  const last = children[children.length - 1];
  if (first === undefined || last === undefined) return bug("an empty list of expressions");
  const all = groups.map((group) => element(r, group));
  const only = all[0];
  if (all.length === 1 && trailingComma === null && only !== undefined) return notStarred(r, only);
  return { kind: "Tuple", elements: all, span: across(first, last) } satisfies PyTuple;
}

/** A `*a` where Python wants a plain value. */
export function notStarred(r: Reader, value: PyExpr): PyExpr {
  if (value.kind !== "Starred") return value;
  r.report("starred-here", value.span, {});
  return errorExpr(value.span);
}

export function elements(r: Reader, children: readonly Node[]): PyExpr[] {
  return splitAtCommas(children).groups.map((group) => element(r, group));
}

/** `value` or `*value`. */
export function element(r: Reader, group: readonly Node[]): PyExpr {
  const [first, second] = group;
  if (first === undefined) return bug("an element without nodes");
  if (first.name !== "*" || second === undefined) return expression(r, first);
  return { kind: "Starred", value: expression(r, second), span: across(first, second) };
}

/** The children without the brackets around them. */
export function inside(node: Node): readonly Node[] {
  return node.children.slice(1, -1);
}

/** A name, or what mask.ts shows to lezer as one. */
function name(r: Reader, node: Node): PyExpr {
  const span = spanOf(node);
  const text = textAt(r, node);
  if (text === "{") return braces(r, node);
  if (text === "yield") return { kind: "UnsupportedExpr", what: "yield", span };
  return { kind: "Name", id: nameAt(r, node), span };
}

/** Parentheses leave no node, and spans do not include them, as in CPython. */
function parenthesized(r: Reader, node: Node): PyExpr {
  return notStarred(r, element(r, inside(node)));
}

function unary(r: Reader, node: Node): PyExpr {
  const [op, value] = node.children;
  if (op === undefined || value === undefined) return bug("a unary operator without operand");
  const operand = expression(r, value);
  const text = textAt(r, op);
  switch (text) {
    case "+":
    case "-":
    case "~":
      return { kind: "Unary", op: text, operand, span: spanOf(node) };
    case "*": // masked as `~`, see mask.ts
      return { kind: "Starred", value: operand, span: spanOf(node) };
    default:
      return bug(`no unary operator: ${text}`);
  }
}

function binary(r: Reader, node: Node): PyExpr {
  const [left, op, right] = node.children;
  if (left === undefined || op === undefined || right === undefined)
    return bug("a binary operator without operands");
  return {
    kind: "Binary",
    op: binaryOp(textAt(r, op)),
    left: expression(r, left),
    right: expression(r, right),
    opSpan: spanOf(op),
    span: spanOf(node),
  };
}

const BINARY: readonly PyBinaryOp[] = ["+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^"];

export function binaryOp(text: string): PyBinaryOp {
  return BINARY.find((op) => op === text) ?? bug(`no binary operator: ${text}`);
}

/** `name := value`; lezer takes anything left of the sign. */
export function walrus(r: Reader, parts: readonly Node[], span: Span): PyExpr {
  const [left, , right] = parts;
  if (left === undefined || right === undefined) return bug("an assignment without value");
  const target = left.name === "VariableName" ? name(r, left) : errorExpr(spanOf(left));
  if (target.kind !== "Name") {
    r.report("bad-assignment-target", left, { what: "this" });
    return errorExpr(span);
  }
  return { kind: "NamedExpr", target, value: expression(r, right), span };
}

function conditional(r: Reader, node: Node): PyConditional {
  const [then, , test, , otherwise] = node.children;
  if (then === undefined || test === undefined || otherwise === undefined)
    return bug("an incomplete conditional");
  return {
    kind: "Conditional",
    test: expression(r, test),
    then: expression(r, then),
    otherwise: expression(r, otherwise),
    span: spanOf(node),
  };
}
