/** Steps through the tokens a logical line at a time. */
import { is, isCloser, isOpener, type Token } from "./tokens.ts";

export interface Lines {
  readonly tokens: readonly Token[];
  at: number;
}

/** A logical line. A compound statement's head ends with its colon; `inline` is what follows on the same line. */
export interface Line {
  readonly tokens: readonly Token[]; // never empty
  readonly head: readonly Token[]; // up to and with the colon
  readonly inline: readonly Token[];
  readonly colon: boolean;
  readonly broken: boolean; // holds a token that is already complained about
}

export function peek(lines: Lines, ahead = 0): Token | undefined {
  return lines.tokens[lines.at + ahead];
}

export function readLine(lines: Lines): Line {
  const start = lines.at;
  while (lines.at < lines.tokens.length && !endsLine(peek(lines))) lines.at++;
  const tokens = lines.tokens.slice(start, lines.at);
  if (peek(lines)?.kind === "newline") lines.at++;
  const colon = blockColon(tokens);
  const cut = colon < 0 ? tokens.length : colon + 1;
  return {
    tokens,
    head: tokens.slice(0, cut),
    inline: tokens.slice(cut),
    colon: colon >= 0,
    broken: tokens.some((t) => t.kind === "bad"),
  };
}

/** Passes over an indented block, if one starts here; the end of its last token, or null. */
export function skipBlock(lines: Lines): number | null {
  if (peek(lines)?.kind !== "indent") return null;
  let depth = 0;
  let end = 0;
  for (; lines.at < lines.tokens.length; lines.at++) {
    const token = peek(lines);
    if (token === undefined) break;
    if (token.kind === "indent") depth++;
    else if (token.kind === "dedent") depth--;
    else if (token.kind !== "newline") end = token.to;
    if (depth === 0) {
      lines.at++;
      break;
    }
  }
  return end;
}

/** The statements between the semicolons of a line. */
export function splitAtSemicolons(tokens: readonly Token[]): Token[][] {
  const pieces: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (isOpener(token)) depth++;
    else if (isCloser(token)) depth--;
    if (depth === 0 && is(token, ";")) pieces.push([]);
    else pieces[pieces.length - 1]?.push(token);
  }
  return pieces;
}

function endsLine(token: Token | undefined): boolean {
  return token === undefined || ["newline", "indent", "dedent", "end"].includes(token.kind);
}

/** The colon that ends a head: outside brackets, and not that of a lambda. */
function blockColon(tokens: readonly Token[]): number {
  let depth = 0;
  let lambdas = 0;
  for (const [i, token] of tokens.entries()) {
    if (isOpener(token)) depth++;
    else if (isCloser(token)) depth--;
    else if (depth > 0) continue;
    else if (is(token, "lambda")) lambdas++;
    else if (is(token, ":")) {
      if (lambdas === 0) return i;
      lambdas--;
    }
  }
  return -1;
}
