/**
 * Lists and None as Python's users have them: lists that begin anew in each round of an outer loop, are sliced, joined, sorted,
 * cleared, handed to and given by functions, heaps and queues, their greatest and least; names that are None until there is a value.
 */
import { oneOf } from "./choices.ts";
import { type Kind, type Scope, scalar, truth } from "./everyday_expressions.ts";
import { indented } from "./statements.ts";

export function everydayLists(scope: Scope): string[] {
  return oneOf(scope.c, [untilFound, anew, triangle, given, parts, heap, queue, firstWhere])(scope);
}

function fresh(scope: Scope, letter: string): string {
  return `${letter}${scope.count.names++}`;
}

/** A number without NaN's or complex order: `i` may be any place of the arrays that are given. */
function item(scope: Scope, counter: string): { readonly text: string; readonly kind: Kind } {
  return scalar({ ...scope, counters: [...scope.counters, { name: counter, below: "given" }] }, 2, "real");
}

function remember(scope: Scope, name: string, kind: Kind): void {
  scope.scalars.push({ name, kind: kind === "bool" ? "int" : kind, mixed: true });
}

/** An array whose elements can be compared. */
function ordered({ c, vectors }: Scope): { readonly name: string; readonly kind: Kind } {
  const found = vectors.filter(({ length, kind }) => length === "given" && kind !== "complex");
  return found.length > 0 ? oneOf(c, found) : { name: "np.array([3, -1, 2, 2])", kind: "int" };
}

/** The least or greatest, None before there is one. */
function untilFound(scope: Scope): string[] {
  const { c } = scope;
  const [best, at, i] = [fresh(scope, "best"), fresh(scope, "at"), fresh(scope, "i")];
  const { text, kind } = item(scope, i);
  const range = oneOf(c, [String(scope.length), `min(n, ${scope.length})`, `n, ${scope.length}`]);
  const better = `${best} is None or ${text} ${oneOf(c, ["<", ">"])} ${best}`;
  const test = c.chance(50)
    ? better
    : `${truth({ ...scope, lists: [], counters: [...scope.counters, { name: i, below: "given" }] })} and (${better})`;
  remember(scope, `(0 if ${best} is None else ${best})`, kind);
  remember(scope, `(-1 if ${at} is None else ${at})`, "int");
  return [
    `${best} = None`,
    `${at} = None`,
    `for ${i} in range(${range}):`,
    `    if ${test}:`,
    `        ${best} = ${text}`,
    ...(c.chance(50) ? [`        ${at} = ${i}`] : [`        ${at} = ${i} if ${i} > k else None`]),
  ];
}

/** A list of each round, and what is left of it behind. */
function anew(scope: Scope): string[] {
  const { c } = scope;
  const [xs, total, i, j] = ["xs", "t", "i", "j"].map((letter) => fresh(scope, letter)) as [
    string,
    string,
    string,
    string,
  ];
  const { text, kind } = item(scope, j);
  const change = oneOf(c, [
    [],
    [`${xs}.sort()`],
    [`${xs}.reverse()`],
    [`${xs}.insert(${oneOf(c, ["0", "-1", i, "1"])}, ${text.replaceAll(j, "0")})`],
    [`if len(${xs}) > 1:`, `    ${xs}.pop(${oneOf(c, ["", "0", "-1", "1"])})`],
    [`if len(${xs}) > 2:`, `    ${xs}.clear()`],
    [`${xs} = ${xs}[${oneOf(c, ["1:", ":-1", "::2", "::-1", ":2"])}]`],
    [`${xs} = ${xs} + ${xs}[:1]`],
    [`${xs} += [${text.replaceAll(j, "0")}]`],
  ]);
  const taken = oneOf(c, [
    `sum(${xs})`,
    `len(${xs})`,
    `(max(${xs}) if ${xs} else 0)`,
    `(min(${xs}) if len(${xs}) > 0 else 0)`,
    `(${xs}[-1] if ${xs} else 0)`,
    `(${xs}[0] if len(${xs}) else 0)`,
  ]);
  remember(scope, total, kind);
  return [
    `${total} = 0`,
    `for ${i} in range(${oneOf(c, ["n", "k", "3"])}):`,
    `    ${xs} = []`,
    `    for ${j} in range(${oneOf(c, [String(scope.length), `min(${i}, ${scope.length})`, `min(n, ${scope.length})`])}):`,
    `        ${xs}.append(${text})`,
    ...indented(change),
    `    ${total} = ${total} + ${taken}`,
  ];
}

/** Pascal's triangle: a list made of the list of the round before. */
function triangle(scope: Scope): string[] {
  const { c } = scope;
  const [row, next, i, j, sum] = ["row", "next", "i", "j", "t"].map((letter) => fresh(scope, letter));
  remember(scope, `${sum}`, "int");
  return [
    `${row} = [${oneOf(c, ["1", "k", "2"])}]`,
    `for ${i} in range(${oneOf(c, ["n", "3", "k"])}):`,
    `    ${next} = [1]`,
    `    for ${j} in range(1, len(${row})):`,
    `        ${next}.append(${row}[${j} - 1] ${oneOf(c, ["+", "-"])} ${row}[${j}])`,
    `    ${next}.append(${oneOf(c, ["1", i ?? "1", `${row}[-1]`])})`,
    `    ${row} = ${next}`,
    `${sum} = sum(${row}) + len(${row})`,
  ];
}

/** A function that takes an array and gives a list. */
function given(scope: Scope): string[] {
  const { c } = scope;
  const [f, ys, sum] = ["f", "ys", "t"].map((letter) => fresh(scope, letter));
  const from = ordered(scope);
  remember(scope, `${sum}`, from.kind);
  return [
    `def ${f}(x, m):`,
    "    out = []",
    "    for e in x:",
    `        if ${oneOf(c, ["e > m", "e <= m", "e != m", "not e"])}:`,
    "            out.append(e)",
    ...(c.chance(30) ? ["        else:", "            out.append(e)"] : []),
    ...(c.chance(30) ? ["    out.reverse()"] : []),
    "    return out",
    `${ys} = ${f}(${from.name}, ${oneOf(c, ["0", "1", "k"])})`,
    `${sum} = len(${ys})`,
    `for y in ${ys}${oneOf(c, ["", "[:2]", "[1:]"])}:`,
    `    ${sum} = ${sum} + y`,
  ];
}

/** Lists that are written, and parts of them. */
function parts(scope: Scope): string[] {
  const { c } = scope;
  const [xs, ys, sum] = ["xs", "ys", "t"].map((letter) => fresh(scope, letter));
  const numbers = Array.from({ length: 2 + c.pick(4) }, () => String(c.pick(9) - 4)).join(", ");
  remember(scope, `${sum}`, "int");
  return [
    `${xs} = [${numbers}]`,
    `${ys} = ${xs}[${oneOf(c, ["1:", ":1", "::2", "::-1", "-2:"])}]${c.chance(50) ? ` + ${xs}` : ""}`,
    `${ys}[${oneOf(c, ["0", "-1"])}] = ${oneOf(c, ["k", "7", "n"])}`,
    ...(c.chance(50) ? [`${xs}.append(${oneOf(c, ["n", "k", "len(a)"])})`] : []),
    `${sum} = sum(${xs}) * 10 + max(${ys}) + min(${xs})`,
  ];
}

/** CPython's heap of what an array has, or of tuples with its places. */
function heap(scope: Scope): string[] {
  const { c } = scope;
  const [h, i, sum, top] = ["h", "i", "t", "x"].map((letter) => fresh(scope, letter));
  const { text, kind } = item(scope, i ?? "i");
  const pairs = c.chance(50);
  remember(scope, `${sum}`, kind);
  const entry = pairs ? `(${text}, ${oneOf(c, [`${i}`, `-${i}`, "k"])})` : text;
  const value = pairs ? `${top}[0] * ${top}[1]` : `${top}`;
  return [
    `${h} = []`,
    `for ${i} in range(${oneOf(c, [String(scope.length), `min(n, ${scope.length})`])}):`,
    `    heapq.heappush(${h}, ${entry})`,
    `    if len(${h}) > ${oneOf(c, ["2", "k", "9"])}:`,
    `        heapq.heappop(${h})`,
    `${sum} = 0`,
    `while ${h}:`,
    `    ${top} = heapq.heappop(${h})`,
    `    ${sum} = ${sum} * ${oneOf(c, ["1", "2", "-1"])} + ${value}`,
  ];
}

function queue(scope: Scope): string[] {
  const { c } = scope;
  const [q, count, x] = ["q", "t", "x"].map((letter) => fresh(scope, letter));
  remember(scope, `${count}`, "int");
  return [
    `${q} = deque([${oneOf(c, ["n", "k", "5", "0"])}])`,
    `${count} = 0`,
    `while ${q} and ${count} < ${oneOf(c, ["20", "7"])}:`,
    `    ${x} = ${q}.popleft()`,
    `    ${count} += 1`,
    `    if ${x} > ${oneOf(c, ["1", "2", "0"])}:`,
    `        ${q}.append(${x} // 2)`,
    `        ${q}.${oneOf(c, ["append", "appendleft"])}(${x} - ${oneOf(c, ["1", "2"])})`,
  ];
}

/** A function that gives None where it finds nothing. */
function firstWhere(scope: Scope): string[] {
  const { c } = scope;
  const [f, at, other] = ["f", "at", "t"].map((letter) => fresh(scope, letter));
  const from = ordered(scope);
  remember(scope, `${other}`, "int");
  return [
    `def ${f}(x, m):`,
    "    for i in range(len(x)):",
    `        if x[i] ${oneOf(c, [">", "<", "=="])} m:`,
    "            return i",
    "    return None",
    `${at} = ${f}(${from.name}, ${oneOf(c, ["0", "1", "k"])})`,
    `${other} = -1`,
    `if ${oneOf(c, [`${at} is not None`, `${at}`, `${at} is not None and ${at} > 0`, `${at} == 1`])}:`,
    `    ${other} = ${at}`,
  ];
}
