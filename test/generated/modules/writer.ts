/**
 * Random modules without a kernel: tables built by loops, appends, slices, aliases, functions and operations in place.
 *
 *     const { text } = writeModule([4711, 17, ...]);
 */
import { type ChoiceReader, oneOf, readChoices } from "../choices.ts";
import { floats, int, ints } from "./expressions.ts";
import { type Fn, indented, type Kind, type Scope, type Variable } from "./model.ts";
import { block } from "./statements.ts";

export interface GeneratedModule {
  readonly text: string;
  readonly opaque: boolean; // it calls code that the compiler does not read
  readonly reader: ChoiceReader;
}

export const moduleLength = 400;

export function writeModule(numbers: readonly number[]): GeneratedModule {
  const reader = readChoices(numbers);
  const c = reader;
  const opaque = c.chance(40);
  const names = { next: 0, statements: 24 };
  const scope: Scope = {
    c,
    vars: [],
    outer: [],
    functions: [],
    names,
    depth: 2,
    opaque,
    inFunction: false,
    inLoop: false,
  };
  const start = block(scope, 2 + c.pick(3));
  const functions = Array.from({ length: c.pick(4) }, (_, i) => c.part(() => writeFunction(scope, i)));
  const rest = block(scope, 2 + c.pick(20));
  const helper = [
    ...["def called_with(n, target):", "    if n > 2:", "        target[0] = n", "    return target"],
    ...["def setitem(target):", "    target[0] = target[-1]", "    return target"],
  ];
  const lines = [
    "import math",
    "import numpy as np",
    ...(opaque ? ["import elsewhere", "elsewhere.reset()", ...helper] : []),
    ...start,
    ...functions.flat(),
    ...rest,
  ];
  return { text: `${lines.join("\n")}\n`, opaque, reader };
}

function writeFunction(scope: Scope, i: number): string[] {
  const { c } = scope;
  const name = `f${i}`;
  const takes = oneOf<Kind>(c, ["int", "ints", "array"]);
  const gives = oneOf<Kind | null>(c, ["ints", "int", null, "float", "floats"]);
  const parameter: Variable = { name: "p", kind: takes, dtype: "int64" };
  const outer = scope.vars.filter((variable) => variable.kind !== "int" && variable.kind !== "float");
  const counter = c.chance(40) ? scope.vars.find((variable) => variable.kind === "int") : undefined;
  const inner: Scope = {
    ...scope,
    vars: [parameter],
    outer: [...outer],
    depth: 1,
    inFunction: true,
    inLoop: false,
    names: { next: scope.names.next, statements: 5 },
  };
  scope.names.next += 40;
  const form = c.pick(4);
  const made: Fn = { name, takes, gives };
  const result = gives === null ? [] : [`return ${resultOf(inner, gives)}`];
  const early =
    gives === null || !c.chance(30)
      ? []
      : [`if ${int(inner, 1)} > 4:`, `    return ${resultOf(inner, gives)}`];
  const body = [
    ...(counter === undefined
      ? []
      : [`global ${counter.name}`, `${counter.name} = (${counter.name} + 1) % 50`]),
    ...block(inner, 1 + c.pick(3)),
    ...early,
    ...block(inner, c.pick(2)),
    ...result,
  ];
  const lines = written(name, form, body);
  scope.functions.push(made);
  return lines;
}

/** Plain, with a default that lives on between calls, inside another function, or with a counter around it. */
function written(name: string, form: number, body: readonly string[]): string[] {
  switch (form) {
    case 1:
      return [
        `def ${name}(p, seen=[0]):`,
        ...indented(["seen[0] += 1", "del seen[3:]", "seen.append(seen[0])", ...body]),
      ];
    case 2:
      return [
        `def make_${name}(extra):`,
        ...indented([`def inner(p):`, ...indented(body), "return inner"]),
        `${name} = make_${name}(4)`,
      ];
    case 3:
      return [
        `def around_${name}():`,
        ...indented([
          "calls = 0",
          "def inner(p):",
          ...indented(["nonlocal calls", "calls += 1", ...body]),
          "return inner",
        ]),
        `${name} = around_${name}()`,
      ];
    default:
      return [`def ${name}(p):`, ...indented(body)];
  }
}

function resultOf(scope: Scope, kind: Kind): string {
  switch (kind) {
    case "int":
      return int(scope);
    case "ints":
      return ints(scope);
    case "floats":
      return floats(scope);
    default:
      return `${int(scope, 1)} / 8`;
  }
}
