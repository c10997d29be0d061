/**
 * Nests that differ in names alone take the same cycles: what was measured of one is told of the others.
 *
 *     for i: for j: for k: e[i, j] += a[i, k] * b[k, j]
 *     for i: for j: for k: f[i, j] += c[i, k] * d[k, j]
 */
import { bug } from "../diagnostics/bug.ts";
import { namesIn } from "../loops/find.ts";
import type { Loops } from "../loops/nodes.ts";
import type { Bound, Measured } from "./measure.ts";

type Measure = (loops: Loops) => Measured | null;

/** `key`: what it depends on. */
export function onceForEachShape(measure: Measure, key: (loops: Loops) => Loops = (loops) => loops): Measure {
  const known = new Map<string, { readonly names: readonly string[]; readonly found: Measured | null }>();
  return (loops) => {
    const { text, names } = shapeOf(key(loops));
    const before = known.get(text);
    if (before !== undefined) return before.found && renamed(before.found, before.names, names);
    const found = measure(loops);
    known.set(text, { names, found });
    return found;
  };
}

/** Equal for Loops that differ in names alone. */
export function shapeText(loops: Loops): string {
  return shapeOf(loops).text;
}

/** The text of Loops with numbers for names, in the order of their use; and the names. */
function shapeOf(loops: Loops): { readonly text: string; readonly names: readonly string[] } {
  const { params, arrays, scalars, body, results, dataflow, tasks, limits } = loops;
  const all = namesIn(loops);
  const numbers = new Map<string, number>();
  const written = (part: unknown): string =>
    JSON.stringify(part, (key, value: unknown) => {
      if (key === "span" || key === "origin") return undefined;
      if (typeof value === "bigint") return `${value}n`;
      if (typeof value !== "string" || !all.has(value)) return value;
      const number = numbers.get(value) ?? numbers.size;
      numbers.set(value, number);
      return `#${number}`;
    });
  const inside = written(body);
  const names = [...numbers.keys()];
  const declared = names.map((name) => ({
    param: params.find((one) => one.name === name),
    local: arrays.find((one) => one.name === name) ?? scalars.find((one) => one.name === name),
    isResult: results.includes(name),
  }));
  return { text: `${inside}\n${written({ declared, limits, dataflow, tasks })}`, names };
}

function renamed(found: Measured, from: readonly string[], to: readonly string[]): Measured {
  const names = new Map(from.map((name, i) => [name, to[i] ?? bug("loops of one shape have as many names")]));
  const own = (name: string): string => names.get(name) ?? name;
  const bound = (one: Bound): Bound => (one.kind === "ports" ? { ...one, array: own(one.array) } : one);
  return {
    ...found,
    pipelines: found.pipelines.map((pipe) => ({
      ...pipe,
      name: own(pipe.name),
      loops: pipe.loops.map(own),
      bound: bound(pipe.bound),
    })),
  };
}
