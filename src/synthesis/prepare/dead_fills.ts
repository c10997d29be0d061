/**
 * Loops that only fill an array with a constant are left out, where every element is written again before it is read.
 *
 *     t = np.zeros(64)                    # nobody sees the zeros
 *     for i in range(64): t[i] = ...
 */
import { affineOf, affineRange, loopRange } from "../../loops/analysis/affine.ts";
import { isSeenLater } from "../../loops/analysis/coverage.ts";
import { isWrittenSince } from "../../loops/analysis/symbolic_runs.ts";
import { arraysOf, replaceLoop } from "../../loops/find.ts";
import type { For, Loops, Store } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";
import type { Interval } from "../../types/interval.ts";

export function withoutDeadFills(loops: Loops): Loops {
  const fills = statementsIn(loops.body).flatMap((stmt) =>
    stmt.kind === "for" ? (fillOf(loops, stmt) ?? []) : [],
  );
  let now = loops;
  for (const { nest, store } of fills) {
    const decl = arraysOf(now).find(({ name }) => name === store.array);
    if (decl === undefined || (isSeenLater(now, nest, decl) && !isWrittenSince(now, nest, decl))) continue;
    now = replaceLoop(now, nest.name, () => []);
  }
  return now;
}

/** A nest that fills an array with a constant. */
export interface Fill {
  readonly nest: For;
  readonly store: Store;
}

/** Null where a nest does anything else, or a place is outside of the array. */
export function fillOf(loops: Loops, nest: For): Fill | null {
  const ranges = new Map<string, Interval>();
  let inner: For = nest;
  for (;;) {
    const range = loopRange(inner, ranges);
    if (range === null) return null;
    ranges.set(inner.variable, range);
    const [only, other] = inner.body;
    if (only === undefined || other !== undefined) return null;
    if (only.kind === "store") return isInside(loops, only, ranges) ? { nest, store: only } : null;
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
