/**
 * What the elements stand for: all rows and columns, or tile after tile. Tiles go along their rows, then come the rows below:
 *
 *     rows 0..3     [0][1][2][3]        words come from memory and go back to it in every tile; what moves along a row
 *     rows 4..7        [4][5][6]        waits in a memory for the tile to the right
 *     rows 8..11          [7][8]
 *
 * A tile comes after the one to its left and after those above it, so every word is changed in the order of the program
 * (locally sequential, globally parallel partitioning: Kung, VLSI Array Processors, 1988).
 */
import { type Affine, constant, plus, symbol, write } from "../../../loops/analysis/affine.ts";
import { floordiv, int } from "../../../loops/indices.ts";
import type { Expr } from "../../../loops/nodes.ts";
import type { Interval } from "../../../types/interval.ts";
import type { Size } from "../frame.ts";
import { count, type Shape } from "./prove.ts";

export interface Tiles {
  readonly size: Size; // of a tile
  readonly first: { readonly row: Affine; readonly column: Affine; readonly time: Affine }; // in the corner, at step 0
  readonly covered: { readonly row: Interval; readonly column: Interval }; // by all tiles, beyond the last row or column too
  readonly loops: readonly TileLoop[]; // around the steps, outermost first; none: one tile
}

export interface TileLoop {
  readonly variable: string;
  readonly from: Expr;
  readonly to: number;
}

/** Tiles of at most this size. */
export function tilesOf(shape: Shape, most: Size, names: Readonly<Record<"row" | "column", string>>): Tiles {
  const size = {
    rows: Math.min(most.rows, count(shape.rows)),
    columns: Math.min(most.columns, count(shape.columns)),
  };
  const down = Math.ceil(count(shape.rows) / size.rows);
  const across = Math.ceil(count(shape.columns) / size.columns);
  const row = at(shape.rows, down, symbol(names.row, size.rows));
  // Where rows begin further right, or with later lines, what is before that is left out.
  const ahead = shape.rows.low + shape.below - shape.columns.low;
  const left = plus(row, ahead - shape.rows.low);
  const isLater = shape.rows.low + shape.after === shape.times.low;
  return {
    size,
    first: {
      row,
      column: at(shape.columns, across, symbol(names.column, size.columns)),
      time: isLater ? plus(row, shape.after) : constant(shape.times.low),
    },
    covered: {
      row: { low: shape.rows.low, high: shape.rows.low + down * size.rows - 1 },
      column: { low: shape.columns.low, high: shape.columns.low + across * size.columns - 1 },
    },
    loops: [
      ...(down === 1 ? [] : [{ variable: names.row, from: int(0), to: down }]),
      ...(across === 1
        ? []
        : [{ variable: names.column, from: ahead < 0 ? int(0) : divided(left, size.columns), to: across }]),
    ],
  };
}

function at({ low }: Interval, tiles: number, tile: Affine): Affine {
  return tiles === 1 ? constant(low) : plus(tile, low);
}

function divided(form: Affine, by: number): Expr {
  const isWhole = [...form.terms.values()].every((factor) => factor % by === 0);
  if (!isWhole) return floordiv(write(form), int(by));
  const terms = new Map([...form.terms].map(([name, factor]) => [name, factor / by]));
  return write({ constant: Math.floor(form.constant / by), terms });
}
