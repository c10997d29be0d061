/**
 * A statement as lezer reads it best: the same length and offsets, without what it reads badly.
 *
 *     y = f(1., "a\n" 'b', {k: v})   # note
 *     x = x(00, '    ' '  ', xxxxxx)
 *
 * Names become `x`, so that soft keywords (`match`, `type`) and `print` are plain names; numbers become digits, as lezer
 * does not know `1.`; strings lose their text; comments and line ends inside brackets become spaces; a dict or set,
 * which no kernel uses, becomes a name. The real text is always read from the tokens.
 */
import { is, isCloser, isOpener, type Token } from "./tokens.ts";

export interface Mask {
  readonly text: string;
  readonly from: number; // offset of the first character in the source
}

export function mask(tokens: readonly Token[]): Mask {
  const from = tokens[0]?.from ?? 0;
  const pieces: string[] = [];
  let at = from;
  const rewritten = rewrites(tokens);
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === undefined) break;
    pieces.push(" ".repeat(token.from - at));
    if (is(token, "{")) {
      i = closerOf(tokens, i);
      at = tokens[i]?.to ?? token.to;
      pieces.push("x".repeat(at - token.from));
      continue;
    }
    pieces.push(rewritten.get(i) ?? plain(token));
    at = token.to;
  }
  return { text: pieces.join(""), from };
}

function plain(token: Token): string {
  switch (token.kind) {
    case "name":
      return "x".repeat(token.text.length);
    case "number":
      return (token.text.startsWith(".") ? "." : "0") + "0".repeat(token.text.length - 1);
    case "string":
      return `'${" ".repeat(token.text.length - 2)}'`;
    default:
      return token.text;
  }
}

/** The index of the bracket that closes the one at `open`, or of the last token. */
export function closerOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === undefined) break;
    if (isOpener(token)) depth++;
    else if (isCloser(token) && --depth === 0) return i;
  }
  return tokens.length - 1;
}

/** Valid Python that lezer's grammar lacks, token by token. */
function rewrites(tokens: readonly Token[]): Map<number, string> {
  const out = new Map<number, string>();
  const open: boolean[] = []; // for each open bracket: is it a subscript?
  let starredFrom = -1; // outside brackets, where a list begins in which lezer takes no `*`
  const lambdas: number[] = []; // bracket depth of each lambda whose `:` is still to come
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    const previous = tokens[i - 1];
    const next = tokens[i + 1];
    if (token === undefined) break;
    if (isOpener(token)) open.push(token.text === "[" && endsOperand(previous));
    else if (isCloser(token)) {
      open.pop();
      while ((lambdas[lambdas.length - 1] ?? -1) > open.length) lambdas.pop();
    } else if (is(token, "lambda")) lambdas.push(open.length);
    else if (is(token, ":") && lambdas[lambdas.length - 1] === open.length) {
      lambdas.pop();
      if (is(previous, ",")) out.set(i - 1, " "); // `lambda a, b,: 0`
    } else if (isPositionalMark(tokens, i)) {
      out.set(i, "x"); // `lambda a, /, b: 0`; parameters() looks at the real token
    } else if (token.kind === "number" && previous?.kind === "number" && previous.to === token.from) {
      out.set(i, `'${" ".repeat(token.text.length - 2)}'`); // `1.5.5` is two numbers, not to be read as one
    } else if (is(token, "yield") && endsExpression(next)) {
      out.set(i, "xxxxx"); // lezer wants a value after `yield`
    } else if (is(token, "*") && lambdas[lambdas.length - 1] !== open.length) {
      // `a[*b]`, `for i in *a, b`, `a += 1, *b`; unary() looks at the real token
      const place = open.length > 0 ? open[open.length - 1] : starredFrom >= 0;
      if (place && (is(previous, "[") || is(previous, ",") || starredFrom === i - 1)) out.set(i, "~");
    } else if (open.length === 0 && (UPDATE.test(token.text) || (is(token, "in") && is(tokens[0], "for")))) {
      starredFrom = i;
    }
  }
  rewriteHeader(tokens, out);
  return out;
}

const UPDATE = /^(?:[-+*/%@&|^]|\*\*|\/\/|<<|>>)=$/;

/** The `/` of `def f(a, /, b)`. */
function isPositionalMark(tokens: readonly Token[], i: number): boolean {
  if (!is(tokens[i], "/")) return false;
  const [previous, next] = [tokens[i - 1], tokens[i + 1]];
  const follows = is(previous, ",") || (is(tokens[0], "def") && is(previous, "("));
  return follows && (is(next, ",") || is(next, ")") || is(next, ":"));
}

function rewriteHeader(tokens: readonly Token[], out: Map<number, string>): void {
  const first = tokens[0];
  if (is(first, "elif")) out.set(0, "  if");
  if (is(first, "def") && is(tokens[2], "[")) {
    // Type parameters, `def f[T](x)`, say nothing a kernel needs.
    const last = closerOf(tokens, 2);
    for (let i = 2; i <= last; i++) out.set(i, " ".repeat(tokens[i]?.text.length ?? 0));
  }
  if (is(first, "def")) {
    for (let i = 1; i < tokens.length; i++) if (is(tokens[i], "*") && is(tokens[i - 1], ":")) out.set(i, " ");
  }
}

/** Whether a value may end with this token, so that `(` or `[` after it is a call or a subscript. */
export function endsOperand(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === "name" || token.kind === "number" || token.kind === "string") return true;
  return isCloser(token) || ["None", "True", "False", "..."].some((text) => is(token, text));
}

function endsExpression(token: Token | undefined): boolean {
  return (
    token === undefined ||
    isCloser(token) ||
    is(token, ",") ||
    is(token, ";") ||
    is(token, "=") ||
    is(token, ":")
  );
}
