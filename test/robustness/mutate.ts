/** Small harm to a source: what a slip of the hand, a bad merge or a wrong idea does to a program. */
import fc from "fast-check";

/** One edit: what, where (a position among the places it can go), and a number to choose with. */
export interface Edit {
  readonly kind: keyof typeof edits;
  readonly at: number;
  readonly choice: number;
}

export function mutate(text: string, all: readonly Edit[]): string {
  return all.reduce((source, { kind, at, choice }) => edits[kind](source, at, choice), text);
}

export function anyEdits(): fc.Arbitrary<readonly Edit[]> {
  const kinds = Object.keys(edits) as Edit["kind"][];
  const number = fc.nat({ max: 1_000_000 });
  return fc.array(fc.record({ kind: fc.constantFrom(...kinds), at: number, choice: number }), {
    minLength: 1,
    maxLength: 6,
  });
}

type Apply = (text: string, at: number, choice: number) => string;

const edits = {
  deleteLine: (text, at) => onLines(text, at, () => []),
  doubleLine: (text, at) => onLines(text, at, (line) => [line, line]),
  swapLines: (text, at, choice) => swapped(text.split("\n"), at, choice).join("\n"),
  indent: (text, at) => onLines(text, at, (line) => [`    ${line}`]),
  dedent: (text, at) => onLines(text, at, (line) => [line.replace(/^ {1,4}/, "")]),
  joinLines: (text, at) => onLines(text, at, (line, next) => [`${line} ${next.trimStart()}`]),
  truncate: (text, at) => text.slice(0, at % (text.length + 1)),
  deleteCharacter: (text, at) => splice(text, at % (text.length + 1), 1, ""),
  insertCharacter: (text, at, choice) => splice(text, at % (text.length + 1), 0, pick(characters, choice)),
  deleteToken: (text, at) => onToken(text, at, () => ""),
  doubleToken: (text, at) => onToken(text, at, (token) => `${token} ${token}`),
  swapTokens: (text, at, choice) => swapped(tokensOf(text), at, choice).join(""),
  otherName: (text, at, choice) =>
    onMatch(text, /[A-Za-z_]\w*/g, at, () => pick([...namesIn(text), ...words], choice)),
  otherNumber: (text, at, choice) => onMatch(text, /\b\d+(?:\.\d+)?\b/g, at, () => pick(numbers, choice)),
  otherOperator: (text, at, choice) => onMatch(text, /[-+*/%@&|^<>=~]+/g, at, () => pick(operators, choice)),
  otherBracket: (text, at, choice) => onMatch(text, /[()[\]{}]/g, at, () => pick([..."()[]{}", ""], choice)),
  otherType: (text, at, choice) =>
    onMatch(text, /\b(?:np\.)?(?:u?int|float)\d+\b/g, at, () => pick(types, choice)),
  replaceByExpression: (text, at, choice) =>
    onMatch(text, /[A-Za-z_]\w*(?:\[[^[\]]*\])?/g, at, () => pick(expressions, choice)),
} satisfies Readonly<Record<string, Apply>>;

const characters = [
  ..."()[]{}:,.;=+-*/%@&|^~<>!\"'#\\`$? \t\n\r0159aex_",
  "é",
  "日",
  "\u{1f600}",
  "\u0000",
  "\ud800",
];
const operators =
  "+ - * / // % ** @ & | ^ << >> < > <= >= == != = += -= *= /= @= := -> ~ and or in is not".split(" ");
const numbers =
  "0 1 2 -1 3 7 8 64 100000 0.5 1e308 1e400 -0.0 1j 0x1f 2147483648 99999999999999999999 10**40".split(" ");
const types =
  "np.int8 np.uint8 np.int32 np.uint64 np.float16 np.float32 np.float64 np.bool_ np.complex64 pl_int7 pl_fixed(8,3) int float bool".split(
    " ",
  );
const words =
  "if else for while in not and or is lambda return break continue pass def class try with yield None True np range len map dot sum print".split(
    " ",
  );
const expressions = [
  "(1, 2)",
  "[1, 2, 3]",
  "[]",
  "None",
  "'text'",
  "np.zeros(4)",
  "np.arange(6).reshape(2, 3)",
  "(lambda q: q)",
  "range(3)",
  "np.float32",
  "np.array([True, False])",
  "pl_fixed(8, 3)(1.5)",
  "[q for q in range(3)]",
  "(1 if True else 2.5)",
  "np.zeros((2, 0))",
  "...",
];

function onLines(text: string, at: number, change: (line: string, next: string) => string[]): string {
  const lines = text.split("\n");
  const index = at % lines.length;
  lines.splice(index, 1, ...change(lines[index] ?? "", lines[index + 1] ?? ""));
  return lines.join("\n");
}

function swapped(parts: string[], at: number, choice: number): string[] {
  if (parts.length === 0) return parts;
  const [i, j] = [at % parts.length, choice % parts.length];
  const out = [...parts];
  [out[i], out[j]] = [parts[j] ?? "", parts[i] ?? ""];
  return out;
}

/** Words, numbers, operators and the space between them; joined again they are the text. */
function tokensOf(text: string): string[] {
  return text.match(/\w+|\s+|[^\w\s]/g) ?? [];
}

function onToken(text: string, at: number, change: (token: string) => string): string {
  return onMatch(text, /\w+|[^\w\s]+/g, at, change);
}

function onMatch(text: string, pattern: RegExp, at: number, change: (found: string) => string): string {
  const places = [...text.matchAll(pattern)];
  const place = places[at % Math.max(1, places.length)];
  return place === undefined ? text : splice(text, place.index, place[0].length, change(place[0]));
}

function splice(text: string, at: number, length: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at + length);
}

function namesIn(text: string): string[] {
  return [...new Set(text.match(/[A-Za-z_]\w*/g) ?? [])];
}

function pick<T>(items: readonly T[], choice: number): T {
  const item = items[choice % items.length];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}
