/**
 * Random kernels about one thing: which array a name refers to. Names are bound again in loops and branches, swapped,
 * sent through functions that give back their arguments, parts of them or new arrays, and stored to meanwhile; functions
 * that change their arguments stand inside expressions, where the order in which Python computes shows.
 *
 *     const { text, args } = writeRebinding([4711, 17, ...]);
 */
import { wireArray } from "../numpy/wire.ts";
import { type ChoiceReader, oneOf, readChoices, weighted } from "./choices.ts";
import type { GeneratedKernel } from "./generator.ts";

/** How many choices a program takes at most. */
export const rebindingLength = 220;

/** All arrays are int32[4], so that every name can take every one; `m` has three rows of them. */
interface Scope {
  readonly c: ChoiceReader;
  readonly arrays: readonly string[]; // that may be read and stored to
  readonly names: readonly string[]; // those of them that may be bound again
  readonly functions: readonly Signature[];
  readonly hasRows: boolean;
  readonly counters: readonly string[];
  readonly depth: number;
  readonly budget: { left: number; loops: number };
  readonly result: Result | null; // of the function, for an early return
}

type Result = "array" | "arrays" | "number";

interface Signature {
  readonly name: string;
  readonly result: Result;
  readonly changes: boolean; // one of its arguments
}

export function writeRebinding(numbers: readonly number[], name = "kernel"): GeneratedKernel {
  const reader = readChoices(numbers);
  const functions: Signature[] = [];
  const texts: string[] = [];
  for (let k = 0; k < 1 + reader.pick(3); k++) {
    texts.push(...reader.part(() => writeFunction(reader, functions, `f${k}`)), "", "");
  }
  const scope: Scope = {
    c: reader,
    arrays: ["x", "y", "z", "a", "b"],
    names: ["x", "y", "z"],
    functions,
    hasRows: true,
    counters: [],
    depth: 0,
    budget: { left: 12, loops: 0 },
    result: null,
  };
  const starts = ["x", "y", "z"].map(
    (own) => `${own} = ${oneOf(reader, ["a.copy()", "b", "a + b", "m[1]", "a"])}`,
  );
  const body = [...starts, "s = np.int32(0)", ...writeBlock(scope), "return x, y, z, s"];
  const text = [
    "# args: a=int32[4] b=int32[4] m=int32[3,4] n=3",
    "import numpy as np",
    "from pylog import *",
    "",
    "",
    ...texts,
    "@pylog",
    `def ${name}(a, b, m, n):`,
    ...indented(body),
    "",
  ].join("\n");
  return { text, args: argumentsOf(), reader };
}

function argumentsOf(): GeneratedKernel["args"] {
  const numbers = (count: number, by: number) =>
    Int32Array.from({ length: count }, (_, i) => ((i * by) % 23) - 7);
  return {
    a: wireArray("int32", [4], numbers(4, 5)),
    b: wireArray("int32", [4], numbers(4, 11)),
    m: wireArray("int32", [3, 4], numbers(12, 9)),
    n: { dtype: "python int", value: "3" },
  };
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`);
}

// Functions

function writeFunction(c: ChoiceReader, functions: Signature[], name: string): string[] {
  const result = oneOf(c, ["array", "arrays", "number"] as const);
  const changes = c.chance(40);
  const scope: Scope = {
    c,
    arrays: ["p", "q"],
    names: ["p", "q"],
    functions: [...functions],
    hasRows: false,
    counters: [],
    depth: 1,
    budget: { left: c.pick(5), loops: 0 },
    result,
  };
  const start = changes ? [`${oneOf(c, ["p", "q"])}[${c.pick(4)}] += k + 1`] : [];
  const body = [...start, "s = np.int32(k)", ...writeBlock(scope, changes), ...writeReturn(scope)];
  functions.push({ name, result, changes: body.some((line) => /\] [-+*]?= |f\d\(/.test(line)) });
  return [`def ${name}(p, q, k):`, ...indented(body)];
}

function writeReturn(scope: Scope): string[] {
  const { c } = scope;
  switch (scope.result) {
    case "array":
      return [`return ${arrayValue(scope)}`];
    case "arrays":
      return [`return ${arrayValue(scope)}, ${arrayValue(scope)}`];
    default:
      return [`return ${oneOf(c, ["s", "p[0] + s", "q[1]", "p[2] * q[3]"])}`];
  }
}

/** A call whose value is of the kind; null where there is no such function. */
function callOf(scope: Scope, result: Result): string | null {
  const { c } = scope;
  const fitting = scope.functions.filter((f) => f.result === result);
  if (fitting.length === 0) return null;
  const f = oneOf(c, fitting);
  const first = arrayArgument(scope);
  const second = c.chance(20) ? first : arrayArgument(scope);
  return `${f.name}(${first}, ${second}, ${oneOf(c, ["1", "2", ...scope.counters])})`;
}

function arrayArgument(scope: Scope): string {
  return scope.c.chance(20) ? `${anyArray(scope)} * 3` : anyView(scope);
}

// Statements

type Writer = (scope: Scope) => string[] | null;

const writers: readonly (readonly [number, Writer])[] = [
  [8, writeBinding],
  [4, writeSwap],
  [3, writeRotation],
  [7, writeCallBinding],
  [5, writeTwoResults],
  [8, writeStore],
  [4, writeSliceStore],
  [3, writeInPlace],
  [4, writeNumber],
  [6, writeFor],
  [3, writeWhile],
  [6, writeIf],
  [3, writeChoice],
  [3, writeJump],
  [2, writeEarlyReturn],
];

function writeBlock(scope: Scope, stores = true): string[] {
  const { c, budget } = scope;
  const lines: string[] = [];
  for (;;) {
    const next = c.part(() => {
      if (budget.left <= 0 || c.pick(8) === 0) return null;
      budget.left--;
      for (let tries = 0; tries < 4; tries++) {
        const written = weighted(c, writers)(scope);
        if (written !== null && (stores || !written.some(isStore))) return written;
      }
      return [];
    });
    if (next === null) return lines;
    lines.push(...next);
    if (/^(return|break|continue)\b/.test(next.at(-1) ?? "")) return lines;
  }
}

/** A function that is said to change nothing has no stores, and no calls that might have some. */
function isStore(line: string): boolean {
  return /\] [-+*]?= |\w [-+*]= |f\d\(/.test(line);
}

function writeBody(scope: Scope): string[] {
  const lines = writeBlock(scope);
  return lines.length === 0 ? ["pass"] : lines;
}

function anyArray(scope: Scope): string {
  return oneOf(scope.c, scope.arrays);
}

function anyName(scope: Scope): string {
  return oneOf(scope.c, scope.names);
}

/** Memory that is there: an array, its elements backwards, a row. */
function anyView(scope: Scope): string {
  const { c } = scope;
  const array = anyArray(scope);
  if (c.chance(12)) return `${array}[::-1]`;
  if (scope.hasRows && c.chance(15))
    return `m[${oneOf(c, ["0", "2", ...scope.counters.map((i) => `${i} % 3`)])}]`;
  return array;
}

function newArray(scope: Scope): string {
  const { c } = scope;
  const [one, two] = [anyView(scope), anyView(scope)];
  return oneOf(c, [
    `${one} + ${two}`,
    `${one}.copy()`,
    `${one} * 2 - ${two}`,
    "np.zeros(4, np.int32)",
    `${one}[::-1] + ${two}`,
    `np.where(${one} > ${two}, ${one}, 3)`,
    `${one} + ${number(scope)}`,
  ]);
}

function arrayValue(scope: Scope): string {
  return scope.c.chance(45) ? newArray(scope) : anyView(scope);
}

/** An int32; where a function changes its arguments, what stands before it and behind it are not the same moment. */
function number(scope: Scope): string {
  const { c } = scope;
  const element = `${anyArray(scope)}[${c.pick(4)}]`;
  if (!c.chance(25)) return oneOf(c, [element, "s", "np.int32(5)"]);
  const call = callOf(scope, "number");
  if (call === null) return element;
  return oneOf(c, [call, `${element} + ${call}`, `(${call} - ${element})`, `max(${element}, ${call})`]);
}

function condition(scope: Scope): string {
  const { c } = scope;
  const plain = [
    `${anyArray(scope)}[${c.pick(4)}] > ${anyArray(scope)}[${c.pick(4)}]`,
    `${number(scope)} > ${number(scope)}`,
    ...scope.counters.map((i) => `${i} % 2 == 0`),
    ...scope.counters.map((i) => `${i} > 0`),
  ];
  const one = oneOf(c, plain);
  if (!c.chance(20)) return one;
  return oneOf(c, [`${one} and ${number(scope)} > 1`, `${one} or ${number(scope)} > 1`, `not ${one}`]);
}

function writeBinding(scope: Scope): string[] {
  return [`${anyName(scope)} = ${arrayValue(scope)}`];
}

function writeSwap(scope: Scope): string[] {
  const [one, two] = [anyName(scope), anyName(scope)];
  return [`${one}, ${two} = ${two}, ${one}`];
}

function writeRotation(scope: Scope): string[] {
  const [one, two] = [anyName(scope), anyName(scope)];
  return [`${one}, ${two} = ${two}, ${arrayValue(scope)}`];
}

function writeCallBinding(scope: Scope): string[] | null {
  const call = callOf(scope, "array");
  return call === null ? null : [`${anyName(scope)} = ${call}`];
}

function writeTwoResults(scope: Scope): string[] | null {
  const call = callOf(scope, "arrays");
  return call === null ? null : [`${anyName(scope)}, ${anyName(scope)} = ${call}`];
}

function writeStore(scope: Scope): string[] {
  const { c } = scope;
  const index = oneOf(c, ["0", "1", "3", ...scope.counters.map((i) => `${i} % 4`)]);
  return [`${anyArray(scope)}[${index}] ${oneOf(c, ["=", "+=", "="])} ${number(scope)}`];
}

function writeSliceStore(scope: Scope): string[] {
  const { c } = scope;
  const array = anyArray(scope);
  return [
    oneOf(c, [
      `${array}[1:] = ${anyArray(scope)}[:-1]`,
      `${array}[:] = ${newArray(scope)}`,
      `${array}[:2] = ${number(scope)}`,
      `${array}[1:3] += ${anyArray(scope)}[2:]`,
    ]),
  ];
}

/** Of the kernel's own names, for \`a += b\` binds an argument's name again. */
function writeInPlace(scope: Scope): string[] {
  return [`${anyName(scope)} += ${arrayValue(scope)}`];
}

function writeNumber(scope: Scope): string[] {
  return [`s ${oneOf(scope.c, ["=", "+="])} ${number(scope)}`];
}

function writeFor(scope: Scope): string[] | null {
  if (scope.depth > 2) return null;
  const i = `i${scope.budget.loops++}`;
  const inner = { ...scope, depth: scope.depth + 1, counters: [...scope.counters, i] };
  const rounds = oneOf(scope.c, scope.depth === 0 ? ["3", "n", "4", "2"] : ["2", "3"]);
  return [`for ${i} in range(${rounds}):`, ...indented(writeBody(inner))];
}

function writeWhile(scope: Scope): string[] | null {
  if (scope.depth > 1) return null;
  const i = `i${scope.budget.loops++}`;
  const inner = { ...scope, depth: scope.depth + 1, counters: [...scope.counters, i] };
  const extra = scope.c.chance(30) ? ` and (${condition(scope)})` : "";
  return [`${i} = 0`, `while ${i} < 3${extra}:`, ...indented([`${i} += 1`, ...writeBody(inner)])];
}

function writeIf(scope: Scope): string[] {
  const { c } = scope;
  const inner = { ...scope, depth: scope.depth + 1 };
  const lines = [`if ${condition(scope)}:`, ...indented(writeBody(inner))];
  return c.chance(50) ? [...lines, "else:", ...indented(writeBody(inner))] : lines;
}

function writeChoice(scope: Scope): string[] {
  return [`${anyName(scope)} = ${arrayValue(scope)} if ${condition(scope)} else ${arrayValue(scope)}`];
}

function writeJump(scope: Scope): string[] | null {
  if (scope.counters.length === 0) return null;
  return [`if ${condition(scope)}:`, `    ${oneOf(scope.c, ["break", "continue"])}`];
}

function writeEarlyReturn(scope: Scope): string[] | null {
  if (scope.result === null) return null;
  return [`if ${condition(scope)}:`, ...indented(writeReturn(scope))];
}
