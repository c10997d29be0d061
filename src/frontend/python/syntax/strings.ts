/** String literals: where they end, and what they hold. */
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Report } from "./lexer.ts";

export interface StringExtent {
  readonly to: number;
  readonly quote: string; // ' " ''' """
  readonly open: number; // length of prefix and opening quote
  readonly closed: boolean;
}

const PREFIX = /^(?:[rbuf]|rb|br|rf|fr)$/i;

/** The string literal at `from`, where `word` is the end of the letters before its quote; null if there is none. */
export function stringAt(text: string, from: number, word: number): StringExtent | null {
  const c = text.charAt(word);
  if (c !== "'" && c !== '"') return null;
  const prefix = text.slice(from, word);
  if (prefix !== "" && !PREFIX.test(prefix)) return null;
  const quote = text.startsWith(c.repeat(3), word) ? c.repeat(3) : c;
  const open = prefix.length + quote.length;
  const formatted = /f/i.test(prefix);
  const end = formatted ? endOfFormatted(text, from + open, quote, 0) : endOfPlain(text, from + open, quote);
  return { to: end.to, quote, open, closed: end.closed };
}

interface End {
  readonly to: number;
  readonly closed: boolean;
}

function endOfPlain(text: string, from: number, quote: string): End {
  for (let at = from; at < text.length; at++) {
    const c = text.charAt(at);
    if (c === "\\") at += text.startsWith("\r\n", at + 1) ? 2 : 1;
    else if (quote.length === 1 && (c === "\n" || c === "\r")) return { to: at, closed: false };
    else if (text.startsWith(quote, at)) return { to: at + quote.length, closed: true };
  }
  return { to: text.length, closed: false };
}

const DEEPEST_FORMAT = 8;
const MOST_FIELD_LINES = 50; // an expression in braces may go over lines; one that never ends must not eat the file

/** An f-string may hold expressions in braces, and these strings with the same quotes (Python 3.12). */
function endOfFormatted(text: string, from: number, quote: string, depth: number): End {
  let expression = 0; // brackets open in the expression; 0 in the text
  const outer: number[] = []; // expressions around a format specification
  let firstLine = -1;
  let lines = 0;
  const unclosed = (at: number): End => ({
    to: quote.length === 1 && firstLine >= 0 ? firstLine : at,
    closed: false,
  });
  for (let at = from; at < text.length; at++) {
    const c = text.charAt(at);
    if (quote.length === 1 && (c === "\n" || c === "\r")) {
      if (firstLine < 0) firstLine = at;
      if (expression === 0 || ++lines > MOST_FIELD_LINES) return unclosed(at);
    }
    if (expression === 0) {
      if (c === "\\") at += text.startsWith("\r\n", at + 1) ? 2 : 1;
      else if (text.startsWith(quote, at)) return { to: at + quote.length, closed: true };
      else if (c === "{" && text.charAt(at + 1) === "{" && outer.length === 0) at++;
      else if (c === "{") expression = 1;
      else if (c === "}" && outer.length > 0) expression = (outer.pop() ?? 1) - 1;
    } else if (c === "'" || c === '"') {
      const inner = text.startsWith(c.repeat(3), at) ? c.repeat(3) : c;
      const formatted = /[fF][rR]?$/.test(text.slice(Math.max(from, at - 2), at));
      const end =
        formatted && depth < DEEPEST_FORMAT
          ? endOfFormatted(text, at + inner.length, inner, depth + 1)
          : endOfPlain(text, at + inner.length, inner);
      if (!end.closed) return unclosed(end.to);
      at = end.to - 1;
    } else if (c === "(" || c === "[" || c === "{") expression++;
    else if (c === ")" || c === "]" || c === "}") expression--;
    else if (c === ":" && expression === 1) {
      outer.push(expression);
      expression = 0;
    }
  }
  return unclosed(text.length);
}

export type StringContent =
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "f-string" }
  | { readonly kind: "bytes" };

/** What one literal holds, escapes read. `at` is where it stands, for a message about a broken escape. */
export function readString(literal: string, at: number, report: Report): StringContent {
  const [, prefix = "", quote = "'"] = /^([a-z]*)('''|"""|'|")/i.exec(literal) ?? [];
  if (/f/i.test(prefix)) return { kind: "f-string" };
  if (/b/i.test(prefix)) return { kind: "bytes" };
  const open = prefix.length + quote.length;
  // Python reads every line end inside a string as "\n".
  const body = literal.slice(open, literal.length - quote.length);
  if (/r/i.test(prefix)) return { kind: "text", value: body.replace(/\r\n?/g, "\n") };
  return { kind: "text", value: readEscapes(body, at + open, report) };
}

const SIMPLE: Readonly<Record<string, string>> = {
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

// The next escape or line end; what follows the backslash is told apart in readEscape.
const ESCAPE =
  /\\(?:\r\n|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|[\s\S])|\r\n?/g;

function readEscapes(body: string, at: number, report: Report): string {
  return body.replace(ESCAPE, (escaped: string, offset: number) => {
    const from = at + offset;
    return readEscape(escaped, { from, to: from + escaped.length }, report);
  });
}

function readEscape(escaped: string, span: Span, report: Report): string {
  if (escaped.startsWith("\r")) return "\n";
  const first = escaped.charAt(1);
  const rest = escaped.slice(2);
  if (first === "\n" || first === "\r") return ""; // a line continued inside the string
  if (/[0-7]/.test(first)) return String.fromCodePoint(Number.parseInt(escaped.slice(1), 8));
  if (first === "x" || first === "u" || first === "U" || first === "N") {
    if (rest === "") {
      report("invalid-escape", span, { found: escaped, needs: NEEDS[first] });
      return escaped;
    }
    // Names of characters need Unicode's table; they are kept as written.
    return first === "N" ? escaped : codePoint(Number.parseInt(rest, 16), escaped, span, report);
  }
  return SIMPLE[first] ?? escaped;
}

const NEEDS = {
  x: "`\\x` needs two hexadecimal digits",
  u: "`\\u` needs four hexadecimal digits",
  U: "`\\U` needs eight hexadecimal digits",
  N: "`\\N` needs the name of a character in braces",
} as const;

function codePoint(code: number, escaped: string, span: Span, report: Report): string {
  if (code <= 0x10ffff) return String.fromCodePoint(code);
  report("invalid-escape", span, { found: escaped, needs: "characters end at `\\U0010ffff`" });
  return escaped;
}
