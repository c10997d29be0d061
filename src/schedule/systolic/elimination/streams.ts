/**
 * What passes through the elements: of each array a line at a time, a word in every column. One dimension of it says when, one
 * in which column, and others are the same throughout the nest.
 *
 *     a[i, j] = ...    with `columns=j`        a line is a row of the array, and word j of it goes down column j
 */
import { type Affine, affineOf } from "../../../loops/analysis/affine.ts";
import { namesRead, writesOf } from "../../../loops/analysis/effects.ts";
import { arrayNamed } from "../../../loops/find.ts";
import { sameExpr } from "../../../loops/indices.ts";
import type { Expr, For, Load, Loops, Store } from "../../../loops/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../../loops/walk.ts";
import type { ScalarType } from "../../../types/types.ts";
import { type Leaf, variablesOf } from "./leaves.ts";

export type Access = Load | Store;

export interface Stream {
  readonly array: string;
  readonly element: ScalarType;
  readonly time: number; // dimensions
  readonly column: number;
  readonly index: readonly Expr[]; // of an access, for the dimensions that are the same in all
  readonly shape: readonly number[] | null; // null: a scalar of the program, of which each line has its own
  readonly scalar?: string;
}

/** Which word an access is about, in the variables of the loops around it. */
export interface Word {
  readonly time: Affine;
  readonly column: Affine;
}

/** Or the first access that has no such dimensions. */
export function streamsOf(
  loops: Loops,
  leaves: readonly Leaf[],
  { isFirst }: Line,
): readonly Stream[] | Access {
  const streams: Stream[] = [];
  const variables = new Set(leaves.flatMap((leaf) => [...variablesOf(leaf), ...writesOf([leaf.stmt])]));
  const all = leaves.flatMap(({ stmt }) => accessesIn(stmt));
  for (const access of all) {
    const { array, index } = access;
    const known = streams.find((one) => one.array === array);
    if (known === undefined) {
      const { shape, element } = arrayNamed(loops, array);
      const same = all.filter((one) => one.array === array);
      const isFixed = (dim: number): boolean =>
        shape.length > 2 && same.every((one) => isSameIn(one, access, dim, variables));
      const [first, second, more] = shape.flatMap((_, dim) => (isFixed(dim) ? [] : [dim]));
      if (first === undefined || second === undefined || more !== undefined) return access;
      const [time, column] = isFirst ? [first, second] : [second, first];
      streams.push({ array, element, time, column, index, shape });
    }
  }
  return streams;
}

/** Of a line that is stored: its number, and whether the dimension that follows the columns comes after it. */
export interface Line {
  readonly time: Expr;
  readonly isFirst: boolean;
}

/** Of lines that no loop over rows counts, if there are such. Null: no store follows the columns, or it has no other index. */
export function lineOf(leaves: readonly Leaf[], rows: For, columns: For): Line | null {
  const lines = leaves.flatMap(({ stmt, loops }) => {
    const variables = variablesOf({ loops });
    const isOther = (index: Expr): boolean => {
      const names = [...namesRead(index)];
      return names.some((name) => variables.has(name)) && !names.includes(columns.variable);
    };
    return statementsIn([stmt]).flatMap((store): readonly Line[] => {
      if (store.kind !== "store") return [];
      const column = store.index.findIndex((one) => namesRead(one).has(columns.variable));
      const line = store.index.findIndex(isOther);
      const time = store.index[line];
      return column >= 0 && time !== undefined ? [{ time, isFirst: line < column }] : [];
    });
  });
  return lines.find(({ time }) => !namesRead(time).has(rows.variable)) ?? lines[0] ?? null;
}

function isSameIn(one: Access, other: Access, dim: number, variables: ReadonlySet<string>): boolean {
  const [a, b] = [one.index[dim], other.index[dim]];
  return (
    a !== undefined &&
    b !== undefined &&
    sameExpr(a, b) &&
    [...namesRead(a)].every((name) => !variables.has(name))
  );
}

export function accessesIn(stmt: Leaf["stmt"]): readonly Access[] {
  return statementsIn([stmt]).flatMap((one): readonly Access[] => [
    ...loadsIn(expressionsOf(one)),
    ...(one.kind === "store" ? [one] : []),
  ]);
}

export function loadsIn(roots: readonly Expr[]): readonly Load[] {
  return roots.flatMap(expressionsIn).filter((expr): expr is Load => expr.kind === "load");
}

/** Null: an index is no sum of the variables around it. */
export function wordOf({ time, column }: Stream, { index }: Pick<Access, "index">): Word | null {
  const [first, second] = [index[time], index[column]];
  const when = first === undefined ? null : affineOf(first);
  const where = second === undefined ? null : affineOf(second);
  return when === null || where === null ? null : { time: when, column: where };
}
