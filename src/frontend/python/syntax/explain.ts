/**
 * What is wrong with a statement that lezer could not parse, in plain words.
 *
 * lezer says only where no rule goes on. Each rule below knows one usual mistake by the tokens around that place;
 * the first that recognises its mistake speaks.
 */
import { endsOperand } from "./mask.ts";
import { across, type Reader, spanOf } from "./reader.ts";
import { is, isCloser, isOpener, type Token } from "./tokens.ts";

/** `head` is the keyword of a compound statement when `tokens` are its first line, else null. */
export function explain(r: Reader, tokens: readonly Token[], at: number, head: string | null): void {
  const index = tokens.findIndex((t) => t.to > at);
  const first = tokens[0];
  if (first === undefined) return;
  const trouble: Trouble = { r, tokens, index: index < 0 ? tokens.length : index, head, first };
  for (const rule of RULES) if (rule(trouble)) return;
}

interface Trouble {
  readonly r: Reader;
  readonly tokens: readonly Token[];
  readonly index: number; // of the token where no rule goes on; past the last at the end of the statement
  readonly head: string | null;
  readonly first: Token;
}

/** True when it has explained the trouble. */
type Rule = (t: Trouble) => boolean;

const RULES: readonly Rule[] = [
  printStatement,
  increment,
  foreignComment,
  keywordAtStart,
  cStyleFor,
  declaration,
  bracesForBlock,
  functionWithoutParentheses,
  argumentName,
  assignmentInCondition,
  missingIn,
  missingElse,
  keywordAsName,
  missingLeftOperand,
  missingOperand,
  missingOperator,
  unexpectedEnd,
  unexpected,
];

/** `print x` */
function printStatement({ r, tokens, first }: Trouble): boolean {
  const next = tokens[1];
  const last = tokens[tokens.length - 1];
  if (first.kind !== "name" || first.text !== "print" || next === undefined || last === undefined)
    return false;
  if (next.kind === "operator" || next.kind === "keyword") return false;
  r.report("print-statement", first, { rest: clip(r.text.slice(next.from, last.to)) });
  return true;
}

/** `i++`, `a[i]--` */
function increment({ r, tokens, index }: Trouble): boolean {
  // lezer reads the second sign as a prefix, so it stops after it.
  const [a, b] = [tokens[index - 2], tokens[index - 1]];
  if (a === undefined || b === undefined || a.to !== b.from) return false;
  const op = is(a, "+") && is(b, "+") ? "+" : is(a, "-") && is(b, "-") ? "-" : null;
  if (op === null) return false;
  const name = clip(r.text.slice(operandStart(tokens, index - 3), a.from).trim());
  r.report("increment", across(a, b), { name: name === "" ? "i" : name, op });
  return true;
}

/** `// note`, `x = 1 // two words`, C comments */
function foreignComment({ r, tokens, index, first }: Trouble): boolean {
  if (is(first, "//") || (is(first, "/") && is(tokens[1], "*"))) {
    const mark = is(first, "//") ? "//" : "/*";
    r.report("foreign-comment", { from: first.from, to: first.from + 2 }, { mark });
    return true;
  }
  const slashes = tokens[index - 2];
  if (!is(slashes, "//") || tokens[index - 1]?.kind !== "name" || tokens[index]?.kind !== "name")
    return false;
  r.report("foreign-comment", slashes ?? first, { mark: "//" });
  return true;
}

/** `for (i = 0; i < n; i++)` */
function cStyleFor({ r, tokens, head, first }: Trouble): boolean {
  if (head !== "for" || !tokens.some((t) => is(t, ";") || is(t, "=")) || tokens.some((t) => is(t, "in")))
    return false;
  r.report("c-style-for", across(first, tokens[tokens.length - 1] ?? first), {});
  return true;
}

const DECLARING: ReadonlySet<string> = new Set(
  "var let const auto int float double char bool long unsigned".split(" "),
);

/** `int x = 3` */
function declaration({ r, tokens, index, first }: Trouble): boolean {
  const name = tokens[1];
  if (index !== 1 || first.kind !== "name" || !DECLARING.has(first.text) || name?.kind !== "name")
    return false;
  r.report("c-style-declaration", across(first, name), { word: first.text, name: name.text });
  return true;
}

/** `if (a) {` */
function bracesForBlock({ r, tokens, index, head }: Trouble): boolean {
  const token = tokens[index];
  if (head === null || token === undefined || !is(token, "{") || !endsOperand(tokens[index - 1]))
    return false;
  r.report("braces-for-block", token, {});
  return true;
}

/** `def f:` */
function functionWithoutParentheses({ r, tokens, index, head }: Trouble): boolean {
  const name = tokens[1];
  if (head !== "def" || index !== 2 || name?.kind !== "name" || is(tokens[2], "(")) return false;
  r.report("function-without-parentheses", name, { name: name.text });
  return true;
}

/** `if a = b:` */
function assignmentInCondition({ r, tokens, index, head }: Trouble): boolean {
  const token = tokens[index];
  if (token === undefined || !is(token, "=") || head === "for" || head === "def") return false;
  if (head === null && !insideBrackets(tokens, index)) return false;
  const left = r.text.slice(operandStart(tokens, index - 1), token.from).trim();
  const end = tokens.findIndex(
    (t, i) => i > index && (isCloser(t) || is(t, ":") || is(t, ",") || is(t, "and") || is(t, "or")),
  );
  const right = r.text.slice(token.to, tokens[end]?.from ?? tokens[tokens.length - 1]?.to).trim();
  r.report("assignment-in-condition", token, { left: clip(left) || "a", right: clip(right) || "b" });
  return true;
}

/** `for i range(n):` */
function missingIn({ r, tokens, head, first }: Trouble): boolean {
  if (head !== "for" || tokens.some((t) => is(t, "in"))) return false;
  r.report("missing-in", across(first, tokens[tokens.length - 1] ?? first), {});
  return true;
}

/** `a if b` */
function missingElse({ r, tokens, index, first }: Trouble): boolean {
  const token = tokens[index];
  if (token !== undefined && !isCloser(token) && !is(token, ",") && !is(token, ":")) return false;
  let depth = 0;
  for (let i = index - 1; i > 0; i--) {
    const t = tokens[i];
    if (t === undefined) break;
    if (isCloser(t)) depth++;
    else if (isOpener(t)) {
      if (depth === 0) return false;
      depth--;
    } else if (depth === 0 && (is(t, "else") || is(t, "for"))) return false;
    else if (depth === 0 && is(t, "if")) {
      if (i === index - 1 || !endsOperand(tokens[index - 1])) return false;
      r.report("missing-else", across(t, tokens[index - 1] ?? first), {});
      return true;
    }
  }
  return false;
}

const VALUE_WORDS: ReadonlySet<string> = new Set("None True False lambda not await yield".split(" "));

/** `for = 3` */
function keywordAtStart({ r, tokens, index, first }: Trouble): boolean {
  if (first.kind !== "keyword" || index !== 1 || !is(tokens[1], "=")) return false;
  r.report("keyword-as-name", first, { keyword: first.text });
  return true;
}

/** `f(a.b=1)` */
function argumentName({ r, tokens, index, first }: Trouble): boolean {
  const token = tokens[index];
  if (token === undefined || !is(token, "=") || !insideCall(tokens, index)) return false;
  const from = operandStart(tokens, index - 1);
  r.report("argument-name", { from, to: tokens[index - 1]?.to ?? first.to }, {});
  return true;
}

/** `x = in`, `def for(x):` */
function keywordAsName({ r, tokens, index, head }: Trouble): boolean {
  const token = tokens[index];
  const previous = tokens[index - 1];
  if (token?.kind !== "keyword") return false;
  const parameter = head === "def" && ["(", ",", "*", "**"].some((text) => is(previous, text));
  const wantsName = parameter || ["def", "import", "as", "for"].some((text) => is(previous, text));
  const wantsValue =
    index === 0 || (previous !== undefined && expectsValue(previous) && !VALUE_WORDS.has(token.text));
  const followedAsName = endsName(tokens[index + 1]);
  if (!wantsName && !(wantsValue && followedAsName)) return false;
  r.report("keyword-as-name", token, { keyword: token.text });
  return true;
}

/** `* 3`, `a = / b` */
function missingLeftOperand({ r, tokens, index }: Trouble): boolean {
  const token = tokens[index];
  const previous = tokens[index - 1];
  if (token === undefined || !isBinary(token)) return false;
  if (previous !== undefined && endsOperand(previous)) return false;
  if (previous !== undefined && isBinary(previous)) return false; // `a + * b`: the `+` lacks its operand
  r.report("missing-left-operand", token, { operator: token.text });
  return true;
}

/** `a +`, `x =`, `f(a, * )`, `for i in:` */
function missingOperand({ r, tokens, index }: Trouble): boolean {
  const token = tokens[index];
  const previous = tokens[index - 1];
  if (previous === undefined || !expectsValue(previous) || isOpener(previous)) return false;
  const stops =
    token === undefined || isCloser(token) || isBinary(token) || PUNCTUATION.some((p) => is(token, p));
  if (!stops && token.kind !== "keyword") return false;
  r.report("missing-operand", previous, { after: previous.text });
  return true;
}

/** `a b`, `2x`, `f(a b)` */
function missingOperator({ r, tokens, index }: Trouble): boolean {
  const token = tokens[index];
  const previous = tokens[index - 1];
  if (token === undefined || previous === undefined || !endsOperand(previous)) return false;
  const value = endsOperand(token) && !isCloser(token);
  if (!value && !is(token, "{") && !is(token, "(") && !VALUE_WORDS.has(token.text)) return false;
  r.report("missing-operator", across(previous, token), {
    left: clip(previous.text),
    right: clip(token.text),
  });
  return true;
}

function unexpectedEnd({ r, tokens, index, first }: Trouble): boolean {
  if (index < tokens.length) return false;
  r.report("unexpected-end", spanOf(tokens[tokens.length - 1] ?? first), {});
  return true;
}

function unexpected({ r, tokens, index, first }: Trouble): boolean {
  const token = tokens[index] ?? first;
  const previous = tokens[index - 1];
  const where = previous === undefined ? "at the start of a statement" : `after \`${clip(previous.text)}\``;
  r.report("unexpected", token, { found: clip(token.text), where });
  return true;
}

const PUNCTUATION = [",", ":", "=", ";", "->", "."];

const BINARY: ReadonlySet<string> = new Set(
  "+ - * / // % ** @ << >> & | ^ < > <= >= == != and or in is += -= *= /= //= %= **= @= &= |= ^= <<= >>= := = .".split(
    " ",
  ),
);

function isBinary(token: Token): boolean {
  return (token.kind === "operator" || token.kind === "keyword") && BINARY.has(token.text);
}

/** Whether a value must follow. */
function expectsValue(token: Token): boolean {
  if (isOpener(token) || isBinary(token)) return true;
  const words = [
    ",",
    "~",
    "not",
    "lambda",
    "if",
    "elif",
    "while",
    "else",
    "return",
    "for",
    "await",
    ":",
    "from",
    "import",
    "as",
    "->",
  ];
  return words.some((text) => is(token, text));
}

/** What may follow a name in a place where a value ends. */
function endsName(token: Token | undefined): boolean {
  return token === undefined || isCloser(token) || isBinary(token) || PUNCTUATION.some((p) => is(token, p));
}

function insideBrackets(tokens: readonly Token[], index: number): boolean {
  let depth = 0;
  for (const token of tokens.slice(0, index)) depth += isOpener(token) ? 1 : isCloser(token) ? -1 : 0;
  return depth > 0;
}

function insideCall(tokens: readonly Token[], index: number): boolean {
  const open: number[] = [];
  for (let i = 0; i < index; i++) {
    const token = tokens[i];
    if (token === undefined) break;
    if (isOpener(token)) open.push(i);
    else if (isCloser(token)) open.pop();
  }
  const innermost = open[open.length - 1];
  return innermost !== undefined && is(tokens[innermost], "(") && endsOperand(tokens[innermost - 1]);
}

/** Where the operand that ends with the token at `index` starts: `a.b[i]` from `a`. */
function operandStart(tokens: readonly Token[], index: number): number {
  let depth = 0;
  let start = tokens[index]?.from ?? 0;
  for (let i = index; i >= 0; i--) {
    const token = tokens[i];
    if (token === undefined) break;
    if (isCloser(token)) depth++;
    else if (isOpener(token)) depth--;
    if (depth < 0) break;
    if (depth === 0 && !endsOperand(token) && !isOpener(token) && !is(token, ".")) break;
    start = token.from;
  }
  return start;
}

/** Source text inside a message stays short and on one line. */
function clip(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= 30 ? line : `${line.slice(0, 27)}...`;
}
