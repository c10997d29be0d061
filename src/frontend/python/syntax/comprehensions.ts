/** `element for target in iterable if condition …`, in brackets, in parentheses, or alone in a call. */

import type { Span } from "../../../diagnostics/diagnostic.ts";
import { bug } from "../../../types/fault.ts";
import type { PyComprehension, PyExpr } from "../ast.ts";
import { element, expression, expressionList, notStarred } from "./expressions.ts";
import { type Reader, spanOf } from "./reader.ts";
import { asTarget } from "./targets.ts";
import type { Node } from "./tree.ts";

export function comprehension(
  r: Reader,
  children: readonly Node[],
  form: "list" | "generator",
  span: Span,
): PyExpr {
  if (children.some((n) => n.name === "async")) {
    return { kind: "UnsupportedExpr", what: "async comprehension", span: spanOf(span) };
  }
  const start = children.findIndex((n) => n.name === "for");
  const value = notStarred(r, element(r, children.slice(0, start)));
  const clauses: PyComprehension[] = [];
  for (let at = start; at < children.length; ) {
    const next = children.findIndex((n, i) => i > at && n.name === "for");
    const end = next < 0 ? children.length : next;
    clauses.push(clause(r, children.slice(at + 1, end)));
    at = end;
  }
  return { kind: "ListComp", form, element: value, clauses, span: spanOf(span) };
}

/** `target in iterable if c1 if c2`. */
function clause(r: Reader, nodes: readonly Node[]): PyComprehension {
  const separator = nodes.findIndex((n) => n.name === "in");
  const iterable = nodes[separator + 1];
  if (separator < 0 || iterable === undefined) return bug("a comprehension without `in`");
  const conditions = nodes.slice(separator + 2).filter((n) => n.name !== "if");
  return {
    target: asTarget(r, expressionList(r, nodes.slice(0, separator))),
    iterable: expression(r, iterable),
    conditions: conditions.map((n) => expression(r, n)),
  };
}
