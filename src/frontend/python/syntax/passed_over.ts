/** What stands in the statements that parsing passes over, for those who must know what these may bind or change. */
import type { SourceFile } from "../../../diagnostics/diagnostic.ts";
import type { PyExpr, PyStmt, PyUnsupportedExpr, PyUnsupportedStmt } from "../ast.ts";
import { type Surroundings, suite } from "./blocks.ts";
import { parsePython } from "./index.ts";
import { tokenize } from "./lexer.ts";
import { type Lines, peek, readLine } from "./lines.ts";
import type { Reader } from "./reader.ts";
import { is, isCloser, isOpener, type Token, tokensWithin } from "./tokens.ts";
import { expressionOf, expressionsOf } from "./unsupported.ts";

export interface PassedOver {
  readonly clauses: readonly Clause[]; // `try` has several; a statement of one line has one without a body
}

export interface Clause {
  readonly word: string; // try, except, class, case, del
  readonly head: readonly Token[]; // behind the word
  readonly values: readonly PyExpr[]; // of the head, where it reads as a list of expressions
  readonly body: readonly PyStmt[];
}

/** Mistakes in it stay untold: it is no part of any kernel. What was read is kept as long as the statement is. */
export function readPassedOver(source: SourceFile, stmt: PyUnsupportedStmt): PassedOver {
  const known = statements.get(stmt);
  if (known !== undefined) return known;
  const read = readStatement(source, stmt);
  statements.set(stmt, read);
  return read;
}

// A memo that nobody can observe: a statement never changes, and is of one source.
const statements = new WeakMap<PyUnsupportedStmt, PassedOver>();

function readStatement(source: SourceFile, stmt: PyUnsupportedStmt): PassedOver {
  const { tokens } = parsePython(source);
  const reader: Reader = { text: source.text, tokens, report: () => {}, complained: () => false };
  const start =
    tokens.length - tokensWithin(tokens, { from: stmt.span.from, to: source.text.length + 1 }).length;
  const lines: Lines = { tokens, at: start };
  const clauses: Clause[] = [];
  for (let token = peek(lines); token !== undefined && inside(token, stmt); token = peek(lines)) {
    if (["newline", "indent", "dedent"].includes(token.kind)) {
      lines.at++; // `match` has its cases in a block
      continue;
    }
    const at = lines.at;
    clauses.push(clause(reader, lines, stmt));
    if (lines.at === at) break;
  }
  return { clauses };
}

function inside(token: Token, stmt: PyUnsupportedStmt): boolean {
  return token.kind !== "end" && token.from < stmt.span.to;
}

const blocks: ReadonlySet<string> = new Set(["class", "try", "with", "async", "match"]);

function clause(reader: Reader, lines: Lines, stmt: PyUnsupportedStmt): Clause {
  const line = readLine(lines);
  const simple = !blocks.has(stmt.what);
  const all = simple ? tokensWithin(line.tokens, stmt.span) : line.head;
  const [first, ...rest] = all;
  const head = is(rest.at(-1), ":") ? rest.slice(0, -1) : rest;
  const word = first?.text ?? "";
  const place: Surroundings = { inFunction: true, inLoop: true };
  const cases = stmt.what === "match" && word === "match";
  return {
    word,
    head,
    values: expressionsOf(reader, head),
    body: simple || cases ? [] : suite(reader, lines, line, place),
  };
}

/**
 * The expressions in an f-string, a dictionary or a set, in the order they are evaluated; null where they are not to be
 * found so simply, as in a comprehension.
 */
export function readParts(source: SourceFile, expr: PyUnsupportedExpr): readonly PyExpr[] | null {
  const tokens = tokensOf(source, expr.span).filter(({ from, to }) => from < to); // without the end of its line
  const pieces = expr.what === "f-string" ? tokens.flatMap((token) => fields(token)) : displayed(tokens);
  if (expr.what !== "f-string" && expr.what !== "dict" && expr.what !== "set") return null;
  const parts: PyExpr[] = [];
  for (const piece of pieces) {
    if (piece.some((token) => is(token, "for"))) return null;
    const reader: Reader = { text: source.text, tokens: piece, report: () => {}, complained: () => false };
    const starred = is(piece[0], "**") || is(piece[0], "*") ? piece.slice(1) : piece;
    const part = expressionOf(reader, starred);
    if (part === null) return null;
    parts.push(part);
  }
  return parts;
}

/** `{a: b, c}` without its braces, cut at its commas and colons. */
function displayed(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const pieces: Token[][] = [[]];
  let depth = 0;
  let lambdas = 0;
  for (const token of tokens.slice(1, -1)) {
    if (isOpener(token)) depth++;
    if (isCloser(token)) depth--;
    if (depth === 0 && is(token, "lambda")) lambdas++;
    const colon = depth === 0 && is(token, ":");
    if (colon && lambdas > 0) lambdas--;
    else if (colon || (depth === 0 && is(token, ","))) {
      pieces.push([]);
      continue;
    }
    pieces.at(-1)?.push(token);
  }
  return pieces.filter((piece) => piece.length > 0);
}

/** What stands in the braces of an f-string, conversions and formats aside. */
function fields(token: Token): readonly (readonly Token[])[] {
  if (token.kind !== "string" || !/^[a-z]*f/i.test(token.text)) return [];
  const found: (readonly Token[])[] = [];
  const { text } = token;
  for (let at = text.search(/['"]/); at < text.length; at++) {
    if (text[at] !== "{") continue;
    if (text[at + 1] === "{") {
      at++;
      continue;
    }
    const end = endOfField(text, at + 1);
    const inside = tokenize(text.slice(at + 1, end).trim(), () => {});
    const shift =
      token.from + at + 1 + (text.slice(at + 1, end).length - text.slice(at + 1, end).trimStart().length);
    found.push(
      inside
        .filter(({ kind }) => kind !== "newline" && kind !== "end")
        .map((inner) => ({ ...inner, from: inner.from + shift, to: inner.to + shift })),
    );
    at = end - 1;
  }
  return found;
}

/** Where the expression of a field ends: at `}`, `:`, `!r` or `=`, outside brackets and strings. */
function endOfField(text: string, from: number): number {
  let depth = 0;
  let quote = "";
  for (let at = from; at < text.length; at++) {
    const c = text.charAt(at);
    if (quote !== "") quote = c === quote ? "" : quote;
    else if (c === "'" || c === '"') quote = c;
    else if ("([{".includes(c)) depth++;
    else if (depth > 0 && ")]}".includes(c)) depth--;
    else if (depth === 0 && "}:".includes(c)) return at;
    else if (depth === 0 && c === "!" && text[at + 1] !== "=") return at;
    else if (
      depth === 0 &&
      c === "=" &&
      /^=\s*[}:!]/.test(text.slice(at)) &&
      !/[<>=!]$/.test(text.slice(from, at))
    )
      return at;
  }
  return text.length;
}

/** The names that a piece of text mentions, attributes aside; those in f-strings too. */
export function namesMentioned(tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [i, token] of tokens.entries()) {
    if (token.kind === "name" && !is(tokens[i - 1], ".")) names.add(token.text.normalize("NFKC"));
    if (token.kind === "string" && /^[a-z]*f/i.test(token.text)) {
      for (const [name] of token.text.matchAll(/(?<![.\w])[\p{L}_][\p{L}\p{N}_]*/gu)) names.add(name);
    }
  }
  return names;
}

/** What is called in it: `np.max(` is `np.max`; null for a call of anything but a name with dots. */
export function callsMentioned(tokens: readonly Token[]): readonly (string | null)[] {
  const calls: (string | null)[] = [];
  for (const [i, token] of tokens.entries()) {
    if (is(token, "(")) {
      const before = tokens[i - 1];
      if (before?.kind === "name") calls.push(pathBefore(tokens, i));
      else if (is(before, ")") || is(before, "]") || is(before, "}") || before?.kind === "string")
        calls.push(null);
    }
    if (token.kind === "string" && /^[a-z]*f/i.test(token.text)) {
      for (const [, path = ""] of token.text.matchAll(/(?<![.\w])([\p{L}_][\p{L}\p{N}_.]*)\s*\(/gu))
        calls.push(path);
      if (/[\])}]\s*\(|[\])}'"]\s*\.\s*\w+\s*\(/.test(token.text)) calls.push(null);
    }
  }
  return calls;
}

function pathBefore(tokens: readonly Token[], paren: number): string | null {
  let path = "";
  for (let i = paren - 1; i >= 0; i -= 2) {
    const name = tokens[i];
    if (name?.kind !== "name") return null;
    path = path === "" ? name.text : `${name.text}.${path}`;
    if (!is(tokens[i - 1], ".")) return path;
  }
  return path;
}

/** The tokens of a piece of the source. */
export function tokensOf(
  source: SourceFile,
  span: { readonly from: number; readonly to: number },
): readonly Token[] {
  return tokensWithin(parsePython(source).tokens, span);
}
