/**
 * Loops that only fill an array with a constant are left out, where every element is written again before it is read.
 *
 *     t = np.zeros(64)                    # nobody sees the zeros
 *     for i in range(64): t[i] = ...
 */
import { affineOf, affineRange, loopRange } from "../../loops/analysis/affine.ts";
import { readsWhatWasThere, writesWhole } from "../../loops/analysis/coverage.ts";
import { arraysOf } from "../../loops/find.ts";
import type { For, Loops, Stmt, Store } from "../../loops/nodes.ts";
import { mapBodies, statementsIn } from "../../loops/walk.ts";
import type { Interval } from "../../types/interval.ts";

export function withoutDeadFills(loops: Loops): Loops {
  const fills = statementsIn(loops.body).flatMap((stmt) => {
    const array = stmt.kind === "for" ? filledBy(loops, stmt) : null;
    return array === null ? [] : [{ stmt, array }];
  });
  let now = loops;
  for (const { stmt, array } of fills) {
    const without = { ...now, body: withoutStmt(now.body, stmt) };
    if (!isSeen(without, array)) now = without;
  }
  return now;
}

/** Whether what an array holds before the kernel may be read in it, or found after it. */
function isSeen(loops: Loops, array: string): boolean {
  const decl = arraysOf(loops).find(({ name }) => name === array);
  if (decl === undefined || readsWhatWasThere(loops, decl)) return true;
  const isLeft = loops.results.includes(array) || loops.params.some(({ name }) => name === array);
  return isLeft && !writesWhole(loops, decl);
}

/** The array that a nest fills, if it does nothing else, and no place is outside of the array. */
function filledBy(loops: Loops, nest: For): string | null {
  const ranges = new Map<string, Interval>();
  let inner: For = nest;
  for (;;) {
    const range = loopRange(inner, ranges);
    if (range === null) return null;
    ranges.set(inner.variable, range);
    const [only, other] = inner.body;
    if (only === undefined || other !== undefined) return null;
    if (only.kind === "store") return isInside(loops, only, ranges) ? only.array : null;
    if (only.kind !== "for") return null;
    inner = only;
  }
}

function isInside(
  loops: Loops,
  { array, index, value }: Store,
  ranges: ReadonlyMap<string, Interval>,
): boolean {
  if (value.kind !== "const") return false;
  const shape = arraysOf(loops).find(({ name }) => name === array)?.shape ?? [];
  return index.every((expr, dim) => {
    const at = affineOf(expr);
    const range = at === null ? null : affineRange(at, ranges);
    return range !== null && range.low >= 0 && range.high < (shape[dim] ?? 0);
  });
}

/** Statements that do not hold it stay the objects they are. */
function withoutStmt(body: readonly Stmt[], gone: Stmt): readonly Stmt[] {
  return body.flatMap((stmt) => {
    if (stmt === gone) return [];
    return statementsIn([stmt]).includes(gone)
      ? [mapBodies(stmt, (inner) => withoutStmt(inner, gone))]
      : [stmt];
  });
}
