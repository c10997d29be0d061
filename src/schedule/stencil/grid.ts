/**
 * Time as a grid: elements pass in row-major order, `lanes` of them a cycle, and a position of the grid is the moment at
 * which an element comes in or a result goes out. Shifted by a constant vector, an element may come round the end of a
 * row: then it has the coordinates of another row (a `Passage` for each way round).
 */
import { bug } from "../../diagnostics/bug.ts";
import { type Affine, constant, plus, symbol, write } from "../../loops/analysis/affine.ts";
import { compare, int } from "../../loops/indices.ts";
import type { Expr } from "../../loops/nodes.ts";
import type { CompareOp } from "../../types/operators.ts";
import { pythonBool } from "../../types/types.ts";

/** One number a dimension, outermost first. */
export type Offset = readonly number[];

/** `from` to `to`, excluded, in each dimension. */
export interface Box {
  readonly from: Offset;
  readonly to: Offset;
}

export interface Grid {
  readonly origin: Offset; // the coordinates of the first position
  readonly extents: Offset; // of the innermost dimension: a multiple of `lanes`
  readonly lanes: number;
  readonly variables: readonly string[]; // of its loops; the innermost counts groups of `lanes`
}

/** Something that passes: elements of a box, each so much later than its own coordinates say. */
export interface Passing {
  readonly box: Box;
  readonly shift: Offset;
}

/** Coordinates of what passes in a lane, in the variables of the grid, and when they are in the box. */
export interface Passage {
  readonly at: readonly Affine[];
  readonly conditions: readonly Expr[]; // all of them; empty: always
}

/** Row-major distance. */
export function linear({ extents }: Pick<Grid, "extents">, offset: Offset): number {
  return offset.reduce((sum, one, dim) => (dim === 0 ? one : sum * at(extents, dim) + one), 0);
}

/** The ways round in which elements of the box pass a lane; no two at one time. */
export function passages(grid: Grid, { box, shift }: Passing, lane: number): readonly Passage[] {
  return waysRound(grid, { box, shift }, lane).map(({ carries }) => {
    const coordinates = grid.variables.map((name, dim) => {
      const isLast = dim === grid.variables.length - 1;
      const now = isLast ? plus(symbol(name, grid.lanes), lane) : symbol(name);
      const round = dim === 0 ? 0 : at(carries, dim) * at(grid.extents, dim);
      return plus(now, round - at(shift, dim) + at(grid.origin, dim) - (carries[dim + 1] ?? 0));
    });
    const conditions = coordinates.flatMap((form, dim) => inside(grid, form, box, dim));
    return { at: coordinates, conditions };
  });
}

/** The first and the last row of the grid at which something passes, for an origin of 0 in dimension 0. */
export function rowsOf(grid: Grid, passing: Passing): readonly [number, number] {
  const lanes = Array.from({ length: grid.lanes }, (_, lane) => lane);
  const carried = lanes.flatMap((lane) =>
    waysRound(grid, passing, lane).map(({ carries }) => carries[1] ?? 0),
  );
  const first = at(passing.box.from, 0) + at(passing.shift, 0) + Math.min(...carried);
  return [first, at(passing.box.to, 0) - 1 + at(passing.shift, 0) + Math.max(...carried)];
}

interface WayRound {
  readonly carries: readonly number[]; // out of each dimension, into the one around it; of dimension 0 none
}

function waysRound(grid: Grid, { box, shift }: Passing, lane: number): readonly WayRound[] {
  const last = grid.extents.length - 1;
  let ways: readonly number[][] = [[]]; // carries of dimensions dim + 1, dim + 2, ...
  for (let dim = last; dim >= 1; dim--) {
    const extent = at(grid.extents, dim);
    ways = ways.flatMap((inner) => {
      const start = at(shift, dim) - at(grid.origin, dim) + (inner[0] ?? 0);
      const [first, end] = [at(box.from, dim) + start, at(box.to, dim) - 1 + start];
      const found: number[][] = [];
      for (let carry = Math.floor(first / extent); carry <= Math.floor(end / extent); carry++) {
        const from = Math.max(first, carry * extent);
        const to = Math.min(end, carry * extent + extent - 1);
        if (dim < last || from + modulo(lane - from, grid.lanes) <= to) found.push([carry, ...inner]);
      }
      return found;
    });
  }
  return ways.map((carries) => ({ carries: [0, ...carries] }));
}

function inside(grid: Grid, form: Affine, box: Box, dim: number): readonly Expr[] {
  const isLast = dim === grid.extents.length - 1;
  const first = form.constant;
  const end = first + at(grid.extents, dim) - 1 - (isLast ? grid.lanes - 1 : 0);
  const [from, to] = [at(box.from, dim), at(box.to, dim)];
  return [
    ...(first < from ? [compared("ge", form, from)] : []),
    ...(end >= to ? [compared("lt", form, to)] : []),
  ];
}

/** `i - 1 >= 1` as `i >= 2`. */
export function compared(op: CompareOp, form: Affine, value: number): Expr {
  return compare(op, write(plus(form, -form.constant)), int(value - form.constant));
}

/** The number of the iteration, counted over all loops of the grid. */
export function iteration({ extents, lanes, variables }: Grid): Affine {
  const last = variables.length - 1;
  return variables.reduce<Affine>((sum, name, dim) => {
    const size = at(extents, dim) / (dim === last ? lanes : 1);
    return plus(plus(constant(0), sum, dim === 0 ? 1 : size), symbol(name));
  }, constant(0));
}

export function allOf(conditions: readonly Expr[]): Expr | null {
  const [first, ...rest] = conditions;
  return first === undefined ? null : rest.reduce((all, one) => logic("and", all, one), first);
}

/** Null is what always holds. */
export function anyOf(conditions: readonly (Expr | null)[]): Expr | null {
  return conditions.reduce((all, one) => (all === null || one === null ? null : logic("or", all, one)));
}

function logic(op: "and" | "or", left: Expr, right: Expr): Expr {
  return { kind: "logic", op, left, right, type: pythonBool, span: { from: 0, to: 0 } };
}

export function at(list: readonly number[], dim: number): number {
  return list[dim] ?? bug(`no dimension ${dim}`);
}

export function sum(a: Offset, b: Offset, factor = 1): Offset {
  return a.map((one, dim) => one + factor * at(b, dim) + 0);
}

export function modulo(value: number, by: number): number {
  return value - by * Math.floor(value / by);
}

export function contains(outer: Box, inner: Box): boolean {
  return outer.from.every(
    (from, dim) => from <= at(inner.from, dim) && at(outer.to, dim) >= at(inner.to, dim),
  );
}
