/**
 * What a kernel returns, as parameters of its function, and where arrays start as zeros.
 *
 * A returned argument is itself. A local array that is returned becomes a parameter; what it holds at first is the
 * caller's, so zeros that anyone may see are written. A table cannot be a parameter and is copied into one.
 */
import type { ArrayDecl, Expr, Loops, Origin, Stmt } from "../../loops/nodes.ts";
import { readsWhatWasThere, writesWhole } from "../../schedule/coverage.ts";
import { pythonInt, type ScalarType } from "../../types/types.ts";
import { bug } from "./code.ts";

/** The same kernel, whose results are arguments, scalars, or local arrays that hold nothing unwritten. */
export function withOwnResults(loops: Loops): Loops {
  const before: Stmt[] = [];
  const after: Stmt[] = [];
  const arrays = [...loops.arrays];
  const copies = new Map<string, string>();
  const names = new Set([...loops.params, ...loops.arrays, ...loops.scalars].map(({ name }) => name));
  for (const name of new Set(loops.results)) {
    const decl = loops.arrays.find((array) => array.name === name);
    if (decl === undefined) continue;
    if (decl.table !== undefined) {
      const copy = newName(names, `${name}_out`);
      const { table: _, ...memory } = decl;
      arrays.push({ ...memory, name: copy });
      after.push(...nest({ ...decl, name: copy }, (index) => loadOf(decl, index)));
      copies.set(name, copy);
    } else if (readsWhatWasThere(loops, decl) || !writesWhole(loops, decl)) {
      before.push(...nest(decl, () => zeroOf(decl.element)));
    }
  }
  return {
    ...loops,
    arrays,
    body: [...before, ...loops.body, ...after],
    results: loops.results.map((name) => copies.get(name) ?? name),
  };
}

function newName(taken: Set<string>, wish: string): string {
  let name = wish;
  while (taken.has(name)) name = `${name}_`;
  taken.add(name);
  return name;
}

export function zeroOf(type: ScalarType): Expr {
  const isTruth = type.kind === "bool" || (type.kind === "python" && type.name === "bool");
  return { kind: "const", value: isTruth ? false : 0, type };
}

const nowhere = { from: 0, to: 0 };
const origin: Origin = { span: nowhere, operator: "fill" };

function loadOf(decl: ArrayDecl, index: readonly Expr[]): Expr {
  return { kind: "load", array: decl.name, index, type: decl.element, span: nowhere };
}

/** Sets every element; none where there is none. */
function nest(decl: ArrayDecl, value: (index: readonly Expr[]) => Expr): Stmt[] {
  if (decl.shape.includes(0)) return [];
  const variables = decl.shape.map((_, dim) => `${decl.name}_${dim}_all`);
  const index: readonly Expr[] = variables.map((name) => ({ kind: "var", name, type: pythonInt }));
  const innermost: Stmt = { kind: "store", array: decl.name, index, value: value(index), origin };
  return [
    decl.shape.reduceRight<Stmt>((inner, size, dim) => {
      const variable = variables[dim] ?? bug("no variable");
      const bounds = { from: constant(0), to: constant(size), step: 1 };
      return { kind: "for", name: variable, variable, ...bounds, body: [inner], attrs: {}, origin };
    }, innermost),
  ];
}

function constant(value: number): Expr {
  return { kind: "const", value, type: pythonInt };
}
