/**
 * The nest as if everybody wrote indices the same way: a loop over places counts them, and an index is its variable and a
 * constant.
 *
 *     for j in range((n - t % 2) // 2):       for j in range(t % 2, ..., 2):
 *       i = 2 * j + t % 2                 =>    if a[j] > a[j + 1]: ...
 *       if a[i] > a[i + 1]: ...
 */
import { isPythonInt, mixedOf, write } from "../../../loops/analysis/affine.ts";
import { liveAfter, namesRead, writesOf } from "../../../loops/analysis/effects.ts";
import { foldDecided } from "../../../loops/analysis/range/decide.ts";
import { analyse, noFacts, type Ranges, rangeOf } from "../../../loops/analysis/range/index.ts";
import { firstUse } from "../../../loops/analysis/use.ts";
import { replaceLoop } from "../../../loops/find.ts";
import {
  add,
  constantOf,
  floordiv,
  int,
  mul,
  sameExpr,
  sub,
  substitute,
  variable,
} from "../../../loops/indices.ts";
import type { Assign, Expr, For, Loops, Stmt } from "../../../loops/nodes.ts";
import {
  expressionsIn,
  expressionsOf,
  mapBodies,
  mapChildren,
  mapExpr,
  mapExpressions,
  statementsIn,
} from "../../../loops/walk.ts";

export function inNormalForm(loops: Loops, nest: For): Loops {
  const names: Names = {
    isIndex: (stmt) => isNamedIndex(loops, nest, stmt),
    reads: (target) => readsIn(nest.body, target),
  };
  const simple = replaceLoop(loops, nest.name, (loop) => [{ ...loop, body: plain(loop.body, names) }]);
  const ranges = analyse(simple);
  const inside = replaceLoop(simple, nest.name, (loop) => [
    { ...loop, body: loop.body.map((stmt) => withoutWrapping(ranges, stmt)) },
  ]);
  return replaceLoop(foldDecided(inside), nest.name, (loop) => [
    { ...loop, body: loop.body.map(countingPlaces) },
  ]);
}

/** `x if x >= 0 else x + n`, of an x that is never negative, quotients and remainders included. */
function withoutWrapping(ranges: Ranges, stmt: Stmt): Stmt {
  const isPositive = (expr: Expr): boolean => {
    if (expr.kind !== "compare" || expr.op !== "ge" || constantOf(expr.right) !== 0) return false;
    const range = expressionsIn(expr.left).every(isPlainInteger) ? rangeOf(ranges, expr.left, noFacts) : null;
    return range !== null && range.low >= 0;
  };
  const next = mapExpressions(stmt, (root) =>
    mapExpr(root, (expr) => (expr.kind === "select" && isPositive(expr.condition) ? expr.then : expr)),
  );
  return mapBodies(next, (body) => body.map((one) => withoutWrapping(ranges, one)));
}

interface Names {
  readonly isIndex: (stmt: Assign) => boolean;
  readonly reads: (target: string) => number; // in the whole nest
}

/** A name for an index: set once in the nest, from integers alone, and read in the nest alone. */
function isNamedIndex(loops: Loops, nest: For, { target, value }: Assign): boolean {
  if (!isPythonInt(value) || !expressionsIn(value).every(isPlainInteger)) return false;
  const sets = statementsIn(nest.body).filter((stmt) => stmt.kind === "assign" && stmt.target === target);
  return sets.length === 1 && firstUse(nest.body, target) !== "read" && !liveAfter(loops, nest, target);
}

/** It never faults, and reads no memory. */
function isPlainInteger(expr: Expr): boolean {
  if (expr.kind === "const" || expr.kind === "var") return isPythonInt(expr);
  if (expr.kind !== "binary") return false;
  if (expr.op === "floordiv" || expr.op === "mod") return (constantOf(expr.right) ?? 0) !== 0;
  return ["add", "sub", "mul", "min", "max"].includes(expr.op);
}

/** Indices without names; `if A and B` as one condition inside of the other, so that the second knows the first. */
function plain(body: readonly Stmt[], names: Names): readonly Stmt[] {
  const [stmt, ...rest] = body;
  if (stmt === undefined) return [];
  if (stmt.kind === "assign" && names.isIndex(stmt)) {
    const { target, value } = stmt;
    const written = writesOf(rest);
    const isFixed = [...namesRead(value)].every((name) => !written.has(name));
    if (isFixed && readsIn(rest, target) === names.reads(target))
      return plain(substitute(rest, target, value), names);
  }
  return [mapBodies(nested(stmt), (inner) => plain(inner, names)), ...plain(rest, names)];
}

function readsIn(body: readonly Stmt[], name: string): number {
  return statementsIn(body)
    .flatMap((stmt) => expressionsOf(stmt).flatMap(expressionsIn))
    .filter((expr) => expr.kind === "var" && expr.name === name).length;
}

function nested(stmt: Stmt): Stmt {
  if (stmt.kind !== "if" || stmt.else.length > 0 || stmt.condition.kind !== "logic") return stmt;
  const { op, left, right } = stmt.condition;
  if (op !== "and") return stmt;
  return nested({ ...stmt, condition: left, then: [nested({ ...stmt, condition: right })] });
}

/** A loop whose variable is multiplied, or shifted, in every index: one over what all of them have in common. */
function countingPlaces(stmt: Stmt): Stmt {
  if (stmt.kind !== "for") return mapBodies(stmt, (body) => body.map(countingPlaces));
  const place = placeIn(stmt);
  if (place === null) return stmt;
  const { factor, shift } = place;
  const own = variable(stmt.variable);
  const from = add(mul(stmt.from, int(factor)), shift);
  const to = add(add(mul(sub(stmt.to, int(1)), int(factor)), shift), int(1));
  const index = floordiv(sub(own, shift), int(factor));
  const inIndex = (expr: Expr): Expr => {
    const mixed = namesRead(expr).has(stmt.variable) ? mixedOf(expr, () => true) : null;
    return mixed === null ? expr : add(own, int(mixed.sum.constant));
  };
  const inside = (expr: Expr): Expr => {
    if (expr.kind === "load") return { ...expr, index: expr.index.map(inIndex) };
    if (expr.kind === "var" && expr.name === stmt.variable) return index;
    return mapChildren(expr, inside);
  };
  const replaced = (one: Stmt): Stmt => {
    const next =
      one.kind === "store"
        ? { ...one, index: one.index.map(inIndex), value: inside(one.value) }
        : mapExpressions(one, inside);
    return mapBodies(next, (inner) => inner.map(replaced));
  };
  return { ...stmt, from, to, step: stmt.step * factor, body: stmt.body.map(replaced) };
}

interface Place {
  readonly factor: number;
  readonly shift: Expr; // the same in all iterations of the loop
}

/** Null: indices are places already, or do not agree. */
function placeIn(loop: For): Place | null {
  const written = writesOf(loop.body);
  let found: Place | null = null;
  for (const index of indicesIn(loop.body)) {
    if (!namesRead(index).has(loop.variable)) continue;
    const place = split(index, loop.variable);
    if (place === null || [...namesRead(place.shift)].some((name) => written.has(name))) return null;
    if (found !== null && (found.factor !== place.factor || !sameExpr(found.shift, place.shift))) return null;
    found = place;
  }
  return found === null || (found.factor === 1 && isZero(found.shift)) ? null : found;
}

function indicesIn(body: readonly Stmt[]): readonly Expr[] {
  return statementsIn(body).flatMap((stmt) => [
    ...(stmt.kind === "store" ? stmt.index : []),
    ...expressionsOf(stmt)
      .flatMap(expressionsIn)
      .flatMap((expr) => (expr.kind === "load" ? expr.index : [])),
  ]);
}

/** `2 * j + t % 2 + 1` as 2 and `t % 2`, for `j`; constants are no part of it. */
function split(index: Expr, name: string): Place | null {
  const mixed = mixedOf(index, () => true);
  const factor = mixed?.sum.terms.get(name) ?? 0;
  if (mixed === null || factor < 1 || mixed.others.some(({ expr }) => namesRead(expr).has(name))) return null;
  const terms = new Map([...mixed.sum.terms].filter(([one]) => one !== name));
  const shift = mixed.others.reduce<Expr>(
    (sum, { expr, factor: by }) => add(sum, mul(expr, int(by))),
    write({ constant: 0, terms }),
  );
  return { factor, shift };
}

function isZero(expr: Expr): boolean {
  return sameExpr(expr, int(0));
}
