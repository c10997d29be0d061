/**
 * A forest of extremely randomised regression trees (Geurts et al., 2006): at each node columns are cut at random
 * places, and the cut that explains most variance is taken. How far the trees differ tells how little is known. Small and
 * deterministic: tens of trees over hundreds of rows take milliseconds.
 */
import { below, type Random, uniform } from "../../types/random.ts";

export interface Sample {
  readonly rows: Float64Array; // one after the other, `width` columns each
  readonly width: number;
  readonly plain: number; // the first columns, tried at every node
  readonly targets: Float64Array;
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
  return Array.from({ length: options.trees }, () => growTree(sample, columns, options, random));
}

/** What every tree says of one row, into `into`. */
export function predictInto(forest: Forest, rows: Float64Array, offset: number, into: Float64Array): void {
  for (let index = 0; index < forest.length; index++)
    into[index] = treeAt(forest[index] as Tree, rows, offset);
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

function treeAt(tree: Tree, rows: Float64Array, offset: number): number {
  return tree.value[leafAt(tree, rows, offset)] as number;
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
  for (let index = 0; index < forest.length; index++) sum += treeAt(forest[index] as Tree, rows, offset);
  return sum / forest.length;
}

interface Cut {
  readonly column: number;
  readonly at: number;
  readonly gain: number;
}

/** One column after the other: a cut looks at many rows of one. */
type Columns = readonly Float64Array[];

function columnsOf({ rows, width, targets }: Sample): Columns {
  return Array.from({ length: width }, (_, column) =>
    Float64Array.from(targets, (_target, row) => rows[row * width + column] as number),
  );
}

/** Rows that are not split yet, and the plain columns in which they differ. */
interface Open {
  readonly node: number;
  readonly from: number;
  readonly to: number;
  readonly plain: readonly number[];
}

function growTree(sample: Sample, columns: Columns, options: ForestOptions, random: Random): Tree {
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
  const stack: Open[] = [{ node: 0, from: 0, to: count, plain: [...columns.keys()].slice(0, sample.plain) }];
  let nodes = 1;
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, from, to } = top;
    tree.value[node] = meanOf(targets, order, from, to);
    tree.rows[node] = to - from;
    if (to - from <= options.leaf) continue;
    const differing: number[] = [];
    const cut = bestCut(sample, columns, order, top, options.columns, differing, random);
    if (cut === null) continue;
    const middle = partition(columns, order, from, to, cut);
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

/** Null where all targets are the same, or all rows. Plain columns in which the rows differ go to `differing`. */
function bestCut(
  { targets, plain, width }: Sample,
  columns: Columns,
  order: Int32Array,
  open: Open,
  tries: number,
  differing: number[],
  random: Random,
): Cut | null {
  const { from, to } = open;
  if (isConstant(targets, order, from, to)) return null;
  let best: Cut | null = null;
  const attempt = (column: number): boolean => {
    const values = columns[column] as Float64Array;
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = from; i < to; i++) {
      const x = values[order[i] as number] as number;
      if (x < least) least = x;
      if (x > most) most = x;
    }
    if (!(most > least)) return false;
    const at = least + (most - least) * uniform(random);
    if (at >= most) return true;
    const gain = gainOf(values, targets, order, from, to, at);
    if (best === null || gain > best.gain) best = { column, at, gain };
    return true;
  };
  for (const column of open.plain) if (attempt(column)) differing.push(column);
  const others = width - plain;
  for (let i = 0; i < tries && others > 0; i++) attempt(plain + below(others, random));
  return best;
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
function partition(columns: Columns, order: Int32Array, from: number, to: number, cut: Cut): number {
  const values = columns[cut.column] as Float64Array;
  let middle = from;
  for (let i = from; i < to; i++) {
    const index = order[i] as number;
    if ((values[index] as number) > cut.at) continue;
    order[i] = order[middle] as number;
    order[middle++] = index;
  }
  return middle;
}
