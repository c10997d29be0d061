/**
 * Every nest as perfect as distribution makes it: what one loop holds side by side gets loops of its own, and so do statements
 * of an innermost loop that wait for themselves around different loops.
 *
 *     for i:                              for i: for j: c[i, j] *= beta
 *         for j: c[i, j] *= beta     =>   for i: for k: for j: c[i, j] += …
 *         for k: for j: c[i, j] += …
 */
import { namesRead, writesOf } from "../../loops/analysis/effects.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { carriedBy, dependences, reductionOf } from "../../loops/depend/index.ts";
import { findLoop, forLoops, freshName, namesIn, pathTo } from "../../loops/find.ts";
import { constantOf } from "../../loops/indices.ts";
import type { For, Loops, Stmt } from "../../loops/nodes.ts";
import { isSpokenFor, loopsIn } from "../nests.ts";
import { extended, partOf, type Shape, unchanged } from "../shapes.ts";
import { goesRound } from "./band.ts";

export function apart(given: Shape, sums: Sums = "apart"): Shape {
  let shape = given;
  for (let next: Shape | null = shape; next !== null; ) {
    shape = next;
    next = cutOnce(shape, sums);
  }
  return forLoops(shape.loops).reduce((sofar, { name }) => turned(sofar, name) ?? sofar, shape);
}

/** Whether statements of one innermost loop that wait for themselves around different loops stay together. */
type Sums = "apart" | "together";

/**
 * A triangle by its other side, so that the loop inside begins at the same place each time: `i < j` for each j, not `j > i` for each i.
 * Only of a nest of these two: in others lanes can be elsewhere.
 */
function turned(shape: Shape, name: string): Shape | null {
  const loop = findLoop(shape.loops, name);
  if (loop === undefined || constantOf(loop.to) === null || loopsIn(loop.body).length > 0) return null;
  const outer = pathTo(shape.loops, name).loops.at(-1);
  if (outer === undefined || !namesRead(loop.from).has(outer.variable)) return null;
  return extended(shape, "reorder", { loops: [name, outer.name] });
}

/** The same of all nests, whatever else is in them: the loop that was counted by begins at one place then, and may have lanes. */
export function turnedAll(given: Shape): Shape {
  return forLoops(given.loops).reduce((shape, { name }) => {
    const loop = findLoop(shape.loops, name);
    if (loop === undefined || constantOf(loop.to) === null) return shape;
    const read = namesRead(loop.from);
    const outer = pathTo(shape.loops, name).loops.find(({ variable }) => read.has(variable));
    return (outer && extended(shape, "reorder", { loops: [name, outer.name] })) ?? shape;
  }, given);
}

/**
 * Scalars that are set beside a loop with a place for each iteration of the loops around: what stands in the way of cuts and of
 * another order.
 *
 *     for j: total = 0; for k: total += …; c[j] = total    =>    for j: totals[j] = 0; for k: totals[j] += …; c[j] = totals[j]
 */
export function expanded(given: Shape, more: ReadonlySet<string> = new Set()): Shape {
  const names = new Set([...given.loops.scalars.map(({ name }) => name), ...more]);
  return setBesideLoops(given.loops, names).reduce((shape, { name: own, around }) => {
    let [sofar, storage] = [shape, own];
    for (const loop of around.toReversed()) {
      if (isInOrder(given.loops, loop, names)) break;
      const name = freshName(namesIn(sofar.loops), `${own}_of_${loop.replaceAll(/\W/g, "_")}`);
      const next = extended(sofar, "privatize", { storage, loop, name });
      if (next === null) break;
      [sofar, storage] = [next, name];
    }
    return sofar;
  }, given);
}

/** Whether iterations of a loop wait for earlier ones, whatever is done about these names. */
function isInOrder(loops: Loops, loop: string, names: ReadonlySet<string>): boolean {
  return carriedBy(loops, loop).some(({ kind, name }) => kind === "flow" && !names.has(name));
}

interface SetBeside {
  readonly name: string;
  readonly around: readonly string[]; // loops, outermost first
}

function setBesideLoops(loops: Loops, names: ReadonlySet<string>): readonly SetBeside[] {
  return forLoops(loops).flatMap((loop) => {
    if (!goesRound(loop.body)) return [];
    const set = writesOf(loop.body.filter((stmt) => !goesRound([stmt])));
    const around = [...pathTo(loops, loop.name).loops, loop].map((one) => one.name);
    return [...set].filter((name) => names.has(name)).map((name) => ({ name, around }));
  });
}

/**
 * Sums of loops whose count changes in parts that take turns, as many as a sum waits cycles: none waits for the one before. With
 * the names of the parts.
 */
export function inTurns(loops: Loops, waitOf: (sum: Stmt) => number): Turns {
  const before = new Set(loops.arrays.map(({ name }) => name));
  const shape = forLoops(loops)
    .filter((loop) => loopsIn(loop.body).length === 0 && tripCount(loop) === null)
    .reduce((sofar, { name, body }) => {
      const waits = body.filter((stmt) => reductionOf(stmt) !== null).map(waitOf);
      const factor = 2 ** Math.ceil(Math.log2(Math.max(2, ...waits))); // whose turn it is takes no arithmetic
      const args = { loop: name, factor, how: "turns" };
      return waits.length === 0 ? sofar : (extended(sofar, "reassociate", args) ?? sofar);
    }, unchanged(loops));
  const made = shape.loops.arrays.map(({ name }) => name).filter((name) => !before.has(name));
  return { shape, parts: new Set(made) };
}

export interface Turns {
  readonly shape: Shape;
  readonly parts: ReadonlySet<string>;
}

/** Null where nothing is left that could be cut. */
function cutOnce(shape: Shape, sums: Sums): Shape | null {
  for (const loop of forLoops(shape.loops)) {
    if (isSpokenFor(loop)) continue;
    for (const after of cutsOf(shape.loops, loop, sums)) {
      const cut = extended(shape, "distribute", { loop: loop.name, after });
      if (cut !== null && findLoop(cut.loops, loop.name)?.body.length !== loop.body.length) return cut;
    }
  }
  return null;
}

/** Names of statements after which a loop may be cut: before and behind every loop in it, or between unlike sums. */
function cutsOf(loops: Loops, { body }: For, sums: Sums): readonly string[] {
  const isLoop = body.map((stmt) => goesRound([stmt]));
  const hasLoops = isLoop.some((one) => one);
  const carriers = hasLoops || sums === "together" ? [] : carriersOf(loops, body);
  return body.slice(0, -1).flatMap((stmt, at) => {
    const isCut = hasLoops
      ? isLoop[at] === true || isLoop[at + 1] === true
      : carriers[at] !== carriers[at + 1];
    const name = isCut ? partOf(stmt) : null;
    const isFirst = name !== null && body.findIndex((one) => partOf(one) === name) === at;
    return isFirst ? [name] : [];
  });
}

/** For each statement the loops around which it waits for itself, as text. */
function carriersOf(loops: Loops, body: readonly Stmt[]): readonly string[] {
  const found = body.map(() => new Set<string>());
  for (const { source, sink, loops: around, directions } of dependences(loops)) {
    const at = body.indexOf(source.stmt);
    const level = directions.findIndex((direction) => direction !== "=");
    if (at >= 0 && source.stmt === sink.stmt && level >= 0) found[at]?.add(around[level] ?? "");
  }
  return found.map((names) => [...names].sort().join(" "));
}
