/** Tables that are returned: the circuit writes them to where its caller looks. */

import { overElements } from "./elements.ts";
import { type Names, namesOf } from "./names.ts";
import type { ArrayDecl, Loops, Origin, Stmt } from "./nodes.ts";

export function tablesCopied(loops: Loops): Loops {
  const returned = loops.arrays.filter(
    ({ name, table }) => table !== undefined && loops.results.includes(name),
  );
  if (returned.length === 0) return loops;
  const names = namesOf(loops);
  const copies = returned.map((decl) => ({ decl, name: names.counter(`${decl.name}_out`) }));
  const nameOf = new Map(copies.map(({ decl, name }) => [decl.name, name]));
  return {
    ...loops,
    arrays: [
      ...loops.arrays,
      ...copies.map(
        ({ decl: { kind, element, shape }, name }): ArrayDecl => ({ kind, name, element, shape }),
      ),
    ],
    body: [...loops.body, ...copies.map(({ decl, name }) => copied(decl, name, names))],
    results: loops.results.map((name) => nameOf.get(name) ?? name),
  };
}

const span = { from: 0, to: 0 };
const origin: Origin = { span, operator: "copy" };

function copied(decl: ArrayDecl, to: string, names: Names): Stmt {
  return overElements(decl, { stem: "copy", origin, names }, (index) => {
    const value = { kind: "load", array: decl.name, index, type: decl.element, span } as const;
    return { kind: "store", array: to, index, value, origin };
  });
}
