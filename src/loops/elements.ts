/** A statement for every element of an array: one loop a dimension, the innermost pipelined. */

import { int, variable } from "./indices.ts";
import type { Names } from "./names.ts";
import type { ArrayDecl, Expr, For, Origin, Stmt } from "./nodes.ts";

/** The loops are called `a.zero0`, `a.zero1`, … where the array is `a` and the stem `zero`. */
export function overElements(
  { name: array, shape }: ArrayDecl,
  { stem, origin, names }: { readonly stem: string; readonly origin: Origin; readonly names: Names },
  statement: (index: readonly Expr[]) => Stmt,
): Stmt {
  const heads = shape.map((size, dim) => {
    const name = names.loop(`${array}.${stem}${dim}`);
    return { name, counter: names.counter(name), size };
  });
  const inner = statement(heads.map(({ counter }) => variable(counter)));
  return heads.reduceRight<Stmt>((body, { name, counter, size }, dim): For => {
    const attrs = dim === heads.length - 1 ? { pipeline: {} } : {};
    const bounds = { from: int(0), to: int(size), step: 1 };
    return { kind: "for", name, variable: counter, ...bounds, body: [body], attrs, origin };
  }, inner);
}
