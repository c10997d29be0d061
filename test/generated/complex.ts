/**
 * Kernels of complex numbers: arrays and scalars of NumPy's and Python's types, beside floats and integers, with zeros of
 * both signs, infinities and NaN in the data. No elementary functions, and no sums that have an order of NumPy's own.
 */
import { wireArray } from "../numpy/wire.ts";
import { type Choices, oneOf, readChoices } from "./choices.ts";
import type { GeneratedKernel } from "./generator.ts";
import { indented } from "./statements.ts";

/** How many choices such a kernel takes at most. */
export const complexLength = 220;

const size = 4;
const complexTypes = ["complex64", "complex128"] as const;
type ComplexName = (typeof complexTypes)[number];
const realTypes = ["float32", "float64", "int32", "int16"] as const;
const parts = [1, 0.5, -2, 3, 0, -0, Infinity, -Infinity, NaN, 1e30, 1e-40, 7.25, -1] as const;

interface Scope {
  readonly c: Choices;
  readonly arrays: string[]; // complex ones
  readonly stored: string[]; // those that may be stored to
  readonly scalars: string[];
  readonly index: string | null;
  names: number;
}

export function writeComplex(numbers: readonly number[]): GeneratedKernel {
  const reader = readChoices(numbers);
  const c = reader;
  const [a, b] = [oneOf(c, complexTypes), oneOf(c, complexTypes)];
  const x = oneOf(c, realTypes);
  const z = oneOf(c, ["complex64", "complex128", "python complex"] as const);
  const given = {
    a: arrayOf(c, a),
    b: arrayOf(c, b),
    x: realsOf(c, x),
    z: wireArray(z, null, complexParts(c, z === "complex64" ? "complex64" : "complex128", 1)),
    s: { dtype: "python float" as const, value: String(oneOf(c, [1.5, -0.25, 2, 0.5])) },
  };
  const scope: Scope = { c, arrays: ["a", "b"], stored: ["a", "b"], scalars: ["z"], index: null, names: 0 };
  const count = 1 + c.pick(5);
  const body = Array.from({ length: count }, () => c.part(() => statement(scope, 2))).flat();
  const results = [...scope.arrays.slice(2), ...scope.scalars.slice(1)];
  const lines = [
    `# args: a=${a}[${size}] b=${b}[${size}] x=${x}[${size}] z=${z} s=${given.s.value}`,
    "import numpy as np",
    "from pylog import *",
    "",
    "",
    "@pylog",
    "def kernel(a, b, x, z, s):",
    ...indented([...body, ...(results.length === 0 ? [] : [`return ${results.join(", ")}`])]),
  ];
  return { text: `${lines.join("\n")}\n`, args: given, reader };
}

function complexParts(c: Choices, type: ComplexName, count: number): Float32Array | Float64Array {
  const values = Array.from({ length: 2 * count }, () =>
    c.chance(70) ? (c.pick(41) - 20) / 4 : oneOf(c, parts),
  );
  return type === "complex64" ? Float32Array.from(values) : Float64Array.from(values);
}

function arrayOf(c: Choices, type: ComplexName) {
  return wireArray(type, [size], complexParts(c, type, size));
}

function realsOf(c: Choices, type: (typeof realTypes)[number]) {
  const values = Array.from({ length: size }, () => c.pick(9) - 4);
  const make = { float32: Float32Array, float64: Float64Array, int32: Int32Array, int16: Int16Array }[type];
  return wireArray(type, [size], make.from(values));
}

// Statements

function statement(scope: Scope, depth: number): string[] {
  const { c } = scope;
  const kind = c.pick(depth > 0 ? 10 : 8);
  switch (kind) {
    case 0: {
      const name = `v${scope.names++}`;
      const value = complexArray(scope, 3);
      scope.arrays.push(name);
      return [`${name} = ${value}`, ...(c.chance(50) ? [] : [])];
    }
    case 1: {
      const name = `w${scope.names++}`;
      const line = `${name} = np.${oneOf(c, complexTypes)}(${complexScalar(scope, 3)})`;
      scope.scalars.push(name);
      return [line];
    }
    case 2:
      return [`${oneOf(c, scope.stored)}[${place(scope)}] = ${complexScalar(scope, 3)}`];
    case 3:
      return [`${oneOf(c, scope.stored)}.${part(c)}[${place(scope)}] = ${realScalar(scope, 2)}`];
    case 4:
      return [`${oneOf(c, scope.stored)}.${part(c)} = ${realArray(scope, 2)}`];
    case 5:
      return [
        `${oneOf(c, scope.stored)}[${oneOf(c, [":", "::-1", "1:3", "::2"])}] = ${complexScalar(scope, 2)}`,
      ];
    case 6:
      return [`${oneOf(c, scope.stored)} ${oneOf(c, ["+=", "-=", "*="])} ${complexScalar(scope, 2)}`];
    case 7:
      return [`${oneOf(c, scope.stored)}[:] = ${complexArray(scope, 3)}`];
    case 8:
      return block(scope, `for i${scope.names} in range(${size}):`, `i${scope.names++}`, depth);
    default:
      return block(scope, `if ${condition(scope)}:`, scope.index, depth);
  }
}

/** Names that are bound inside are not seen outside. */
function block(scope: Scope, head: string, index: string | null, depth: number): string[] {
  const { c } = scope;
  const inner: Scope = { ...scope, arrays: [...scope.arrays], scalars: [...scope.scalars], index };
  const body = Array.from({ length: 1 + c.pick(3) }, () => c.part(() => statement(inner, depth - 1))).flat();
  scope.names = inner.names;
  return [head, ...indented(body)];
}

// Expressions

function complexArray(scope: Scope, depth: number): string {
  const { c } = scope;
  if (depth <= 0) return oneOf(c, scope.arrays);
  return c.part(() => {
    switch (c.pick(11)) {
      case 0:
        return oneOf(c, scope.arrays);
      case 1:
      case 2:
        return `(${complexArray(scope, depth - 1)} ${operator(c)} ${complexArray(scope, depth - 1)})`;
      case 3:
        return `(${complexArray(scope, depth - 1)} ${operator(c)} ${complexScalar(scope, depth - 1)})`;
      case 4:
        return `(${complexScalar(scope, depth - 1)} ${operator(c)} ${complexArray(scope, depth - 1)})`;
      case 5:
        return `(${complexArray(scope, depth - 1)} ${operator(c)} ${realArray(scope, depth - 1)})`;
      case 6:
        return `(-${complexArray(scope, depth - 1)})`;
      case 7:
        return `np.conj(${complexArray(scope, depth - 1)})`;
      case 8:
        return `np.where(${realArray(scope, 1)} > 0, ${complexArray(scope, depth - 1)}, ${complexArray(scope, depth - 1)})`;
      case 9:
        return `${oneOf(c, scope.arrays)} ** ${2 + c.pick(4)}`.replace(/.*/, (text) => `(${text})`);
      default:
        return `${oneOf(c, scope.arrays)}[::-1]`;
    }
  });
}

function complexScalar(scope: Scope, depth: number): string {
  const { c } = scope;
  const leaf = (): string =>
    c.chance(50)
      ? oneOf(c, ["1j", "2", "(1-1j)", "0.5", "-2.5j", "0j"])
      : c.chance(50)
        ? oneOf(c, scope.scalars)
        : `${oneOf(c, scope.arrays)}[${place(scope)}]`;
  if (depth <= 0) return leaf();
  return c.part(() => {
    switch (c.pick(8)) {
      case 0:
      case 1:
        return leaf();
      case 2:
      case 3:
        return `(${complexScalar(scope, depth - 1)} ${operator(c)} ${complexScalar(scope, depth - 1)})`;
      case 4:
        return `np.conj(${oneOf(c, scope.arrays)}[${place(scope)}])`;
      case 5:
        return `complex(${realScalar(scope, depth - 1)}, s)`;
      case 6:
        return `(np.complex128(${complexScalar(scope, depth - 1)}) if ${condition(scope)} else np.complex128(${complexScalar(scope, depth - 1)}))`;
      default:
        return `${oneOf(c, scope.arrays)}[${place(scope)}] ** ${1 + c.pick(4)}`.replace(
          /.*/,
          (text) => `(${text})`,
        );
    }
  });
}

function realArray(scope: Scope, depth: number): string {
  const { c } = scope;
  switch (c.pick(depth > 0 ? 4 : 2)) {
    case 0:
      return "x";
    case 1:
      return `${oneOf(c, scope.arrays)}.${part(c)}`;
    case 2:
      return `np.${part(c)}(${complexArray(scope, depth - 1)})`;
    default:
      return `(${realArray(scope, depth - 1)} ${oneOf(c, ["+", "-", "*"])} ${realArray(scope, depth - 1)})`;
  }
}

function realScalar(scope: Scope, depth: number): string {
  const { c } = scope;
  switch (c.pick(depth > 0 ? 4 : 2)) {
    case 0:
      return "s";
    case 1:
      return `${oneOf(c, scope.arrays)}[${place(scope)}].${part(c)}`;
    case 2:
      return `x[${place(scope)}]`;
    default:
      return `np.${part(c)}(${complexScalar(scope, depth - 1)})`;
  }
}

function condition(scope: Scope): string {
  const { c } = scope;
  switch (c.pick(3)) {
    case 0:
      return `x[${place(scope)}] > 0`;
    case 1:
      return `${oneOf(c, scope.arrays)}[${place(scope)}] ${oneOf(c, ["==", "!="])} ${complexScalar(scope, 1)}`;
    default:
      return `${oneOf(c, scope.arrays)}[${place(scope)}]`;
  }
}

function operator(c: Choices): string {
  return oneOf(c, ["*", "+", "-", "/"]);
}

function part(c: Choices): string {
  return oneOf(c, ["real", "imag"]);
}

function place({ c, index }: Scope): string {
  return index !== null && c.chance(60) ? index : String(c.pick(size));
}
