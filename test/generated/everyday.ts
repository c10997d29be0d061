/**
 * Kernels as NumPy's users write them, by a writer who knows lengths and no types: arrays shaped by arguments, 0 and 1 long
 * among them, masks, lists that grow, complex numbers, steps backwards, NaN and -0.0, types that meet as they come.
 * NumPy says what is right, and which of them raise.
 */
import { allocateElements, type WireValue, wireArray } from "../numpy/wire.ts";
import { type ChoiceReader, type Choices, oneOf, readChoices } from "./choices.ts";
import {
  condition,
  type Kind,
  type Length,
  literal,
  place,
  rank,
  reduction,
  type Scope,
  scalar,
  truth,
  type Vector,
  vector,
} from "./everyday_expressions.ts";
import { everydayLists } from "./everyday_lists.ts";
import type { GeneratedKernel } from "./generator.ts";
import { indented } from "./statements.ts";

/** How many choices such a kernel takes at most. */
export const everydayLength = 400;

const dtypes: readonly (readonly [dtype: string, kind: Kind])[] = [
  ["float64", "real"],
  ["int64", "int"],
  ["float32", "real"],
  ["complex128", "complex"],
  ["int32", "int"],
  ["complex64", "complex"],
  ["uint8", "int"],
  ["int8", "int"],
  ["bool", "bool"],
  ["int16", "int"],
  ["uint16", "int"],
  ["float16", "real"],
];

export function writeEveryday(numbers: readonly number[]): GeneratedKernel {
  const reader: ChoiceReader = readChoices(numbers);
  const c: Choices = reader;
  const length = oneOf(c, [4, 1, 2, 3, 5, 7]);
  const [rows, columns] = oneOf(c, [
    [2, 3],
    [1, 4],
    [3, 1],
    [2, 2],
  ] as const);
  const given = [
    { name: "a", shape: [length], of: oneOf(c, dtypes) },
    { name: "b", shape: [length], of: oneOf(c, dtypes) },
    { name: "g", shape: [rows, columns], of: oneOf(c, dtypes) },
  ].map((one) => ({ ...one, ...elements(c, one.of[0], one.of[1], one.shape) }));
  const n = oneOf(c, [3, 0, 1, 2, 5]);
  const k = 1 + c.pick(3);
  const s = oneOf(c, ["1.5", "2", "-0.25"]);
  const scope: Scope = {
    c,
    length,
    rows,
    columns,
    vectors: given
      .slice(0, 2)
      .map(({ name, of: [, kind] }): Vector => ({ name, length: "given", kind, stored: true })),
    matrices: given.slice(2).map(({ name, of: [, kind] }) => ({ name, shape: "given", kind })),
    scalars: [
      { name: "k", kind: "int", mixed: false },
      { name: "s", kind: s === "2" ? "int" : "real", mixed: false },
    ],
    lists: [],
    counters: [],
    count: { names: 0 },
  };
  const body = Array.from({ length: 2 + c.pick(5) }, () => c.part(() => statement(scope, 2))).flat();
  const lines = [
    `# args: ${given.map(({ name, of, shape }) => `${name}=${of[0]}[${shape.join(",")}]`).join(" ")} n=${n} k=${k} s=${s}`,
    `# values: ${given.map(({ name, texts }) => `${name}=${texts.join(",")}`).join(" ")}`,
    ...oneOf(c, [
      ["import heapq", "from collections import deque", "import numpy as np", "from pylog import *"],
      ["import heapq", "import numpy as np", "from collections import deque", "from pylog import pylog"],
    ]),
    "",
    "",
    "@pylog",
    "def kernel(a, b, g, n, k, s):",
    ...indented([...body, `return ${everything(scope).join(", ")}`]),
  ];
  const args: Record<string, WireValue> = {
    ...Object.fromEntries(given.map(({ name, wire }) => [name, wire])),
    n: { dtype: "python int", value: String(n) },
    k: { dtype: "python int", value: String(k) },
    s: { dtype: s === "2" ? "python int" : "python float", value: s },
  };
  return { text: `${lines.join("\n")}\n`, args, reader };
}

const reals = ["0.5", "-1.5", "2.0", "0.0", "-0.0", "3.25", "nan", "inf", "-4.0", "1.0"] as const;

function elements(c: Choices, dtype: string, kind: Kind, shape: readonly number[]) {
  const count = shape.reduce((product, extent) => product * extent, 1);
  const texts = Array.from({ length: kind === "complex" ? 2 * count : count }, () => {
    if (kind === "real" || kind === "complex") return oneOf(c, reals);
    return String(kind === "bool" ? c.pick(2) : dtype.startsWith("u") ? c.pick(9) : c.pick(13) - 6);
  });
  const stored = allocateElements(dtype, count);
  texts.forEach((text, i) => {
    if (stored instanceof BigInt64Array || stored instanceof BigUint64Array) stored[i] = BigInt(text);
    else stored[i] = text === "inf" ? Number.POSITIVE_INFINITY : Number(text);
  });
  return { texts, wire: wireArray(dtype, shape, stored) };
}

function fresh(scope: Scope, letter: string): string {
  return `${letter}${scope.count.names++}`;
}

// Statements

function statement(scope: Scope, depth: number): string[] {
  const { c } = scope;
  const simple = [
    newVector,
    created,
    newScalar,
    stored,
    masked,
    masked,
    chosen,
    list,
    everydayLists,
    everydayLists,
    matrix,
  ];
  const nested = depth > 0 ? [loop, branch, loop] : [];
  return oneOf(c, [...simple, ...nested])(scope, depth);
}

function newVector(scope: Scope): string[] {
  const length = oneOf(scope.c, ["given", "given", "n"] as const);
  const name = fresh(scope, "v");
  const { text, kind } = vector(scope, length, 3);
  scope.vectors.push({ name, length, kind, stored: !/^\w+(\[::-1\])?$/.test(text) });
  return [`${name} = ${text}`];
}

/** An array whose shape an argument gives. */
function created(scope: Scope): string[] {
  const { c } = scope;
  const name = fresh(scope, "z");
  if (c.chance(25)) {
    const [text, kind] = oneOf(c, [
      ["np.zeros((n, k))", "real"],
      ["np.ones((n, k), dtype=np.complex64)", "complex"],
      ["np.full((n, k), 7)", "int"],
    ] as const);
    scope.matrices.push({ name, shape: "(n, k)", kind });
    return [`${name} = ${text}`];
  }
  const [text, kind] = oneOf(c, [
    ["np.zeros(n)", "real"],
    ["np.zeros(n, dtype=complex)", "complex"],
    ["np.ones(n, dtype=np.int32)", "int"],
    ["np.full(n, 2.5)", "real"],
    ["np.arange(n)", "int"],
    ["np.arange(n, 0, -1)", "int"],
    ["np.arange(n) * 0.5", "real"],
    ["np.zeros(n, np.complex64)", "complex"],
    ["np.full(n, -1, dtype=np.int8)", "int"],
    ["np.arange(n, dtype=np.float32)", "real"],
    ["np.zeros(n, bool)", "bool"],
  ] as const);
  scope.vectors.push({ name, length: "n", kind, stored: true });
  return [`${name} = ${text}`];
}

function newScalar(scope: Scope): string[] {
  const name = fresh(scope, "t");
  const { text, kind } = scope.c.chance(40) ? reduction(scope, "complex") : scalar(scope, 3);
  scope.scalars.push({ name, kind, mixed: mayBeMixed(scope, text) });
  return [`${name} = ${text}`];
}

/** Of a choice, and of a total of no rounds, some paths have a Python number: which, is NumPy's business; its value counts. */
function mayBeMixed({ scalars }: Scope, text: string): boolean {
  return (
    / if /.test(text) || scalars.some(({ name, mixed }) => mixed && new RegExp(`\\b${name}\\b`).test(text))
  );
}

function stored(scope: Scope): string[] {
  const { c } = scope;
  const target = oneOf(
    c,
    scope.vectors.filter((v) => v.stored && v.length !== "?"),
  );
  const { name, length, kind } = target;
  switch (c.pick(5)) {
    case 0:
      return [`${name}[${place(scope, length)}] = ${scalar(scope, 2, kind).text}`];
    case 1:
      return [`${name}[::-1] = ${vector(scope, length, 2, kind).text}`];
    case 2:
      return [
        `${name}[${oneOf(c, ["1:", ":-1", "::2", "::-2", "-1:0:-1", "3:1"])}] = ${scalar(scope, 1, kind).text}`,
      ];
    case 3:
      return kind === "bool"
        ? [`${name} |= ${condition(scope, length, 1)}`]
        : [`${name} ${oneOf(c, ["+=", "*="])} ${vector(scope, length, 2, kind).text}`];
    default:
      return kind === "complex"
        ? [
            `${name}.${oneOf(c, ["real", "imag"])}[${place(scope, length)}] = ${scalar(scope, 1, "real").text}`,
          ]
        : [`${name}[1:] = ${name}[:-1]`];
  }
}

/** What is stored where a mask is true. */
function masked(scope: Scope): string[] {
  const { c } = scope;
  const target = oneOf(
    c,
    scope.vectors.filter((v) => v.stored && v.length !== "?"),
  );
  const { name, length, kind } = target;
  const mask = c.chance(50) ? null : fresh(scope, "m");
  const where = condition(scope, length, 1);
  const set = mask === null ? [] : [`${mask} = ${where}`];
  const m = mask ?? where;
  const elsewhere = scope.vectors.filter((v) => v.length === length && rank(v.kind) <= rank(kind));
  const other = elsewhere.length > 0 ? oneOf(c, elsewhere).name : name;
  const plain = kind === "bool" ? `~${name}[${m}]` : `${name}[${m}] * 2`;
  const value = oneOf(c, [
    scalar(scope, 1, kind).text,
    `${other}[${m}]`,
    plain,
    kind === "bool" ? "True" : `${name}[${m}] + ${other}[${m}]`,
    ...(kind === "real" ? [`np.sqrt(np.abs(${name}[${m}]))`, `1 / ${name}[${m}]`] : []),
    ...(kind === "complex" ? [`np.conj(${name}[${m}])`, `${name}[${m}] * 1j`] : []),
  ]);
  const to = mask !== null && c.chance(30) ? `~${mask}` : m;
  if (to !== m) return [...set, `${name}[${to}] = ${scalar(scope, 1, kind).text}`];
  return [...set, `${name}[${m}] ${kind === "bool" ? "=" : oneOf(c, ["=", "=", "+=", "*="])} ${value}`];
}

/** The elements where a mask is true, as an array. */
function chosen(scope: Scope): string[] {
  const { c } = scope;
  const from = oneOf(
    c,
    scope.vectors.filter((v) => v.length !== "?"),
  );
  const name = fresh(scope, "w");
  const lines = [`${name} = ${from.name}[${condition(scope, from.length, 1)}]`];
  scope.vectors.push({ name, length: "?", kind: from.kind, stored: false });
  scope.scalars.push({ name: `len(${name})`, kind: "int", mixed: false });
  if (!c.chance(50)) return lines;
  const total = fresh(scope, "t");
  scope.scalars.push({ name: total, kind: from.kind === "bool" ? "int" : from.kind, mixed: true });
  const start = { bool: "0", int: "0", real: "0.0", complex: "0j" }[from.kind];
  return [...lines, `${total} = ${start}`, `for e in ${name}:`, `    ${total} = ${total} + e`];
}

function list(scope: Scope): string[] {
  const { c } = scope;
  const name = fresh(scope, "l");
  const element = (counters: Scope["counters"]) => scalar({ ...scope, counters }, 2);
  const { text, kind } = element([{ name: "i", below: "n" }]);
  scope.lists.push({ name, kind });
  scope.scalars.push({ name: `len(${name})`, kind: "int", mixed: false });
  switch (c.pick(5)) {
    case 0:
      return [`${name} = [${text} for i in range(n)]`];
    case 1:
      return [`${name} = []`, "for i in range(n):", `    ${name}.append(${text})`];
    case 2:
      return [
        `${name} = [${text.replace(/\bi\b/g, "0")}]`,
        `${name} += [${name}[-1], ${name}[0]]`,
        `${name}.extend(${name}[:n])`,
      ];
    case 3: {
      const one = element([{ name: "i", below: "given" }]);
      scope.lists.pop();
      scope.lists.push({ name, kind: one.kind });
      return [
        `${name} = []`,
        `for i in range(${scope.length}):`,
        `    if ${truth({ ...scope, lists: [], counters: [{ name: "i", below: "given" }] })}:`,
        `        ${name}.append(${one.text})`,
        ...(c.chance(30) ? ["    else:", `        ${name}.append(${one.text})`] : []),
      ];
    }
    default: {
      const { name: from, kind: taken } = oneOf(
        c,
        scope.vectors.filter((v) => v.length !== "?"),
      );
      scope.lists.pop();
      scope.lists.push({ name, kind: taken });
      return [
        `${name} = []`,
        `for e in ${from}:`,
        `    ${name}.append(e)`,
        ...(c.chance(50) ? [`if len(${name}) > 1:`, `    ${name}.pop()`] : []),
      ];
    }
  }
}

function matrix(scope: Scope): string[] {
  const { c } = scope;
  const { name, shape, kind } = oneOf(c, scope.matrices);
  const to = fresh(scope, "q");
  const lower = kind === "complex" ? kind : kind === "bool" ? "int" : kind;
  switch (c.pick(6)) {
    case 0:
      scope.scalars.push({ name: to, kind: lower, mixed: false });
      return [`${to} = np.sum(${name}${shape === "given" ? oneOf(c, ["[0]", "[:, -1]", ""]) : ""}) + 0`];
    case 1:
      scope.matrices.push({ name: to, shape, kind: lower });
      return [`${to} = ${name} * ${literal(c, kind === "bool" ? "int" : kind).text}`];
    case 2:
      return [`${name}[${oneOf(c, ["0", "-1", ":", "::-1"])}] = ${scalar(scope, 1, kind).text}`];
    case 3:
      if (kind === "complex") return [`${name}[${name} == 0] = ${scalar(scope, 1, kind).text}`];
      return [
        `${name}[${name} ${oneOf(c, [">", "<"])} ${oneOf(c, ["0", "1"])}] = ${scalar(scope, 1, kind).text}`,
      ];
    case 4:
      scope.vectors.push({ name: to, length: "?", kind, stored: false });
      return [`${to} = ${name}[${kind === "complex" ? `${name} != 0` : `${name} > 0`}]`];
    default:
      if (shape === "given") return [`${name}[:, 0] = ${name}[:, -1]`];
      return [
        "for i in range(n):",
        "    for j in range(k):",
        `        ${name}[i, j] = ${scalar(scope, 2, kind).text}`,
      ];
  }
}

function inner(scope: Scope, change: Partial<Scope>): Scope {
  return {
    ...scope,
    vectors: [...scope.vectors],
    matrices: [...scope.matrices],
    scalars: [...scope.scalars],
    lists: [...scope.lists],
    ...change,
  };
}

function block(scope: Scope, depth: number, change: Partial<Scope> = {}): string[] {
  const inside = inner(scope, change);
  return indented(
    Array.from({ length: 1 + scope.c.pick(2) }, () =>
      scope.c.part(() => statement(inside, depth - 1)),
    ).flat(),
  );
}

function loop(scope: Scope, depth: number): string[] {
  const { c } = scope;
  const counter = fresh(scope, "i");
  const below: Length = oneOf(c, ["given", "n"] as const);
  const range =
    below === "n"
      ? oneOf(c, ["n", "n - 1, -1, -1"])
      : oneOf(c, [String(scope.length), "len(a)", "0, len(b), k"]);
  const total = fresh(scope, "t");
  const counters = [...scope.counters, { name: counter, below }];
  const added = scalar({ ...scope, counters }, 2);
  const body = c.chance(50) ? block(scope, depth, { counters }) : [];
  scope.scalars.push({ name: total, kind: added.kind === "bool" ? "int" : added.kind, mixed: true });
  return [
    `${total} = 0`,
    `for ${counter} in range(${range}):`,
    ...body,
    `    ${total} = ${total} + ${added.text}`,
  ];
}

function branch(scope: Scope, depth: number): string[] {
  const otherwise = scope.c.chance(50) ? ["else:", ...block(scope, depth)] : [];
  return [`if ${truth(scope)}:`, ...block(scope, depth), ...otherwise];
}

const widest = { bool: "int64", int: "int64", real: "float64", complex: "complex128" } as const;

/** What NumPy's user looks at in the end. */
function everything(scope: Scope): string[] {
  const names = [
    ...scope.vectors.map(({ name, length }) => (length === "?" ? `np.sum(${name}) + 0` : name)),
    ...scope.matrices.map(({ name }) => name),
    ...scope.scalars.map(({ name, kind, mixed }) => (mixed ? `np.${widest[kind]}(${name})` : name)),
    ...scope.lists.map(({ name }) => `len(${name})`),
  ];
  return names;
}
