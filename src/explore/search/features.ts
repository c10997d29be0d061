/**
 * How a surrogate sees a point: a row of numbers. Ordered knobs whose values are all positive are seen on a log scale. Then
 * a sum of columns is a product of knobs, the usual form of an area or a trip count, and a difference is a ratio: some of
 * them, drawn at random, are columns too, because a tree that cuts one knob at a time needs many points to see a product.
 */
import { below, type Random, uniform } from "../../types/random.ts";
import type { Group } from "./forest.ts";
import type { Knob, Point, Space } from "./space.ts";

export interface Features {
  readonly width: number; // columns of a row
  readonly groupsOf: (points: readonly Point[]) => readonly Group[]; // the first columns: those of the knobs themselves
  readonly write: (point: Point, row: Float64Array, offset: number) => void;
  readonly knobs: readonly KnobColumns[];
}

/** The columns of a knob itself. */
export interface KnobColumns {
  readonly first: number;
  readonly count: number;
  readonly values: Float64Array; // by the index of the value, then column
}

export function featuresOf(space: Space, combinations: number, random: Random): Features {
  const tables = space.knobs.map(columnsOf);
  const starts: number[] = [];
  let plain = 0;
  for (const { count } of tables) {
    starts.push(plain);
    plain += count;
  }
  const logarithmic = tables.flatMap(({ isLog }, knob) => (isLog ? [starts[knob] as number] : []));
  const sums = combinationsOf(logarithmic, combinations, random);
  const write = (point: Point, row: Float64Array, offset: number): void => {
    for (let knob = 0; knob < tables.length; knob++) {
      const { count, values } = tables[knob] as Columns;
      const from = (point[knob] as number) * count;
      const to = offset + (starts[knob] as number);
      for (let column = 0; column < count; column++) row[to + column] = values[from + column] as number;
    }
    for (let index = 0; index < sums.length; index++) {
      let sum = 0;
      for (const { column, sign } of sums[index] as Combination)
        sum += sign * (row[offset + column] as number);
      row[offset + plain + index] = sum;
    }
  };
  const groupsOf = (points: readonly Point[]): readonly Group[] =>
    tables.flatMap(({ count, values, isOneHot }, knob) =>
      count === 0
        ? []
        : {
            ...{ first: starts[knob] as number, count, values, isOneHot },
            codes: Uint16Array.from(points, (point) => point[knob] as number),
          },
    );
  const knobs = tables.map(({ count, values }, knob) => ({ first: starts[knob] as number, count, values }));
  return { width: plain + sums.length, groupsOf, write, knobs };
}

/** Rows of many points, one after the other. */
export function rowsOf(features: Features, points: readonly Point[]): Float64Array {
  const rows = new Float64Array(points.length * features.width);
  for (const [index, point] of points.entries()) features.write(point, rows, index * features.width);
  return rows;
}

interface Columns {
  readonly count: number; // 0 for a knob that has no choice
  readonly values: Float64Array; // by value index, then column
  readonly isLog: boolean;
  readonly isOneHot: boolean;
}

const asItIs = { isLog: false, isOneHot: false };

/** A category of two values is one column, of more a column each. */
function columnsOf({ kind, values }: Knob): Columns {
  if (values.length === 1) return { ...asItIs, count: 0, values: new Float64Array() };
  if (kind === "category" && values.length > 2) {
    const table = new Float64Array(values.length ** 2);
    for (const index of values.keys()) table[index * values.length + index] = 1;
    return { ...asItIs, count: values.length, values: table, isOneHot: true };
  }
  if (kind === "category") return { ...asItIs, count: 1, values: Float64Array.of(0, 1) };
  const isLog = values.every((value) => Number(value) > 0);
  const column = Float64Array.from(values, (value) => (isLog ? Math.log2(Number(value)) : Number(value)));
  return { ...asItIs, count: 1, values: column, isLog };
}

type Combination = readonly { readonly column: number; readonly sign: 1 | -1 }[];

/** All sums and differences of two columns where they are few enough, and random ones of several. */
function combinationsOf(columns: readonly number[], count: number, random: Random): readonly Combination[] {
  if (columns.length < 2) return [];
  const pairs = columns.flatMap((a, index) =>
    columns.slice(0, index).flatMap((b): Combination[] => [
      [
        { column: a, sign: 1 },
        { column: b, sign: 1 },
      ],
      [
        { column: a, sign: 1 },
        { column: b, sign: -1 },
      ],
    ]),
  );
  const hasAll = pairs.length <= count;
  const least = hasAll ? 3 : 2;
  const found: Combination[] = hasAll ? pairs : [];
  if (columns.length < least) return found;
  while (found.length < count) {
    const terms = least + below(columns.length - least + 1, random);
    const isSum = uniform(random) < 0.5;
    const chosen = shuffled(columns, random).slice(0, terms);
    found.push(chosen.map((column) => ({ column, sign: isSum || uniform(random) < 0.5 ? 1 : -1 })));
  }
  return found;
}

function shuffled(values: readonly number[], random: Random): readonly number[] {
  const order = [...values];
  for (let i = order.length - 1; i > 0; i--) {
    const j = below(i + 1, random);
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
  return order;
}
