/** Addresses: the bank and the word that an element of an array stands in, computed in as few bits as the word has. */

import { bug } from "../../diagnostics/bug.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import {
  type Affine,
  affineOf,
  constant as constantSum,
  mixedOf,
  plus,
  times,
} from "../../loops/analysis/affine.ts";
import { affineRange, rangeOf } from "../../loops/analysis/range/index.ts";
import { constantDifference } from "../../loops/analysis/trip_count.ts";
import { constantOf, sameExpr } from "../../loops/indices.ts";
import type { Expr } from "../../loops/nodes.ts";
import { exactInt } from "../../types/types.ts";
import { type Axis, placeOfElement, placeOnAxis } from "./banks.ts";
import { watchIndex } from "./checks.ts";
import { value } from "./expression.ts";
import { type BankAddress, compute, constant, converted, natural } from "./graph.ts";
import type { BankOf, Digit, OpId } from "./nodes.ts";
import { countOf } from "./walk.ts";
import { unsignedBits } from "./widths.ts";
import { scalarValue, type Writing } from "./writing.ts";

/** A number along an axis: a sum of loop variables, or what an operation gives, `most` at most. */
type Index =
  | { readonly kind: "sum"; readonly sum: Affine }
  | Op
  | { readonly kind: "mixed"; readonly terms: Terms };

interface Op {
  readonly kind: "op";
  readonly id: OpId;
  readonly most: number;
}

export function placeOf(w: Writing, array: string, index: readonly Expr[], span: Span): BankAddress {
  const { banking, decl } = w.planning.stored.get(array) ?? bug(`no array ${array}`);
  const known = elementAt(decl.shape, index);
  if (known !== null) {
    const { bank, word } = placeOfElement(banking, known);
    const type = exactInt(unsignedBits(banking.depth - 1), false);
    return { storage: array, bank: { kind: "static", bank }, address: constant(w.ops, type, word, span) };
  }
  let word = nothing;
  const along: Along[] = [];
  for (const [dim, axis] of banking.axes.entries()) {
    const given = index[dim] ?? bug(`${array} has no index ${dim}`);
    const element: Element = { array, axis: dim, size: axis.size, span };
    const mixed = inKnownBank(w, axis, given, element);
    const own = mixed ?? onAxis(w, axis, indexOf(w, given, element), span);
    word = withIndex(scale(word, axis.words), own.word);
    along.push({ terms: withIndex(nothing, own.bank), banks: axis.banks });
  }
  const address = total(w, word, unsignedBits(banking.depth - 1), span);
  return { storage: array, bank: bankOf(w, along, banking.banks, span), address };
}

/** The place in row-major order; null where an index is no number, or outside. */
export function elementAt(shape: readonly number[], index: readonly Expr[]): number | null {
  let at = 0;
  for (const [dim, size] of shape.entries()) {
    const place = constantOf(index[dim] ?? bug(`no index ${dim}`));
    if (place === null || place < 0 || place >= size) return null;
    at = at * size + place;
  }
  return at;
}

interface Terms {
  readonly sum: Affine;
  readonly others: readonly Other[];
}

/** From 0 to `most`, times `factor`. */
interface Other {
  readonly id: OpId;
  readonly most: number;
  readonly factor: number;
}

const nothing: Terms = { sum: constantSum(0), others: [] };

function withIndex(terms: Terms, index: Index): Terms {
  switch (index.kind) {
    case "sum":
      return { ...terms, sum: plus(terms.sum, index.sum) };
    case "op":
      return { ...terms, others: [...terms.others, { id: index.id, most: index.most, factor: 1 }] };
    case "mixed":
      return {
        sum: plus(terms.sum, index.terms.sum),
        others: [...terms.others, ...index.terms.others],
      };
  }
}

function scale({ sum: own, others }: Terms, by: number): Terms {
  return {
    sum: times(own, by),
    others: others.map((other) => ({ ...other, factor: other.factor * by })),
  };
}

/** The bank along a dimension. */
interface Along {
  readonly terms: Terms;
  readonly banks: number;
}

/** One sum over all dimensions, or a digit for each: of `a[i, i]` the sum reaches fewer banks, of `a[i, 2 * j]` the digits. */
function bankOf(w: Writing, along: readonly Along[], banks: number, span: Span): BankOf {
  const whole = along.reduce((all, { terms, banks }) => joined(scale(all, banks), terms), nothing);
  const bySum = reached(w, whole, banks);
  // An index that is outside for sure is a fault: any bank will do.
  if (bySum.count <= 1) return { kind: "static", bank: bySum.count === 1 ? bySum.first : 0 };
  const each = along.map(({ terms, banks }) => ({ terms, banks, ...reached(w, terms, banks) }));
  const isFewer = countOf({ first: 0, digits: each }) < bySum.count;
  const axes = isFewer ? each : [{ terms: whole, banks, ...bySum }];
  let [first, nth] = [0, nothing];
  const digits: Digit[] = [];
  for (const { terms, banks, ...own } of axes) {
    first = first * banks + own.first;
    for (const [at, digit] of digits.entries()) digits[at] = { ...digit, step: digit.step * banks };
    if (own.count === 1) continue;
    nth = joined(scale(nth, own.count), stepsOf(terms, own));
    digits.push({ step: own.step, count: own.count });
  }
  if (digits.length === 0) return { kind: "static", bank: first };
  const among = { first, digits };
  return { kind: "dynamic", nth: total(w, nth, unsignedBits(countOf(among) - 1), span), among };
}

function joined(one: Terms, other: Terms): Terms {
  return { sum: plus(one.sum, other.sum), others: [...one.others, ...other.others] };
}

/** How many steps from the first. */
function stepsOf({ sum, others }: Terms, { first, step }: Reached): Terms {
  return {
    sum: {
      constant: (sum.constant - first) / step,
      terms: new Map([...sum.terms].map(([name, factor]) => [name, factor / step] as const)),
    },
    others: others.map((other) => ({ ...other, factor: other.factor / step })),
  };
}

interface Reached extends Digit {
  readonly first: number;
}

/** Every bank that the sum can be, where indices are in range. */
function reached(w: Writing, { sum: own, others }: Terms, banks: number): Reached {
  const factors = [...own.terms.values(), ...others.map(({ factor }) => factor)];
  const step = factors.reduce(divisor, 0);
  const range = affineRange(w.planning.ranges, own, w.facts);
  const more = others.reduce((sum, { most, factor }) => sum + most * factor, 0);
  const low = Math.max(0, range?.low ?? 0);
  const high = Math.min(banks - 1, (range?.high ?? banks) + more);
  if (step === 0) return { first: low, step: 1, count: low <= high ? 1 : 0 };
  const first = low + ((((own.constant - low) % step) + step) % step);
  return { first, step, count: Math.max(0, Math.floor((high - first) / step) + 1) };
}

function divisor(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : divisor(b, a % b);
}

export interface Element {
  readonly array: string;
  readonly axis: number;
  readonly size: number;
  readonly span: Span;
}

function indexOf(w: Writing, expr: Expr, element: Element): Index {
  const { ranges } = w.planning;
  const affine = affineOf(expr, (name) => ranges.variables.has(name));
  watchIndex(w, expr, element);
  if (affine !== null && affine.terms.size <= mostTerms) return { kind: "sum", sum: affine };
  const most = element.size - 1;
  const type = exactInt(unsignedBits(most), false);
  return {
    kind: "op",
    most,
    id: converted(w.ops, value(w, withinRange(w, expr, element.size)), type, element.span),
  };
}

/**
 * An expression that has the same last bits wherever the index is in range; elsewhere it is a fault. Of an `a[i]` that may
 * count from the end, which is `i if i >= 0 else i + 32 if i + 32 >= 0 else i`, nothing is left but `i`. `negative`: what
 * conditions around say is below zero.
 */
function withinRange(w: Writing, expr: Expr, size: number, negative: readonly Expr[] = []): Expr {
  if (expr.kind !== "select") return expr;
  const { condition } = expr;
  const isNatural =
    condition.kind === "compare" && condition.op === "ge" && constantOf(condition.right) === 0;
  const below = isNatural ? [...negative, condition.left] : negative;
  const then = withinRange(w, expr.then, size, negative);
  const otherwise = withinRange(w, expr.otherwise, size, below);
  if (isOutside(w, then, size)) return otherwise;
  if (isOutside(w, otherwise, size) || below.some((one) => sameExpr(one, otherwise))) return then;
  const distance = constantDifference(otherwise, then);
  if (distance !== null && distance % 2 ** unsignedBits(size - 1) === 0) return then;
  return { ...expr, then, otherwise };
}

function isOutside(w: Writing, expr: Expr, size: number): boolean {
  const range = rangeOf(w.planning.ranges, expr, w.facts);
  return range !== null && (range.high < 0 || range.low >= size);
}

const mostTerms = 16;

/** `a[(n // 8) * 4 + 1]` of four banks is in bank 1, whatever `n // 8` is. Null: the bank is not known, or it is a plain sum. */
function inKnownBank(
  w: Writing,
  axis: Axis,
  expr: Expr,
  element: Element,
): { readonly bank: Index; readonly word: Index } | null {
  if (axis.how !== "cyclic") return null;
  const mixed = mixedOf(expr, (name) => w.planning.ranges.variables.has(name));
  if (mixed === null || mixed.others.length === 0) return null;
  if (!mixed.others.every(({ factor }) => factor % axis.banks === 0)) return null;
  const known = knownBank(w, axis, mixed.sum);
  if (known === null) return null;
  watchIndex(w, expr, element);
  const others = mixed.others.map(({ expr: one, factor }) => {
    return { id: value(w, one), most: axis.words - 1, factor: factor / axis.banks };
  });
  return { bank: zeroPlus(known.bank), word: { kind: "mixed", terms: { sum: known.word, others } } };
}

function onAxis(
  w: Writing,
  axis: Axis,
  index: Index,
  span: Span,
): { readonly bank: Index; readonly word: Index } {
  const known = index.kind === "sum" ? knownBank(w, axis, index.sum) : null;
  if (known !== null) return { bank: zeroPlus(known.bank), word: { kind: "sum", sum: known.word } };
  if (axis.how === "complete") return { bank: index, word: zeroPlus(0) };
  if (axis.how === "whole") return { bank: zeroPlus(0), word: index }; // a remainder would cost a divider, for nothing in range
  const group = index.kind === "sum" && axis.how === "cyclic" ? groupOf(axis, index.sum) : null;
  if (group !== null) return inGroup(w, axis, group, span);
  const at = index.kind === "op" ? index.id : totalOf(w, index, axis.size - 1, span);
  const unit = axis.how === "cyclic" ? axis.banks : axis.words;
  const { quotient, rest } = divided(w, at, unit, axis.size - 1, span);
  return axis.how === "cyclic" ? { bank: rest, word: quotient } : { bank: quotient, word: rest };
}

/** An index from 0 to `most` in parts of `unit`: which of them, and where in it. */
function divided(
  w: Writing,
  at: OpId,
  unit: number,
  most: number,
  span: Span,
): { readonly quotient: Op; readonly rest: Op } {
  const by = [at, natural(w.ops, unit, span)] as const;
  const last = Math.floor(most / unit);
  const quotient = compute(w.ops, "floordiv", by, exactInt(unsignedBits(last), false), span);
  const rest = compute(w.ops, "mod", by, exactInt(unsignedBits(unit - 1), false), span);
  return {
    quotient: { kind: "op", id: quotient, most: last },
    rest: { kind: "op", id: rest, most: unit - 1 },
  };
}

/** Banks of one residue: `first`, `first + step`, and so on. `nth` of them, counted through all words. */
interface Group {
  readonly first: number;
  readonly step: number; // divides the number of banks
  readonly nth: Affine;
}

/** Of eight banks `a[4 * i + 1]` reaches two, 1 and 5: no access to `a[4 * i + 2]` waits for it. Null where all are reached. */
function groupOf({ banks }: Axis, { constant: own, terms }: Affine): Group | null {
  const step = [...terms.values()].reduce(divisor, banks);
  if (step === 1) return null;
  const first = ((own % step) + step) % step;
  const scaled = new Map([...terms].map(([name, factor]) => [name, factor / step] as const));
  return { first, step, nth: { constant: (own - first) / step, terms: scaled } };
}

function inGroup(
  w: Writing,
  axis: Axis,
  { first, step, nth }: Group,
  span: Span,
): { readonly bank: Index; readonly word: Index } {
  const most = Math.floor((axis.size - 1) / step);
  const at = totalOf(w, { kind: "sum", sum: nth }, most, span);
  const { quotient, rest } = divided(w, at, axis.banks / step, most, span);
  const others = [{ id: rest.id, most: rest.most, factor: step }];
  return { bank: { kind: "mixed", terms: { sum: constantSum(first), others } }, word: quotient };
}

function totalOf(w: Writing, index: Index, most: number, span: Span): OpId {
  return total(w, withIndex(nothing, index), unsignedBits(most), span);
}

function zeroPlus(value: number): Index {
  return { kind: "sum", sum: constantSum(value) };
}

/** The bank, where it is the same in every iteration. */
function knownBank(
  w: Writing,
  axis: Axis,
  at: Affine,
): { readonly bank: number; readonly word: Affine } | null {
  switch (axis.how) {
    case "whole":
      return { bank: 0, word: at };
    case "complete":
      return at.terms.size === 0 ? { bank: at.constant, word: constantSum(0) } : null;
    case "cyclic": {
      if (![...at.terms.values()].every((factor) => factor % axis.banks === 0)) return null;
      const bank = ((at.constant % axis.banks) + axis.banks) % axis.banks;
      const terms = new Map([...at.terms].map(([name, factor]) => [name, factor / axis.banks] as const));
      return { bank, word: { terms, constant: (at.constant - bank) / axis.banks } };
    }
    case "block": {
      const range = affineRange(w.planning.ranges, at, w.facts);
      if (range === null || range.low < 0 || range.high >= axis.size) return null;
      const { bank } = placeOnAxis(axis, range.low);
      if (placeOnAxis(axis, range.high).bank !== bank) return null;
      return { bank, word: { ...at, constant: at.constant - bank * axis.words } };
    }
  }
}

/** A sum in `bits` bits. What is above them does not matter: the sum itself needs no more. */
function total(
  w: Writing,
  { sum: { terms, constant: offset }, others }: Terms,
  bits: number,
  span: Span,
): OpId {
  const type = exactInt(bits, false);
  const fixed = (given: number): OpId =>
    constant(w.ops, type, Number(BigInt.asUintN(bits, BigInt(given))), span);
  const parts: OpId[] = [];
  const add = (id: OpId, factor: number): void => {
    const own = converted(w.ops, id, type, span);
    parts.push(factor === 1 ? own : compute(w.ops, "mul", [own, fixed(factor)], type, span));
  };
  for (const [name, factor] of terms) add(scalarValue(w, name, span), factor);
  for (const { id, factor } of others) add(id, factor);
  if (offset !== 0 || parts.length === 0) parts.push(fixed(offset));
  return parts.reduce((left, right) => compute(w.ops, "add", [left, right], type, span));
}
