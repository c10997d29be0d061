/**
 * What comes in where elements have several results each. A step is a turn for each result; a row of the group takes one
 * word for all its columns, so that in a turn a few rows need a word from memory, not all: the others have their turn.
 * Words that come in during a step are used in the next one.
 *
 *     2 x 2 results, 4 rows      turn    (0,0)       (0,1)       (1,0)       (1,1)
 *     read for the next step             rows 0, 1   rows 2, 3   rows 0, 1   rows 2, 3
 *     of row of results                  0           0           1           1
 */
import { add, compare, floordiv, int, mod, mul, variable } from "../../loops/indices.ts";
import type { ArrayDecl, Expr, Stmt } from "../../loops/nodes.ts";
import { array, type Build, isAt, isFirstTurn, limitOf, placed, turnsIn } from "./frame.ts";
import type { Operand } from "./operands.ts";
import { allOf, cast, guarded, load, over, shifted, store, yes } from "./write.ts";

/** What comes in at the edge, by the row or column that it is for. */
export interface Entry {
  readonly before: readonly Stmt[];
  readonly condition: (line: Expr) => Expr;
  readonly word: (line: Expr) => Expr;
}

/** `words`: what it goes into. Operands of the program come in only where it has a step to do. */
export function entryOf(b: Build, operand: Operand, words: ArrayDecl, isAsked: Expr): Entry {
  const from = direct(b, operand, words, isAsked);
  if (turnsIn(b.group) === 1) return from;
  switch (operand.enters) {
    case "corner":
      return atCorner(b, from, words);
    case "row":
      return atRows(b, from, words);
    case "column":
      return atColumns(b, from, words);
  }
}

/** Straight from memory, or from what is computed. */
function direct(b: Build, { enters, value }: Operand, words: ArrayDecl, isAsked: Expr): Entry {
  const tile = variable(b.tile);
  const asked = placed(b, isAsked, { tile, row: int(0), column: int(0) });
  const limit = isAsked === yes || enters === "corner" ? null : limitOf(b, enters);
  return {
    before: [],
    condition: (line) =>
      allOf([asked, ...(limit === null ? [] : [placed(b, limit.value, { tile, row: line, column: line })])]),
    word: (line) => {
      const [row, column] = enters === "column" ? [int(0), line] : [line, int(0)];
      return cast(b, placed(b, value, { tile, row, column }), words.element);
    },
  };
}

/** The same in all turns of a step. */
function atCorner(b: Build, from: Entry, words: ArrayDecl): Entry {
  const now = array(b, `${words.name}_now`, words.element, [1]);
  const next = array(b, `${words.name}_next`, words.element, [1]);
  const first = int(0);
  const before = [
    store(b, now, [first], load(b, next, [first])),
    ...guarded(b, from.condition(first), [store(b, next, [first], from.word(first))]),
  ];
  return {
    before: guarded(b, isFirstTurn(b), before),
    condition: () => yes,
    word: () => load(b, now, [first]),
  };
}

/** A row takes a word for all columns of a row of the group: they wait in a queue, one for each row of the group. */
function atRows(b: Build, from: Entry, words: ArrayDecl): Entry {
  const { rows: turns, columns: each } = b.group;
  const { rows } = b.size;
  const share = Math.ceil(rows / each);
  const read = array(b, `${words.name}_read`, words.element, [rows]);
  const queue = array(b, `${words.name}_queue`, words.element, [rows, turns]);
  const row = variable(b.row);
  const { stmts, got } = readIn(b, from, words, { share, lines: rows, part: b.turn.column, parts: each });
  const advance = over(b, "row", rows, [
    ...shifted(b, turns - 1, (to, at) => [store(b, queue, [row, to], load(b, queue, [row, at]))]),
    store(b, queue, [row, int(0)], load(b, read, [row])),
  ]);
  const keep = over(
    b,
    "row",
    rows,
    guarded(b, isPart(b.turn.column, row, share, each), [
      store(b, read, [row], load(b, got, [mod(row, int(share))])),
    ]),
  );
  return {
    before: [...guarded(b, each === 1 ? yes : isAt(b.turn.column, 0), advance), ...stmts, ...keep],
    condition: () => yes,
    word: (line) => load(b, queue, [line, int(turns - 1)]),
  };
}

/** A column takes another word in every turn, and the same ones for every row of the group: they go round in a ring. */
function atColumns(b: Build, from: Entry, words: ArrayDecl): Entry {
  const { rows: each, columns: turns } = b.group;
  const { columns } = b.size;
  const share = Math.ceil(columns / each);
  const ring = array(b, `${words.name}_ring`, words.element, [columns, turns + 1]); // the last one goes back to the first
  const next = array(b, `${words.name}_next`, words.element, [columns, turns + 1]);
  const column = variable(b.column);
  const { stmts, got } = readIn(b, from, words, { share, lines: columns, part: b.turn.row, parts: each });
  const at = (which: ArrayDecl, place: number): Expr => load(b, which, [column, int(place)]);
  const round = [ring, next].flatMap((which) => [
    ...shifted(b, turns, (to, back) => [store(b, which, [column, to], load(b, which, [column, back]))]),
    store(b, which, [column, int(0)], at(which, turns)),
  ]);
  const enter = store(b, ring, [column, int(0)], at(next, turns));
  const keep = store(b, next, [column, int(0)], load(b, got, [mod(column, int(share))]));
  return {
    before: [
      ...stmts,
      ...over(b, "column", columns, [
        ...round,
        ...guarded(b, each === 1 ? yes : isAt(b.turn.row, 0), [enter]),
        ...guarded(b, isPart(b.turn.row, column, share, each), [keep]),
      ]),
    ],
    condition: () => yes,
    word: (line) => load(b, ring, [line, int(0)]),
  };
}

interface Shared {
  readonly share: number; // lines that read in a turn
  readonly lines: number;
  readonly part: Expr; // which of them, a number of the turn,
  readonly parts: number; // and how many there are
}

/** The words of the lines whose turn it is. */
function readIn(
  b: Build,
  from: Entry,
  words: ArrayDecl,
  { share, lines, part, parts }: Shared,
): { readonly stmts: readonly Stmt[]; readonly got: ArrayDecl } {
  const got = array(b, `${words.name}_in`, words.element, [share]);
  const line = add(mul(part, int(share)), variable(b.row));
  const isLine = parts * share === lines ? yes : compare("lt", line, int(lines));
  const enter = store(b, got, [variable(b.row)], from.word(line));
  const stmts = over(b, "row", share, guarded(b, allOf([isLine, from.condition(line)]), [enter]));
  return { stmts, got };
}

/** Whether it is the turn of a line. */
function isPart(part: Expr, line: Expr, share: number, parts: number): Expr {
  return parts === 1 ? yes : compare("eq", part, floordiv(line, int(share)));
}
