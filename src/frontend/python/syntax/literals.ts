/** Numbers, strings, and the braces of dicts and sets. */
import type { PyExpr, PyUnsupportedExpr } from "../ast.ts";
import { readNumber } from "./numbers.ts";
import { type Reader, spanOf, textAt } from "./reader.ts";
import { readString } from "./strings.ts";
import { is, isCloser, isOpener, tokensWithin } from "./tokens.ts";
import type { Node } from "./tree.ts";

export function number(r: Reader, node: Node): PyExpr {
  const span = spanOf(node);
  return { kind: "Number", value: readNumber(textAt(r, node)), span };
}

/** One literal, or several side by side, which Python joins. */
export function string(r: Reader, node: Node): PyExpr {
  const span = spanOf(node);
  const literals = node.name === "ContinuedString" ? node.children : [node];
  const parts = literals.map((literal) => readString(textAt(r, literal), literal.from, r.report));
  const special = parts.find((part) => part.kind !== "text");
  if (special)
    return { kind: "UnsupportedExpr", what: special.kind === "bytes" ? "bytes" : "f-string", span };
  return {
    kind: "String",
    value: parts.map((part) => (part.kind === "text" ? part.value : "")).join(""),
    span,
  };
}

/** `{…}` was masked as a name; its tokens tell what it is. */
export function braces(r: Reader, node: Node): PyUnsupportedExpr {
  const tokens = tokensWithin(r.tokens, node);
  let depth = 0;
  let lambdas = 0;
  let dict = is(tokens[1], "}"); // `{}`
  let comprehension = false;
  for (const token of tokens) {
    if (isOpener(token)) depth++;
    else if (isCloser(token)) depth--;
    else if (depth === 1 && is(token, "lambda")) lambdas++;
    else if (depth === 1 && is(token, ":")) {
      if (lambdas > 0) lambdas--;
      else dict = true;
    } else if (depth === 1 && is(token, "**")) dict = true;
    else if (depth === 1 && is(token, "for")) comprehension = true;
  }
  const what = dict ? "dict" : "set";
  return {
    kind: "UnsupportedExpr",
    what: comprehension ? `${what} comprehension` : what,
    span: spanOf(node),
  };
}
