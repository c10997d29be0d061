/**
 * Kernels in which Python numbers and NumPy numbers meet by a choice: `max`, `min`, `if else`, `and`, `or`, branches,
 * several returns, lists. What comes of it goes on through operators, functions and stores.
 */
import { type Choices, oneOf, readChoices } from "./choices.ts";
import { type Argument, argument } from "./data.ts";
import type { GeneratedKernel } from "./generator.ts";
import { indented } from "./statements.ts";

/** How many choices such a kernel takes at most. */
export const joinsLength = 60;

const outputs = ["int64", "float64", "int16", "float32", "uint8"] as const;

export function writeJoins(numbers: readonly number[]): GeneratedKernel {
  const reader = readChoices(numbers);
  const c = reader;
  const [a, b, n, g] = [
    c.part(() => argument(c, "a", "numpy")),
    c.part(() => argument(c, "b", "numpy")),
    c.part(() => python(c, "n")),
    c.part(() => python(c, "g")),
  ];
  const given = [a, b, n, g];
  const type = oneOf(c, outputs);
  const names: string[] = [];
  const body: string[] = [];
  const count = 1 + c.pick(3);
  for (let i = 0; i < count; i++) {
    body.push(...c.part(() => writeJoin(c, `t${i}`, names)));
    names.push(`t${i}`);
  }
  const sink = c.part(() => writeUse(c, names));
  const lines = [
    `# args: ${given.map((one) => `${one.variable.name}=${one.typeText}`).join(" ")}`,
    ...[a, b].map((one) => `# values: ${one.variable.name}=${one.valuesText}`),
    "import math",
    "import numpy as np",
    "from pylog import *",
    "",
    "def either(x, y):",
    "    if x > y:",
    "        return x",
    "    return y",
    "",
    "def scaled(x, k):",
    "    return x * k",
    "",
    "",
    "@pylog",
    "def kernel(a, b, n, g):",
    ...indented([...body, `out = np.zeros(1, np.${type})`, `out[0] = ${sink}`, "return out"]),
  ];
  return {
    text: `${lines.join("\n")}\n`,
    args: Object.fromEntries(given.map(({ variable, wire }) => [variable.name, wire])),
    reader,
  };
}

/** A Python number that every NumPy type holds: one that does not is a fault where a choice takes it in. */
function python(c: Choices, name: string): Argument {
  const found = argument(c, name, "python");
  const { wire } = found;
  if (wire.dtype !== "python int") return found;
  const text = String(c.pick(48));
  return { ...found, wire: { dtype: "python int", value: text }, typeText: text };
}

const constants = ["5", "0", "100", "-3", "0.5", "0.1", "1", "2.0", "300"] as const;

/** A number: NumPy's, Python's, or one that was joined before. */
function leaf(c: Choices, names: readonly string[]): string {
  const kind = c.pick(6);
  if (kind === 3 || kind === 4) return oneOf(c, constants);
  if (kind === 5 && names.length > 0) return oneOf(c, names);
  return ["a", "b", "n", "a", "b", "g"][kind] ?? "a";
}

function writeJoin(c: Choices, name: string, names: readonly string[]): readonly string[] {
  const [x, y] = [leaf(c, names), leaf(c, names)];
  const z = c.chance(30) ? leaf(c, names) : null;
  switch (c.pick(11)) {
    case 0:
      return [`${name} = max(${x}, ${y}${z === null ? "" : `, ${z}`})`];
    case 1:
      return [`${name} = min(${x}, ${y}${z === null ? "" : `, ${z}`})`];
    case 2:
      return [`${name} = ${x} if a > ${oneOf(c, constants)} else ${y}`];
    case 3:
      return [`${name} = ${x} or ${y}`];
    case 4:
      return [`${name} = ${x} and ${y}`];
    case 5:
      return [`${name} = ${x}`, `if b < ${oneOf(c, constants)}:`, `    ${name} = ${y}`];
    case 6:
      return [`${name} = either(${x}, ${y})`];
    case 7:
      return [`${name}_list = [${x}, ${y}, ${z ?? x}]`, `${name} = ${name}_list[n % 3]`];
    case 8:
      return [`${name} = sum([${x}, ${y}], ${z ?? "0"})`];
    case 9:
      return [`${name} = ${x}`, "for i in range(3):", `    ${name} = max(${name}, ${y}) + ${z ?? "0"}`];
    default:
      return [`${name} = abs(min(${x}, ${y}))`];
  }
}

function writeUse(c: Choices, names: readonly string[]): string {
  const t = oneOf(c, names);
  const u = leaf(c, names);
  switch (c.pick(14)) {
    case 0:
      return `${t} * ${u}`;
    case 1:
      return `${t} + ${u}`;
    case 2:
      return `${t} - ${u}`;
    case 3:
      return t;
    case 4:
      return `-${t}`;
    case 5:
      return `(${t} + ${u}) // 2`;
    case 6:
      return `scaled(${t}, ${u})`;
    case 7:
      return `${t} * ${oneOf(c, names)} + ${u}`;
    case 8:
      return `1 if ${t} > ${u} else 0`;
    case 9:
      return `3 if ${t} else 7`;
    case 10:
      return `pow(${t}, 2)`;
    case 11:
      return `sum([${t}, ${u}])`;
    case 12:
      return `max(${t}, ${u}) * 100`;
    default:
      return `int(${t}) + 1`;
  }
}
