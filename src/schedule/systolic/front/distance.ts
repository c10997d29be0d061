/** How far apart two iterations are that touch the same element of an array. */
import { type Affine, affineOf } from "../../../loops/analysis/affine.ts";
import type { Expr } from "../../../loops/nodes.ts";
import type { Axis } from "../cell.ts";

/** In iterations: the one that stored it, before the one that reads it. */
export interface Distance {
  readonly space: number;
  readonly time: number;
}

export interface Axes {
  readonly space: Axis;
  readonly time: Axis;
}

/** Null: it is not the same for all iterations. Every subscript follows one of the two loops, or none. */
export function distanceOf(
  { space, time }: Axes,
  stored: readonly Expr[],
  read: readonly Expr[],
): Distance | null {
  const found: { space: number | null; time: number | null } = { space: null, time: null };
  for (const [dim, one] of stored.entries()) {
    const other = read[dim];
    const [to, from] = [affineOf(one), other === undefined ? null : affineOf(other)];
    if (to === null || from === null || !sameTerms(to, from)) return null;
    const apart = to.constant - from.constant;
    const [bySpace, byTime] = [factorOf(to, space), factorOf(to, time)];
    if (bySpace !== 0 && byTime !== 0) return null;
    if (bySpace === 0 && byTime === 0) {
      if (apart !== 0) return null;
      continue;
    }
    const along = bySpace !== 0 ? "space" : "time";
    const distance = apart / (bySpace + byTime);
    if (!Number.isInteger(distance) || (found[along] ?? distance) !== distance) return null;
    found[along] = distance;
  }
  return found.space === null || found.time === null ? null : { space: found.space, time: found.time };
}

/** A subscript follows one of the loops alone: iterations that store the same element are done in the order of the other. */
export function followsOne({ space, time }: Axes, stored: readonly Expr[]): boolean {
  return stored.some((one) => {
    const form = affineOf(one);
    return form !== null && (factorOf(form, space) === 0) !== (factorOf(form, time) === 0);
  });
}

function factorOf({ terms }: Affine, { loop, step }: Axis): number {
  return (terms.get(loop.variable) ?? 0) * step;
}

function sameTerms(a: Affine, b: Affine): boolean {
  return (
    a.terms.size === b.terms.size && [...a.terms].every(([name, factor]) => b.terms.get(name) === factor)
  );
}
