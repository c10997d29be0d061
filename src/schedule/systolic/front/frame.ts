/** Where and when: which iteration an element does in a step, and the chains of registers along the elements. */
import { add, compare, floordiv, int, mod, mul, sub, variable } from "../../../loops/indices.ts";
import type { ArrayDecl, Expr, Loops, ScalarDecl, Spread, Stmt } from "../../../loops/nodes.ts";
import type { ScalarType } from "../../../types/types.ts";
import { array, freshIn, programValue, substituted } from "../frame.ts";
import { allOf, load, loopOver, renamedIn, shifted, simplified, store, type Writer, yes } from "../write.ts";
import type { Front } from "./front.ts";
import { type Pace, paceOf } from "./pace.ts";

export interface Frame extends Writer {
  readonly loops: Loops;
  readonly front: Front;
  readonly rows: number;
  readonly tiles: number;
  readonly columns: number; // of a tile, with those before and after the program's
  readonly lead: number; // steps that the first element is behind what comes in
  readonly pace: Pace;
  readonly arrays: ArrayDecl[];
  readonly scalars: ScalarDecl[];
  readonly tile: string; // of the loop over tiles, or parts of them
  readonly step: string; // of the loop over steps
}

export interface Layout {
  readonly rows: number;
  readonly lead: number;
  readonly mayOverlap: boolean; // tiles may
}

export function frameOf(loops: Loops, front: Front, { rows, lead, mayOverlap }: Layout): Frame {
  const fresh = freshIn({ ...loops, scalars: [...loops.scalars, ...front.scalars] });
  const { space, time, before, after, skew } = front;
  const tiles = Math.ceil(space.count / rows);
  const columns = before + time.count + after;
  return {
    loops,
    front,
    rows,
    tiles,
    columns,
    lead,
    pace: paceOf({ tiles, columns, delay: lead + skew * (rows - 1), before }, mayOverlap),
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

// Times

/** The step of a tile, for the first element. */
export function stepOf({ pace: { parts, length }, tile, step }: Frame): Expr {
  return parts === 1
    ? variable(step)
    : add(mul(mod(variable(tile), int(parts)), int(length)), variable(step));
}

/** The tile that the first element is at. */
export function tileOf({ pace: { parts }, tile }: Frame): Expr {
  return parts === 1 ? variable(tile) : floordiv(variable(tile), int(parts));
}

/** The number of a step in all. */
export function timeOf({ pace: { length }, tile, step }: Frame): Expr {
  return add(mul(variable(tile), int(length)), variable(step));
}

/** What an element is at. */
export interface Moment {
  readonly tile: Expr;
  readonly column: Expr;
}

/** Where tiles overlap, an element that is not yet at the tile of the first one is at the tile before. */
export function momentsOf(f: Frame, row: Expr): { now: Moment; before: Moment | null; isNow: Expr } {
  const [tile, column] = [tileOf(f), columnOf(f, row)];
  const { overlaps, parts, length } = f.pace;
  return {
    now: { tile, column },
    before: overlaps ? { tile: sub(tile, int(1)), column: add(column, int(parts * length)) } : null,
    isNow: overlaps ? compare("ge", stepOf(f), delayOf(f, row)) : yes,
  };
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
  return simplified(sub(stepOf(f), delayOf(f, row)));
}

/** What the program computes in the iteration of an element at a column. */
export function placed(f: Frame, expr: Expr, row: Expr, column: Expr, tile = tileOf(f)): Expr {
  const { space, time, before } = f.front;
  const p = add(mul(tile, int(f.tiles === 1 ? 0 : f.rows)), row);
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

/** Whether there is such a tile, and it has this row: the last one has fewer where rows are no multiple of the array. */
export function inTile(f: Frame, row: Expr, tile = tileOf(f)): Expr {
  const { space } = f.front;
  if (space.count % f.rows === 0 && !f.pace.overlaps) return yes;
  const p = add(mul(tile, int(f.rows)), row);
  return f.pace.overlaps ? allOf(between(p, 0, space.count)) : compare("lt", p, int(space.count));
}

/** Whether one of the program's columns comes in. */
export function isEntering(f: Frame): Expr {
  const isTile = f.pace.overlaps ? [compare("lt", tileOf(f), int(f.tiles))] : [];
  return allOf([...isTile, isColumn(f, stepOf(f))]);
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
