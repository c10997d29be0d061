/**
 * Kernels of exact types without a declared local: accumulators in loops, branches, exchanges, helper functions. CPython
 * runs them on fractions, which never lose a bit.
 */
import { type ChoiceReader, type Choices, oneOf, readChoices } from "./choices.ts";
import { indented } from "./statements.ts";

export interface ExactKernel {
  readonly text: string;
  readonly args: readonly ExactArgument[];
  readonly reader: ChoiceReader;
}

export interface ExactArgument {
  readonly name: string;
  readonly type: string;
  readonly fraction: number; // bits
  readonly raw: readonly number[];
}

export const exactLength = 120;

const elements = [
  { type: "int<8>", low: -128, high: 127, fraction: 0 },
  { type: "uint<5>", low: 0, high: 31, fraction: 0 },
  { type: "fixed<8,4>", low: -128, high: 127, fraction: 4 },
  { type: "uint<1>", low: 0, high: 1, fraction: 0 },
  { type: "ufixed<6,2>", low: 0, high: 63, fraction: 4 },
] as const;

const size = 6;

interface Scope {
  readonly c: Choices;
  readonly names: string[]; // that have a value
  readonly loops: readonly string[]; // counters, each below `size`
  budget: number;
}

export function writeExact(numbers: readonly number[]): ExactKernel {
  const reader = readChoices(numbers);
  const c: Choices = reader;
  const args = ["a", "b"].map((name): ExactArgument => {
    const { type, low, high, fraction } = oneOf(c, elements);
    const raw = Array.from({ length: size }, () => (c.chance(40) ? high : low + c.pick(high - low + 1)));
    return { name, type: `${type}[${size}]`, fraction, raw };
  });
  const scope: Scope = { c, names: [], loops: [], budget: 8 };
  const body: string[] = [];
  for (const name of ["s", "t", "u"].slice(0, 1 + c.pick(3))) {
    body.push(`${name} = ${start(scope)}`);
    scope.names.push(name);
  }
  body.push(...block(scope, 1 + c.pick(3)));
  const lines = [
    "from pylog import *",
    "",
    "def step(x, y):",
    "    if x > y:",
    "        return x - y",
    "    return x + y",
    "",
    "",
    "@pylog",
    "def kernel(a, b):",
    ...indented([...body, `return ${scope.names.join(", ")}`]),
  ];
  return { text: `${lines.join("\n")}\n`, args, reader };
}

function start({ c }: Scope): string {
  return oneOf(c, ["0", "a[0]", "b[1]", "1", "0.5", "-3", "a[2] * b[2]"]);
}

function block(scope: Scope, count: number): string[] {
  const lines: string[] = [];
  for (let i = 0; i < count && scope.budget > 0; i++) lines.push(...scope.c.part(() => statement(scope)));
  return lines.length === 0 ? ["pass"] : lines;
}

function statement(scope: Scope): string[] {
  const { c, names } = scope;
  scope.budget--;
  const name = oneOf(c, names);
  switch (c.pick(9)) {
    case 0:
      return [`${name} += ${value(scope)}`];
    case 1:
      return loop(scope);
    case 2:
      return [`${name} = ${name} + ${value(scope)}`];
    case 3:
      return [`if ${value(scope)} > ${oneOf(c, names)}:`, ...indented(block(scope, 1 + c.pick(2)))];
    case 4:
      return [`${name} = ${oneOf(c, ["max", "min"])}(${name}, ${value(scope)})`];
    case 5:
      return [`${name}, ${oneOf(c, names)} = ${oneOf(c, names)}, ${name} + ${value(scope)}`];
    case 6:
      return [`${name} = step(${name}, ${value(scope)})`];
    case 7:
      return [`${name} = ${value(scope)} if ${name} < ${value(scope)} else ${name} - ${value(scope)}`];
    default:
      return [`${name} = ${name} * ${oneOf(c, ["0.5", "2", value(scope)])}`];
  }
}

function loop(scope: Scope): string[] {
  const { c } = scope;
  if (scope.loops.length > 1) return [`${oneOf(c, scope.names)} -= ${value(scope)}`];
  const counter = `i${scope.loops.length}`;
  const inner: Scope = { ...scope, loops: [...scope.loops, counter] };
  const body = block(inner, 1 + c.pick(3));
  scope.budget = inner.budget;
  if (c.chance(15)) body.push(`if ${oneOf(c, scope.names)} > 100:`, `    ${oneOf(c, ["break", "continue"])}`);
  return [`for ${counter} in range(${oneOf(c, ["6", "3", "1", "2, 6", "0, 6, 2"])}):`, ...indented(body)];
}

function value({ c, loops, names }: Scope): string {
  const index = loops.length === 0 ? String(c.pick(size)) : oneOf(c, [...loops, "0", "5"]);
  switch (c.pick(7)) {
    case 0:
      return `a[${index}]`;
    case 1:
      return `b[${index}]`;
    case 2:
      return `a[${index}] * b[${index}]`;
    case 3:
      return oneOf(c, ["1", "0.25", "7", "-2"]);
    case 4:
      return `(a[${index}] - b[0])`;
    case 5:
      return `abs(${oneOf(c, names)})`;
    default:
      return `-b[${index}]`;
  }
}
