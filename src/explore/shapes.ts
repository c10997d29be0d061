/**
 * Other shapes of a nest that compute the same, to the bit: each a short list of steps, or null where one is refused.
 *
 *     for j: total = 0                              for k:
 *         for k: total += a[i, k] * b[k, j]    =>       for j: sums[j] += a[i, k] * b[k, j]
 */

import { readsOf, writesOf } from "../loops/analysis/effects.ts";
import { tripCount } from "../loops/analysis/trip_count.ts";
import { findLoop, freshName, loopNamed, namesIn, pathTo } from "../loops/find.ts";
import type { Expr, For, Loops, Stmt } from "../loops/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../loops/walk.ts";
import { applyStep, type Schedule, type Step } from "../schedule/schedule.ts";
import { isSpokenFor, loopsIn } from "./nests.ts";

export interface Shape {
  readonly steps: Schedule;
  readonly loops: Loops; // after them
}

export function unchanged(loops: Loops): Shape {
  return { steps: [], loops };
}

/** With one more step; null where it is refused. */
export function extended(shape: Shape | null, primitive: string, args: Step["args"]): Shape | null {
  if (shape === null) return null;
  const step = { primitive, args };
  const applied = applyStep(shape.loops, step);
  return applied.ok ? { steps: [...shape.steps, step], loops: applied.loops } : null;
}

/** The loops from `outer` to `inner`, both included. */
export function chainOf(loops: Loops, outer: string, inner: string): readonly For[] {
  const all = [...pathTo(loops, inner).loops, loopNamed(loops, inner)];
  return all.slice(all.findIndex(({ name }) => name === outer));
}

/** `outer` becomes the innermost loop of the nest down to `inner`: what `inner` adds up comes round later. */
export function interchanged(loops: Loops, outer: string, inner: string): Shape | null {
  const names = chainOf(loops, outer, inner).map(({ name }) => name);
  const order = [...names.slice(1), outer];
  const plain = extended(unchanged(loops), "reorder", { loops: order });
  if (plain !== null) return plain;
  const own = privatized(unchanged(loops), [outer], inner);
  return extended(own, "reorder", { loops: order }) ?? reorderedAlone(own ?? unchanged(loops), outer, inner);
}

/** The same for a loop directly in a loop, with what stands beside it in loops of its own. */
function reorderedAlone(given: Shape, outer: string, inner: string): Shape | null {
  let shape: Shape | null = given;
  let around = outer;
  const { siblings, index } = pathTo(given.loops, inner);
  if (loopNamed(given.loops, outer).body !== siblings) return null;
  const before = siblings[index - 1];
  if (before !== undefined) {
    const after = partOf(before);
    shape = after === null ? null : extended(shape, "distribute", { loop: around, after });
    if (shape === null) return null;
    around = pathTo(shape.loops, inner).loops.at(-1)?.name ?? around;
  }
  if (index + 1 < siblings.length) shape = extended(shape, "distribute", { loop: around, after: inner });
  return extended(shape, "reorder", { loops: [inner, around] });
}

/** What `distribute` calls a statement. */
export function partOf(stmt: Stmt): string | null {
  switch (stmt.kind) {
    case "for":
    case "while":
    case "region":
      return stmt.name;
    case "assign":
      return stmt.target;
    case "store":
      return stmt.array;
    default:
      return null;
  }
}

export interface Tile {
  readonly loop: string;
  readonly size: number;
}

/**
 * So many iterations of loops around `inner` side by side in one of its: what they read alike is read once, and what one
 * of them waits for the others fill. (Register tiling: Callahan, Carr and Kennedy 1990.)
 */
export function tiled(loops: Loops, tiles: readonly Tile[], inner: string): Shape | null {
  const [first] = tiles;
  if (first === undefined) return null;
  let shape: Shape | null = unchanged(loops);
  const inners: string[] = [];
  for (const { loop, size } of tiles) {
    if (shape === null) return null;
    const names = namesIn(shape.loops);
    const [outerName, innerName] = [freshName(names, `${loop}.outer`), freshName(names, `${loop}.inner`)];
    if (tripCount(loopNamed(shape.loops, loop)) !== size)
      shape = extended(shape, "split", { loop, factor: size, outer: outerName, inner: innerName });
    inners.push(shape !== null && findLoop(shape.loops, innerName) !== undefined ? innerName : loop);
  }
  shape = privatized(shape, inners, inner);
  const [outermost] = inners;
  if (shape === null || outermost === undefined) return null;
  const names = chainOf(shape.loops, outermost, inner).map(({ name }) => name);
  const others = names.filter((name) => !inners.includes(name));
  return extended(shape, "reorder", { loops: [...others, ...inners] });
}

/** Scalars that are set around `inner` get a place for each iteration of the loops, innermost first. */
function privatized(given: Shape | null, around: readonly string[], inner: string): Shape | null {
  const outermost = around[0];
  if (given === null || outermost === undefined) return given;
  const scalars = new Set(given.loops.scalars.map(({ name }) => name));
  const outside = chainOf(given.loops, outermost, inner)
    .slice(0, -1)
    .flatMap(({ body }) => body.filter((stmt) => stmt.kind !== "for"));
  let shape: Shape | null = given;
  for (const scalar of writesOf(outside)) {
    if (!scalars.has(scalar)) continue;
    let storage = scalar;
    for (const loop of around.toReversed()) {
      if (shape === null) return null;
      const name = freshName(
        namesIn(shape.loops),
        `${scalar}_${around.length === 1 ? "of" : "in"}_${plain(loop)}`,
      );
      shape = extended(shape, "privatize", { storage, loop, name });
      storage = name;
    }
  }
  return shape;
}

function plain(name: string): string {
  return name.replaceAll(/\W/g, "_");
}

/** Rows and windows of an array that neighbouring iterations read again: the array itself is read once. */
export function windowed(loops: Loops, array: string, outer: string, inner: string): Shape | null {
  const rows = freshName(namesIn(loops), `${array}_rows`);
  const shape = extended(unchanged(loops), "reuse_at", { array, loop: outer, name: rows });
  if (shape === null) return null;
  const window = freshName(namesIn(shape.loops), `${array}_window`);
  const both = extended(shape, "reuse_at", { array: rows, loop: inner, name: window }) ?? shape;
  const { siblings, index } = pathTo(both.loops, inner);
  const before = siblings.slice(0, index).findLast((stmt) => stmt.kind === "for");
  if (before === undefined) return both;
  return extended(both, "fuse_loops", { first: before.name, second: inner }) ?? both;
}

/** The nest from a stream: what it reads enters once, so many elements a cycle. Arguments keep one memory each. */
export function streamed(loops: Loops, nest: string, unroll: number): Shape | null {
  const shape = extended(unchanged(loops), "stencil", { nest, unroll });
  if (shape === null) return null;
  const banked = shape.loops.params.some(
    (param, at) => param.kind === "array" && param.banks !== undefined && param !== loops.params[at],
  );
  return banked ? null : shape;
}

/**
 * Arrays on chip of one nest that a loop walks along, in as many memories as there will be copies of it; other dimensions are few
 * rows, each in a memory of its own. One dimension alone is spread without being asked (prepare/banks.ts).
 */
export function spread(loops: Loops, loop: For, copies: number): Shape {
  let shape = unchanged(loops);
  const elsewhere = loops.body.filter((stmt) => !statementsHold(stmt, loop));
  const shared = new Set([...writesOf(elsewhere), ...readsOf(elsewhere)]);
  for (const { name, shape: sizes, banks } of loops.arrays) {
    const isOurs = banks === undefined && sizes.length > 1 && !shared.has(name);
    const along = isOurs ? dimensionAlong(loop, name) : null;
    if (along === null) continue;
    for (const [dim, size] of sizes.entries()) {
      const args =
        dim === along ? { how: "cyclic", factor: copies } : size <= fewRows ? { how: "complete" } : null;
      shape = (args === null ? null : extended(shape, "partition", { array: name, dim, ...args })) ?? shape;
    }
  }
  return shape;
}

const fewRows = 8;

function statementsHold(stmt: Stmt, loop: For): boolean {
  for (const one of statementsIn([stmt])) if (one === loop) return true;
  return false;
}

/** The dimension that the loop's variable stands in, if it is one. */
export function dimensionAlong(loop: For, array: string): number | null {
  const found = new Set<number>();
  const look = (index: readonly Expr[]): void => {
    for (const [dim, expr] of index.entries()) {
      if (expressionsIn(expr).some((one) => one.kind === "var" && one.name === loop.variable)) found.add(dim);
    }
  };
  for (const stmt of statementsIn(loop.body)) {
    if (stmt.kind === "store" && stmt.array === array) look(stmt.index);
    for (const root of expressionsOf(stmt)) {
      for (const expr of expressionsIn(root))
        if (expr.kind === "load" && expr.array === array) look(expr.index);
    }
  }
  const [only = null] = found;
  return found.size === 1 ? only : null;
}

/** Loops that follow each other and run equally often, as one. */
export function fusions(loops: Loops): readonly (() => Shape | null)[] {
  const pairs: (() => Shape | null)[] = [];
  const visit = (body: readonly Stmt[]): void => {
    let last: For | null = null;
    for (const stmt of body) {
      if (stmt.kind === "for") {
        const [first, second] = [last, stmt];
        const isOurs = ![first, second].some((one) => one !== null && loopsIn([one]).some(isSpokenFor));
        if (first !== null && isOurs && tripCount(first) !== null && tripCount(first) === tripCount(second)) {
          const args = { first: first.name, second: second.name };
          pairs.push(() => extended(unchanged(loops), "fuse_loops", args));
        }
        last = stmt;
      } else if (stmt.kind !== "assign" && stmt.kind !== "store") last = null;
      if ("body" in stmt) visit(stmt.body);
      else if (stmt.kind === "if") [stmt.then, stmt.else].forEach(visit);
    }
  };
  visit(loops.body);
  return pairs;
}
