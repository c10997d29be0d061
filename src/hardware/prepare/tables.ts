/** Tables that are returned: the circuit writes them to where its caller looks. */
import type { ArrayDecl, Expr, For, Loops, Origin, Stmt } from "../../loops/nodes.ts";
import { pythonInt } from "../../types/types.ts";
import { namesOf } from "./names.ts";

export function tablesCopied(loops: Loops): Loops {
  const returned = loops.arrays.filter(
    ({ name, table }) => table !== undefined && loops.results.includes(name),
  );
  if (returned.length === 0) return loops;
  const names = namesOf(loops);
  const fresh = (wish: string): string => names.counter(wish);
  const copies = returned.map((decl) => ({ decl, name: fresh(`${decl.name}_out`) }));
  const nameOf = new Map(copies.map(({ decl, name }) => [decl.name, name]));
  return {
    ...loops,
    arrays: [
      ...loops.arrays,
      ...copies.map(
        ({ decl: { kind, element, shape }, name }): ArrayDecl => ({ kind, name, element, shape }),
      ),
    ],
    body: [...loops.body, ...copies.map(({ decl, name }) => copied(decl, name, fresh))],
    results: loops.results.map((name) => nameOf.get(name) ?? name),
  };
}

/** One loop a dimension. */
function copied(decl: ArrayDecl, to: string, fresh: (stem: string) => string): Stmt {
  const span = { from: 0, to: 0 };
  const origin: Origin = { span, operator: "copy" };
  const variables = decl.shape.map(() => fresh("copy"));
  const index = variables.map((name): Expr => ({ kind: "var", name, type: pythonInt }));
  const value: Expr = { kind: "load", array: decl.name, index, type: decl.element, span };
  let body: Stmt = { kind: "store", array: to, index, value, origin };
  for (const [dim, variable] of [...variables.entries()].reverse()) {
    const bound = (value: number): Expr => ({ kind: "const", value, type: pythonInt });
    const attrs = dim === variables.length - 1 ? { pipeline: {} } : {};
    const loop: For = {
      kind: "for",
      ...{ name: variable, variable, from: bound(0), to: bound(decl.shape[dim] ?? 0), step: 1 },
      ...{ body: [body], attrs, origin },
    };
    body = loop;
  }
  return body;
}
