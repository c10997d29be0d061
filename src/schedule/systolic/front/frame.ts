/** Where and when: which iteration an element does in a step, and the chains of registers along the elements. */
import { add, compare, int, mul, sub, variable } from "../../../loops/indices.ts";
import type { ArrayDecl, Expr, Loops, ScalarDecl, Spread, Stmt } from "../../../loops/nodes.ts";
import type { ScalarType } from "../../../types/types.ts";
import { array, freshIn, programValue, substituted } from "../frame.ts";
import { allOf, load, loopOver, renamedIn, shifted, simplified, store, type Writer, yes } from "../write.ts";
import type { Front } from "./front.ts";

export interface Frame extends Writer {
  readonly loops: Loops;
  readonly front: Front;
  readonly rows: number;
  readonly tiles: number;
  readonly columns: number; // of a tile, with those before and after the program's
  readonly lead: number; // steps that the first element is behind what comes in
  readonly arrays: ArrayDecl[];
  readonly scalars: ScalarDecl[];
  readonly tile: string;
  readonly step: string;
}

export function frameOf(loops: Loops, front: Front, rows: number, lead: number): Frame {
  const fresh = freshIn({ ...loops, scalars: [...loops.scalars, ...front.scalars] });
  const { space, time, before, after } = front;
  return {
    loops,
    front,
    rows,
    tiles: Math.ceil(space.count / rows),
    columns: before + time.count + after,
    lead,
    origin: { span: front.nest.origin.span, operator: "schedule" },
    arrays: [],
    scalars: [...front.scalars],
    fresh,
    row: fresh(`${space.loop.variable}_row`),
    column: fresh(`${space.loop.variable}_column`),
    tile: fresh(`${space.loop.variable}_tile`),
    step: fresh(`${time.loop.variable}_step`),
  };
}

/** Steps of a tile: until the last element has done its last column. */
export function stepsOf({ columns, lead, front, rows }: Frame): number {
  return columns + lead + front.skew * (rows - 1);
}

// Places

export function here({ row }: Frame): Expr {
  return variable(row);
}

/** How many steps an element is behind what comes in. */
export function delayOf({ lead, front }: Frame, row: Expr): Expr {
  return add(mul(row, int(front.skew)), int(lead));
}

/** The column of a tile that an element is at. */
export function columnOf(f: Frame, row: Expr): Expr {
  return simplified(sub(variable(f.step), delayOf(f, row)));
}

/** What the program computes in the iteration of an element at a column. */
export function placed(f: Frame, expr: Expr, row: Expr, column: Expr): Expr {
  const { space, time, before } = f.front;
  const p = add(mul(variable(f.tile), int(f.tiles === 1 ? 0 : f.rows)), row);
  return substituted(
    expr,
    new Map([
      [space.loop.variable, simplified(programValue(space, p))],
      [time.loop.variable, simplified(programValue(time, sub(column, int(before))))],
    ]),
  );
}

// Conditions

export function between(value: Expr, from: number, to: number): readonly Expr[] {
  return [compare("ge", value, int(from)), compare("lt", value, int(to))];
}

/** Where rows are no multiple of the array: whether the last tile has this one. */
export function inTile(f: Frame, row: Expr): Expr {
  const { space } = f.front;
  if (space.count % f.rows === 0) return yes;
  const p = add(mul(variable(f.tile), int(f.rows)), row);
  return compare("lt", p, int(space.count));
}

/** Whether a column is one of the program's. */
export function isColumn({ front }: Frame, column: Expr): Expr {
  return allOf(between(column, front.before, front.before + front.time.count));
}

// Registers of elements

/** Of the first index, element after element; `per`: so many places are one element's. */
export function overRow({ tile, rows }: Frame, { offset = 0, per = 1 } = {}): Spread {
  return { grid: tile, axes: [{ factors: [1], offset, per, extent: rows }] };
}

// Chains

/** A word for each step on the way to the last element, and `more`. */
export function chain(f: Frame, wanted: string, element: ScalarType, more: number): ArrayDecl {
  const { lead, rows } = f;
  const { skew } = f.front;
  const shape = [lead + skew * (rows - 1) + 1 + more];
  return array(f, wanted, element, shape, overRow(f, { offset: -lead, per: skew }));
}

export function wordAt(f: Frame, words: ArrayDecl, row: Expr, more = 0): Expr {
  return load(f, words, [add(delayOf(f, row), int(more))]);
}

export function moved(f: Frame, words: ArrayDecl): readonly Stmt[] {
  return shifted(f, (words.shape[0] ?? 1) - 1, (to, from) => [store(f, words, [to], load(f, words, [from]))]);
}

/** For each element, the last one first: it reads what the one before it has not yet changed. */
export function fromLast(f: Frame, body: readonly Stmt[]): Stmt {
  return loopOver(f, int(f.rows), (at) =>
    body.map((stmt) => renamedIn(stmt, f.row, sub(int(f.rows - 1), at))),
  );
}
