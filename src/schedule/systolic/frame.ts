/** Where and when: tiles, rows and columns of elements, and what the variables of the program are in each. */
import { bug } from "../../diagnostics/bug.ts";
import { type Affine, constant, plus, symbol, times } from "../../loops/analysis/affine.ts";
import { freshName, identifierFor, namesIn } from "../../loops/find.ts";
import { add, compare, floordiv, int, mod, mul, substituteIn, variable } from "../../loops/indices.ts";
import type { ArrayDecl, Expr, GridAxis, Loops, Spread, Stmt } from "../../loops/nodes.ts";
import type { ScalarType } from "../../types/types.ts";
import type { Axis, Cell } from "./cell.ts";
import type { Operand } from "./operands.ts";
import type { Pace } from "./pace.ts";
import { allOf, type Writer } from "./write.ts";

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** An element computes several results of a tile in turns: so many rows and columns of them. */
export type Group = Size;

// Names and places

export interface Build extends Writer {
  readonly cell: Cell;
  readonly loops: Loops;
  readonly size: Size;
  readonly group: Group;
  readonly pace: Pace;
  readonly arrays: ArrayDecl[];
  readonly tile: string; // of the loop over tiles
  readonly turn: Turn;
  readonly digits: readonly Digit[]; // what the number of a tile says
}

/** Of a turn of an element, its row and column in the group: variables of the innermost loops; 0 where there is one. */
export interface Turn {
  readonly row: Expr;
  readonly column: Expr;
}

/** A loop whose iterations tiles are: rows, columns or one around the steps. */
export interface Digit {
  readonly axis: Axis;
  readonly count: number;
  readonly of: "row" | "column" | null;
}

export function start(loops: Loops, cell: Cell, { size, group, pace }: Shape): Build {
  const fresh = freshIn(loops);
  const turns = (count: number, { loop }: Axis): Expr =>
    count === 1 ? int(0) : variable(fresh(`${loop.variable}_turn`));
  const { rows, columns, outer } = cell;
  const digits: readonly Digit[] = [
    { axis: rows, count: tilesAlong(rows, size.rows * group.rows), of: "row" },
    ...(columns === null
      ? []
      : [{ axis: columns, count: tilesAlong(columns, size.columns * group.columns), of: "column" } as const]),
    ...outer.map((axis) => ({ axis, count: axis.count, of: null })),
  ];
  return {
    cell,
    loops,
    size,
    group,
    pace,
    origin: { span: cell.nest.origin.span, operator: "schedule" },
    arrays: [],
    fresh,
    row: fresh(`${rows.loop.variable}_row`),
    column: fresh(`${(columns ?? rows).loop.variable}_column`),
    tile: fresh(`${rows.loop.variable}_tile`),
    turn: { row: turns(group.rows, rows), column: turns(group.columns, columns ?? rows) },
    digits,
  };
}

/** Names that are free, each once. */
export function freshIn(loops: Loops): Writer["fresh"] {
  const taken = new Set(namesIn(loops));
  return (wanted) => {
    const name = identifierFor(taken, freshName(taken, wanted));
    taken.add(name);
    return name;
  };
}

/** The elements of an array, what each of them does, and when. */
export interface Shape {
  readonly size: Size;
  readonly group: Group;
  readonly pace: Pace;
}

export function tilesOf({ rows, columns, outer }: Cell, size: Size, group: Group): number {
  return (
    tilesAlong(rows, size.rows * group.rows) *
    (columns === null ? 1 : tilesAlong(columns, size.columns * group.columns)) *
    outer.reduce((product, { count }) => product * count, 1)
  );
}

function tilesAlong({ count }: Axis, extent: number): number {
  return Math.ceil(count / extent);
}

export function turnsIn({ rows, columns }: Group): number {
  return rows * columns;
}

/** Of what an element has for each of its turns, one. */
export function inTurn(b: Build, place: number): readonly Expr[] {
  return [variable(b.row), variable(b.column), ...(turnsIn(b.group) === 1 ? [] : [int(place)])];
}

/** Registers: each element of the array is one. */
export function array(
  b: Pick<Build, "fresh" | "arrays">,
  wanted: string,
  element: ScalarType,
  shape: readonly number[],
  spread: Spread | null = null, // over processing elements; none has them where not said
  scratch = false, // nobody sees what is in it before the first step and after the last
): ArrayDecl {
  const banks = shape.map((factor, dim) => ({ dim, how: "complete", factor }) as const);
  const decl: ArrayDecl = {
    ...{ kind: "array", name: b.fresh(wanted), element, shape, banks, role: "buffer" },
    ...(spread === null ? {} : { spread }),
    ...(scratch ? { scratch } : {}),
  };
  b.arrays.push(decl);
  return decl;
}

/** What the element in `row` and `column` has: places of the first two indices, or sums of them. */
export function overElements(
  { tile, size }: Pick<Build, "tile" | "size">,
  row: readonly number[] = [1, 0],
  column: readonly number[] = [0, 1],
): Spread {
  const axis = (factors: readonly number[], extent: number): GridAxis => ({
    factors,
    offset: 0,
    per: 1,
    extent,
  });
  return { grid: tile, axes: [axis(row, size.rows), axis(column, size.columns)] };
}

// Time

/** The number of a step of the program in a tile. Elements do it for each result of their group, turn by turn. */
export function stepIn({ cell }: Build): Affine {
  return cell.inner.reduce<Affine>(
    (sum, { loop, count }) => plus(times(sum, count), symbol(loop.variable)),
    constant(0),
  );
}

/** Loops over steps count from 0; this is what a variable of the program is. */
export function programValue(axis: Axis, index: Expr): Expr {
  return add(mul(index, int(axis.step)), int(axis.from));
}

/** Whether the first element has a step of the program to do. */
export function validIn(b: Build): Expr {
  const { cell, tile, pace } = b;
  const [outermost] = cell.inner;
  const conditions = [
    ...(pace.late + pace.wraps > 0 ? [compare("lt", variable(tile), int(tilesIn(b)))] : []),
    ...(outermost !== undefined && outermost.count < pace.rounds
      ? [compare("lt", variable(outermost.loop.variable), int(endOf(outermost)))]
      : []),
  ];
  return allOf(conditions);
}

export function isStep({ cell }: Build, which: "first" | "last"): Expr {
  return allOf(
    cell.inner.map((axis) =>
      compare(
        "eq",
        variable(axis.loop.variable),
        int(which === "first" ? axis.from : endOf(axis) - axis.step),
      ),
    ),
  );
}

/** The first turn of a step. */
export function isFirstTurn({ turn }: Build): Expr {
  return allOf([turn.row, turn.column].flatMap((one) => (one.kind === "const" ? [] : [isAt(one, 0)])));
}

export function isAt(index: Expr, value: number): Expr {
  return compare("eq", index, int(value));
}

export function endOf({ from, step, count }: Axis): number {
  return from + step * count;
}

export function flagAt(b: Build, stmts: readonly Stmt[], which: "first"): readonly Operand[] {
  return stmts.length === 0 ? [] : [{ enters: "corner", value: isStep(b, which) }];
}

export function tilesIn({ digits }: Build): number {
  return digits.reduce((product, { count }) => product * count, 1);
}

/** The digit of a tile's number that belongs to a loop. */
export function digitOf({ digits }: Build, digit: Digit, tile: Expr): Expr {
  const at = digits.indexOf(digit);
  const below = digits.slice(at + 1).reduce((product, { count }) => product * count, 1);
  if (digit.count === 1) return int(0);
  const upper = floordiv(tile, int(below));
  return digits.slice(0, at).every(({ count }) => count === 1) ? upper : mod(upper, int(digit.count));
}

// Space

/** A result: of which tile, of which element, in which of its turns. */
export interface Place {
  readonly tile: Expr;
  readonly row: Expr;
  readonly column: Expr;
  readonly turn?: Turn; // else that of the loops
}

/** Which iteration of the loop over rows, or columns, it is. */
function spaceIndex(b: Build, digit: Digit, of: "row" | "column", at: Place): Expr {
  const [extent, turns] = of === "row" ? [b.size.rows, b.group.rows] : [b.size.columns, b.group.columns];
  const block = add(mul(digitOf(b, digit, at.tile), int(turns)), (at.turn ?? b.turn)[of]);
  return add(mul(block, int(extent)), at[of]);
}

/** Where rows, or columns, are no multiple of the array: which elements of the last tile have something to do. */
export function limitOf(b: Build, of: "row" | "column"): Operand | null {
  const axis = of === "row" ? b.cell.rows : b.cell.columns;
  const extent = of === "row" ? b.size.rows * b.group.rows : b.size.columns * b.group.columns;
  if (axis === null || axis.count % extent === 0) return null;
  return { enters: of, value: compare("lt", variable(axis.loop.variable), int(endOf(axis))) };
}

/** What the program computes for a tile, with `row` and `column` for the element. */
export function placed(b: Build, expr: Expr, at: Place): Expr {
  const { cell } = b;
  const values = new Map<string, Expr>();
  for (const digit of b.digits) {
    const index = digit.of === null ? digitOf(b, digit, at.tile) : spaceIndex(b, digit, digit.of, at);
    values.set(digit.axis.loop.variable, programValue(digit.axis, index));
  }
  for (const axis of cell.inner)
    values.set(axis.loop.variable, programValue(axis, variable(axis.loop.variable)));
  return substituted(expr, values);
}

/** All at once: what stands for one variable may have the name of another. */
export function substituted(expr: Expr, values: ReadonlyMap<string, Expr>): Expr {
  const marked = [...values.keys()].map((name, at) => ({ name, mark: `.${at}` }));
  const out = marked.reduce((now, { name, mark }) => substituteIn(now, name, variable(mark)), expr);
  return marked.reduce(
    (now, { name, mark }) => substituteIn(now, mark, values.get(name) ?? bug("there is always one")),
    out,
  );
}
