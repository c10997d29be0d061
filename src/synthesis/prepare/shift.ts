/**
 * Tiles that do not go into a count: the last one begins earlier, and does some iterations again, in place of asking in
 * every copy whether it still runs. (Halide's `ShiftInwards`: Ragan-Kelley et al., PLDI 2013.)
 *
 *     for o in range(4):                          for o in range(4):
 *         for i in range(4):              =>          start = min(o * 4, 9)
 *             if o * 4 + i < 13:                      for i in range(4):
 *                 b[o * 4 + i] = a[o * 4 + i]             b[start + i] = a[start + i]
 *
 * Legal where an iteration that is done again leaves the same: what it reads is never written in the loop, or written
 * by itself before.
 */
import { type Affine, affineOf, plus, symbol, termsOf, times, write } from "../../loops/analysis/affine.ts";
import { uncoveredInside, uncoveredOutside } from "../../loops/analysis/coverage.ts";
import { readsOf, writesOf } from "../../loops/analysis/effects.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { arraysOf, forLoops, loopNamed, replaceLoop } from "../../loops/find.ts";
import { constantOf, int, minimum, mul, sameExpr, variable } from "../../loops/indices.ts";
import { assigned, namesOf } from "../../loops/names.ts";
import type { Compare, Expr, For, Loops, Stmt } from "../../loops/nodes.ts";
import {
  expressionsIn,
  expressionsOf,
  mapBodies,
  mapChildren,
  mapExpressions,
  statementsIn,
} from "../../loops/walk.ts";
import { pythonInt } from "../../types/types.ts";

export function shiftInwards(loops: Loops): Loops {
  return forLoops(loops).reduce((now, { name }) => shifted(now, name) ?? now, loops);
}

/** A loop over tiles, and the loop over the iterations of one. */
interface Tiles {
  readonly outer: For;
  readonly inner: For;
  readonly guard: Compare; // outer * size + inner < count
  readonly size: number;
  readonly count: number; // of all iterations; no multiple of `size`
}

function shifted(loops: Loops, name: string): Loops | null {
  const tiles = tilesOf(loopNamed(loops, name));
  if (tiles === null || !isRepeatable(loops, tiles)) return null;
  const { outer, size, count } = tiles;
  const names = namesOf(loops);
  const start = names.scalar(`${outer.variable}_start`, pythonInt);
  const body = shiftedBody(outer.body, tiles, start);
  if (body === null) return null;
  const first = minimum(mul(variable(outer.variable), int(size)), int(count - size));
  const changed = replaceLoop(loops, name, () => [
    { ...outer, body: [assigned(start, first, outer.origin), ...body] },
  ]);
  return { ...changed, scalars: names.scalars() };
}

function tilesOf(outer: For): Tiles | null {
  const rounds = tripCount(outer);
  if (rounds === null || rounds < 2 || outer.step !== 1 || constantOf(outer.from) !== 0) return null;
  const stmts = statementsIn(outer.body);
  if (stmts.some(({ kind }) => kind === "break" || kind === "continue" || kind === "region")) return null;
  for (const guard of stmts) {
    if (guard.kind !== "if" || guard.else.length > 0) continue;
    const { condition } = guard;
    if (condition.kind !== "compare" || condition.op !== "lt") continue;
    const [sum, count] = [affineOf(condition.left), constantOf(condition.right)];
    const size = sum?.terms.get(outer.variable);
    const inner = stmts.find(
      (stmt): stmt is For => stmt.kind === "for" && sum !== null && sum.terms.get(stmt.variable) === 1,
    );
    if (sum === null || count === null || size === undefined || inner === undefined) continue;
    const isTile = sum.terms.size === 2 && sum.constant === 0 && isCountedTo(inner, size);
    if (isTile && size < count && count % size !== 0 && rounds === Math.ceil(count / size))
      return { outer, inner, guard: condition, size, count };
  }
  return null;
}

function isCountedTo({ from, to, step }: For, size: number): boolean {
  return step === 1 && constantOf(from) === 0 && constantOf(to) === size;
}

/** Whether iterations, done again, find what they found, and leave what they left. */
function isRepeatable(loops: Loops, tiles: Tiles): boolean {
  const { outer } = tiles;
  const passing = arraysOf(loops).filter(({ shared, stream }) => shared === true || stream !== undefined);
  const used = new Set([...readsOf(outer.body), ...writesOf(outer.body)]);
  if (passing.some(({ name }) => used.has(name))) return false; // each element passes once
  return [...writesOf(outer.body)].every((name) => isLeftAlike(loops, tiles, name));
}

function isLeftAlike(loops: Loops, tiles: Tiles, name: string): boolean {
  const { outer, inner, size } = tiles;
  const isCovered = uncoveredInside(loops, outer, name) === null;
  if (isCovered && !writesOf(inner.body).has(name)) return true; // by every tile
  const rows = rowsOf(outer, name, inner.variable);
  if (isCovered && rows.tiles.some((tile, dim) => tile === (rows.places[dim] ?? 0) * size)) return true;
  const isLocal = ![...loops.params.map((param) => param.name), ...loops.results].includes(name);
  if (!isLocal) return false;
  // Elements of an iteration of the tile, or of the iteration itself: nobody else looks at them.
  if (isCovered && rows.tiles.some((tile, dim) => tile === 0 && rows.places[dim] === 1))
    return uncoveredOutside(loops, outer, name) === null;
  return uncoveredInside(loops, inner, name) === null && uncoveredOutside(loops, inner, name) === null;
}

/** Along dimensions whose subscript is the same in all accesses of a loop, and moves with the place in a tile. */
interface Rows {
  readonly tiles: readonly number[]; // the factor of the tile's number; NaN where it is no such dimension
  readonly places: readonly number[]; // the factor of the place in it
}

function rowsOf({ body, variable: tile }: For, name: string, place: string): Rows {
  const indices = accessesTo(body, name);
  const sums = (indices[0] ?? []).map((expr, dim) => {
    const sum = indices.every((index) => sameExpr(index[dim] ?? int(0), expr)) ? affineOf(expr) : null;
    const isRow =
      sum?.terms.has(place) === true && [...sum.terms.keys()].every((one) => one === tile || one === place);
    return isRow ? sum : null;
  });
  const factors = (variable: string): readonly number[] =>
    sums.map((sum) => (sum === null ? Number.NaN : (sum.terms.get(variable) ?? 0)));
  return { tiles: factors(tile), places: factors(place) };
}

function accessesTo(body: readonly Stmt[], name: string): readonly (readonly Expr[])[] {
  return statementsIn(body).flatMap((stmt) => {
    const loads = expressionsOf(stmt).flatMap((root) =>
      expressionsIn(root).flatMap((expr) =>
        expr.kind === "load" && expr.array === name ? [expr.index] : [],
      ),
    );
    return stmt.kind === "store" && stmt.array === name ? [...loads, stmt.index] : loads;
  });
}

/** Null where the place in a tile, or its number, is used for something else than the iteration. */
function shiftedBody(body: readonly Stmt[], tiles: Tiles, start: string): readonly Stmt[] | null {
  const { outer, inner, guard, size } = tiles;
  let isElse = false;
  const moved = (expr: Expr): Expr => {
    const sum = affineOf(expr);
    if (sum === null) {
      if (expr.kind !== "load") return mapChildren(expr, moved);
      return { ...expr, index: expr.index.map((at) => (isOwnPlace(at) ? at : moved(at))) };
    }
    const [tile = 0, place = 0] = [sum.terms.get(outer.variable), sum.terms.get(inner.variable)];
    if (tile !== place * size) isElse = true;
    return place === 0 ? expr : write(plus(withoutTerm(sum, outer.variable), times(symbol(start), place)));
  };
  // Arrays with a place for each iteration of a tile: see isLeftAlike.
  const isOwnPlace = (at: Expr): boolean => at.kind === "var" && at.name === inner.variable;
  const change = (stmt: Stmt): readonly Stmt[] => {
    if (stmt.kind === "if" && sameExpr(stmt.condition, guard)) return stmt.then.flatMap(change);
    const inside = mapBodies(stmt, (list) => list.flatMap(change));
    if (inside.kind !== "store") return [mapExpressions(inside, moved)];
    const index = inside.index.map((at) => (isOwnPlace(at) ? at : moved(at)));
    return [{ ...inside, index, value: moved(inside.value) }];
  };
  const changed = body.flatMap(change);
  return isElse ? null : changed;
}

function withoutTerm(sum: Affine, name: string): Affine {
  return plus(
    termsOf(sum, (one) => one !== name),
    sum.constant,
  );
}
