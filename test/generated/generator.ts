/**
 * Random well-typed kernels. Which one is decided by a list of numbers (choices.ts) and nothing else.
 *
 *     const { text, args } = writeKernel([4711, 17, ...]);   // Python, and what to call it with
 */
import type { WireValue } from "../numpy/wire.ts";
import { type ChoiceReader, oneOf, readChoices } from "./choices.ts";
import { type Argument, argument } from "./data.ts";
import { writeFunction } from "./functions.ts";
import { isPython, type Result, type Scope, type Variable } from "./model.ts";
import { anyScalarType } from "./scalars.ts";
import { indented, writeBlock, writeReturn } from "./statements.ts";
import { writeTemplate } from "./templates.ts";

export interface GeneratedKernel {
  readonly text: string; // a file of the corpus, header and all
  readonly args: Readonly<Record<string, WireValue>>;
  readonly reader: ChoiceReader;
}

/** How many choices a program takes at most. */
export const programLength = 500;

export function writeKernel(numbers: readonly number[], name = "kernel"): GeneratedKernel {
  const reader = readChoices(numbers);
  const c = reader;
  const given = kernelArguments(c);
  const scope: Scope = {
    c,
    vars: new Map(given.map(({ variable }) => [variable.name, variable])),
    functions: [],
    templates: [],
    loops: 0,
    results: null,
    budget: { statements: 14, names: 0 },
  };
  const constants = moduleConstants(c);
  for (const { variable } of constants) scope.vars.set(variable.name, variable);
  const global = new Map(constants.map(({ variable }) => [variable.name, variable]));
  const outside = c.chance(25) ? writeFunction({ ...scope, vars: new Map(global) }, "helper") : [];
  if (c.chance(20)) outside.push(...(outside.length > 0 ? ["", ""] : []), ...writeTemplate(scope, "both"));
  const nested = Array.from({ length: c.chance(35) ? 1 + c.pick(2) : 0 }, (_, i) =>
    writeFunction(scope, `f${i}`),
  );
  const results: Result[] | null = c.chance(20)
    ? Array.from({ length: 1 + c.pick(2) }, () => ({ type: anyScalarType(c), shape: [] }))
    : null;
  const inner: Scope = { ...scope, results };
  const body = [...nested.flat(), ...writeBlock(inner, "v")];
  body.push(
    ...(results === null ? writeEverything(inner, [...given, ...constants]) : writeReturn(inner, results)),
  );
  const lines = [
    ...header(given),
    "import math",
    "import numpy as np",
    "from pylog import *",
    "",
    ...constants.map(({ line }) => line),
    ...(outside.length > 0 ? ["", ...outside, ""] : []),
    "",
    "@pylog",
    `def ${name}(${given.map(({ variable }) => variable.name).join(", ")}):`,
    ...indented(body.length === 0 ? ["pass"] : body),
  ];
  return {
    text: `${lines.join("\n")}\n`,
    args: Object.fromEntries(given.map(({ variable, wire }) => [variable.name, wire])),
    reader,
  };
}

function kernelArguments(c: ChoiceReader): Argument[] {
  const found: Argument[] = [argument(c, "a", "array")];
  for (const name of ["b", "c"]) if (c.chance(65)) found.push(c.part(() => argument(c, name, "array")));
  if (c.chance(45)) found.push(c.part(() => argument(c, "s", "numpy")));
  if (c.chance(55)) found.push(c.part(() => argument(c, "n", "python")));
  if (c.chance(35)) found.push(c.part(() => argument(c, "m", "python")));
  return found;
}

/** `LIMIT = 5`, `TABLE = np.array([...], np.int16)`. */
function moduleConstants(c: ChoiceReader): { readonly variable: Variable; readonly line: string }[] {
  if (!c.chance(25)) return [];
  const type = oneOf(c, ["int16", "uint8", "float32", "int64"] as const);
  const common = { rebind: "never", stored: false, plain: false, mixed: false } as const;
  const limit = 1 + c.pick(9);
  const values = Array.from({ length: 2 + c.pick(4) }, () => c.pick(20));
  return [
    {
      variable: {
        ...common,
        name: "LIMIT",
        type: "python int",
        shape: [],
        range: { low: limit, high: limit },
      },
      line: `LIMIT = ${limit}`,
    },
    {
      variable: { ...common, name: "TABLE", type, shape: [values.length], range: null },
      line: `TABLE = np.array([${values.join(", ")}], np.${type})`,
    },
  ];
}

function header(given: readonly Argument[]): string[] {
  const values = given.filter((g) => g.valuesText !== null);
  return [
    `# args: ${given.map((g) => `${g.variable.name}=${g.typeText}`).join(" ")}`,
    ...(values.length > 0
      ? [`# values: ${values.map((g) => `${g.variable.name}=${g.valuesText}`).join(" ")}`]
      : []),
  ];
}

/** Every name that has a value at the end is a result; one that may still be a Python number is made NumPy's. */
function writeEverything(scope: Scope, given: readonly Pick<Argument, "variable">[]): string[] {
  const arrays = new Set(given.filter((g) => g.variable.shape.length > 0).map((g) => g.variable.name));
  const names = [...scope.vars.values()].filter((v) => !arrays.has(v.name));
  return names.length === 0 ? [] : [`return ${names.map(observed).join(", ")}`];
}

function observed(v: Variable): string {
  return v.mixed && !isPython(v.type) ? `np.${v.type === "bool" ? "bool_" : v.type}(${v.name})` : v.name;
}
