/** Arrays of a pipelined loop whose iterations never meet, where a tool would not see it by itself. */

import { affineOf } from "../../loops/analysis/affine.ts";
import { carrier, dependences } from "../../loops/depend/index.ts";
import type { Expr, For, Loops, Stmt } from "../../loops/nodes.ts";
import { bodiesOf, expressionsIn, expressionsOf, statementsIn } from "../../loops/walk.ts";

export function independentArrays(loops: Loops, loop: For): readonly string[] {
  const accesses = accessesOf(loop.body);
  const obscure = [...accesses].filter(
    ([, { read, written, indices }]) => read && written && indices.some(isObscure),
  );
  if (obscure.length === 0) return [];
  // Once the tool has flattened a nest, iterations of outer loops follow one another too.
  const around = new Set(pathTo(loops.body, loop.name) ?? []);
  const carried = new Set<string>();
  for (const one of dependences(loops)) {
    const by = carrier(one);
    if (by !== null && around.has(by)) carried.add(one.name);
  }
  return obscure.map(([name]) => name).filter((name) => !carried.has(name));
}

interface Accesses {
  read: boolean;
  written: boolean;
  readonly indices: Expr[];
}

function accessesOf(body: readonly Stmt[]): ReadonlyMap<string, Accesses> {
  const found = new Map<string, Accesses>();
  const add = (array: string, index: readonly Expr[], how: "read" | "written"): void => {
    const entry = found.get(array) ?? { read: false, written: false, indices: [] };
    entry[how] = true;
    entry.indices.push(...index);
    found.set(array, entry);
  };
  for (const stmt of statementsIn(body)) {
    if (stmt.kind === "store") add(stmt.array, stmt.index, "written");
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root)) if (expr.kind === "load") add(expr.array, expr.index, "read");
    }
  }
  return found;
}

/** Other than a loop variable, moved by a constant. */
function isObscure(index: Expr): boolean {
  const affine = affineOf(index, () => true);
  return (
    affine === null || affine.terms.size > 1 || [...affine.terms.values()].some((factor) => factor !== 1)
  );
}

/** The names of the loops down to one, itself included. */
function pathTo(body: readonly Stmt[], name: string): readonly string[] | null {
  for (const stmt of body) {
    const own = stmt.kind === "for" || stmt.kind === "while" ? [stmt.name] : [];
    if (own[0] === name) return own;
    for (const inner of bodiesOf(stmt)) {
      const rest = pathTo(inner, name);
      if (rest !== null) return [...own, ...rest];
    }
  }
  return null;
}
