/**
 * Accesses of a nest with constant trip counts whose subscripts differ by constants alone. Which differences meet, and
 * how soon, is one small table for all of them: the iterations d apart differ in few vectors, as a number of d units
 * has few ways to be written with digits that may borrow.
 */

import { type Affine, affineBounds, constant, gcd, plus, symbol } from "../analysis/affine.ts";
import type { Access } from "./access.ts";
import type { Context } from "./domain.ts";
import type { FlatOrder } from "./flat.ts";
import { isUnknown } from "./linear.ts";

/** Subscripts as functions of how often each loop has run: a row of coefficients a dimension, and the rest. */
export interface Uniform {
  readonly key: string; // the same for accesses that differ by constants alone
  readonly rows: readonly (readonly number[])[];
  readonly fixed: readonly string[]; // what does not change in the nest
  readonly constants: readonly number[];
}

/** Trip counts by level. The outermost may be unlimited. */
export interface Box {
  readonly trips: readonly number[] | null; // null where they are not constant
  readonly exact: boolean; // else the outermost has at most so many
  readonly meanings: ReadonlyMap<string, Affine>; // loop variables, by counts
}

/** null where a trip count inside is not constant, or a first value not affine. */
export function boxOf({ loops, ranges }: Context, { trips }: FlatOrder): Box | null {
  const meanings = new Map<string, Affine>();
  const counts: number[] = [];
  let exact = true;
  for (const [level, around] of loops.entries()) {
    const trip = trips[level] ?? null;
    if (around.loop.kind === "while" || around.first === null) return null;
    if (trip === null || (level > 0 && trip.terms.size > 0)) return null;
    const most = affineBounds(trip, ranges).high;
    if (trip.terms.size > 0 && Number.isFinite(most)) exact = false;
    counts.push(most);
    const first = inCounts(around.first, meanings);
    if (first === null) return null;
    meanings.set(around.variable, plus(first, symbol(countName(level)), around.loop.step));
  }
  return { trips: counts, exact, meanings };
}

/** Where trip counts vary, variables stand for themselves: that tells at least what never meets. */
export function looseBox({ loops }: Context): Box {
  const meanings = new Map(loops.map(({ variable }, level) => [variable, symbol(countName(level))]));
  return { trips: null, exact: false, meanings };
}

function countName(level: number): string {
  return `count ${level}`;
}

function inCounts(form: Affine, meanings: ReadonlyMap<string, Affine>): Affine | null {
  let sum = constant(form.constant);
  for (const [name, coefficient] of form.terms) {
    if (isUnknown(name) || name.startsWith("#")) return null;
    sum = plus(sum, meanings.get(name) ?? symbol(name), coefficient);
  }
  return sum;
}

export function uniformOf({ subscripts }: Access, { meanings }: Box): Uniform | null {
  const rows: number[][] = [];
  const constants: number[] = [];
  const fixed: string[] = [];
  for (const subscript of subscripts) {
    const form = inCounts(subscript, meanings);
    if (form === null) return null;
    const terms = new Map(form.terms);
    const row = Array.from(meanings, (_, level) => {
      const coefficient = terms.get(countName(level)) ?? 0;
      terms.delete(countName(level));
      return coefficient;
    });
    rows.push(row);
    fixed.push([...terms].sort(([a], [b]) => (a < b ? -1 : 1)).join(";"));
    constants.push(form.constant);
  }
  return { key: [...rows, ...fixed].join("|"), rows, fixed, constants };
}

/** The first access is `difference` ahead of the second in each dimension: the second meets it `distance` later. */
export interface Reach {
  readonly difference: readonly number[];
  readonly distance: number; // the least, 1 or more
  readonly always: boolean; // in every iteration that has one so much earlier
}

/** All differences that meet within `limit` iterations. */
export function reaches(rows: Uniform["rows"], trips: readonly number[], limit: number): readonly Reach[] {
  const found = new Map<string, Reach>();
  for (let distance = 1; distance <= limit; distance++) {
    const here = new Map<string, readonly number[]>();
    for (const moved of vectors(distance, trips, trips.length - 1)) {
      const difference = rows.map((row) =>
        row.reduce((sum, factor, level) => sum + factor * (moved[level] ?? 0), 0),
      );
      here.set(difference.join(), difference);
    }
    const always = here.size === 1;
    for (const [key, difference] of here)
      if (!found.has(key)) found.set(key, { difference, distance, always });
  }
  return [...found.values()];
}

/** The ways in which counts can differ between two iterations `distance` apart: each digit as it is, or borrowing. */
function vectors(distance: number, trips: readonly number[], level: number): number[][] {
  const trip = trips[level];
  if (trip === undefined) return distance === 0 ? [[]] : [];
  if (level === 0) return distance >= 0 && distance < trip ? [[distance]] : [];
  const digit = ((distance % trip) + trip) % trip;
  const ways = digit === 0 ? [0] : [digit, digit - trip];
  return ways.flatMap((way) =>
    vectors((distance - way) / trip, trips, level - 1).map((outer) => [...outer, way]),
  );
}

/** Whether different constants alone, or their remainders, keep two apart. */
export function neverMeet(a: Uniform, b: Uniform): boolean {
  return a.rows.some((row, dim) => {
    if (a.fixed[dim] !== b.fixed[dim]) return false;
    const apart = (a.constants[dim] ?? 0) - (b.constants[dim] ?? 0);
    let g = 0;
    for (const factor of [...row, ...(b.rows[dim] ?? [])]) g = gcd(g, factor);
    return g === 0 ? apart !== 0 : apart % g !== 0;
  });
}
