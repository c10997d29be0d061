/** Python's tokens, as CPython's tokenizer sees them. */

import type { Span } from "../../../diagnostics/diagnostic.ts";

export type TokenKind =
  | "name"
  | "keyword"
  | "number"
  | "string"
  | "operator"
  | "newline" // the end of a logical line
  | "indent"
  | "dedent"
  | "bad" // already reported
  | "end";

export interface Token {
  readonly kind: TokenKind;
  readonly from: number;
  readonly to: number;
  readonly text: string; // empty for newline, indent, dedent and end
}

export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from " +
    "global if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

/** Keywords that begin a statement and can never stand inside an expression. */
export const STATEMENT_WORDS: ReadonlySet<string> = new Set(
  (
    "assert break class continue def del elif except finally global import nonlocal pass raise return try " +
    "while with"
  ).split(" "),
);

export const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

export function isOpener(token: Token): boolean {
  return token.kind === "operator" && (token.text === "(" || token.text === "[" || token.text === "{");
}

export function isCloser(token: Token): boolean {
  return token.kind === "operator" && (token.text === ")" || token.text === "]" || token.text === "}");
}

/** Whether a token is the keyword or operator written `text`; a string or a name never is. */
export function is(token: Token | undefined, text: string): boolean {
  return (
    token !== undefined && token.text === text && (token.kind === "operator" || token.kind === "keyword")
  );
}

/** The token that stands at an offset. */
export function tokenAt(tokens: readonly Token[], offset: number): Token | null {
  const token = tokens[firstEndingAfter(tokens, offset)];
  return token !== undefined && token.from <= offset && token.to > offset ? token : null;
}

/** The tokens inside a span. */
export function tokensWithin(tokens: readonly Token[], span: Span): readonly Token[] {
  return tokens.slice(firstEndingAfter(tokens, span.from), firstEndingAfter(tokens, span.to));
}

/** By binary search: tokens stand in the order of the text. */
function firstEndingAfter(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.to ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
