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
}

export function growForest(sample: Sample, options: ForestOptions, random: Random): Forest {
  return Array.from({ length: options.trees }, () => growTree(sample, options, random));
}

/** What every tree says of one row, into `into`. */
export function predictInto(forest: Forest, rows: Float64Array, offset: number, into: Float64Array): void {
  for (let index = 0; index < forest.length; index++) {
    const { left, column, cut, value } = forest[index] as Tree;
    let node = 0;
    for (let child = left[0] as number; child > 0; child = left[node] as number) {
      node = (rows[offset + (column[node] as number)] as number) <= (cut[node] as number) ? child : child + 1;
    }
    into[index] = value[node] as number;
  }
}

/** The mean of what all trees say. */
export function predictMean(forest: Forest, rows: Float64Array, offset: number): number {
  const each = new Float64Array(forest.length);
  predictInto(forest, rows, offset, each);
  return each.reduce((sum, value) => sum + value, 0) / forest.length;
}

interface Cut {
  readonly column: number;
  readonly at: number;
  readonly gain: number;
}

function growTree(sample: Sample, options: ForestOptions, random: Random): Tree {
  const count = sample.targets.length;
  const most = 2 * count; // a binary tree of `count` leaves has fewer nodes
  const tree: Tree = {
    left: new Int32Array(most),
    column: new Int32Array(most),
    cut: new Float64Array(most),
    value: new Float64Array(most),
  };
  const order = Int32Array.from({ length: count }, (_, index) => index);
  const stack: (readonly [node: number, from: number, to: number])[] = [[0, 0, count]];
  let nodes = 1;
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [node, from, to] = top;
    tree.value[node] = meanOf(sample.targets, order, from, to);
    if (to - from <= options.leaf) continue;
    const cut = bestCut(sample, order, from, to, options.columns, random);
    if (cut === null) continue;
    const middle = partition(sample, order, from, to, cut);
    tree.left[node] = nodes;
    tree.column[node] = cut.column;
    tree.cut[node] = cut.at;
    stack.push([nodes, from, middle], [nodes + 1, middle, to]);
    nodes += 2;
  }
  return tree;
}

function meanOf(targets: Float64Array, order: Int32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += targets[order[i] as number] as number;
  return sum / (to - from);
}

/** Null where all targets are the same, or all rows. */
function bestCut(
  sample: Sample,
  order: Int32Array,
  from: number,
  to: number,
  columns: number,
  random: Random,
): Cut | null {
  if (isConstant(sample.targets, order, from, to)) return null;
  let best: Cut | null = null;
  const attempt = (column: number): void => {
    const found = cutOf(sample, order, from, to, column, random);
    if (found !== null && (best === null || found.gain > best.gain)) best = found;
  };
  for (let column = 0; column < sample.plain; column++) attempt(column);
  const others = sample.width - sample.plain;
  for (let i = 0; i < columns && others > 0; i++) attempt(sample.plain + below(others, random));
  return best;
}

function isConstant(targets: Float64Array, order: Int32Array, from: number, to: number): boolean {
  const first = targets[order[from] as number];
  for (let i = from + 1; i < to; i++) if (targets[order[i] as number] !== first) return false;
  return true;
}

/** A cut at a random place between the least and the greatest value; null where these are the same. */
function cutOf(
  { rows, width, targets }: Sample,
  order: Int32Array,
  from: number,
  to: number,
  column: number,
  random: Random,
): Cut | null {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) {
    const x = rows[(order[i] as number) * width + column] as number;
    if (x < least) least = x;
    if (x > most) most = x;
  }
  if (!(most > least)) return null;
  const at = least + (most - least) * uniform(random);
  if (at >= most) return null;
  let low = 0;
  let lowSum = 0;
  let highSum = 0;
  for (let i = from; i < to; i++) {
    const index = order[i] as number;
    const target = targets[index] as number;
    if ((rows[index * width + column] as number) <= at) {
      low++;
      lowSum += target;
    } else highSum += target;
  }
  const high = to - from - low;
  return { column, at, gain: lowSum ** 2 / low + highSum ** 2 / high };
}

/** Rows that go left stand first; gives where the others begin. */
function partition({ rows, width }: Sample, order: Int32Array, from: number, to: number, cut: Cut): number {
  let middle = from;
  for (let i = from; i < to; i++) {
    const index = order[i] as number;
    if ((rows[index * width + cut.column] as number) > cut.at) continue;
    order[i] = order[middle] as number;
    order[middle++] = index;
  }
  return middle;
}
