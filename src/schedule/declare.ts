/** The declarations of a kernel, changed. */
import { readsOf, writesOf } from "../loops/analysis/effects.ts";
import type { ArrayDecl, Loops, Param } from "../loops/nodes.ts";

/** The kernel with one array declared otherwise, be it an argument or on chip. */
export function changeArray(loops: Loops, name: string, change: (decl: ArrayDecl) => ArrayDecl): Loops {
  return {
    ...loops,
    params: loops.params.map((one): Param => (isArray(one, name) ? change(one) : one)),
    arrays: loops.arrays.map((one) => (one.name === name ? change(one) : one)),
  };
}

function isArray(decl: Param, name: string): decl is ArrayDecl {
  return decl.kind === "array" && decl.name === name;
}

export function isParameter(loops: Loops, name: string): boolean {
  return loops.params.some((param) => param.name === name);
}

export function isResult(loops: Loops, name: string): boolean {
  return loops.results.includes(name);
}

/** Without those of the scalars that nothing is left of: a later step must not think that it changes one. */
export function withoutUnused(loops: Loops, names: ReadonlySet<string>): Loops {
  const used = new Set([...readsOf(loops.body), ...writesOf(loops.body), ...loops.results]);
  const scalars = loops.scalars.filter(({ name }) => !names.has(name) || used.has(name));
  return scalars.length === loops.scalars.length ? loops : { ...loops, scalars };
}
