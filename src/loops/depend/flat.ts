/**
 * A nest as one sequence of iterations: how many lie between two of them, as affine forms. Where trip counts are
 * constant this is one form. Where an inner loop's trip count varies with an outer variable, it is one for each number
 * of outer iterations between the two.
 */

import { type Affine, affineBounds, constant, minus, plus, symbol, times } from "../analysis/affine.ts";
import type { Access } from "./access.ts";
import type { Around, Context } from "./domain.ts";
import { isUnknown } from "./linear.ts";
import { distance, first, knows, type Pair, type Question, second } from "./pair.ts";

export interface FlatOrder {
  readonly depth: number; // loops
  readonly sizes: readonly (Affine | null)[]; // iterations of the nest in one iteration of each loop
  readonly trips: readonly (Affine | null)[]; // of a run of each loop
}

export function flatOrder({ loops }: Context): FlatOrder {
  const depth = loops.length;
  const trips = loops.map(tripsOf);
  const sizes: (Affine | null)[] = new Array(depth).fill(null);
  let size: Affine | null = constant(1);
  for (let level = depth - 1; level >= 0; level--) {
    sizes[level] = size;
    const variable = loops[level]?.variable ?? "";
    const trip = trips[level] ?? null;
    if (size === null || trip === null || size.terms.has(variable)) size = null;
    else if (trip.terms.size === 0) size = times(size, trip.constant);
    else size = size.terms.size === 0 ? times(trip, size.constant) : null;
  }
  return { depth, sizes, trips };
}

/** How often a loop runs, if it runs at all. */
function tripsOf({ loop, first: from, end }: Around): Affine | null {
  const length = from && end && minus(end, from);
  if (length === null || loop.kind === "while") return null;
  if ([...length.terms.keys()].some((name) => isUnknown(name) || name.startsWith("#"))) return null;
  if (loop.step === 1) return length;
  return length.terms.size === 0 ? constant(Math.max(0, Math.ceil(length.constant / loop.step))) : null;
}

/** A way in which the second access of a pair is later: `distance` iterations, or if not exact, at least so many. */
export interface Later {
  readonly question: Question;
  readonly distance: Affine;
  readonly least: number; // it is never less
  readonly exact: boolean;
}

/** In the same iterations of the loops outside `level`, and in a later one of that. Least distances first. */
export function* laterBy(order: FlatOrder, pair: Pair, level: number, limit: number): Generator<Later> {
  const equal = Array.from({ length: level }, (_, outer) => distance(pair, outer));
  const moved = movedBy(pair, level);
  const size = order.sizes[level] ?? null;
  if (moved === null) {
    const question = { equal, atLeast: [plus(distance(pair, level), -1)] };
    yield { question, distance: constant(1), least: 1, exact: false };
    return;
  }
  const later = plus(moved, -1);
  const into = within(order, pair, "b", level, positionOf);
  if (size !== null && size.terms.size === 0) {
    const from = within(order, pair, "a", level, positionOf);
    const between = into && from && plus(minus(into, from), moved, size.constant);
    const exact = between !== null;
    yield { question: { equal, atLeast: [later] }, distance: between ?? constant(1), least: 1, exact };
    return;
  }
  const rest = within(order, pair, "a", level, restOf);
  const ends = plus(plus(rest ?? constant(0), into ?? constant(0)), 1);
  const exact = rest !== null && into !== null;
  const known = size !== null && knows(pair, "a", size) ? size : constant(0);
  const least = Math.max(0, affineBounds(known, pair.a.ranges).low);
  let between = constant(0);
  for (let count = 1; ; count++) {
    if (least < 1 && count > 1) {
      // Outer iterations between the two may be empty.
      const question = { equal, atLeast: [plus(moved, -count)] };
      yield { question, distance: ends, least: 1, exact: false };
      return;
    }
    const atLeast = (count - 1) * least + 1;
    if (atLeast > limit) return;
    const question = { equal: [...equal, plus(moved, -count)], atLeast: [] };
    yield { question, distance: plus(ends, between), least: atLeast, exact };
    between = plus(between, first(after(pair.a, level, known, count)));
  }
}

/** The form `count` iterations of a loop later. */
function after({ loops }: Access, level: number, form: Affine, count: number): Affine {
  const around = loops[level];
  const step = around?.loop.kind === "for" ? around.loop.step : 1;
  return plus(form, (form.terms.get(around?.variable ?? "") ?? 0) * step * count);
}

/** How many iterations of one run of a loop lie between. */
function movedBy(pair: Pair, level: number): Affine | null {
  const [a, b] = [pair.a.loops[level], pair.b.loops[level]];
  if (a === undefined || b === undefined) return null;
  if (a.loop.kind === "for" && a.loop.step === 1) return distance(pair, level);
  if (a.count === null || b.count === null) return null;
  if (!knows(pair, "a", a.count) || !knows(pair, "b", b.count)) return null;
  return minus(second(b.count), first(a.count));
}

/** Iterations of the nest in one iteration of loop `level` that come before, or after, an access's own. */
function within(
  order: FlatOrder,
  pair: Pair,
  side: "a" | "b",
  level: number,
  of: (order: FlatOrder, loops: readonly Around[], level: number) => Affine | null,
): Affine | null {
  const form = of(order, pair[side].loops, level);
  if (form === null || !knows(pair, side, form)) return null;
  return side === "a" ? first(form) : second(form);
}

function positionOf(order: FlatOrder, loops: readonly Around[], level: number): Affine | null {
  if (level + 1 >= order.depth) return constant(0);
  const size = order.sizes[level + 1] ?? null;
  const count = loops[level + 1]?.count ?? null;
  if (size === null || size.terms.size > 0 || count === null) return null;
  const deeper = positionOf(order, loops, level + 1);
  return deeper && plus(deeper, count, size.constant);
}

function restOf(order: FlatOrder, loops: readonly Around[], level: number): Affine | null {
  if (level + 1 >= order.depth) return constant(0);
  const size = order.sizes[level + 1] ?? null;
  const left = leftOf(order, loops[level + 1], level + 1);
  if (size === null || size.terms.size > 0 || left === null) return null;
  const deeper = restOf(order, loops, level + 1);
  return deeper && plus(deeper, left, size.constant);
}

/** Iterations of one run of a loop that are still to come. */
function leftOf(order: FlatOrder, around: Around | undefined, level: number): Affine | null {
  const trips = order.trips[level] ?? null;
  if (around === undefined) return null;
  if (around.loop.kind === "for" && around.loop.step === 1) {
    return around.end && plus(minus(around.end, symbol(around.variable)), -1);
  }
  return trips && around.count && plus(minus(trips, around.count), -1);
}
