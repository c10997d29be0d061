/**
 * Index arithmetic: `2 * i + r - 1` as a constant and a factor for each variable, and back to an expression.
 * Only Python ints are read so: they never wrap.
 */

import { hull, type Interval, interval, partlyKnownInterval } from "../../types/interval.ts";
import { add, int, mul, sub, variable } from "../indices.ts";
import type { Expr, For } from "../nodes.ts";
import { mapChildren } from "../walk.ts";

export interface Affine {
  readonly constant: number;
  readonly terms: ReadonlyMap<string, number>; // none is 0
}

/** In variables that `isVariable` takes. Null: it is not affine in Python ints, or has numbers that no index has. */
export function affineOf(expr: Expr, isVariable: (name: string) => boolean = () => true): Affine | null {
  if (!isPythonInt(expr)) return null;
  switch (expr.kind) {
    case "const":
      return typeof expr.value === "number" && Math.abs(expr.value) <= largest ? constant(expr.value) : null;
    case "var":
      return isVariable(expr.name) ? symbol(expr.name) : null;
    case "unary": {
      const operand = expr.op === "neg" ? affineOf(expr.operand, isVariable) : null;
      return operand === null ? null : times(operand, -1);
    }
    case "binary": {
      const left = affineOf(expr.left, isVariable);
      const right = left === null ? null : affineOf(expr.right, isVariable);
      if (left === null || right === null) return null;
      if (expr.op === "add") return plus(left, right);
      if (expr.op === "sub") return minus(left, right);
      if (expr.op !== "mul") return null;
      if (left.terms.size === 0) return times(right, left.constant);
      return right.terms.size === 0 ? times(left, right.constant) : null;
    }
    default:
      return null;
  }
}

/** A sum of variables, and of other things whole: `(n // 8) * 4 + 2 * i + 1` has 4 times `n // 8`. */
export interface Mixed {
  readonly sum: Affine;
  readonly others: readonly { readonly expr: Expr; readonly factor: number }[];
}

/** Null: it is no Python int, or has numbers that no index has. */
export function mixedOf(expr: Expr, isVariable: (name: string) => boolean): Mixed | null {
  const sum = affineOf(expr, isVariable);
  if (sum !== null) return { sum, others: [] };
  if (!isPythonInt(expr)) return null;
  const whole: Mixed = { sum: constant(0), others: [{ expr, factor: 1 }] };
  if (expr.kind !== "binary") return whole;
  const left = mixedOf(expr.left, isVariable);
  const right = mixedOf(expr.right, isVariable);
  if (left === null || right === null) return null;
  if (expr.op === "add") return mixedPlus(left, right, 1);
  if (expr.op === "sub") return mixedPlus(left, right, -1);
  const factor = expr.op === "mul" ? [left, right].findIndex(isNumber) : -1;
  if (factor < 0) return whole;
  const [number, other] = factor === 0 ? [left, right] : [right, left];
  return mixedPlus({ sum: constant(0), others: [] }, other, number.sum.constant);
}

function isNumber({ sum, others }: Mixed): boolean {
  return sum.terms.size === 0 && others.length === 0;
}

function mixedPlus(a: Mixed, b: Mixed, factor: number): Mixed {
  const others = b.others.map((one) => ({ ...one, factor: one.factor * factor }));
  return { sum: plus(a.sum, b.sum, factor), others: [...a.others, ...others] };
}

/** So that sums and products of a few stay exact in a double. */
const largest = 2 ** 31;

export function isPythonInt(expr: Expr): boolean {
  return expr.type.kind === "python" && expr.type.name === "int";
}

export function constant(value: number): Affine {
  return { constant: value, terms: new Map() };
}

export function symbol(name: string, factor = 1): Affine {
  return { constant: 0, terms: new Map(factor === 0 ? [] : [[name, factor]]) };
}

/** `a + factor * b`. */
export function plus(a: Affine, b: Affine | number, factor = 1): Affine {
  if (typeof b === "number") return { ...a, constant: a.constant + factor * b };
  if (factor === 0) return a;
  const terms = new Map(a.terms);
  for (const [name, coefficient] of b.terms) {
    const sum = (terms.get(name) ?? 0) + factor * coefficient;
    if (sum === 0) terms.delete(name);
    else terms.set(name, sum);
  }
  return { terms, constant: a.constant + factor * b.constant + 0 }; // never -0
}

export function minus(a: Affine, b: Affine): Affine {
  return plus(a, b, -1);
}

export function times(a: Affine, by: number): Affine {
  return plus(constant(0), a, by);
}

/** The part whose variables `keep` accepts, without the constant. */
export function termsOf(a: Affine, keep: (name: string) => boolean): Affine {
  return { constant: 0, terms: new Map([...a.terms].filter(([name]) => keep(name))) };
}

/** Never below 0; that of 0 and a number is the number. */
export function gcd(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

export function sameAffine(a: Affine, b: Affine): boolean {
  const difference = minus(a, b);
  return difference.constant === 0 && difference.terms.size === 0;
}

/** As one would write it: `i * 2 + r - 1`. */
export function write(a: Affine): Expr {
  const positive = [...a.terms].filter(([, factor]) => factor > 0);
  const negative = [...a.terms].filter(([, factor]) => factor < 0);
  const term = ([name, factor]: readonly [string, number]): Expr =>
    mul(variable(name), int(Math.abs(factor)));
  const [first, ...rest] = positive.map(term);
  const taken = negative.map(term);
  if (first === undefined) return taken.reduce<Expr>(sub, int(a.constant));
  return add(taken.reduce<Expr>(sub, rest.reduce<Expr>(add, first)), int(a.constant));
}

/** `expr` with a variable replaced; sums it stands in are written anew. */
export function substitute(expr: Expr, name: string, by: Affine): Expr {
  const affine = affineOf(expr);
  if (affine !== null) {
    const factor = affine.terms.get(name);
    if (factor === undefined) return expr;
    return write(plus(termsAndConstant(affine, name), times(by, factor)));
  }
  return mapChildren(expr, (child) => substitute(child, name, by));
}

function termsAndConstant(a: Affine, without: string): Affine {
  return plus(
    termsOf(a, (name) => name !== without),
    a.constant,
  );
}

/** Of loop variables: smallest and largest value, both possible where loops are rectangular. */
export type Ranges = ReadonlyMap<string, Interval>;

/** Null when a variable without a range decides. */
export function rangeOf(expr: Expr, ranges: Ranges): Interval | null {
  const affine = affineOf(expr);
  if (affine !== null) return affineRange(affine, ranges);
  if (expr.kind === "select") return hull(rangeOf(expr.then, ranges), rangeOf(expr.otherwise, ranges));
  if (expr.kind !== "binary" || !isPythonInt(expr)) return null;
  return partlyKnownInterval(expr.op, rangeOf(expr.left, ranges), rangeOf(expr.right, ranges));
}

export function affineRange(affine: Affine, ranges: Ranges): Interval | null {
  const { low, high } = affineBounds(affine, ranges);
  return interval(low, high);
}

/** Infinite where a variable has no bound. */
export function affineBounds(affine: Affine, ranges: Ranges): Interval {
  let low = affine.constant;
  let high = affine.constant;
  for (const [name, factor] of affine.terms) {
    const range = ranges.get(name) ?? unbounded;
    low += factor * (factor > 0 ? range.low : range.high);
    high += factor * (factor > 0 ? range.high : range.low);
  }
  return { low, high };
}

const unbounded: Interval = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

/** The values its variable takes; null when the bounds are not known now, or it never runs. */
export function loopRange(loop: For, ranges: Ranges): Interval | null {
  const from = rangeOf(loop.from, ranges);
  const to = rangeOf(loop.to, ranges);
  if (from === null || to === null || to.high <= from.low) return null;
  const exact = from.low === from.high && to.low === to.high;
  const last = to.high - 1;
  return { low: from.low, high: exact ? last - ((last - from.low) % loop.step) : last };
}

/** Sure to have an iteration, whatever the loops around it do. */
export function surelyRuns(loop: For, ranges: Ranges): boolean {
  const from = affineOf(loop.from);
  const to = affineOf(loop.to);
  const count = from && to ? affineRange(minus(to, from), ranges) : null;
  if (count !== null) return count.low > 0;
  const latest = rangeOf(loop.from, ranges)?.high ?? Number.POSITIVE_INFINITY;
  const earliest = rangeOf(loop.to, ranges)?.low ?? Number.NEGATIVE_INFINITY;
  return latest < earliest;
}

/** The same text for the same terms in any order. */
export function termsKey(terms: ReadonlyMap<string, number>): string {
  return [...terms]
    .map(([name, factor]) => `${factor}*${name}`)
    .sort()
    .join("+");
}
