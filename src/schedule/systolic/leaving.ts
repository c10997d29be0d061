/** Results on their way out: all elements at once to where they wait, then row after row, word after word. */
import { write } from "../../loops/analysis/affine.ts";
import { arrayNamed } from "../../loops/find.ts";
import { add, compare, floordiv, int, mod, mul, sub, variable } from "../../loops/indices.ts";
import type { ArrayDecl, Expr, Stmt } from "../../loops/nodes.ts";
import { pythonBool, type ScalarType } from "../../types/types.ts";
import type { Result } from "./cell.ts";
import {
  array,
  type Build,
  isFirstTurn,
  limitOf,
  overElements,
  placed,
  stepIn,
  type Turn,
  tilesIn,
  turnsIn,
} from "./frame.ts";
import { rising } from "./rising.ts";
import {
  allOf,
  anyOf,
  guarded,
  load,
  loopOver,
  over,
  shifted,
  store,
  type Writer,
  when,
  yes,
} from "./write.ts";

export interface Way {
  readonly result: Result;
  readonly type: ScalarType;
  readonly hold: ArrayDecl; // what elements were when they were done
  readonly rest: ArrayDecl; // rows that wait to leave
  readonly top: ArrayDecl; // the row that leaves, of each group
}

export function ways(b: Build, result: Result): Way {
  const { rows, columns } = b.size;
  const { array: name } = result.store;
  const { element } = arrayNamed(b.loops, name);
  const each = turnsIn(b.group) === 1 ? [] : [turnsIn(b.group)];
  return {
    result,
    type: result.store.value.type,
    hold: array(b, `${name}_done`, element, [rows, columns, ...each], overElements(b), true),
    rest: array(b, `${name}_waiting`, element, [rows, columns], overElements(b), true),
    top: array(b, `${name}_leaving`, element, [b.pace.ways, columns], null, true),
  };
}

/** Of results of a group that wait, each moves on. */
export function upOne(b: Build, hold: ArrayDecl): readonly Stmt[] {
  const here = [variable(b.row), variable(b.column)];
  return shifted(b, turnsIn(b.group) - 1, (to, from) => [
    store(b, hold, [...here, to], load(b, hold, [...here, from])),
  ]);
}

export function leaving(b: Build, { result, hold, rest, top }: Way): readonly Stmt[] {
  const { rows, columns } = b.size;
  const { takes, late, wraps, period, ways: groups } = b.pace;
  const turns = turnsIn(b.group);
  const height = rows / groups;
  const step = write(stepIn(b));
  const [group, column] = [variable(b.row), variable(b.column)];
  const first = mul(group, int(height));
  const each = (body: readonly Stmt[]): readonly Stmt[] =>
    over(b, "row", groups, over(b, "column", columns, body));
  /** The first rows of a group, each with the row after it. */
  const upward = (rows: number, from: (row: Expr) => Expr): readonly Stmt[] => {
    const next = (at: Expr): Expr => from(add(add(first, at), int(1)));
    if (rows <= 0) return [];
    return [loopOver(b, int(rows), (at) => [store(b, rest, [add(first, at), column], next(at))])];
  };
  const oldest = turns === 1 ? [] : [int(turns - 1)];
  const held = (row: Expr): Expr => load(b, hold, [row, column, ...oldest]);
  const waits = (row: Expr): Expr => load(b, rest, [row, column]);
  const isTold = turns === 1 && columns > 1 && height > 1; // elements by those above them, else all at once
  const take = [
    ...each([store(b, top, [group, column], held(first)), ...(isTold ? [] : upward(height - 1, held))]),
    ...(turns === 1 ? [] : over(b, "row", rows, over(b, "column", columns, upOne(b, hold)))),
  ];
  const nextRow =
    height === 1
      ? []
      : each([store(b, top, [group, column], waits(first)), ...(isTold ? [] : upward(height - 2, waits))]);
  const nextWord = over(b, "row", groups, [
    loopOver(b, int(columns - 1), (at) => [
      store(b, top, [group, at], load(b, top, [group, add(at, int(1))])),
    ]),
  ]);
  const steps = turns * b.pace.sweep; // until all have left
  /** A word of a tile that is so much behind: where it goes, and whether there is one. */
  const leaves = (since: Expr, behind: number, isWhole: boolean): Leaving => {
    const tile = sub(variable(b.tile), int(behind));
    const { word, turn, isAny } = sweepAt(b, since, isWhole);
    const [row, column] = [add(first, floordiv(word, int(columns))), mod(word, int(columns))];
    const at = { tile, row, column, turn };
    const limits = (["row", "column"] as const).flatMap((of) => {
      const limit = limitOf(b, of);
      return limit === null ? [] : [placed(b, limit.value, at)];
    });
    const index = result.store.index.map((one) => placed(b, one, at));
    return {
      stored: { ...result.store, index, value: load(b, top, [group, int(0)]) },
      condition: allOf([
        isAny,
        ...(behind > 0 ? [compare("ge", tile, int(0))] : []),
        ...(behind < late + wraps ? [compare("lt", tile, int(tilesIn(b)))] : []),
        ...limits,
      ]),
    };
  };
  const isNow = compare("ge", step, int(takes));
  const [now, before] = [sub(step, int(takes)), add(step, int(period - takes))];
  const startsRow = (since: Expr): Expr =>
    compare("eq", mod(sweepAt(b, since, true).word, int(columns)), int(0));
  const isRow =
    wraps === 0 || period % columns === 0
      ? startsRow(now)
      : anyOf([allOf([isNow, startsRow(now)]), allOf([compare("lt", step, int(takes)), startsRow(before)])]);
  const onward: readonly Stmt[] =
    columns === 1 ? nextRow : height === 1 ? nextWord : [{ ...when(b, isRow, nextRow), else: nextWord }];
  const isTake =
    turns === 1
      ? compare("eq", step, int(takes))
      : allOf([isFirstTurn(b), startsSweep(b, { isNow, now, before })]);
  const own = leaves(now, late, takes + steps >= period);
  const out =
    wraps === 0
      ? guarded(b, allOf([isNow, own.condition]), [own.stored])
      : either(b, isNow, own, leaves(before, late + 1, steps === period));
  const name = result.store.array;
  const told = isTold ? rising(b, { name, hold, rest, isTake, isRow }) : [];
  return [{ ...when(b, isTake, take), else: onward }, ...told, ...over(b, "row", groups, out)];
}

interface Sweep {
  readonly word: Expr; // of the words that leave in one
  readonly turn: Turn; // whose results they are
  readonly isAny: Expr; // whether there is such a word
}

/** What leaves so many steps after the first take, in this turn. `isWhole`: there are no steps without words. */
function sweepAt(b: Build, since: Expr, isWhole: boolean): Sweep {
  const { rows, columns } = b.group;
  const turns = turnsIn(b.group);
  const { sweep, ways } = b.pace;
  const inTime = isWhole ? yes : compare("lt", since, int(turns * sweep));
  if (turns === 1) return { word: since, turn: { row: int(0), column: int(0) }, isAny: inTime };
  const number = add(mul(b.turn.row, int(columns)), b.turn.column);
  const word = add(mul(mod(since, int(sweep)), int(turns)), number);
  const which = floordiv(since, int(sweep));
  const words = (b.size.rows / ways) * b.size.columns;
  return {
    word,
    turn: {
      row: rows === 1 ? int(0) : floordiv(which, int(columns)),
      column: columns === 1 ? int(0) : mod(which, int(columns)),
    },
    isAny: allOf([inTime, sweep * turns === words ? yes : compare("lt", word, int(words))]),
  };
}

/** Results of the next turn go where they leave from. */
function startsSweep(b: Build, { isNow, now, before }: { isNow: Expr; now: Expr; before: Expr }): Expr {
  const { sweep, wraps } = b.pace;
  const starts = (since: Expr): Expr =>
    allOf([
      ...(sweep === 1 ? [] : [compare("eq", mod(since, int(sweep)), int(0))]),
      compare("lt", since, int(turnsIn(b.group) * sweep)),
    ]);
  const own = allOf([isNow, starts(now)]);
  return wraps === 0 ? own : anyOf([own, allOf([not(b, isNow), starts(before)])]);
}

export interface Leaving {
  readonly stored: Stmt;
  readonly condition: Expr;
}

/** One store or the other, with nothing else beside: then they take one port. */
export function either(b: Writer, isNow: Expr, now: Leaving, before: Leaving): readonly Stmt[] {
  const isAny = anyOf([allOf([isNow, now.condition]), allOf([not(b, isNow), before.condition])]);
  return [when(b, isAny, [{ ...when(b, isNow, [now.stored]), else: [before.stored] }])];
}

function not(b: Writer, operand: Expr): Expr {
  return { kind: "unary", op: "not", operand, type: pythonBool, span: b.origin.span };
}
