/** What elements hand on: registers for the steps that are asked for, the borders, the row above, what goes to memory. */
import { bug } from "../../../diagnostics/bug.ts";
import { arrayNamed } from "../../../loops/find.ts";
import { add, compare, floordiv, int, mod, sub } from "../../../loops/indices.ts";
import type { ArrayDecl, Expr, Load, ScalarDecl, Stmt } from "../../../loops/nodes.ts";
import { zeroOf } from "../../../loops/zeros.ts";
import { bool, type ScalarType } from "../../../types/types.ts";
import { startsAtZero } from "../cell.ts";
import { array } from "../frame.ts";
import { either, type Leaving } from "../leaving.ts";
import { allOf, cast, guarded, load, over, shifted, store, when } from "../write.ts";
import { distanceOf } from "./distance.ts";
import {
  between,
  chain,
  columnOf,
  type Frame,
  here,
  inTile,
  isColumn,
  type Moment,
  momentsOf,
  moved,
  overRow,
  placed,
  stepOf,
  tileOf,
  timeOf,
  wordAt,
} from "./frame.ts";
import type { Handed } from "./front.ts";
import { isThere, type Seen, seenOf } from "./seen.ts";

export interface History {
  readonly handed: Handed;
  readonly words: ArrayDecl; // by element, and by the steps since
  readonly isPassed: boolean; // to the next element: then the first of the words are those of the row above
  readonly isZero: boolean; // before the nest
  readonly edge: ArrayDecl | null; // what the last element of a tile did, for the next tile
  readonly seen: Seen;
}

export function isPassedOn({ distances }: Handed): boolean {
  return distances.some(({ space }) => space === 1);
}

export function historyOf(f: Frame, handed: Handed): History {
  const { front, loops, rows } = f;
  const isPassed = isPassedOn(handed);
  const { element } = arrayNamed(loops, handed.array);
  const depth = Math.max(1, ...handed.distances.map(({ space, time }) => front.skew * space + time));
  const above = isPassed ? 1 : 0;
  const spread = overRow(f, { offset: -above });
  const words = array(f, `${handed.array}_handed`, element, [rows + above, depth], spread);
  const shape = [f.pace.overlaps ? waitOf(f) : f.columns];
  const edge: ArrayDecl | null =
    isPassed && f.tiles > 1
      ? { kind: "array", name: f.fresh(`${handed.array}_edge`), element, shape, role: "buffer" }
      : null;
  if (edge !== null) f.arrays.push(edge);
  const isZero = startsAtZero(loops, front.nest, handed.array);
  return { handed, words, isPassed, isZero, edge, seen: seenOf(loops, front, handed) };
}

/** A read of what an iteration before has handed on. */
export function handedTo(f: Frame, { handed, words, isPassed }: History, { index, type }: Load): Expr {
  const { space, time } =
    distanceOf(f.front, handed.store.index, index) ?? bug("it was found to have a distance");
  const element = add(here(f), int((isPassed ? 1 : 0) - space));
  return cast(f, load(f, words, [element, int(f.front.skew * space + time - 1)]), type);
}

/** In an element: one step more, and what it did in this one. */
export function handOn(f: Frame, history: History): readonly Stmt[] {
  const { handed, isPassed } = history;
  const own: Expr = { kind: "var", name: handed.own, type: handed.store.value.type };
  return pushed(f, history, add(here(f), int(isPassed ? 1 : 0)), own);
}

function pushed(f: Frame, { words }: History, element: Expr, value: Expr): readonly Stmt[] {
  return [
    ...shifted(f, (words.shape[1] ?? 1) - 1, (to, from) => [
      store(f, words, [element, to], load(f, words, [element, from])),
    ]),
    store(f, words, [element, int(0)], cast(f, value, words.element)),
  ];
}

// Borders

/** What an element finds at a column that is not the program's, read when it gets there: one element a step does. */
export interface Border {
  readonly history: History;
  readonly column: number;
  readonly word: ScalarDecl;
}

export function bordersOf(f: Frame, history: History): readonly Border[] {
  const { handed, isZero } = history;
  if (isZero || handed.distances.length === 0) return [];
  const { before, time } = f.front;
  const columns = Array.from({ length: f.columns }, (_, k) => k).filter(
    (k) => (k < before || k >= before + time.count) && isThere(f.loops, f.front, handed, 0, k - before),
  );
  return columns.map((column) => ({
    history,
    column,
    word: scalar(f, `${handed.array}_border`, history.words.element),
  }));
}

export function scalar(f: Frame, wanted: string, type: ScalarType): ScalarDecl {
  const decl: ScalarDecl = { kind: "scalar", name: f.fresh(wanted), type };
  f.scalars.push(decl);
  return decl;
}

export function read({ name, type }: ScalarDecl): Expr {
  return { kind: "var", name, type };
}

export function assigned(f: Frame, { name }: ScalarDecl, value: Expr): Stmt {
  return { kind: "assign", target: name, value, origin: f.origin };
}

export function enterBorder(f: Frame, { history, column, word }: Border): readonly Stmt[] {
  return forOne(f, word, column, (row) => placed(f, stored(f, history.handed), row, int(column)));
}

/** A word for the one element, if any, that is at a column in this step. */
export function forOne(
  f: Frame,
  word: ScalarDecl,
  column: number,
  value: (row: Expr) => Expr,
): readonly Stmt[] {
  const { skew } = f.front;
  const since = sub(stepOf(f), int(f.lead + column));
  const row = skew === 1 ? since : floordiv(since, int(skew));
  const condition = allOf([
    ...between(since, 0, skew * f.rows),
    ...(skew === 1 ? [] : [compare("eq", mod(since, int(skew)), int(0))]),
    inTile(f, row),
  ]);
  return [
    assigned(f, word, zeroOf(word.type)),
    when(f, condition, [assigned(f, word, cast(f, value(row), word.type))]),
  ];
}

/** The element of the array that an iteration stores. */
function stored(f: Frame, { array: name, store: { index, value } }: Handed): Expr {
  return { kind: "load", array: name, index, type: value.type, span: f.origin.span };
}

/** Flags that tell an element that it is at its first column, or at the first after the program's. */
export interface Marks {
  readonly stmts: readonly Stmt[];
  readonly at: (column: number) => Expr;
}

export function marksOf(f: Frame, columns: readonly number[]): Marks {
  const end = f.front.before + f.front.time.count;
  const chains = [0, end].map((from) => {
    const own = columns.filter((column) => (from === 0 ? column < end : column >= end));
    if (own.length === 0) return null;
    const words = chain(f, from === 0 ? "first_moving" : "last_moving", bool, Math.max(...own) - from);
    return { from, words };
  });
  const stmts = chains.flatMap((one) =>
    one === null
      ? []
      : [
          ...moved(f, one.words),
          store(f, one.words, [int(0)], cast(f, compare("eq", stepOf(f), int(one.from)), bool)),
        ],
  );
  const at = (column: number): Expr => {
    const one = chains[column < end ? 0 : 1] ?? bug("a chain for each mark");
    return wordAt(f, one.words, here(f), column - one.from);
  };
  return { stmts, at };
}

// The row above, and memory

/** What comes in above the first element: of the first tile from memory, of others what the tile before left. */
export function above(f: Frame, history: History): readonly Stmt[] {
  const { handed, isPassed, isZero, edge } = history;
  if (!isPassed) return [];
  const { before } = f.front;
  const [tile, step] = [tileOf(f), stepOf(f)];
  const word = scalar(f, `${handed.array}_above`, history.words.element);
  const columns = Array.from({ length: f.columns }, (_, k) => k).filter(
    (k) => !isZero && isThere(f.loops, f.front, handed, -1, k - before),
  );
  const isFirst = f.tiles === 1 ? [] : [compare("eq", tile, int(0))];
  const [from, to] = [columns[0], columns.at(-1)];
  const fromMemory =
    from === undefined || to === undefined
      ? []
      : guarded(f, allOf([...isFirst, ...between(step, from, to + 1)]), [
          assigned(f, word, cast(f, placed(f, stored(f, handed), int(-1), step), word.type)),
        ]);
  const fromTile =
    edge === null
      ? []
      : [
          when(f, allOf([compare("ge", tile, int(1)), compare("lt", step, int(f.columns))]), [
            assigned(f, word, load(f, edge, [f.pace.overlaps ? ringOf(f) : step])),
          ]),
        ];
  return [
    assigned(f, word, zeroOf(word.type)),
    ...fromMemory,
    ...fromTile,
    ...pushed(f, history, int(0), read(word)),
  ];
}

export function below(f: Frame, { edge, words }: History): readonly Stmt[] {
  if (edge === null) return [];
  const word = load(f, words, [int(f.rows), int(0)]);
  if (f.pace.overlaps) return [store(f, edge, [ringOf(f)], word)];
  const column = columnOf(f, int(f.rows - 1));
  const condition = allOf([compare("lt", tileOf(f), int(f.tiles - 1)), ...between(column, 0, f.columns)]);
  return [when(f, condition, [store(f, edge, [column], word)])];
}

/** Steps from a column of a tile in the last element to the same column of the next tile above the first. */
function waitOf(f: Frame): number {
  const { parts, length } = f.pace;
  return parts * length - f.lead - f.front.skew * (f.rows - 1);
}

/** Where the oldest word is that waits: the newest one takes its place. */
function ringOf(f: Frame): Expr {
  return mod(timeOf(f), int(waitOf(f)));
}

/** What somebody reads after the nest. */
export function toMemory(f: Frame, { handed, words, isPassed, seen }: History): readonly Stmt[] {
  const stores = (row: Expr, more: (at: Moment) => readonly Expr[]): readonly Stmt[] => {
    const value = load(f, words, [add(row, int(isPassed ? 1 : 0)), int(0)]);
    const leaves = (at: Moment): Leaving => {
      const index = handed.store.index.map((one) => placed(f, one, row, at.column, at.tile));
      const condition = allOf([...more(at), isColumn(f, at.column), inTile(f, row, at.tile)]);
      return { stored: { ...handed.store, index, value }, condition };
    };
    const { now, before, isNow } = momentsOf(f, row);
    const { stored, condition } = leaves(now);
    return before === null ? [when(f, condition, [stored])] : either(f, isNow, leaves(now), leaves(before));
  };
  if (seen === "none") return [];
  if (seen === "all")
    return over(
      f,
      "row",
      f.rows,
      stores(here(f), () => []),
    );
  const { before } = f.front;
  const within = ({ column }: Moment): readonly Expr[] =>
    between(column, seen.time[0] + before, seen.time[1] + before + 1);
  const [first, last] = seen.space;
  if (last - first + 1 >= f.rows) return over(f, "row", f.rows, stores(here(f), within));
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).flatMap((p) => {
    const isTile = ({ tile }: Moment): readonly Expr[] =>
      f.tiles === 1 ? [] : [compare("eq", tile, int(Math.floor(p / f.rows)))];
    return stores(int(p % f.rows), (at) => [...isTile(at), ...within(at)]);
  });
}
