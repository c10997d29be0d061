/**
 * A forest of extremely randomised regression trees (Geurts et al., 2006): at each node columns are cut at random
 * places, and the cut that explains most variance is taken. How far the trees differ tells how little is known. Small and
 * deterministic: tens of trees over hundreds of rows take milliseconds.
 */
import { below, type Random, uniform } from "../../types/random.ts";

export interface Sample {
  readonly rows: Float64Array; // one after the other, `width` columns each
  readonly width: number;
  readonly plain: readonly Group[]; // the first columns, tried at every node
  readonly targets: Float64Array;
}

/** Columns next to each other that are functions of one small code, as the columns of a knob are of its value. */
export interface Group {
  readonly first: number; // column
  readonly count: number; // of columns
  readonly codes: Uint16Array; // by row
  readonly values: Float64Array; // by code, then column
  readonly isOneHot: boolean; // a column a code, 1 at its own and else 0
}

export interface ForestOptions {
  readonly trees: number;
  readonly leaf: number; // so many rows are not split any further
  readonly columns: number; // of the others that are tried at a node, drawn at random
}

export type Forest = readonly Tree[];

/** Nodes by number, the root first. A leaf has no left child. */
interface Tree {
  readonly left: Int32Array; // the right child follows it
  readonly column: Int32Array; // that is cut
  readonly cut: Float64Array; // at most this much goes left
  readonly value: Float64Array; // the mean of the targets
  readonly rows: Int32Array; // how many they are
}

export function growForest(sample: Sample, options: ForestOptions, random: Random): Forest {
  const columns = columnsOf(sample);
  const codes = Math.max(0, ...sample.plain.map(({ values, count }) => values.length / Math.max(1, count)));
  const sums: Sums = {
    rows: new Int32Array(codes),
    targets: new Float64Array(codes),
    codes: new Uint16Array(codes),
  };
  return Array.from({ length: options.trees }, () => growTree(sample, columns, options, sums, random));
}

/** The leaf of every tree that a row falls into, from `at` on. Trees keep their cuts, so it may be remembered. */
export function leavesInto(forest: Forest, row: Float64Array, into: Uint16Array, at: number): void {
  for (let index = 0; index < forest.length; index++)
    into[at + index] = leafAt(forest[index] as Tree, row, 0);
}

/** What every tree says of the row that falls into these leaves. */
export function predictInto(forest: Forest, leaves: Uint16Array, at: number, into: Float64Array): void {
  for (let index = 0; index < forest.length; index++)
    into[index] = (forest[index] as Tree).value[leaves[at + index] as number] as number;
}

/** The mean of it. */
export function meanOfLeaves(forest: Forest, leaves: Uint16Array, at: number): number {
  let sum = 0;
  for (let index = 0; index < forest.length; index++)
    sum += (forest[index] as Tree).value[leaves[at + index] as number] as number;
  return sum / forest.length;
}

/** One more row, without new cuts: it moves the mean of the leaf of every tree that it falls into. */
export function learnRow(forest: Forest, row: Float64Array, offset: number, target: number): void {
  for (const tree of forest) {
    const leaf = leafAt(tree, row, offset);
    const count = (tree.rows[leaf] as number) + 1;
    tree.value[leaf] = (tree.value[leaf] as number) + (target - (tree.value[leaf] as number)) / count;
    tree.rows[leaf] = count;
  }
}

function leafAt({ left, column, cut }: Tree, rows: Float64Array, offset: number): number {
  let node = 0;
  for (let child = left[0] as number; child > 0; child = left[node] as number) {
    node = (rows[offset + (column[node] as number)] as number) <= (cut[node] as number) ? child : child + 1;
  }
  return node;
}

/** The mean of what all trees say. */
export function predictMean(forest: Forest, rows: Float64Array, offset: number): number {
  let sum = 0;
  for (const tree of forest) sum += tree.value[leafAt(tree, rows, offset)] as number;
  return sum / forest.length;
}

interface Cut {
  readonly column: number;
  readonly at: number;
  readonly gain: number;
}

/** Columns that are in no group, one after the other: a cut looks at many rows of one. */
type Columns = readonly Float64Array[];

function columnsOf({ rows, width, plain, targets }: Sample): Columns {
  const first = columnCount(plain);
  return Array.from({ length: width - first }, (_, column) =>
    Float64Array.from(targets, (_target, row) => rows[row * width + first + column] as number),
  );
}

/** Of groups, the first ones. */
export function columnCount(groups: readonly Group[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** Rows that are not split yet, and the groups in which they differ. */
interface Open {
  readonly node: number;
  readonly from: number;
  readonly to: number;
  readonly plain: readonly Group[];
}

/** Of the rows of a node, by code: how many there are, and the sum of their targets. */
interface Sums {
  readonly rows: Int32Array; // 0 between two uses
  readonly targets: Float64Array;
  readonly codes: Uint16Array; // those that occur
}

function growTree(
  sample: Sample,
  columns: Columns,
  options: ForestOptions,
  sums: Sums,
  random: Random,
): Tree {
  const { targets } = sample;
  const count = targets.length;
  const most = 2 * count; // a binary tree of `count` leaves has fewer nodes
  const tree: Tree = {
    left: new Int32Array(most),
    column: new Int32Array(most),
    cut: new Float64Array(most),
    value: new Float64Array(most),
    rows: new Int32Array(most),
  };
  const order = Int32Array.from({ length: count }, (_, index) => index);
  const stack: Open[] = [{ node: 0, from: 0, to: count, plain: sample.plain }];
  let nodes = 1;
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, from, to } = top;
    tree.value[node] = meanOf(targets, order, from, to);
    tree.rows[node] = to - from;
    if (to - from <= options.leaf) continue;
    const differing: Group[] = [];
    const cut = bestCut(sample, columns, order, top, options.columns, sums, differing, random);
    if (cut === null) continue;
    const middle = partition(sample, order, from, to, cut);
    tree.left[node] = nodes;
    tree.column[node] = cut.column;
    tree.cut[node] = cut.at;
    stack.push(
      { node: nodes, from, to: middle, plain: differing },
      { node: nodes + 1, from: middle, to, plain: differing },
    );
    nodes += 2;
  }
  return tree;
}

function meanOf(targets: Float64Array, order: Int32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += targets[order[i] as number] as number;
  return sum / (to - from);
}

/** Null where all targets are the same, or all rows. Groups in which the rows differ go to `differing`. */
function bestCut(
  { targets, width }: Sample,
  columns: Columns,
  order: Int32Array,
  open: Open,
  tries: number,
  sums: Sums,
  differing: Group[],
  random: Random,
): Cut | null {
  const { from, to } = open;
  if (isConstant(targets, order, from, to)) return null;
  let best: Cut | null = null;
  for (const group of open.plain) {
    const codes = sumUp(group, targets, order, open, sums);
    if (codes > 1) differing.push(group);
    const columns = codes < 2 ? 0 : group.isOneHot ? codes : group.count;
    for (let nth = 0; nth < columns; nth++) {
      const cut = group.isOneHot
        ? cutOfCode(group, nth, sums, codes)
        : cutOfSums(group, nth, sums, codes, random);
      if (cut !== null && (best === null || cut.gain > best.gain)) best = cut;
    }
    for (let i = 0; i < codes; i++) sums.rows[sums.codes[i] as number] = 0;
  }
  for (let i = 0; i < tries && columns.length > 0; i++) {
    const column = below(columns.length, random);
    const values = columns[column] as Float64Array;
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = from; i < to; i++) {
      const x = values[order[i] as number] as number;
      if (x < least) least = x;
      if (x > most) most = x;
    }
    if (!(most > least)) continue;
    const at = least + (most - least) * uniform(random);
    if (at >= most) continue;
    const gain = gainOf(values, targets, order, from, to, at);
    if (best === null || gain > best.gain) best = { column: width - columns.length + column, at, gain };
  }
  return best;
}

/** How many codes occur: one pass over the rows, however many columns depend on them. */
function sumUp(
  { codes }: Group,
  targets: Float64Array,
  order: Int32Array,
  { from, to }: Open,
  sums: Sums,
): number {
  let found = 0;
  for (let i = from; i < to; i++) {
    const index = order[i] as number;
    const code = codes[index] as number;
    const count = sums.rows[code] as number;
    if (count === 0) {
      sums.codes[found++] = code;
      sums.targets[code] = targets[index] as number;
    } else sums.targets[code] = (sums.targets[code] as number) + (targets[index] as number);
    sums.rows[code] = count + 1;
  }
  return found;
}

/** One of the codes that occur against the others. */
function cutOfCode({ first }: Group, nth: number, sums: Sums, codes: number): Cut {
  let rows = 0;
  let sum = 0;
  for (let i = 0; i < codes; i++) {
    if (i === nth) continue;
    const code = sums.codes[i] as number;
    rows += sums.rows[code] as number;
    sum += sums.targets[code] as number;
  }
  const own = sums.codes[nth] as number;
  const gain = (sums.targets[own] as number) ** 2 / (sums.rows[own] as number) + sum ** 2 / rows;
  return { column: first + own, at: 0.5, gain };
}

/** Null where all rows have the same value. */
function cutOfSums(
  { first, count, values }: Group,
  column: number,
  sums: Sums,
  codes: number,
  random: Random,
): Cut | null {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < codes; i++) {
    const x = values[(sums.codes[i] as number) * count + column] as number;
    if (x < least) least = x;
    if (x > most) most = x;
  }
  if (!(most > least)) return null;
  const at = least + (most - least) * uniform(random);
  if (at >= most) return null;
  let low = 0;
  let lowSum = 0;
  let high = 0;
  let highSum = 0;
  for (let i = 0; i < codes; i++) {
    const code = sums.codes[i] as number;
    if ((values[code * count + column] as number) <= at) {
      low += sums.rows[code] as number;
      lowSum += sums.targets[code] as number;
    } else {
      high += sums.rows[code] as number;
      highSum += sums.targets[code] as number;
    }
  }
  return { column: first + column, at, gain: lowSum ** 2 / low + highSum ** 2 / high };
}

function isConstant(targets: Float64Array, order: Int32Array, from: number, to: number): boolean {
  const first = targets[order[from] as number];
  for (let i = from + 1; i < to; i++) if (targets[order[i] as number] !== first) return false;
  return true;
}

/** What a cut explains of the variance, but for a constant. */
function gainOf(
  values: Float64Array,
  targets: Float64Array,
  order: Int32Array,
  from: number,
  to: number,
  at: number,
): number {
  let low = 0;
  let lowSum = 0;
  let highSum = 0;
  for (let i = from; i < to; i++) {
    const index = order[i] as number;
    const target = targets[index] as number;
    if ((values[index] as number) <= at) {
      low++;
      lowSum += target;
    } else highSum += target;
  }
  const high = to - from - low;
  return lowSum ** 2 / low + highSum ** 2 / high;
}

/** Rows that go left stand first; gives where the others begin. */
function partition(
  { rows, width }: Sample,
  order: Int32Array,
  from: number,
  to: number,
  { column, at }: Cut,
): number {
  let middle = from;
  for (let i = from; i < to; i++) {
    const index = order[i] as number;
    if ((rows[index * width + column] as number) > at) continue;
    order[i] = order[middle] as number;
    order[middle++] = index;
  }
  return middle;
}
