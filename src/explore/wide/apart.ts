/**
 * Every nest as perfect as distribution makes it: what one loop holds side by side gets loops of its own, and so do statements
 * of an innermost loop that wait for themselves around different loops.
 *
 *     for i:                              for i: for j: c[i, j] *= beta
 *         for j: c[i, j] *= beta     =>   for i: for k: for j: c[i, j] += …
 *         for k: for j: c[i, j] += …
 */
import { namesRead } from "../../loops/analysis/effects.ts";
import { dependences } from "../../loops/depend/index.ts";
import { findLoop, forLoops, freshName, namesIn, pathTo } from "../../loops/find.ts";
import { constantOf } from "../../loops/indices.ts";
import type { For, Loops, Stmt } from "../../loops/nodes.ts";
import { isSpokenFor, loopsIn } from "../nests.ts";
import { extended, partOf, type Shape, unchanged } from "../shapes.ts";

export function apart(given: Shape): Shape {
  let shape = given;
  for (let next: Shape | null = shape; next !== null; ) {
    shape = next;
    next = cutOnce(shape);
  }
  return forLoops(shape.loops).reduce((sofar, { name }) => turned(sofar, name) ?? sofar, shape);
}

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

/**
 * Scalars that are set beside a loop with a place for each iteration of the loops around: what stands in the way of cuts and of
 * another order.
 *
 *     for j: total = 0; for k: total += …; c[j] = total    =>    for j: totals[j] = 0; for k: totals[j] += …; c[j] = totals[j]
 */
export function expanded(loops: Loops): Shape {
  return scalarsBesideLoops(loops).reduce((shape, { scalar, around }) => {
    let [sofar, storage] = [shape, scalar];
    for (const loop of around.toReversed()) {
      const name = freshName(namesIn(sofar.loops), `${scalar}_of_${loop.replaceAll(/\W/g, "_")}`);
      const own = extended(sofar, "privatize", { storage, loop, name });
      if (own === null) break;
      [sofar, storage] = [own, name];
    }
    return sofar;
  }, unchanged(loops));
}

interface SetBeside {
  readonly scalar: string;
  readonly around: readonly string[]; // loops, outermost first
}

function scalarsBesideLoops(loops: Loops): readonly SetBeside[] {
  const scalars = new Set(loops.scalars.map(({ name }) => name));
  return forLoops(loops).flatMap((loop) => {
    if (!loop.body.some(({ kind }) => kind === "for")) return [];
    const set = new Set(loop.body.flatMap((stmt) => (stmt.kind === "assign" ? [stmt.target] : [])));
    const around = [...pathTo(loops, loop.name).loops, loop].map(({ name }) => name);
    return [...set].filter((name) => scalars.has(name)).map((scalar) => ({ scalar, around }));
  });
}

/** Null where nothing is left that could be cut. */
function cutOnce(shape: Shape): Shape | null {
  for (const loop of forLoops(shape.loops)) {
    if (isSpokenFor(loop)) continue;
    for (const after of cutsOf(shape.loops, loop)) {
      const cut = extended(shape, "distribute", { loop: loop.name, after });
      if (cut !== null && findLoop(cut.loops, loop.name)?.body.length !== loop.body.length) return cut;
    }
  }
  return null;
}

/** Names of statements after which a loop may be cut: before and behind every loop in it, or between unlike sums. */
function cutsOf(loops: Loops, { body }: For): readonly string[] {
  const isLoop = body.map((stmt) => loopsIn([stmt]).length > 0);
  const hasLoops = isLoop.some((one) => one);
  const carriers = hasLoops ? [] : carriersOf(loops, body);
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
