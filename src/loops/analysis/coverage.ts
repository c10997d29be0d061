/**
 * Which reads of an array or scalar surely find what was written before them.
 *
 * The walk keeps the boxes of elements that are written on every path so far. A read whose index lies in one of them
 * is covered. Where it is not sure (indices that are not affine, bounds not known, early exits) it is not covered:
 * the answer errs to that side only. A scalar is an array without dimensions.
 */

import type { Interval } from "../../types/interval.ts";
import { arraysOf } from "../find.ts";
import { sameExpr } from "../indices.ts";
import type { ArrayDecl, Expr, For, If, Loops, Stmt } from "../nodes.ts";
import { children, expressionsOf, statementsIn } from "../walk.ts";
import {
  type Affine,
  affineOf,
  affineRange,
  loopRange,
  minus,
  plus,
  sameAffine,
  surelyRuns,
  termsOf,
} from "./affine.ts";
import { breaksOut, continuesOut, writesOf } from "./effects.ts";
import { namesRead } from "./use.ts";

/** The first read in one iteration of `loop` that may find what stood there before the iteration; null if none does. */
export function uncoveredInside(loops: Loops, loop: For, name: string): Expr | null {
  const walk = {
    ...newWalk(name, null),
    shape: arraysOf(loops).find((decl) => decl.name === name)?.shape ?? [],
  };
  enterLoopsAround(walk, loops.body, loop);
  block(walk, loop.body, []);
  return walk.uncovered;
}

/** Whether every iteration of `loop` surely writes the whole of a scalar. */
export function alwaysWrites(loops: Loops, loop: For, name: string): boolean {
  const walk = newWalk(name, null);
  enterLoopsAround(walk, loops.body, loop);
  const end = block(walk, loop.body, []);
  return end !== null && end.length > 0 && breaksOut(loop.body) === null && continuesOut(loop.body) === null;
}

/** The first read outside of `loop` that may find what `loop` wrote. */
export function uncoveredOutside(loops: Loops, loop: For, name: string): Expr | null {
  const walk = newWalk(name, loop.name);
  block(walk, loops.body, []);
  return walk.uncovered;
}

/** Whether a read may find what `loop` wrote to an array, or the kernel may leave it there. */
export function isSeenLater(loops: Loops, loop: For, { name, shape }: ArrayDecl): boolean {
  const walk = { ...newWalk(name, loop.name), shape };
  const end = block(walk, loops.body, []);
  const isLeft = loops.results.includes(name) || loops.params.some((param) => param.name === name);
  return walk.uncovered !== null || (isLeft && !isWritten(end, shape));
}

/** Whether a read in the kernel may find what an array held before it. */
export function readsWhatWasThere(loops: Loops, { name, shape }: ArrayDecl): boolean {
  const walk = { ...newWalk(name, null), shape };
  block(walk, loops.body, []);
  return walk.uncovered !== null;
}

/** Whether the kernel surely writes every element of an array. */
export function writesWhole(loops: Loops, { name, shape }: ArrayDecl): boolean {
  return isWritten(block({ ...newWalk(name, null), shape }, loops.body, []), shape);
}

function isWritten(end: State, shape: readonly number[]): boolean {
  return end?.some((box) => box.every((side, dim) => isWhole(side, shape[dim]))) ?? false;
}

/** Arguments that are set without a look at what is in them: nobody has to bring it along. */
export function unreadArrays(loops: Loops): readonly ArrayDecl[] {
  return loops.params.flatMap((param) => {
    const isUnread = param.kind === "array" && !readsWhatWasThere(loops, param) && writesWhole(loops, param);
    return isUnread ? [param] : [];
  });
}

/** Along each dimension: from base + low to base + high. */
type Box = readonly { readonly base: Affine; readonly low: number; readonly high: number }[];

/** What is surely written; null where no path leads. */
type State = readonly Box[] | null;

interface Walk {
  readonly name: string;
  readonly forget: string | null; // the loop after which nothing is known, and which is not entered
  readonly ranges: Map<string, Interval>;
  readonly shape: readonly number[]; // of an array, where a whole dimension is to be known as such
  steady: ReadonlyMap<string, Expr>; // loop variables and where they start: see firstWrites
  readonly isAside: boolean; // only to know what is written
  passed: boolean; // the loop to forget may have run
  uncovered: Expr | null;
}

function newWalk(name: string, forget: string | null): Walk {
  return {
    name,
    forget,
    ranges: new Map(),
    shape: [],
    steady: new Map(),
    isAside: false,
    passed: forget === null,
    uncovered: null,
  };
}

function enterLoopsAround(walk: Walk, body: readonly Stmt[], loop: For): boolean {
  for (const stmt of body) {
    if (stmt.kind === "for") {
      const range = loopRange(stmt, walk.ranges);
      if (range !== null) walk.ranges.set(stmt.variable, range);
    }
    if (stmt === loop) return true;
    const lists = stmt.kind === "if" ? [stmt.then, stmt.else] : "body" in stmt ? [stmt.body] : [];
    if (lists.some((list) => enterLoopsAround(walk, list, loop))) return true;
  }
  return false;
}

function block(walk: Walk, body: readonly Stmt[], state: State): State {
  return body.reduce<State>((now, stmt) => statement(walk, stmt, now), state);
}

function statement(walk: Walk, stmt: Stmt, state: State): State {
  for (const expr of expressionsOf(stmt)) reads(walk, expr, state);
  switch (stmt.kind) {
    case "assign": {
      if (state === null) return null;
      const later = forgetVariable(state, stmt.target);
      return stmt.target === walk.name ? [...later, []] : later;
    }
    case "store": {
      if (stmt.array !== walk.name || state === null) return state;
      const box = boxOf(stmt.index);
      return box === null ? state : [...state, box, ...grown(walk, state, box)];
    }
    case "if":
      return branches(walk, stmt, state);
    case "for":
      return forLoop(walk, stmt, state);
    case "while": {
      const forgets = containsForgotten(walk, stmt.body);
      if (forgets) walk.passed = true;
      const start = forgets ? [] : forgetAll(state, stmt.body);
      block(walk, stmt.body, start);
      reads(walk, stmt.condition, start); // it is asked again after each iteration
      return start;
    }
    case "region":
      return block(walk, stmt.body, state);
    case "break":
    case "continue":
      return null;
    case "pragma":
      return state;
  }
}

function branches(walk: Walk, { condition, then, else: otherwise }: If, state: State): State {
  const { steady } = walk;
  const first = firstVariable(walk, condition);
  const read = namesRead(condition);
  const isPlain = [...read].every((name) => walk.ranges.has(name));
  walk.steady = new Map([...steady].filter(([name]) => isPlain && (name === first || !read.has(name))));
  const yes = block(walk, then, state);
  const no = block(walk, otherwise, state);
  walk.steady = steady;
  const both = meet(yes, no);
  if (first === null || yes === null || no === null || both === null || otherwise.length > 0) return both;
  const isSteady = (box: Box): boolean =>
    box.every(({ base }) => [...base.terms.keys()].every((name) => name !== first && walk.ranges.has(name)));
  return [...both, ...yes.slice(both.length).filter(isSteady)];
}

/**
 * The loop whose first iteration a condition asks for, if each iteration of it comes here as the first one did: then
 * what is written on that condition is written in all of them. So `reorder` leaves what stood before an inner loop.
 */
function firstVariable({ steady, forget }: Walk, condition: Expr): string | null {
  if (forget !== null || condition.kind !== "compare" || condition.op !== "eq") return null;
  if (condition.left.kind !== "var") return null;
  const from = steady.get(condition.left.name);
  return from !== undefined && sameExpr(from, condition.right) ? condition.left.name : null;
}

/** Variables whose iterations all come to the body of a loop in the same way, with its own. */
function steadyInside({ steady, ranges }: Walk, loop: For): ReadonlyMap<string, Expr> {
  const bounds = new Set([...namesRead(loop.from), ...namesRead(loop.to)]);
  const isPlain = [...bounds].every((name) => ranges.has(name));
  const around = [...steady].filter(([name]) => isPlain && !bounds.has(name));
  const own = isConstant(loop.from) && !hasJump(loop.body) ? [[loop.variable, loop.from] as const] : [];
  return new Map([...around, ...own]);
}

function hasJump(body: readonly Stmt[]): boolean {
  return statementsIn(body).some(({ kind }) => kind === "break" || kind === "continue" || kind === "while");
}

function forLoop(walk: Walk, loop: For, state: State): State {
  if (loop.name === walk.forget) {
    walk.passed = true;
    return [];
  }
  // A later iteration of a loop around it comes after it.
  const forgets = containsForgotten(walk, loop.body);
  if (forgets) walk.passed = true;
  const start = forgets ? [] : forgetAll(state, loop.body);
  const range = loopRange(loop, walk.ranges);
  if (range !== null) walk.ranges.set(loop.variable, range);
  const { steady } = walk;
  walk.steady = steadyInside(walk, loop);
  const known = start ?? [];
  const before = (forgets ? [] : writtenBefore(walk, loop, known, range)).flatMap((box) => [
    box,
    ...grown(walk, known, box),
  ]);
  const end = block(walk, loop.body, start === null ? null : [...start, ...before]);
  walk.steady = steady;
  if (forgets) return [];
  const early = breaksOut(loop.body) !== null || continuesOut(loop.body) !== null;
  if (early || start === null || end === null || range === null || !surelyRuns(loop, walk.ranges))
    return start;
  const constantBounds = isConstant(loop.from) && isConstant(loop.to);
  const all = [...start];
  for (const box of end
    .slice(start.length + before.length)
    .flatMap((one) => spread(one, loop, range, constantBounds)))
    all.push(box, ...grown(walk, all, box));
  return all;
}

/**
 * What earlier iterations have written, where that goes on from what stood before the loop: all up to the element of this one.
 *
 *     w[0] … w[15] are written; for i in range(16, 64): w[i] = w[i - 16] + w[i - 7]
 */
function writtenBefore(walk: Walk, loop: For, start: readonly Box[], range: Interval | null): readonly Box[] {
  if (walk.isAside || range === null || loop.step !== 1 || !isConstant(loop.from) || hasJump(loop.body))
    return [];
  const aside: Walk = { ...walk, ranges: new Map(walk.ranges), isAside: true };
  const end = block(aside, loop.body, start) ?? [];
  return end.slice(start.length).flatMap((box) => {
    const moved = box.flatMap(({ base }, dim) => (base.terms.has(loop.variable) ? [dim] : []));
    const [dim] = moved;
    const side = dim === undefined ? undefined : box[dim];
    if (dim === undefined || moved.length > 1 || side?.base.terms.get(loop.variable) !== 1) return [];
    const { base } = side;
    const first = plus(
      termsOf(base, (name) => name !== loop.variable),
      base.constant + range.low + side.low,
    );
    const isReached = start.some((other) => reaches(walk, other, box, dim, first));
    if (!isReached) return [];
    return [
      box.map((one, at) => (at === dim ? { base, low: Number.NEGATIVE_INFINITY, high: side.high - 1 } : one)),
    ];
  });
}

/** Whether a box holds all that stands before an element along a dimension, and what another one holds along the others. */
function reaches(walk: Walk, other: Box, box: Box, along: number, { terms, constant }: Affine): boolean {
  return box.every((side, dim) => {
    const own = other[dim];
    if (dim !== along) return holds(walk, own, side, dim);
    if (own === undefined || own.base.terms.size > 0 || terms.size > 0) return false;
    return own.base.constant + own.low <= 0 && own.base.constant + own.high >= constant - 1;
  });
}

/**
 * A box together with one that it continues along a dimension: halves of an array, its even and odd elements, rows and the column in
 * front of them. Along the others it is as large as the smaller of both.
 */
function grown(walk: Walk, state: readonly Box[], box: Box): readonly Box[] {
  for (const other of state.slice(-mostBeside).reverse()) {
    const apart = box.flatMap((side, dim) => (isSameSide(side, other[dim]) ? [] : [dim]));
    if (apart.length > 2) continue;
    for (const dim of apart) {
      const both = joined(box[dim], other[dim]);
      const rest = both === null ? null : lesser(walk, box, other, dim);
      if (both !== null && rest !== null) return [rest.map((side, at) => (at === dim ? both : side))];
    }
  }
  return [];
}

/** Of two boxes the one that the other one holds, whatever they are along one dimension. */
function lesser(walk: Walk, box: Box, other: Box, along: number): Box | null {
  const isHeld = (outer: Box, inner: Box): boolean =>
    inner.every((side, dim) => dim === along || holds(walk, outer[dim], side, dim));
  if (isHeld(other, box)) return box;
  return isHeld(box, other) ? other : null;
}

/** Whether one box is there wherever the other one is, along a dimension. */
function holds(walk: Walk, outer: Box[number] | undefined, inner: Box[number], dim: number): boolean {
  if (outer === undefined) return false;
  if (isSameSide(inner, outer) || isWhole(outer, walk.shape[dim])) return true;
  const apart = affineRange(minus(inner.base, outer.base), walk.ranges);
  if (apart === null || apart.high + inner.high > outer.high) return false;
  // No element stands in front of the first.
  const isFromFirst = outer.base.terms.size === 0 && outer.base.constant + outer.low <= 0;
  return isFromFirst || apart.low + inner.low >= outer.low;
}

/** Boxes that stand before it: an unrolled kernel has thousands. */
const mostBeside = 64;

/** Null where something lies between them. */
function joined(one: Box[number] | undefined, two: Box[number] | undefined): Box[number] | null {
  if (one === undefined || two === undefined) return null;
  const { terms, constant } = minus(two.base, one.base);
  if (terms.size > 0) return null;
  const [low, high] = [two.low + constant, two.high + constant];
  if (low > one.high + 1 || high < one.low - 1) return null;
  return { base: one.base, low: Math.min(low, one.low), high: Math.max(high, one.high) };
}

function isConstant(expr: Expr): boolean {
  return affineOf(expr)?.terms.size === 0;
}

/** What all iterations together write: the box stretched along the one dimension the variable moves it, without gaps. */
function spread(
  box: Box,
  loop: For,
  { low: first, high: last }: Interval,
  constantBounds: boolean,
): readonly Box[] {
  const moved = box.filter(({ base }) => base.terms.has(loop.variable));
  if (moved.length === 0) return [box];
  if (moved.length > 1 || !constantBounds) return [];
  const stretched = box.map((side) => {
    const factor = side.base.terms.get(loop.variable);
    if (factor === undefined) return side;
    const base = plus(
      termsOf(side.base, (name) => name !== loop.variable),
      side.base.constant,
    );
    const ends = [factor * first, factor * last];
    if (Math.abs(factor) * loop.step > side.high - side.low + 1 && first !== last) return null;
    return { base, low: side.low + Math.min(...ends), high: side.high + Math.max(...ends) };
  });
  return stretched.includes(null) ? [] : [stretched as Box];
}

function boxOf(index: readonly Expr[]): Box | null {
  const sides = index.map((expr) => {
    const base = affineOf(expr);
    return base && { base, low: 0, high: 0 };
  });
  return sides.includes(null) ? null : (sides as Box);
}

function reads(walk: Walk, expr: Expr, state: State): void {
  const index = readIndex(walk, expr);
  if (walk.passed && walk.uncovered === null && index !== null && state !== null) {
    const at = index.map((one) => affineOf(one)); // once: an unrolled kernel has thousands of boxes
    if (!state.some((box) => contains(walk, box, at))) walk.uncovered = expr;
  }
  for (const child of children(expr)) reads(walk, child, state);
}

function readIndex(walk: Walk, expr: Expr): readonly Expr[] | null {
  if (expr.kind === "load" && expr.array === walk.name) return expr.index;
  return expr.kind === "var" && expr.name === walk.name ? [] : null;
}

function contains(walk: Walk, box: Box, index: readonly (Affine | null)[]): boolean {
  return box.every((side, dim) => {
    if (isWhole(side, walk.shape[dim])) return true;
    const { base, low, high } = side;
    const at = index[dim] ?? null;
    if (at === null) return false;
    if (at.terms.size === 0 && base.terms.size === 0)
      return at.constant - base.constant >= low && at.constant - base.constant <= high;
    const offset = affineRange(minus(at, base), walk.ranges);
    return offset !== null && offset.low >= low && offset.high <= high;
  });
}

/** A whole dimension holds any index. */
function isWhole({ base, low, high }: Box[number], size: number | undefined): boolean {
  const from = base.terms.size === 0 ? base.constant + low : Number.POSITIVE_INFINITY;
  return size !== undefined && from <= 0 && base.constant + high >= size - 1;
}

/** Boxes whose place depends on a scalar are lost when it is set. */
function forgetVariable(state: readonly Box[], name: string): readonly Box[] {
  if (!state.some((box) => box.some(({ base }) => base.terms.has(name)))) return state;
  return state.filter((box) => box.every(({ base }) => !base.terms.has(name)));
}

/** Before a loop: what its body sets may have been set by an earlier iteration. */
function forgetAll(state: State, body: readonly Stmt[]): State {
  if (state === null) return null;
  return [...writesOf(body)].reduce<readonly Box[]>(forgetVariable, state);
}

function containsForgotten(walk: Walk, body: readonly Stmt[]): boolean {
  return body.some((stmt) => {
    if (stmt.kind === "for" && stmt.name === walk.forget) return true;
    const lists = stmt.kind === "if" ? [stmt.then, stmt.else] : "body" in stmt ? [stmt.body] : [];
    return lists.some((list) => containsForgotten(walk, list));
  });
}

/** What both ways have written; a way that leads nowhere asks nothing. */
function meet(a: State, b: State): State {
  if (a === null || b === null) return a ?? b;
  return a.filter((box) => b.some((other) => sameBox(box, other)));
}

function sameBox(a: Box, b: Box): boolean {
  return a.every((side, dim) => isSameSide(side, b[dim]));
}

function isSameSide(side: Box[number], other: Box[number] | undefined): boolean {
  return (
    other !== undefined &&
    side.low === other.low &&
    side.high === other.high &&
    sameAffine(side.base, other.base)
  );
}
