/**
 * Which design of each nest, where the nests share a size: from the smallest of each upwards, the next step is always the one
 * that saves most cycles for what it takes more. That is the lower convex hull of all of them together (Lagrange's multiplier
 * is the slope): no other choice of the same size on it has fewer cycles.
 */

export interface Option {
  readonly cycles: number; // more than before: less than nothing
  readonly weight: number; // the same
}

/** One option of each nest, in the order of the nests; the smallest first. Every nest has an option. */
export function combinations<T extends Option>(nests: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const hulls = nests.map(hullOf);
  const ups = hulls
    .flatMap((hull, nest) => hull.slice(1).map((to, k) => ({ nest, to, slope: slopeOf(hull[k] ?? to, to) })))
    .toSorted((a, b) => a.slope - b.slope);
  let now = hulls.flatMap(([first]) => (first === undefined ? [] : [first]));
  return [now, ...ups.map(({ nest, to }) => (now = now.with(nest, to)))];
}

/** Cycles for each unit of weight: the less, the better. */
function slopeOf(from: Option, to: Option): number {
  return (to.cycles - from.cycles) / (to.weight - from.weight);
}

/** Of fewer and fewer cycles, each step worth less than the one before. */
function hullOf<T extends Option>(options: readonly T[]): readonly T[] {
  const hull: T[] = [];
  for (const one of options.toSorted((a, b) => a.weight - b.weight || a.cycles - b.cycles)) {
    const last = hull.at(-1);
    if (last !== undefined && (one.cycles >= last.cycles || one.weight === last.weight)) continue;
    for (let [before, middle] = hull.slice(-2); before !== undefined && middle !== undefined; ) {
      if (slopeOf(before, middle) < slopeOf(middle, one)) break;
      hull.pop();
      [before, middle] = hull.slice(-2);
    }
    hull.push(one);
  }
  return hull;
}
