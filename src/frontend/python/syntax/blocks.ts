/**
 * Logical lines and indentation to statements.
 *
 * The block structure comes from the tokens; the text of each line goes through lezer on its own (tree.ts), so a mistake
 * in one line says nothing about the next. Statements that no kernel can mean are passed over as a whole, with their
 * blocks (unsupported.ts), so whatever stands in them is harmless.
 */
import type { PyErrorStmt, PyExpr, PyIf, PyStmt } from "../ast.ts";
import { decorated, functionDefinition } from "./definitions.ts";
import { explain } from "./explain.ts";
import { type Line, type Lines, peek, readLine, splitAtSemicolons } from "./lines.ts";
import { across, errorExpr, type Reader, spanOf } from "./reader.ts";
import { assertion, forHead, simpleStatement, testOf } from "./statements.ts";
import { is, type Token } from "./tokens.ts";
import { DEEPEST_TREE, type Node, parseStatement } from "./tree.ts";
import { unsupportedBlock, unsupportedSimple } from "./unsupported.ts";

/** What surrounds a statement. */
export interface Surroundings {
  readonly inFunction: boolean;
  readonly inLoop: boolean;
}

/** The statements up to the end of the block, or of the file. */
export function block(r: Reader, lines: Lines, place: Surroundings): PyStmt[] {
  const out: PyStmt[] = [];
  for (let token = peek(lines); token !== undefined; token = peek(lines)) {
    if (token.kind === "dedent" || token.kind === "end") break;
    if (token.kind === "newline") lines.at++;
    else if (token.kind === "indent") {
      r.report("unexpected-indent", lineOf(lines), {});
      out.push(...indented(r, lines, place));
    } else out.push(...statement(r, lines, token, place));
  }
  return out;
}

function statement(r: Reader, lines: Lines, first: Token, place: Surroundings): PyStmt[] {
  if (first.kind === "keyword") {
    switch (first.text) {
      case "if":
        return [ifStatement(r, lines, place)];
      case "while":
        return [whileStatement(r, lines, place)];
      case "for":
        return [forStatement(r, lines, place)];
      case "def":
        return [functionDefinition(r, lines, place, [])];
      case "elif":
      case "else":
      case "except":
      case "finally":
        return [strayClause(r, lines, first.text, place)];
      default:
        break;
    }
  }
  if (is(first, "@")) return [decorated(r, lines, place)];
  const skipped = unsupportedBlock(r, lines, first);
  if (skipped !== null) return [skipped];
  const line = readLine(lines);
  return simpleStatements(r, line.tokens, place);
}

function ifStatement(r: Reader, lines: Lines, place: Surroundings): PyIf | PyErrorStmt {
  const clauses: { head: Token[]; test: PyExpr; body: PyStmt[]; from: number; header: number }[] = [];
  let orElse: PyStmt[] = [];
  let end = 0;
  for (let first = peek(lines); first !== undefined; first = peek(lines)) {
    const line = readLine(lines);
    const elseIf = is(first, "else") && is(line.head[1], "if");
    if (elseIf) r.report("else-if", across(first, line.head[1] ?? first), {});
    if (is(first, "else") && !elseIf) {
      orElse = elseBody(r, lines, line, place);
      end = endOf(orElse, line);
      break;
    }
    const test = elseIf ? errorExpr(headSpan(line)) : headTest(r, lines, line);
    const body = suite(r, lines, line, place);
    end = endOf(body, line);
    clauses.push({ head: [], test, body, from: first.from, header: headSpan(line).to });
    if (clauses.length === DEEPEST_TREE) r.report("too-deep", first, { what: "this chain of `elif` is" });
    const next = peek(lines);
    if (!is(next, "elif") && !is(next, "else")) break;
  }
  // Built from the end: an `elif` is an `if` alone in the `else` before it.
  for (const clause of clauses.slice(0, DEEPEST_TREE).reverse()) {
    const { test, body, from, header } = clause;
    orElse = [{ kind: "If", test, body, orElse, span: { from, to: end }, header: { from, to: header } }];
  }
  const [outermost] = orElse;
  return outermost?.kind === "If" ? outermost : { kind: "ErrorStmt", span: { from: end, to: end } };
}

function whileStatement(r: Reader, lines: Lines, place: Surroundings): PyStmt {
  const line = readLine(lines);
  const test = headTest(r, lines, line);
  const body = suite(r, lines, line, { ...place, inLoop: true });
  const { orElse, end } = loopElse(r, lines, place, endOf(body, line));
  const header = headSpan(line);
  return { kind: "While", test, body, orElse, span: { from: header.from, to: end }, header };
}

function forStatement(r: Reader, lines: Lines, place: Surroundings): PyStmt {
  const line = readLine(lines);
  const header = headSpan(line);
  const tree = parseHead(r, lines, line);
  const { target, iterable } = tree
    ? forHead(r, tree)
    : { target: errorExpr(header), iterable: errorExpr(header) };
  const body = suite(r, lines, line, { ...place, inLoop: true });
  const { orElse, end } = loopElse(r, lines, place, endOf(body, line));
  return { kind: "For", target, iterable, body, orElse, span: { from: header.from, to: end }, header };
}

function loopElse(
  r: Reader,
  lines: Lines,
  place: Surroundings,
  end: number,
): { orElse: PyStmt[]; end: number } {
  if (!is(peek(lines), "else")) return { orElse: [], end };
  const line = readLine(lines);
  const orElse = elseBody(r, lines, line, place);
  return { orElse, end: endOf(orElse, line) };
}

function elseBody(r: Reader, lines: Lines, line: Line, place: Surroundings): PyStmt[] {
  const extra = line.head[1];
  if (!line.broken && extra && !is(extra, ":")) {
    if (line.colon) r.report("unexpected", extra, { found: extra.text, where: "between `else` and `:`" });
    else r.report("missing-colon", line.head[0] ?? extra, { keyword: "else" });
  } else if (!line.broken && !line.colon) {
    r.report("missing-colon", line.head[0] ?? headSpan(line), { keyword: "else" });
  }
  return suite(r, lines, line, place);
}

/** An `else` or its like with nothing to belong to; its block is still read for mistakes. */
function strayClause(r: Reader, lines: Lines, keyword: string, place: Surroundings): PyErrorStmt {
  const line = readLine(lines);
  const needs = keyword === "else" ? "`if` or loop" : keyword === "elif" ? "`if`" : "`try`";
  r.report("clause-without-statement", line.tokens[0] ?? headSpan(line), { keyword, needs });
  const body = suite(r, lines, line, place);
  return { kind: "ErrorStmt", span: { from: headSpan(line).from, to: endOf(body, line) } };
}

function headTest(r: Reader, lines: Lines, line: Line): PyExpr {
  const tree = parseHead(r, lines, line);
  return tree ? testOf(r, tree) : errorExpr(headSpan(line));
}

/** The head of a compound statement as a tree, or null after a complaint. */
export function parseHead(r: Reader, lines: Lines, line: Line): Node | null {
  if (line.broken) return null;
  const keyword = line.head[0]?.text ?? "";
  // Without its colon the head is completed, so that lezer can tell whether anything else is wrong.
  const last = line.head[line.head.length - 1];
  if (last === undefined) return null;
  const missing: Token = { kind: "operator", from: last.to, to: last.to + 1, text: ":" };
  const tokens = line.colon ? line.head : [...line.head, missing];
  const parsed = parseStatement(tokens, true);
  if (parsed.kind === "tree") {
    if (!line.colon) r.report("missing-colon", { from: last.from, to: last.to }, { keyword });
    return line.colon || peek(lines)?.kind === "indent" ? parsed.statement : null;
  }
  if (parsed.kind === "too deep") r.report("too-deep", headSpan(line), { what: "this expression is" });
  else explain(r, line.head, parsed.at, keyword);
  return null;
}

/** The block under a head, or the statements behind its colon. */
export function suite(r: Reader, lines: Lines, line: Line, place: Surroundings): PyStmt[] {
  if (line.inline.length > 0) {
    if (peek(lines)?.kind !== "indent")
      return line.broken ? brokenInline(r, line, place) : simpleStatements(r, line.inline, place);
    const body = simpleStatements(r, line.inline, place);
    r.report("unexpected-indent", lineOf(lines), {});
    return [...body, ...indented(r, lines, place)];
  }
  if (peek(lines)?.kind === "indent") return indented(r, lines, place);
  // A next line whose indentation is broken was meant to be the block.
  const told = line.broken || r.complained(peek(lines)?.from ?? 0);
  if (line.colon && !told) r.report("missing-block", headSpan(line), { keyword: line.head[0]?.text ?? "" });
  return [];
}

function brokenInline(r: Reader, line: Line, place: Surroundings): PyStmt[] {
  return line.inline.some((t) => t.kind === "bad") ? [] : simpleStatements(r, line.inline, place);
}

function indented(r: Reader, lines: Lines, place: Surroundings): PyStmt[] {
  lines.at++; // indent
  const body = block(r, lines, place);
  if (peek(lines)?.kind === "dedent") lines.at++;
  return body;
}

function simpleStatements(r: Reader, tokens: readonly Token[], place: Surroundings): PyStmt[] {
  const pieces = splitAtSemicolons(tokens);
  if (pieces[pieces.length - 1]?.length === 0) pieces.pop(); // `a; b;`
  return pieces.map((piece) => oneStatement(r, piece, tokens, place));
}

function oneStatement(
  r: Reader,
  tokens: readonly Token[],
  line: readonly Token[],
  place: Surroundings,
): PyStmt {
  const first = tokens[0];
  const last = tokens[tokens.length - 1];
  if (first === undefined || last === undefined) {
    const semicolon = line.find((t) => is(t, ";")) ?? { from: 0, to: 0 };
    r.report("unexpected", semicolon, { found: ";", where: "here: there is no statement before it" });
    return { kind: "ErrorStmt", span: spanOf(semicolon) };
  }
  const failed: PyErrorStmt = { kind: "ErrorStmt", span: across(first, last) };
  if (tokens.some((t) => t.kind === "bad")) return failed;
  if (first.kind === "keyword" && BLOCK_WORDS.has(first.text)) {
    r.report("block-in-line", first, { keyword: first.text });
    return failed;
  }
  const unsupported = unsupportedSimple(r, tokens);
  if (unsupported !== null) return unsupported;
  const asserts = is(first, "assert"); // lezer reads it in part: what is behind the word is a list of expressions
  const behind = asserts ? tokens.slice(1) : tokens;
  if (behind.length === 0) {
    r.report("missing-operand", first, { after: first.text });
    return failed;
  }
  const parsed = parseStatement(behind, false);
  if (parsed.kind === "too deep") {
    r.report("too-deep", failed.span, { what: "this expression is" });
    return failed;
  }
  if (parsed.kind === "error") {
    explain(r, behind, parsed.at, null);
    return failed;
  }
  if (asserts) return assertion(r, parsed.statement, failed);
  checkPlace(r, first, place);
  return simpleStatement(r, parsed.statement);
}

const BLOCK_WORDS: ReadonlySet<string> = new Set(
  "if while for def class try with async elif else except finally".split(" "),
);

function checkPlace(r: Reader, first: Token, place: Surroundings): void {
  if (is(first, "return") && !place.inFunction) r.report("outside-function", first, { keyword: "return" });
  if ((is(first, "break") || is(first, "continue")) && !place.inLoop) {
    r.report("outside-loop", first, { keyword: first.text });
  }
}

export function headSpan(line: Line): { from: number; to: number } {
  const first = line.head[0];
  const last = line.head[line.head.length - 1];
  return { from: first?.from ?? 0, to: last?.to ?? 0 };
}

/** Where a compound statement ends: with its last statement, or with its line. */
export function endOf(body: readonly PyStmt[], line: Line): number {
  return body[body.length - 1]?.span.to ?? line.tokens[line.tokens.length - 1]?.to ?? 0;
}

/** The first token of the line that starts at an `indent`. */
function lineOf(lines: Lines): { from: number; to: number } {
  const token = peek(lines, 1) ?? peek(lines);
  return { from: token?.from ?? 0, to: token?.to ?? 0 };
}
