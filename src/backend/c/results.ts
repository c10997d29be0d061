/**
 * What a kernel returns, as parameters of its function.
 *
 * A returned argument is itself. A local array that is filled and never looked at becomes a parameter. One that is read,
 * partitioned, or not filled for sure stays on chip, and is copied out at the end, in one sweep.
 */

import { writesWhole } from "../../loops/analysis/coverage.ts";
import { readsOf } from "../../loops/analysis/effects.ts";
import type { ArrayDecl, Expr, Loops, Origin, Stmt } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";
import { pythonInt } from "../../types/types.ts";
import { bug } from "./code.ts";

/** The same kernel, whose results are arguments, scalars, or local arrays that are only written. */
export function withOwnResults(loops: Loops): Loops {
  const after: Stmt[] = [];
  const arrays = [...loops.arrays];
  const copies = new Map<string, string>();
  const names = new Set([...loops.params, ...loops.arrays, ...loops.scalars].map(({ name }) => name));
  for (const stmt of statementsIn(loops.body))
    if (stmt.kind === "for") names.add(stmt.variable).add(stmt.name);
  for (const name of new Set(loops.results)) {
    const decl = loops.arrays.find((array) => array.name === name);
    if (decl === undefined) continue;
    if (isOnlyFilled(loops, decl)) continue;
    const copy = newName(names, `${name}_out`);
    arrays.push({ kind: "array", name: copy, element: decl.element, shape: decl.shape });
    const sweep = nest({ ...decl, name: copy }, names, (index) => loadOf(decl, index));
    after.push(
      ...(loops.dataflow === true || loops.tasks === true
        ? [process(newName(names, `${name}_copy`), sweep)]
        : sweep),
    );
    copies.set(name, copy);
  }
  return {
    ...loops,
    arrays,
    body: [...loops.body, ...after],
    results: loops.results.map((name) => copies.get(name) ?? name),
  };
}

/** Where the kernel is processes alone, so is this. */
function process(name: string, body: readonly Stmt[]): Stmt {
  return { kind: "region", name, body, origin };
}

function isOnlyFilled(loops: Loops, decl: ArrayDecl): boolean {
  const plain = decl.table === undefined && decl.banks === undefined && decl.words === undefined;
  return plain && !readsOf(loops.body).has(decl.name) && writesWhole(loops, decl);
}

function newName(taken: Set<string>, wish: string): string {
  let name = wish;
  while (taken.has(name)) name = `${name}_`;
  taken.add(name);
  return name;
}

const nowhere = { from: 0, to: 0 };
const origin: Origin = { span: nowhere, operator: "fill" };

function loadOf(decl: ArrayDecl, index: readonly Expr[]): Expr {
  return { kind: "load", array: decl.name, index, type: decl.element, span: nowhere };
}

/** Sets every element; none where there is none. */
function nest(decl: ArrayDecl, names: Set<string>, value: (index: readonly Expr[]) => Expr): Stmt[] {
  if (decl.shape.includes(0)) return [];
  const variables = decl.shape.map((_, dim) => newName(names, `${decl.name}_${dim}`));
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
