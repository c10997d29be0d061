/** `def`, with its decorators. */
import type { PyErrorStmt, PyExpr, PyFunctionDef, PyStmt } from "../ast.ts";
import { endOf, headSpan, parseHead, type Surroundings, suite } from "./blocks.ts";
import { explain } from "./explain.ts";
import { expressionList } from "./expressions.ts";
import { type Line, type Lines, peek, readLine } from "./lines.ts";
import { errorExpr, nameAt, type Reader, spanOf } from "./reader.ts";
import { defHead } from "./statements.ts";
import { is } from "./tokens.ts";
import { parseStatement } from "./tree.ts";
import { unsupportedBlock } from "./unsupported.ts";

export function functionDefinition(
  r: Reader,
  lines: Lines,
  place: Surroundings,
  decorators: readonly PyExpr[],
): PyFunctionDef | PyErrorStmt {
  const line = readLine(lines);
  const tree = parseHead(r, lines, line);
  const head = tree ? defHead(r, tree) : null;
  const body = suite(r, lines, line, { ...place, inFunction: true, inLoop: false });
  const span = { from: headSpan(line).from, to: endOf(body, line) };
  if (head === null) return { kind: "ErrorStmt", span };
  return {
    kind: "FunctionDef",
    name: nameAt(r, head.name),
    nameSpan: spanOf(head.name),
    params: head.params,
    returns: head.returns,
    decorators,
    body,
    span,
  };
}

/** `@name(…)` lines and the function or class below them. */
export function decorated(r: Reader, lines: Lines, place: Surroundings): PyStmt {
  const decorators: PyExpr[] = [];
  const from = peek(lines)?.from ?? 0;
  let last = { from, to: from };
  while (is(peek(lines), "@")) {
    const line = readLine(lines);
    decorators.push(decorator(r, line));
    last = { from: line.tokens[0]?.from ?? 0, to: line.tokens[line.tokens.length - 1]?.to ?? 0 };
  }
  const next = peek(lines);
  if (is(next, "def")) return functionDefinition(r, lines, place, decorators);
  const skipped = next ? unsupportedBlock(r, lines, next) : null;
  if (skipped !== null) return { ...skipped, decorators };
  r.report("decorator-without-function", last, {});
  return { kind: "ErrorStmt", span: { from, to: last.to } };
}

/** Any expression, as since Python 3.9; lezer's own rule wants a dotted name. */
function decorator(r: Reader, line: Line): PyExpr {
  const tokens = line.tokens.slice(1);
  const span = { from: line.tokens[0]?.from ?? 0, to: line.tokens[line.tokens.length - 1]?.to ?? 0 };
  if (line.broken) return errorExpr(span);
  const parsed =
    tokens.length === 0 ? ({ kind: "error", at: span.to } as const) : parseStatement(tokens, false);
  if (parsed.kind === "tree" && parsed.statement.name === "ExpressionStatement") {
    const comma = parsed.statement.children.find((n) => n.name === ",");
    if (comma) r.report("unexpected", comma, { found: ",", where: "in a decorator" });
    return expressionList(r, parsed.statement.children);
  }
  if (parsed.kind === "too deep") r.report("too-deep", span, { what: "this expression is" });
  else if (parsed.kind === "error") explain(r, line.tokens, parsed.at, null);
  else r.report("decorator-without-function", span, {});
  return errorExpr(span);
}
