/** Where a triangle of elements, or a tile of it, is at a step, and the wires in it. */
import { bug } from "../../../diagnostics/bug.ts";
import {
  type Affine,
  affineBounds,
  constant,
  gcd,
  plus,
  symbol,
  termsOf,
  write,
} from "../../../loops/analysis/affine.ts";
import { compare, int } from "../../../loops/indices.ts";
import type { ArrayDecl, Expr, ScalarDecl, Stmt } from "../../../loops/nodes.ts";
import { allOf, anyOf, cast, type Writer } from "../write.ts";
import type { Elimination } from "./elimination.ts";
import type { Kept, Moving } from "./routes.ts";
import type { Stream } from "./streams.ts";
import type { Tiles } from "./tiles.ts";

export interface Build extends Writer {
  readonly elimination: Elimination;
  readonly tiles: Tiles;
  readonly step: string;
  readonly down: ReadonlyMap<Stream, Wire>; // words above each row of elements, and below the last
  readonly memories: ReadonlyMap<Stream, ArrayDecl>; // where words come from, and go back to
  readonly stored: ReadonlyMap<Stream, Wire>; // of tiles: whether a word was changed in this one
  readonly along: ReadonlyMap<Moving, Wire>;
  readonly waiting: ReadonlyMap<Moving, Waiting>; // of several tiles in a row
  readonly kept: ReadonlyMap<Kept, ArrayDecl>;
}

/** Registers between elements, and the word that is in the element at hand. */
export interface Wire {
  readonly words: ArrayDecl;
  readonly word: ScalarDecl;
}

/** What leaves a tile at the end of a row, and all of it, by line and row, until the next tile takes it. */
export interface Waiting {
  readonly leaving: ArrayDecl;
  readonly memory: ArrayDecl;
}

export function read({ name, type }: ScalarDecl): Expr {
  return { kind: "var", name, type };
}

export function set(b: Writer, { name, type }: ScalarDecl, value: Expr): Stmt {
  return { kind: "assign", target: name, value: cast(b, value, type), origin: b.origin };
}

export function wireOf<Key>(wires: ReadonlyMap<Key, Wire>, key: Key): Wire {
  return wires.get(key) ?? bug("there is always one");
}

/** The line that a column of elements is at. */
export function timeIn({ step, tiles }: Build, column: Affine | number): Affine {
  return plus(
    plus(symbol(step), tiles.first.time),
    typeof column === "number" ? constant(column) : column,
    -1,
  );
}

/** A sum of `row`, `column` and `time` in the element. */
export function inHere(b: Build, form: Affine): Affine {
  const { row, column } = b.tiles.first;
  const values: Record<string, Affine> = {
    row: plus(symbol(b.row), row),
    column: plus(symbol(b.column), column),
    time: timeIn(b, symbol(b.column)),
  };
  let sum = constant(form.constant);
  for (const [name, factor] of form.terms) sum = plus(sum, values[name] ?? symbol(name), factor);
  return sum;
}

export function isEqual(b: Build, left: Affine, right: Affine): Expr {
  const same = compare("eq", write(inHere(b, left)), write(inHere(b, right)));
  return allOf([...maybeEqual(b, inHere(b, plus(left, right, -1))), same]);
}

/**
 * Where tiles decide: in most elements two places differ in all tiles, which is known when the circuit is made. Without this
 * every element would have the divider of the first of a row.
 */
function maybeEqual({ row, column, tiles }: Build, apart: Affine): readonly Expr[] {
  const ofElement = (name: string): boolean => name === row || name === column;
  const ofTile = new Set(tiles.loops.map(({ variable }) => variable));
  const names = [...apart.terms.keys()].filter((name) => !ofElement(name));
  if (names.length === 0 || !names.every((name) => ofTile.has(name))) return [];
  const step = names.map((name) => Math.abs(apart.terms.get(name) ?? 0)).reduce(gcd);
  const own = plus(termsOf(apart, ofElement), apart.constant);
  const { low, high } = affineBounds(
    own,
    new Map([
      [row, { low: 0, high: tiles.size.rows - 1 }],
      [column, { low: 0, high: tiles.size.columns - 1 }],
    ]),
  );
  const values: number[] = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) values.push(value);
  if (values.length === high - low + 1) return [];
  return values.length === 0
    ? [compare("lt", int(0), int(0))]
    : [anyOf(values.map((value) => compare("eq", write(own), int(value))))];
}
