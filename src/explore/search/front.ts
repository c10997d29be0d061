/** The Pareto front of what was found, and the hypervolume that tells how good it is. All objectives are minimised. */
import type { Feasible } from "./outcome.ts";

/** Those that none is better than, by the first objective, then the next. Of equal ones the first found. */
export function paretoFront(all: readonly Feasible[]): readonly Feasible[] {
  const sorted = all
    .map((one, index) => ({ one, index }))
    .sort((a, b) => compare(a.one.objectives, b.one.objectives) || a.index - b.index);
  const front: Feasible[] = [];
  for (const { one } of sorted) {
    if (!front.some((kept) => isNoWorse(kept.objectives, one.objectives))) front.push(one);
  }
  return front;
}

/** Better in one objective and worse in none. */
export function dominates(a: readonly number[], b: readonly number[]): boolean {
  return isNoWorse(a, b) && a.some((value, index) => value < (b[index] ?? 0));
}

/** In no objective worse. */
export function isNoWorse(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, index) => value <= (b[index] ?? 0));
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, index) => value !== b[index]);
  return differs < 0 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0);
}

/**
 * The volume between the points and `reference` that some point dominates, exact for any number of objectives: slices
 * along the last one (HSO, While et al., 2006). Points that do not dominate the reference count nothing.
 */
export function hypervolume(points: readonly (readonly number[])[], reference: readonly number[]): number {
  const inside = points.filter((point) => point.every((value, index) => value < (reference[index] ?? 0)));
  if (inside.length === 0) return 0;
  const last = reference.length - 1;
  const limit = reference[last] ?? 0;
  if (last === 0) return limit - Math.min(...inside.map(([value = limit]) => value));
  if (last === 1) return area(inside, reference);
  const sorted = inside.toSorted((a, b) => (a[last] ?? 0) - (b[last] ?? 0));
  const below = reference.slice(0, last);
  return sorted.reduce((volume, point, index) => {
    const thickness = (sorted[index + 1]?.[last] ?? limit) - (point[last] ?? 0);
    if (thickness === 0) return volume;
    const slice = sorted.slice(0, index + 1).map((one) => one.slice(0, last));
    return volume + thickness * hypervolume(slice, below);
  }, 0);
}

function area(points: readonly (readonly number[])[], [right = 0, top = 0]: readonly number[]): number {
  const sorted = points.toSorted(([a = 0], [b = 0]) => a - b);
  let height = top;
  let sum = 0;
  for (const [x = 0, y = 0] of sorted) {
    if (y >= height) continue;
    sum += (right - x) * (height - y);
    height = y;
  }
  return sum;
}
