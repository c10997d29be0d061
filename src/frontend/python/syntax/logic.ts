/**
 * `not`, `and`, `or` and comparisons.
 *
 * lezer nests `a < b < c` as `(a < b) < c`, and reads `not a and b` as `not (a and b)`. So the operands and operators
 * of one such expression are put in a row again and grouped by Python's own precedence: `or`, `and`, `not`, comparison.
 */
import { bug } from "../../../types/fault.ts";
import type { PyCompareOp, PyExpr } from "../ast.ts";
import { expression } from "./expressions.ts";
import { across, type Reader, spanOf, textAt } from "./reader.ts";
import type { Node } from "./tree.ts";

export function isLogic(node: Node): boolean {
  if (node.name === "UnaryExpression") return node.children[0]?.name === "not";
  if (node.name !== "BinaryExpression") return false;
  const operator = node.children[1]?.name ?? "";
  return operator === "and" || operator === "or" || COMPARISON_NODES.has(operator);
}

const COMPARISON_NODES: ReadonlySet<string> = new Set(["CompareOp", "in", "not", "is"]);

export function logic(r: Reader, node: Node): PyExpr {
  const row: Part[] = [];
  flatten(r, node, row);
  return disjunction(r, { row, at: 0 }).value;
}

type Part =
  | { readonly kind: "operand"; readonly node: Node }
  | { readonly kind: "and" | "or" | "not"; readonly node: Node }
  | { readonly kind: "compare"; readonly op: PyCompareOp; readonly node: Node };

interface Row {
  readonly row: readonly Part[];
  at: number;
}

/** A value with its extent, which includes the parentheses that the value's own span leaves out. */
interface Operand {
  readonly value: PyExpr;
  readonly from: number;
  readonly to: number;
}

function flatten(r: Reader, node: Node, row: Part[]): void {
  if (!isLogic(node)) {
    row.push({ kind: "operand", node });
    return;
  }
  const left = node.children[0];
  const right = node.children[node.children.length - 1];
  const operators = node.children.slice(1, -1);
  if (left === undefined || right === undefined) bug("a logic operator without operands");
  if (node.name === "UnaryExpression") {
    row.push({ kind: "not", node: left });
  } else {
    flatten(r, left, row);
    row.push(operatorOf(r, operators));
  }
  flatten(r, right, row);
}

function operatorOf(r: Reader, operators: readonly Node[]): Part {
  const [node] = operators;
  if (node === undefined) return bug("an expression without operator");
  const text = operators.map((o) => textAt(r, o)).join(" ");
  if (text === "and" || text === "or") return { kind: text, node };
  const op = COMPARISONS.find((o) => o === text) ?? bug(`no comparison: ${text}`);
  return { kind: "compare", op, node };
}

const COMPARISONS: readonly PyCompareOp[] = [
  "==",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "in",
  "not in",
  "is",
  "is not",
];

function disjunction(r: Reader, row: Row): Operand {
  return chain(row, "or", () => conjunction(r, row));
}

function conjunction(r: Reader, row: Row): Operand {
  return chain(row, "and", () => inversion(r, row));
}

function chain(row: Row, op: "and" | "or", next: () => Operand): Operand {
  const first = next();
  const operands = [first];
  while (row.row[row.at]?.kind === op) {
    row.at++;
    operands.push(next());
  }
  if (operands.length === 1) return first;
  const span = across(first, operands[operands.length - 1] ?? first);
  return { value: { kind: "Bool", op, values: operands.map((o) => o.value), span }, ...span };
}

function inversion(r: Reader, row: Row): Operand {
  const part = row.row[row.at];
  if (part?.kind !== "not") return comparison(r, row);
  row.at++;
  const operand = inversion(r, row);
  const span = across(part.node, operand);
  return { value: { kind: "Unary", op: "not", operand: operand.value, span }, ...span };
}

function comparison(r: Reader, row: Row): Operand {
  const left = operand(r, row);
  const rest: { op: PyCompareOp; right: PyExpr }[] = [];
  let last = left;
  for (let part = row.row[row.at]; part?.kind === "compare"; part = row.row[row.at]) {
    row.at++;
    last = operand(r, row);
    rest.push({ op: part.op, right: last.value });
  }
  if (rest.length === 0) return left;
  const span = across(left, last);
  return { value: { kind: "Compare", left: left.value, rest, span }, ...span };
}

function operand(r: Reader, row: Row): Operand {
  const part = row.row[row.at];
  if (part?.kind === "not") {
    // Only after a comparison: `a == not b` is not Python.
    r.report("not-needs-parentheses", part.node, {});
    return inversion(r, row);
  }
  if (part?.kind !== "operand") return bug("an operator where an operand stands");
  row.at++;
  return { value: expression(r, part.node), ...spanOf(part.node) };
}
