/**
 * Rows of results on their way up to the row that leaves. Elements are told by the element above, a step later than it was: no
 * wire tells all of them at once. A row moves before the one below it does, so nothing is overwritten too early, if rows move
 * two steps apart at least.
 *
 *     step        T          T + 1                  T + 2
 *     leaving     row 0
 *     element 0   is told    keeps row 1
 *     element 1              is told                keeps row 2
 */
import { add, int, mul, variable } from "../../loops/indices.ts";
import type { ArrayDecl, Expr, Stmt } from "../../loops/nodes.ts";
import { bool, pythonBool } from "../../types/types.ts";
import { array, type Build, overElements } from "./frame.ts";
import { cast, load, loopOver, over, shifted, store, when } from "./write.ts";

export interface Rising {
  readonly name: string; // of the results
  readonly hold: ArrayDecl; // of every element
  readonly rest: ArrayDecl; // rows that wait
  readonly isTake: Expr; // the first row leaves: all others start to wait
  readonly isRow: Expr; // the next one leaves
}

export function rising(b: Build, { name, hold, rest, isTake, isRow }: Rising): readonly Stmt[] {
  const { rows, columns } = b.size;
  const height = rows / b.pace.ways;
  const [group, column] = [variable(b.row), variable(b.column)];
  const place = (at: Expr): readonly Expr[] => [add(mul(group, int(height)), at), column];
  const flags = [`${name}_take`, `${name}_rise`].map((wanted) =>
    array(b, wanted, bool, [rows, columns], overElements(b), true),
  );
  const [take, rise] = flags.map(
    (flag) =>
      (at: Expr): Expr =>
        cast(b, load(b, flag, place(at)), pythonBool),
  );
  if (take === undefined || rise === undefined) return [];
  const next = (at: Expr, from: ArrayDecl): Stmt =>
    store(b, rest, place(at), load(b, from, place(add(at, int(1)))));
  const takes = (at: Expr): Stmt & { readonly kind: "if" } => when(b, take(at), [next(at, hold)]);
  const last = int(height - 2);
  const told = flags.flatMap((flag, which) => [
    ...shifted(b, height - 2, (to, from) => [store(b, flag, place(to), load(b, flag, place(from)))]),
    store(b, flag, place(int(0)), cast(b, which === 0 ? isTake : isRow, bool)),
  ]);
  const above: readonly Stmt[] =
    height === 2
      ? []
      : [loopOver(b, last, (at) => [{ ...takes(at), else: [when(b, rise(at), [next(at, rest)])] }])];
  const moved = [...above, takes(last), ...told]; // nothing comes after the last row
  return over(b, "row", b.pace.ways, over(b, "column", columns, moved));
}
