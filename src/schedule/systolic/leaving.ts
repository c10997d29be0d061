/** Results on their way out: all elements at once to where they wait, then row after row, word after word. */
import { write } from "../../loops/analysis/affine.ts";
import { arrayNamed } from "../../loops/find.ts";
import { add, compare, floordiv, int, mod, mul, sub, variable } from "../../loops/indices.ts";
import type { ArrayDecl, Expr, Stmt } from "../../loops/nodes.ts";
import { pythonBool, type ScalarType } from "../../types/types.ts";
import type { Result } from "./cell.ts";
import { array, type Build, limitOf, placed, stepIn, tilesIn } from "./frame.ts";
import { allOf, anyOf, guarded, load, loopOver, over, store, when } from "./write.ts";

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
  return {
    result,
    type: result.store.value.type,
    hold: array(b, `${name}_done`, element, [rows, columns]),
    rest: array(b, `${name}_waiting`, element, [rows, columns]),
    top: array(b, `${name}_leaving`, element, [b.pace.ways, columns]),
  };
}

export function leaving(b: Build, { result, hold, rest, top }: Way): readonly Stmt[] {
  const { rows, columns } = b.size;
  const { takes, late, wraps, period, ways: groups } = b.pace;
  const height = rows / groups;
  const step = write(stepIn(b));
  const [group, column] = [variable(b.row), variable(b.column)];
  const first = mul(group, int(height));
  const each = (body: readonly Stmt[]): readonly Stmt[] =>
    over(b, "row", groups, over(b, "column", columns, body));
  /** Rows of a group above its last `less`, with the row after each. */
  const upward = (less: number, from: ArrayDecl): readonly Stmt[] =>
    height <= less
      ? []
      : [
          loopOver(b, int(height - less), (at) => [
            store(b, rest, [add(first, at), column], load(b, from, [add(add(first, at), int(1)), column])),
          ]),
        ];
  const take = each([store(b, top, [group, column], load(b, hold, [first, column])), ...upward(1, hold)]);
  const nextRow =
    height === 1
      ? []
      : each([store(b, top, [group, column], load(b, rest, [first, column])), ...upward(2, rest)]);
  const nextWord = over(b, "row", groups, [
    loopOver(b, int(columns - 1), (at) => [
      store(b, top, [group, at], load(b, top, [group, add(at, int(1))])),
    ]),
  ]);
  const words = height * columns;
  /** A word of a tile that is so much behind: where it goes, and whether there is one. */
  const leaves = (word: Expr, behind: number, isWhole: boolean): Leaving => {
    const tile = sub(variable(b.tile), int(behind));
    const at = { tile, row: add(first, floordiv(word, int(columns))), column: mod(word, int(columns)) };
    const limits = (["row", "column"] as const).flatMap((of) => {
      const limit = limitOf(b, of);
      return limit === null ? [] : [placed(b, limit.value, at)];
    });
    const index = result.store.index.map((one) => placed(b, one, at));
    return {
      stored: { ...result.store, index, value: load(b, top, [group, int(0)]) },
      condition: allOf([
        ...(isWhole ? [] : [compare("lt", word, int(words))]),
        ...(behind > 0 ? [compare("ge", tile, int(0))] : []),
        ...(behind < late + wraps ? [compare("lt", tile, int(tilesIn(b)))] : []),
        ...limits,
      ]),
    };
  };
  const isNow = compare("ge", step, int(takes));
  const [now, before] = [sub(step, int(takes)), add(step, int(period - takes))];
  const startsRow = (word: Expr): Expr => compare("eq", mod(word, int(columns)), int(0));
  const isRow =
    wraps === 0 || period % columns === 0
      ? startsRow(now)
      : anyOf([allOf([isNow, startsRow(now)]), allOf([compare("lt", step, int(takes)), startsRow(before)])]);
  const onward: readonly Stmt[] =
    columns === 1 ? nextRow : height === 1 ? nextWord : [{ ...when(b, isRow, nextRow), else: nextWord }];
  const own = leaves(now, late, takes + words >= period);
  const out =
    wraps === 0
      ? guarded(b, allOf([isNow, own.condition]), [own.stored])
      : either(b, isNow, own, leaves(before, late + 1, words === period));
  return [
    { ...when(b, compare("eq", step, int(takes)), take), else: onward },
    ...over(b, "row", groups, out),
  ];
}

export interface Leaving {
  readonly stored: Stmt;
  readonly condition: Expr;
}

/** One store or the other, with nothing else beside: then they take one port. */
export function either(b: Build, isNow: Expr, now: Leaving, before: Leaving): readonly Stmt[] {
  const isBefore: Expr = { kind: "unary", op: "not", operand: isNow, type: pythonBool, span: b.origin.span };
  const isAny = anyOf([allOf([isNow, now.condition]), allOf([isBefore, before.condition])]);
  return [when(b, isAny, [{ ...when(b, isNow, [now.stored]), else: [before.stored] }])];
}
