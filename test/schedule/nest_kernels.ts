/**
 * Random kernels of loops and elements, as people write them who will schedule them: windows, sums, recurrences,
 * triangles, early exits, and now and then an index that is out of range. As the other generated kernels, one is
 * decided by a list of numbers.
 */
import { type ChoiceReader, type Choices, oneOf, readChoices } from "../generated/choices.ts";
import type { GeneratedKernel } from "../generated/generator.ts";
import { allocateElements, type WireValue, wireArray } from "../numpy/wire.ts";

export function writeNests(numbers: readonly number[]): GeneratedKernel {
  const c = readChoices(numbers);
  const type = oneOf(c, ["int32", "float32", "int16", "uint8", "float64", "int64"] as const);
  const far = c.chance(20) ? 3 : 0; // how far positions may be outside
  const positions = c.part(() => Array.from({ length: 8 }, () => c.pick(24 + far)));
  const n = 1 + c.pick(5);
  const world: World = { c, type, names: 0, statements: 10, locals: c.chance(60) };
  const body = Array.from({ length: 1 + c.pick(3) }, () =>
    c.part(() => nest(world, [], 1 + c.pick(3))),
  ).flat();
  const result = c.chance(60) ? oneOf(c, world.locals ? ["s", "t", "w", "(s, t)"] : ["s"]) : null;
  const last = c.chance(50) ? c.part(() => (c.chance(40) ? product(world) : whole(world))) : [];
  const lines = [
    "import numpy as np",
    "from pylog import *",
    "",
    "",
    "@pylog",
    "def kernel(a, b, u, v, p, n):",
    `    s = np.${type}(0)`,
    ...(world.locals ? [`    t = np.zeros(24, np.${type})`, `    w = np.zeros((8, 9), np.${type})`] : []),
    ...[...body, ...last].map((line) => `    ${line}`),
    ...(result === null ? [] : [`    return ${result}`]),
  ];
  return { text: `${lines.join("\n")}\n`, args: given(type, positions, n), reader: c as ChoiceReader };
}

/** Inputs `a` and `b`, `p` with positions; `u` and `v` are written; `t` and `w` are local. */
const shapes: Readonly<Record<string, readonly number[]>> = {
  a: [24],
  b: [8, 9],
  u: [24],
  v: [8, 9],
  t: [24],
  w: [8, 9],
};

interface World {
  readonly c: Choices;
  readonly type: string;
  readonly locals: boolean;
  names: number;
  statements: number; // that may still be written
}

/** A loop variable, and the values it takes. */
interface Counter {
  readonly name: string;
  readonly low: number;
  readonly high: number; // included
}

function given(type: string, positions: readonly number[], n: number): Readonly<Record<string, WireValue>> {
  const array = (shape: readonly number[], seed: number): WireValue => {
    const size = shape.reduce((product, extent) => product * extent, 1);
    const elements = allocateElements(type, size);
    for (let k = 0; k < size; k++) {
      const value = ((k * 37 + seed * 11) % 23) - (type === "uint8" ? 0 : 9);
      if (elements instanceof BigInt64Array || elements instanceof BigUint64Array)
        elements[k] = BigInt(value);
      else elements[k] = type.startsWith("float") ? value / 8 + 0.1 : value;
    }
    return wireArray(type, shape, elements);
  };
  const places = allocateElements("int32", positions.length);
  for (const [k, at] of positions.entries()) places[k] = at;
  return {
    a: array([24], 1),
    b: array([8, 9], 2),
    u: array([24], 3),
    v: array([8, 9], 4),
    p: wireArray("int32", [positions.length], places),
    n: { dtype: "python int", value: String(n) },
  };
}

function nest(world: World, outer: readonly Counter[], depth: number): string[] {
  const { c } = world;
  const counter: Counter & { readonly text: string } = range(world, outer);
  const scope = [...outer, counter];
  const inner: string[] = [];
  const count = 1 + c.pick(2);
  for (let k = 0; k < count; k++) inner.push(...c.part(() => statement(world, scope, false)));
  if (depth > 1) {
    const at = c.chance(65) ? 0 : c.pick(inner.length + 1);
    const loop = c.part(() => nest(world, scope, depth - 1));
    // A perfect nest has nothing else in it.
    if (at === 0 && c.chance(75)) return [counter.text, ...indented(loop)];
    return [counter.text, ...indented([...loop, ...inner])];
  }
  return [counter.text, ...indented(inner)];
}

/** All elements of an array, one after another. */
function whole(world: World): string[] {
  const { c } = world;
  const target = oneOf(c, world.locals ? ["u", "v", "t", "w"] : ["u", "v"]);
  const scope = (shapes[target] ?? []).map((extent) => ({
    name: counterName(world),
    low: 0,
    high: extent - 1,
  }));
  const at = scope.map(({ name }) => name).join(", ");
  const source = scope.length === 1 ? oneOf(c, ["a", "t"]) : oneOf(c, ["b", "w"]);
  const element = `${world.locals ? source : scope.length === 1 ? "a" : "b"}[${at}]`;
  const body = `${target}[${at}] = ${element} + ${value(world, scope, 1)}`;
  return scope.reduceRight<string[]>(
    (inner, { name, high }) => [`for ${name} in range(${high + 1}):`, ...indented(inner)],
    [c.chance(50) ? body : `${target}[${at}] = ${element} * np.${world.type}(3)`],
  );
}

/** A sum for each element of a part of a matrix. */
function product(world: World): string[] {
  const { c } = world;
  const [i, j, k] = [counterName(world), counterName(world), counterName(world)];
  const [rows, columns, terms] = [1 + c.pick(4), 1 + c.pick(4), 1 + c.pick(5)];
  const left = oneOf(c, [`b[${i}, ${k}]`, `a[${i} + ${k}]`, `b[${k}, ${i} + 1]`]);
  const right = oneOf(c, [`b[${k}, ${j}]`, `a[${j}]`, `b[${j}, ${k}]`]);
  const sum = `r${world.names}`;
  return [
    `for ${i} in range(${rows}):`,
    `    for ${j} in range(${columns}):`,
    `        ${sum} = np.${world.type}(${c.pick(4)})`,
    `        for ${k} in range(${terms}):`,
    `            ${sum} ${oneOf(c, ["+=", "-="])} ${left} * ${right}`,
    `        v[${i}, ${j}] = ${sum}`,
  ];
}

function counterName(world: World): string {
  const name = `${"ijklxyz"[world.names % 7]}${world.names < 7 ? "" : Math.floor(world.names / 7)}`;
  world.names += 1;
  return name;
}

function range(world: World, outer: readonly Counter[]): Counter & { readonly text: string } {
  const { c } = world;
  const name = counterName(world);
  const around = outer.at(-1);
  const length = 1 + c.pick(6);
  const low = c.chance(25) ? c.pick(3) : 0;
  if (around !== undefined && c.chance(15))
    return {
      name,
      low: around.low,
      high: Math.max(around.high, around.low + length - 1),
      text: `for ${name} in range(${around.name}, ${Math.max(around.high, around.low + length - 1) + 1}):`,
    };
  if (around !== undefined && c.chance(12))
    return { name, low: 0, high: around.high, text: `for ${name} in range(${around.name} + 1):` };
  if (c.chance(8)) return { name, low: 0, high: 4, text: `for ${name} in range(n):` };
  const step = c.chance(12) ? 2 : 1;
  const high = low + (length - 1) * step;
  const text =
    step === 1 ? `range(${low === 0 ? "" : `${low}, `}${high + 1})` : `range(${low}, ${high + 1}, ${step})`;
  return { name, low, high, text: `for ${name} in ${text}:` };
}

function statement(world: World, scope: readonly Counter[], guarded: boolean): string[] {
  const { c } = world;
  if (world.statements <= 0) return ["pass"];
  world.statements -= 1;
  const target = (): string =>
    element(world, scope, oneOf(c, world.locals ? ["u", "v", "t", "w"] : ["u", "v"]));
  switch (c.pick(guarded ? 6 : 9)) {
    case 0:
    case 1:
      return [`${target()} = ${value(world, scope, 2)}`];
    case 2:
      return [`${target()} ${oneOf(c, ["+=", "-=", "*="])} ${value(world, scope, 1)}`];
    case 3:
      return [`s = ${value(world, scope, 1)}`, `${target()} = s + ${value(world, scope, 1)}`];
    case 4:
      return [`s ${oneOf(c, ["+=", "-="])} ${value(world, scope, 1)}`];
    case 5:
      return [`${target()} = ${window(world, scope)}`];
    case 6:
      return sum(world, scope, target);
    case 7: {
      const then = c.part(() => statement(world, scope, true));
      const otherwise = c.chance(40) ? c.part(() => statement(world, scope, true)) : null;
      return [
        `if ${condition(world, scope)}:`,
        ...indented(then),
        ...(otherwise === null ? [] : ["else:", ...indented(otherwise)]),
      ];
    }
    default:
      if (c.chance(60)) return [`${target()} = ${value(world, scope, 2)}`];
      return [`if ${condition(world, scope)}:`, `    ${oneOf(c, ["continue", "break"])}`];
  }
}

/** A sum over a loop of its own, in a scalar. */
function sum(world: World, scope: readonly Counter[], target: () => string): string[] {
  const { c } = world;
  const counter = range(world, scope);
  const name = `r${world.names}`;
  const inside = [...scope, counter];
  const added = c.chance(50) ? window(world, inside) : value(world, inside, 2);
  return [`${name} = np.${world.type}(0)`, counter.text, `    ${name} += ${added}`, `${target()} = ${name}`];
}

/** Neighbours of one element. */
function window(world: World, scope: readonly Counter[]): string {
  const { c } = world;
  const array = oneOf(c, ["a", "b", ...(world.locals ? ["t", "w"] : []), "u", "v"]);
  const extents = shapes[array] ?? [];
  const base = extents.map((extent) => position(world, scope, Math.max(1, extent - 2)));
  const taps = Array.from({ length: 2 + c.pick(3) }, () => {
    const at = base.map((text) => {
      const offset = c.pick(3);
      return offset === 0 ? text : `${text} + ${offset}`;
    });
    return `${array}[${at.join(", ")}]`;
  });
  return taps.join(oneOf(c, [" + ", " - "]));
}

function value(world: World, scope: readonly Counter[], depth: number): string {
  const { c } = world;
  const leaf = (): string => {
    switch (c.pick(6)) {
      case 0:
        return "s";
      case 1:
        return `np.${world.type}(${1 + c.pick(5)})`;
      default:
        return element(world, scope, oneOf(c, ["a", "b", "u", "v", ...(world.locals ? ["t", "w"] : [])]));
    }
  };
  if (depth === 0 || c.chance(25)) return leaf();
  const left = c.part(() => value(world, scope, depth - 1));
  const right = c.part(() => value(world, scope, depth - 1));
  switch (c.pick(6)) {
    case 0:
    case 1:
      return `${left} + ${right}`;
    case 2:
      return `(${left}) * (${right})`;
    case 3:
      return `${left} - (${right})`;
    case 4:
      return `${oneOf(c, ["np.minimum", "np.maximum"])}(${left}, ${right})`;
    default:
      return `(${left} if ${condition(world, scope)} else ${right})`;
  }
}

function condition(world: World, scope: readonly Counter[]): string {
  const { c } = world;
  const op = oneOf(c, ["<", ">", "==", "!=", "<=", ">="]);
  if (c.chance(35)) return `${element(world, scope, oneOf(c, ["a", "b", "u"]))} ${op} ${c.pick(4)}`;
  const one = oneOf(c, scope).name;
  return c.chance(50) ? `${one} ${op} ${c.pick(5)}` : `${one} ${op} ${oneOf(c, scope).name} + ${c.pick(2)}`;
}

function element(world: World, scope: readonly Counter[], array: string): string {
  const { c } = world;
  const extents = shapes[array] ?? [];
  if (extents.length === 1 && c.chance(12)) return `${array}[p[${position(world, scope, 8)}]]`;
  return `${array}[${extents.map((extent) => position(world, scope, extent)).join(", ")}]`;
}

/** Affine in one or two counters and inside of the extent. */
function position(world: World, scope: readonly Counter[], extent: number): string {
  const { c } = world;
  const one = oneOf(c, scope);
  const factor = c.chance(15) ? 2 : 1;
  const room = extent - 1 - factor * one.high;
  if (room < 0) return one.high < extent ? one.name : `${one.name} % ${extent}`;
  const shift = c.chance(40) ? c.pick(Math.min(room, 4) + 1) : 0;
  const other = oneOf(c, scope);
  const text = factor === 1 ? one.name : `${factor} * ${one.name}`;
  if (other !== one && shift === 0 && other.high <= room && c.chance(30)) return `${text} + ${other.name}`;
  if (c.chance(8)) return `${one.high + shift} - ${one.name}`;
  return shift === 0 ? text : `${text} + ${shift}`;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`);
}
