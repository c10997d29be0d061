/** The declarations of a kernel, changed. */
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
