/** Statements that no kernel can mean. They are found by their first word and passed over; their text is not read. */
import type { PyExpr, PyUnsupportedStmt, UnsupportedStatement } from "../ast.ts";
import { expressionList } from "./expressions.ts";
import { type Lines, peek, readLine, skipBlock } from "./lines.ts";
import { across, type Reader, spanOf } from "./reader.ts";
import { is, type Token } from "./tokens.ts";
import { parseStatement } from "./tree.ts";

/** A compound statement with its whole block; null when `first` starts none. */
export function unsupportedBlock(r: Reader, lines: Lines, first: Token): PyUnsupportedStmt | null {
  const what = blockKind(lines, first);
  if (what === null) return null;
  const { header, end } = passOver(r, lines, first.text);
  let to = end;
  // `try` and `async for` have more clauses.
  while (
    ["except", "else", "finally"].some((word) => is(peek(lines), word)) &&
    (what === "try" || what === "async")
  ) {
    to = passOver(r, lines, peek(lines)?.text ?? "").end;
  }
  return { kind: "UnsupportedStmt", what, span: { from: first.from, to }, header };
}

function blockKind(lines: Lines, first: Token): UnsupportedStatement | null {
  if (is(first, "class")) return "class";
  if (is(first, "try")) return "try";
  if (is(first, "with")) return "with";
  if (is(first, "async")) return "async";
  return startsMatch(lines, first) ? "match" : null;
}

/** `match` is a word of the language only before a block of `case`s. */
function startsMatch(lines: Lines, first: Token): boolean {
  if (first.kind !== "name" || first.text !== "match") return false;
  const ahead = { tokens: lines.tokens, at: lines.at };
  const line = readLine(ahead);
  const last = line.tokens[line.tokens.length - 1];
  return is(last, ":") && peek(ahead)?.kind === "indent" && peek(ahead, 1)?.text === "case";
}

function passOver(
  r: Reader,
  lines: Lines,
  keyword: string,
): { header: { from: number; to: number }; end: number } {
  const line = readLine(lines);
  const first = line.tokens[0] ?? { from: 0, to: 0 };
  const header = across(first, line.head[line.head.length - 1] ?? first);
  const lineEnd = line.tokens[line.tokens.length - 1]?.to ?? header.to;
  const end = skipBlock(lines);
  if (!line.broken && !line.colon) r.report("missing-colon", header, { keyword });
  else if (!line.broken && end === null && line.inline.length === 0)
    r.report("missing-block", header, { keyword });
  return { header, end: end ?? lineEnd };
}

/** A list of expressions; empty where it does not read as one. */
export function expressionsOf(reader: Reader, head: readonly Token[]): readonly PyExpr[] {
  const value = expressionOf(reader, head);
  if (value === null) return [];
  return value.kind === "Tuple" ? value.elements : [value];
}

/** Null where it does not read as an expression. */
export function expressionOf(reader: Reader, head: readonly Token[]): PyExpr | null {
  if (head.length === 0) return null;
  const parsed = parseStatement(head, false);
  if (parsed.kind !== "tree" || parsed.statement.name !== "ExpressionStatement") return null;
  return expressionList(reader, parsed.statement.children);
}

const SIMPLE: readonly UnsupportedStatement[] = ["raise", "del", "global", "nonlocal"];

/** A statement of one line; null when it is an ordinary one. */
export function unsupportedSimple(r: Reader, tokens: readonly Token[]): PyUnsupportedStmt | null {
  const [first, second, third] = tokens;
  const last = tokens[tokens.length - 1];
  if (first === undefined || last === undefined) return null;
  const typeAlias =
    first.kind === "name" &&
    first.text === "type" &&
    second?.kind === "name" &&
    (is(third, "=") || is(third, "["));
  const what = typeAlias ? "type alias" : SIMPLE.find((word) => is(first, word));
  if (what === undefined) return null;
  if (second === undefined && what !== "raise") r.report("missing-operand", first, { after: first.text });
  const span = across(first, last);
  return { kind: "UnsupportedStmt", what, span, header: spanOf(span) };
}
