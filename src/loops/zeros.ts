/** Arrays on chip start as zeros. Who relies on that? */

import type { ScalarType } from "../types/types.ts";
import { readsWhatWasThere, writesWhole } from "./analysis/coverage.ts";
import { overElements } from "./elements.ts";
import { type Names, namesOf } from "./names.ts";
import type { ArrayDecl, Expr, Loops, Origin, Stmt } from "./nodes.ts";

/**
 * Arrays on chip whose zeros may be seen: read before they are surely written, or returned and not surely written
 * everywhere. It errs to the side of zeros.
 */
export function needsZeros(loops: Loops): ReadonlySet<string> {
  return new Set(
    loops.arrays
      .filter((decl) => decl.table === undefined && !decl.shape.includes(0) && !isFilledFirst(decl))
      .filter(
        (decl) =>
          readsWhatWasThere(loops, decl) || (loops.results.includes(decl.name) && !writesWhole(loops, decl)),
      )
      .map(({ name }) => name),
  );
}

/** `reuse_at` shifts its buffers from the start, but asks nothing of them before they hold what the array has. */
function isFilledFirst({ role }: ArrayDecl): boolean {
  return role === "line buffer" || role === "window buffer";
}

/** Results have their memory outside of the circuit, so the zeros are stored there first. */
export function withZeroFills(loops: Loops): Loops {
  const zeros = needsZeros(loops);
  const fills = zeroFills(
    loops,
    loops.arrays.filter(({ name }) => zeros.has(name) && loops.results.includes(name)),
  );
  return fills.length === 0 ? loops : { ...loops, body: [...fills, ...loops.body] };
}

/** Loops that store a zero in every element. */
export function zeroFills(loops: Loops, decls: readonly ArrayDecl[]): readonly Stmt[] {
  const names = namesOf(loops);
  return decls.map((decl) => fillOf(decl, names));
}

const origin: Origin = { span: { from: 0, to: 0 }, operator: "fill" };

function fillOf(decl: ArrayDecl, names: Names): Stmt {
  const value = zeroOf(decl.element);
  return overElements(decl, { stem: "zero", origin, names }, (index) => {
    return { kind: "store", array: decl.name, index, value, origin };
  });
}

export function zeroOf(type: ScalarType): Expr {
  const isTruth = type.kind === "bool" || (type.kind === "python" && type.name === "bool");
  return { kind: "const", value: isTruth ? false : 0, type };
}
