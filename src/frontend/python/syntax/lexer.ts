/**
 * Text to tokens, by CPython's rules: logical lines, indentation, brackets.
 *
 * May assume nothing of the text. Guarantees: tokens in order of the text; each `indent` has its `dedent`; brackets
 * between two `newline`s are balanced, or the line holds a `bad` token; the last token is `end`.
 * `@lezer/python` has a tokenizer of its own, but it knows no inconsistent indentation, reads `1.` as a member
 * access, and names no mistake; so the layout is settled here and lezer reads one statement at a time.
 */
import type { Code, Facts } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import { bracketing } from "./brackets.ts";
import { indentation } from "./indentation.ts";
import { numberAt } from "./numbers.ts";
import { stringAt } from "./strings.ts";
import { CLOSERS, KEYWORDS, STATEMENT_WORDS, type Token, type TokenKind } from "./tokens.ts";

export type Push = (kind: TokenKind, from: number, to: number) => Token;

export type Report = <C extends Code>(code: C, span: Span, facts: Facts<C>) => void;

export function tokenize(text: string, report: Report): Token[] {
  const tokens: Token[] = [];
  const brackets = bracketing(report, push);
  const layout = indentation(text, report, push);
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;

  function push(kind: TokenKind, from: number, to: number): Token {
    const token = { kind, from, to, text: text.slice(from, to) };
    tokens.push(token);
    return token;
  }

  function endLine(from: number): void {
    if (tokens.length > 0 && !isLayout(tokens[tokens.length - 1])) push("newline", from, from);
    brackets.startLine();
  }

  function abandonBrackets(): void {
    brackets.abandon(tokens[tokens.length - 1]?.to ?? 0);
  }

  let lineStart = true; // at the start of a line, physical or logical
  while (at < text.length) {
    if (lineStart) {
      lineStart = false;
      if (brackets.isOpen() && startsStatement(text, at)) {
        abandonBrackets();
        endLine(at);
      }
      if (!brackets.isOpen()) {
        const next = layout.enterLine(at);
        if (next === null) break; // nested beyond what CPython takes: the rest is not read
        at = next;
        if (at >= text.length) break;
      }
    }

    const c = text.charAt(at);
    if (c === " " || c === "\t" || c === "\f") {
      at++;
    } else if (c === "\n" || c === "\r") {
      const next = c === "\r" && text.charAt(at + 1) === "\n" ? at + 2 : at + 1;
      if (!brackets.isOpen()) endLine(at);
      at = next;
      lineStart = true;
    } else if (c === "#") {
      at = endOfLine(text, at);
    } else if (c === "\\") {
      at = continuation(text, at, report, push);
    } else {
      at = token(at);
    }
  }
  abandonBrackets();
  endLine(text.length);
  layout.close(text.length);
  push("end", text.length, text.length);
  return tokens;

  function token(from: number): number {
    const word = wordAt(text, from);
    const string = stringAt(text, from, word);
    if (string !== null) {
      if (!string.closed)
        report("unclosed-string", { from, to: from + string.open }, { quote: string.quote });
      push(string.closed ? "string" : "bad", from, string.to);
      return string.to;
    }
    if (word > from) {
      push(KEYWORDS.has(text.slice(from, word)) ? "keyword" : "name", from, word);
      return word;
    }
    const number = numberAt(text, from);
    if (number !== null) {
      if (number.problem) number.problem(report);
      push(number.problem ? "bad" : "number", from, number.to);
      return number.to;
    }
    return operator(from);
  }

  function operator(from: number): number {
    const foreign = foreignAt(text, from, report);
    if (foreign > from) {
      push("bad", from, foreign);
      return foreign;
    }
    const length = [3, 2, 1].find(
      (n) => OPERATORS.has(text.slice(from, from + n)) && from + n <= text.length,
    );
    if (length === undefined) return stray(text, from, report, push);
    const c = text.charAt(from);
    if (length === 1 && c in CLOSERS) brackets.open(push("operator", from, from + 1));
    else if (length === 1 && (c === ")" || c === "]" || c === "}")) brackets.close(c, from);
    else push("operator", from, from + length);
    return from + length;
  }
}

/** A backslash at the end of a line; where the next one starts. */
function continuation(text: string, from: number, report: Report, push: Push): number {
  const end = /\\(?:\r\n|\r|\n)/y;
  end.lastIndex = from;
  const found = end.exec(text);
  if (found && from + found[0].length < text.length) return from + found[0].length;
  report("bad-continuation", { from, to: from + 1 }, {});
  push("bad", from, from + 1);
  // Spaces behind it cannot be seen: the line was meant to go on.
  const blank = /\\[ \t\f]*(?:\r\n|\r|\n)/y;
  blank.lastIndex = from;
  return from + (blank.exec(text)?.[0].length ?? 1);
}

/** Where an operator of another language that starts at `from` ends; `from` itself when none does. */
function foreignAt(text: string, from: number, report: Report): number {
  const [found, instead] = FOREIGN.find(([one]) => text.startsWith(one, from)) ?? ["", ""];
  const to = from + found.length;
  if (found !== "") report("foreign-operator", { from, to }, { found, instead });
  return to;
}

/** A character that Python has no use for. */
function stray(text: string, from: number, report: Report, push: Push): number {
  const c = String.fromCodePoint(text.codePointAt(from) ?? 0);
  report("stray-character", { from, to: from + c.length }, { character: nameOf(c), help: helpFor(c) });
  push("bad", from, from + c.length);
  return from + c.length;
}

const OPERATORS: ReadonlySet<string> = new Set(
  (
    "... **= //= >>= <<= -> := == != <= >= += -= *= /= %= &= |= ^= @= ** // << >> + - * / % & | ^ ~ @ = < > . , " +
    ": ; ( ) [ ] { }"
  ).split(" "),
);

/** Operators of other languages that can never be read as Python; longer ones first. */
const FOREIGN: readonly (readonly [string, string])[] = [
  ["===", "=="],
  ["!==", "!="],
  ["&&", "and"],
  ["||", "or"],
  ["<>", "!="],
  ["=<", "<="],
  ["=>", ">="],
];

const WORD = /[\p{XID_Start}_]\p{XID_Continue}*/uy;

/** Where the word that starts at `from` ends; `from` itself when none does. */
function wordAt(text: string, from: number): number {
  WORD.lastIndex = from;
  const found = WORD.exec(text);
  return found ? from + found[0].length : from;
}

/** A bracket is still open, but this line can only be a new statement. */
function startsStatement(text: string, at: number): boolean {
  const first = /[ \t\f]*([a-z]+)(?![\w=])/y;
  first.lastIndex = at;
  const word = first.exec(text)?.[1];
  return word !== undefined && STATEMENT_WORDS.has(word);
}

function endOfLine(text: string, at: number): number {
  const end = /[\r\n]/g;
  end.lastIndex = at;
  return end.exec(text)?.index ?? text.length;
}

function isLayout(token: Token | undefined): boolean {
  return (
    token === undefined || token.kind === "newline" || token.kind === "indent" || token.kind === "dedent"
  );
}

function nameOf(c: string): string {
  if (c === "`") return "a backtick";
  const code = c.codePointAt(0) ?? 0;
  const printable = code > 0x20 && code < 0x7f ? true : code > 0xa0 && /[\p{L}\p{N}\p{P}\p{S}]/u.test(c);
  return printable ? `\`${c}\`` : `the character U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

function helpFor(c: string): string {
  if (/[‘’‚‛“”„«»´]/u.test(c)) return "write straight quotes, ' or \"";
  if (/[–—−]/u.test(c)) return "write the plain minus sign `-`";
  if (c === "×" || c === "·") return "write `*`";
  if (c === "÷") return "write `/`";
  if (c === "≤") return "write `<=`";
  if (c === "≥") return "write `>=`";
  if (c === "≠") return "write `!=`";
  if (c === "!") return "write `not`";
  if (c === "?") return "write `a if condition else b`";
  if (c === "`") return "remove it; text stands in ' or \"";
  if (/\s/u.test(c) || c === "\u200b" || c === "\ufeff")
    return "replace it with a plain space; it may come from a web page or a PDF";
  return "remove it";
}
