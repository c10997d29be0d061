/**
 * Where and when each statement runs: it stores word `column` of line `time`, in that column of the elements, and in the row
 * that the loop for `rows` says. Statements outside of that loop run before its first iteration, or after its last one.
 *
 *     for k:                                    row   column   time
 *       for i: a[i, k] /= a[k, k]               k     k        i
 *       for i, j: a[i, j] -= a[i, k] * a[k, j]  k     j        i
 */
import { bug } from "../../../diagnostics/bug.ts";
import { type Affine, affineOf, plus, sameAffine, symbol } from "../../../loops/analysis/affine.ts";
import type { Expr, For } from "../../../loops/nodes.ts";
import { statementsIn } from "../../../loops/walk.ts";
import type { Leaf } from "./leaves.ts";
import { type Access, type Stream, wordOf } from "./streams.ts";

/** An element knows its row and column: what follows from these is decided when the circuit is made, and comes first. */
export const axes = ["row", "column", "time"] as const;
export type AxisName = (typeof axes)[number];

/** Sums of the variables of the loops around. */
export type Place = Readonly<Record<AxisName, Affine>>;

export interface Placed extends Leaf {
  readonly place: Place;
  readonly values: ReadonlyMap<string, Affine>; // of the loops' variables, in `time`, `column` and `row`
}

export type PlaceProblem =
  | { readonly problem: "route"; readonly access: Access; readonly why: "index" | "store" }
  | { readonly problem: "shape"; readonly stmt: Leaf["stmt"] };

export function placesOf(
  leaves: readonly Leaf[],
  streams: readonly Stream[],
  rows: For,
): readonly Placed[] | PlaceProblem {
  const words: Omit<Place, "row">[] = [];
  for (const leaf of leaves) {
    const word = storedWord(leaf, leaves, streams);
    if ("problem" in word) return word;
    words.push(word);
  }
  const rowLoops = leaves.map((leaf, at) => rowLoopOf(leaf, words[at] ?? bug("a word each"), rows));
  const placed: Placed[] = [];
  for (const [at, leaf] of leaves.entries()) {
    const word = words[at] ?? bug("a word each");
    const loop = rowLoops[at];
    const row = loop === undefined ? rowBeside(leaf, leaves, rowLoops) : symbol(loop.variable);
    const place: Place = { ...word, row: row ?? word.column };
    const values = new Map<string, Affine>();
    for (const { variable } of leaf.loops) {
      const value = alongAxis(place, variable, axes);
      if (value === null) return { problem: "shape", stmt: leaf.stmt };
      values.set(variable, value);
    }
    placed.push({ ...leaf, place, values });
  }
  return placed;
}

/** A sum of loop variables as one of the axes that are asked for; null: it is none. */
export function inAxes(form: Affine, place: Place, among: readonly AxisName[]): Affine | null {
  let sum: Affine = { constant: form.constant, terms: new Map() };
  for (const [name, factor] of form.terms) {
    const value = alongAxis(place, name, among);
    if (value === null) return null;
    sum = plus(sum, value, factor);
  }
  return sum;
}

/** `v`, where an axis is `v + 2`: that axis less 2. */
function alongAxis(place: Place, name: string, among: readonly AxisName[]): Affine | null {
  for (const axis of among) {
    const { terms, constant } = place[axis];
    if (terms.size === 1 && terms.get(name) === 1) return plus(symbol(axis), -constant);
  }
  return null;
}

/** What a statement stores; of one that sets a scalar for its own step alone, what the statements beside it store. */
function storedWord(
  leaf: Leaf,
  leaves: readonly Leaf[],
  streams: readonly Stream[],
): Omit<Place, "row"> | PlaceProblem {
  const beside = leaves.filter(({ loops }) => loops.at(-1) === leaf.loops.at(-1));
  for (const { stmt } of [leaf, ...beside]) {
    const store = statementsIn([stmt]).find((one) => one.kind === "store");
    const stream = streams.find(({ array }) => array === store?.array);
    if (store === undefined || stream === undefined) continue;
    return wordOf(stream, store) ?? { problem: "route", access: store, why: "index" };
  }
  return { problem: "shape", stmt: leaf.stmt };
}

/** The row in which a statement runs that no loop over rows is around: the first of the loop after it, or the end of the one before. */
function rowBeside(
  leaf: Leaf,
  leaves: readonly Leaf[],
  rowLoops: readonly (For | undefined)[],
): Affine | null {
  const own = leaves.indexOf(leaf);
  const near = leaves.flatMap((other, at) => {
    const loop = rowLoops[at];
    if (loop === undefined || leaf.loops.includes(loop)) return [];
    const bound = affineIn(at > own ? loop.from : loop.to, leaf);
    return bound === null ? [] : [{ bound, isBefore: at < own, shared: sharedLoops(leaf, other) }];
  });
  const most = Math.max(...near.map(({ shared }) => shared));
  const closest = near.filter(({ shared }) => shared === most);
  return (closest.findLast(({ isBefore }) => isBefore) ?? closest[0])?.bound ?? null;
}

/** The loop that is named, or else one that no stored index follows. */
function rowLoopOf({ loops }: Leaf, { time, column }: Omit<Place, "row">, rows: For): For | undefined {
  if (loops.includes(rows)) return rows;
  return loops.find(({ variable }) => ![time, column].some(({ terms }) => terms.has(variable)));
}

function sharedLoops(a: Leaf, b: Leaf): number {
  const end = a.loops.findIndex((loop, at) => loop !== b.loops[at]);
  return end < 0 ? a.loops.length : end;
}

function affineIn(expr: Expr, leaf: Leaf): Affine | null {
  const known = new Set(leaf.loops.map(({ variable }) => variable));
  return affineOf(expr, (name) => known.has(name));
}

export function isAt(place: Place, axis: AxisName, form: Affine): boolean {
  return sameAffine(form, place[axis]);
}
