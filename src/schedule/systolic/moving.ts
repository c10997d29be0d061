/** Operands on their way from element to element. */

import { add, int, sub, variable } from "../../loops/indices.ts";
import type { ArrayDecl, Expr, Stmt } from "../../loops/nodes.ts";
import { takenApart } from "../../types/fault.ts";
import { bool, float64, int8, int16, int32, int64, type ScalarType } from "../../types/types.ts";
import type { Axis } from "./cell.ts";
import { entryOf } from "./entry.ts";
import { array, type Build, overElements } from "./frame.ts";
import { axesOf, type Operand, rangeIn } from "./operands.ts";
import { cast, guarded, load, loopOver, over, shifted, store } from "./write.ts";

/** Registers that an operand moves through. */
export interface Stream {
  readonly words: ArrayDecl;
  readonly type: ScalarType; // of the operand itself
}

export function declare(b: Build, { enters, value }: Operand, scratch: boolean): Stream {
  const { rows, columns } = b.size;
  const name = nameFor(value);
  const shape =
    enters === "row"
      ? [rows, rows + columns - 1]
      : enters === "column"
        ? [columns, rows + columns - 1]
        : [rows, columns];
  // Words of a row wait before the first element of it as many steps as the row is behind: no element has those.
  const spread =
    enters === "row"
      ? overElements(b, [1, 0], [-1, 1])
      : enters === "column"
        ? overElements(b, [-1, 1], [1, 0])
        : overElements(b);
  const element = elementFor(axesOf(b.cell), value);
  return { words: array(b, name, element, shape, spread, scratch), type: value.type };
}

export function nameFor(value: Expr): string {
  switch (value.kind) {
    case "load":
      return `${value.array}_moving`;
    case "cast":
      return nameFor(value.operand);
    case "var":
      return `${value.name}_moving`;
    case "select":
      return nameFor(value.then);
    case "compare":
    case "logic":
      return "flag_moving";
    default:
      return "moving";
  }
}

/** Python's numbers in registers: as many bits as they need. */
export function elementFor(axes: readonly Axis[], value: Expr): ScalarType {
  if (value.type.kind !== "python") return value.type;
  switch (value.type.name) {
    case "bool":
      return bool;
    case "float":
      return float64;
    case "complex":
      return takenApart();
    case "int": {
      const range = rangeIn(axes, value);
      const holds = (bits: number): boolean =>
        range !== null && range.low >= -(2 ** (bits - 1)) && range.high < 2 ** (bits - 1);
      return holds(8) ? int8 : holds(16) ? int16 : holds(32) ? int32 : int64;
    }
  }
}

/** The word that the element in `row` and `column` sees. */
export function wordOf(b: Build, { enters }: Operand, { words, type }: Stream): Expr {
  const [row, column] = [variable(b.row), variable(b.column)];
  const index =
    enters === "row"
      ? [row, add(row, column)]
      : enters === "column"
        ? [column, add(column, row)]
        : [row, column];
  return cast(b, load(b, words, index), type);
}

/** By one element, and in with the next; operands of the program only where it has a step to do. */
export function moved(b: Build, operand: Operand, { words }: Stream, isAsked: Expr): readonly Stmt[] {
  const { rows, columns } = b.size;
  const { enters } = operand;
  const entry = entryOf(b, operand, words, isAsked);
  if (enters === "corner") {
    const along = over(
      b,
      "row",
      rows,
      shifted(b, columns - 1, (to, from) => [
        store(b, words, [variable(b.row), to], load(b, words, [variable(b.row), from])),
      ]),
    );
    const down = shifted(b, rows - 1, (to, from) => [
      store(b, words, [to, int(0)], load(b, words, [from, int(0)])),
    ]);
    const own = store(b, words, [int(0), int(0)], entry.word(int(0)));
    return [...entry.before, ...along, ...down, ...guarded(b, entry.condition(int(0)), [own])];
  }
  const [lines, line] = enters === "row" ? [rows, b.row] : [columns, b.column];
  const others = enters === "row" ? columns : rows;
  const at = variable(line);
  const last = add(at, int(others - 1));
  const shift: Stmt = loopOver(b, last, (d) => [
    store(b, words, [at, sub(last, d)], load(b, words, [at, sub(sub(last, int(1)), d)])),
  ]);
  const enter = store(b, words, [at, int(0)], entry.word(at));
  return [...entry.before, ...over(b, enters, lines, [shift, ...guarded(b, entry.condition(at), [enter])])];
}
