/**
 * A reader that wants a part of what is made: a box of the array, in order. What is made beside it is dropped on the way.
 *
 *     made:  t[0..9][0..9], row after row        wanted:  t[1..8][1..8], row after row
 */

import { bitsFor } from "../../hardware/netlist/bits.ts";
import { type Builder, drive, register } from "../../hardware/netlist/build.ts";
import { add, and, constant, eq, mux, not, ult } from "../../hardware/netlist/expressions.ts";
import type { Expr } from "../../hardware/netlist/nodes.ts";

/** By dimension: elements from..to (excluded) of `size`. */
export type Crop = readonly { readonly from: number; readonly to: number; readonly size: number }[];

/** The box that holds just the wanted elements, where all are made in row-major order; null: there is none. */
export function cropOf(
  shape: readonly number[],
  made: readonly number[],
  wanted: readonly number[],
): Crop | null {
  const size = shape.reduce((product, extent) => product * extent, 1);
  if (made.length !== size || made.some((at, place) => at !== place) || wanted.length === 0) return null;
  const crop = shape.map((extent, dim) => {
    const below = shape.slice(dim + 1).reduce((product, one) => product * one, 1);
    const along = wanted.map((at) => Math.floor(at / below) % extent);
    return { from: least(along), to: -least(along.map((at) => -at)) + 1, size: extent };
  });
  let next = 0;
  for (let at = 0; at < size; at++) if (isKept(crop, at) && wanted[next++] !== at) return null;
  return next === wanted.length ? crop : null;
}

/** Spread arguments are too many for large arrays. */
function least(values: readonly number[]): number {
  return values.reduce((one, other) => Math.min(one, other), Infinity);
}

export function isKept(crop: Crop, at: number): boolean {
  let rest = at;
  return crop.toReversed().every(({ from, to, size }) => {
    const along = rest % size;
    rest = Math.floor(rest / size);
    return from <= along && along < to;
  });
}

/** Whether the word that passes is in the box. `passes`: it does, in this cycle. */
export function keeps(b: Builder, name: string, crop: Crop, passes: Expr): Expr {
  let turns = passes; // the dimension goes on
  let kept: Expr = constant(1, 1);
  for (const [dim, { from, to, size }] of [...crop.entries()].reverse()) {
    if (size === 1) continue;
    const at = register(b, `${name}_at${dim}`, bitsFor(size - 1), { reset: true });
    const isLast = eq(b, at, size - 1);
    drive(b, at, mux(b, isLast, constant(at.width, 0), add(b, at, 1)), { enable: turns });
    if (from > 0) kept = and(b, kept, not(b, ult(b, at, constant(at.width, from))));
    if (to < size) kept = and(b, kept, ult(b, at, constant(at.width, to)));
    turns = and(b, turns, isLast);
  }
  return kept;
}
