/** What integers can be: bounds of loop variables and scalars, and what the conditions around an expression say. */

import {
  hull,
  type Interval,
  interval,
  partlyKnownInterval,
  typeInterval,
  unaryInterval,
} from "../../../types/interval.ts";
import { type CompareOp, opposite } from "../../../types/operators.ts";
import { isInteger, isPythonInt, type ScalarType } from "../../../types/types.ts";
import type { Assign, Expr, For, Loops, Stmt } from "../../nodes.ts";
import { type Affine, affineOf, termsKey } from "../affine.ts";
import { afterGrowth, type Growth, grown, stepOf } from "./counters.ts";

export interface Ranges {
  readonly variables: Map<string, Interval | null>; // of loops, which have unique names
  readonly scalars: Map<string, Interval | null>; // whatever is assigned to them, anywhere
  readonly tables: ReadonlyMap<string, Interval | null>;
}

/** By the terms of an affine sum without its constant. */
export type Facts = ReadonlyMap<string, Interval>;

export const noFacts: Facts = new Map();

/** Each round starts from bounds that hold and finds bounds that hold; a few find what chains of assignments say. */
const rounds = 3;

export function analyse(loops: Loops): Ranges {
  const tables = new Map(loops.arrays.map(({ name, table }) => [name, tableRange(table ?? [])]));
  let ranges: Ranges = { variables: new Map(), scalars: new Map(), tables };
  for (let round = 0; round < rounds; round++) {
    const next: Ranges = { variables: new Map(), scalars: new Map(), tables };
    const found: Found = { set: new Map(), growth: new Map() };
    visit(loops.body, ranges, next, found, { facts: noFacts, times: 1 });
    for (const { name, type, range } of loops.scalars) {
      if (range !== undefined) {
        next.scalars.set(name, range);
        continue;
      }
      const growth = found.growth.get(name);
      const set = found.set.get(name);
      next.scalars.set(name, growth === undefined ? (set ?? null) : inType(type, afterGrowth(set, growth)));
    }
    ranges = next;
  }
  return ranges;
}

function tableRange(values: readonly (number | bigint | boolean)[]): Interval | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (typeof value !== "number") return null;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return interval(low, high);
}

/** A sum that leaves its type wraps, to anywhere in it. */
function inType(type: ScalarType, range: Interval | null): Interval | null {
  if (range === null || type.kind !== "int") return range;
  const own = typeInterval(type);
  if (own !== null) return within(range, own.low, own.high) ? range : own;
  return range.low < 0 && !type.signed ? null : range;
}

interface Found {
  readonly set: Map<string, Interval | null>;
  readonly growth: Map<string, Growth | null>; // of scalars that are added to
}

/** What holds at a statement, and how often it may run in all: Infinity where nobody knows. */
interface Here {
  readonly facts: Facts;
  readonly times: number;
}

function visit(body: readonly Stmt[], known: Ranges, next: Ranges, found: Found, here: Here): void {
  const { facts, times } = here;
  for (const stmt of body) {
    switch (stmt.kind) {
      case "for":
        next.variables.set(stmt.variable, variableRange(known, stmt, facts));
        visit(stmt.body, known, next, found, { facts, times: times * mostTrips(known, stmt, facts) });
        break;
      case "while":
        visit(stmt.body, known, next, found, { facts, times: Number.POSITIVE_INFINITY });
        break;
      case "region":
        visit(stmt.body, known, next, found, here);
        break;
      case "if":
        visit(stmt.then, known, next, found, { facts: assume(known, facts, stmt.condition, true), times });
        visit(stmt.else, known, next, found, { facts: assume(known, facts, stmt.condition, false), times });
        break;
      case "assign":
        if (isInteger(stmt.value.type)) assign(stmt, known, found, here);
        break;
      default:
        break;
    }
  }
}

function assign(stmt: Assign, known: Ranges, { set, growth }: Found, { facts, times }: Here): void {
  const step = stepOf(stmt);
  if (step !== null) {
    const before = growth.get(stmt.target);
    const from = before === undefined ? { low: 0, high: 0 } : before;
    growth.set(stmt.target, grown(from, rangeOf(known, step.by, facts), step.sign, times));
    return;
  }
  const value = rangeOf(known, stmt.value, facts);
  const before = set.get(stmt.target);
  set.set(stmt.target, before === undefined ? value : hull(before, value));
}

function mostTrips(ranges: Ranges, { from, to, step }: For, facts: Facts): number {
  const [first, last] = [rangeOf(ranges, from, facts), rangeOf(ranges, to, facts)];
  if (first === null || last === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.ceil((last.high - first.low) / step));
}

export function variableRange(ranges: Ranges, stmt: For, facts: Facts): Interval | null {
  const from = rangeOf(ranges, stmt.from, facts);
  const to = rangeOf(ranges, stmt.to, facts);
  return from === null || to === null ? null : interval(from.low, Math.max(from.low, to.high - 1));
}

/** Null: anything its type can be. */
export function rangeOf(ranges: Ranges, expr: Expr, facts: Facts): Interval | null {
  if (!isInteger(expr.type)) return null;
  const affine = affineOf(expr, (name) => ranges.variables.has(name));
  if (affine !== null) {
    const range = affineRange(ranges, affine, facts);
    if (range !== null) return range;
  }
  const own = typeInterval(expr.type);
  const known = computed(ranges, expr, facts);
  if (known === null) return own;
  // A result outside the type wraps (NumPy) or faults (Python).
  if (own !== null) return known.low >= own.low && known.high <= own.high ? known : own;
  return known.low < 0 && expr.type.kind === "int" && !expr.type.signed ? null : known;
}

export function affineRange(ranges: Ranges, { terms, constant }: Affine, facts: Facts): Interval | null {
  let low = 0;
  let high = 0;
  for (const [name, factor] of terms) {
    const range = meet(ranges.variables.get(name) ?? null, facts.get(`1*${name}`));
    if (range === null) return null;
    low += factor * (factor > 0 ? range.low : range.high);
    high += factor * (factor > 0 ? range.high : range.low);
  }
  const plain = meet(interval(low, high), terms.size > 1 ? facts.get(termsKey(terms)) : undefined);
  return plain === null ? null : interval(plain.low + constant, plain.high + constant);
}

/** What cannot be (a branch never taken) stays as the first says. */
function meet(a: Interval | null, b: Interval | undefined): Interval | null {
  if (a === null || b === undefined) return a;
  return interval(Math.max(a.low, b.low), Math.min(a.high, b.high)) ?? a;
}

function computed(ranges: Ranges, expr: Expr, facts: Facts): Interval | null {
  switch (expr.kind) {
    case "const":
      return typeof expr.value === "number" ? interval(expr.value, expr.value) : null;
    case "var":
      return ranges.variables.get(expr.name) ?? ranges.scalars.get(expr.name) ?? null;
    case "load":
      return ranges.tables.get(expr.array) ?? null;
    case "cast":
      return isTruth(expr.operand.type) ? truths : rangeOf(ranges, expr.operand, facts);
    case "unary": {
      const x = rangeOf(ranges, expr.operand, facts);
      return x === null ? null : unaryInterval(expr.op, x);
    }
    case "binary": {
      const a = rangeOf(ranges, expr.left, facts);
      const b = rangeOf(ranges, expr.right, facts);
      return partlyKnownInterval(expr.op, a, b);
    }
    case "select": {
      const truth = decided(ranges, expr.condition, facts);
      if (truth !== null) return rangeOf(ranges, truth ? expr.then : expr.otherwise, facts);
      return hull(
        rangeOf(ranges, expr.then, assume(ranges, facts, expr.condition, true)),
        rangeOf(ranges, expr.otherwise, assume(ranges, facts, expr.condition, false)),
      );
    }
    default:
      return null;
  }
}

const truths: Interval = { low: 0, high: 1 };

function isTruth(type: ScalarType): boolean {
  return type.kind === "bool" || (type.kind === "python" && type.name === "bool");
}

/** Whether a condition always holds, or never; null where ranges cannot tell, or it may fault. */
export function decided(ranges: Ranges, condition: Expr, facts: Facts): boolean | null {
  switch (condition.kind) {
    case "const":
      return typeof condition.value === "boolean" ? condition.value : null;
    case "unary": {
      const truth = condition.op === "not" ? decided(ranges, condition.operand, facts) : null;
      return truth === null ? null : !truth;
    }
    case "logic": {
      const left = decided(ranges, condition.left, facts);
      if (left === (condition.op === "or")) return left;
      return left === null ? null : decided(ranges, condition.right, facts);
    }
    case "compare": {
      if (!isPlain(condition.left) || !isPlain(condition.right)) return null;
      const left = rangeOf(ranges, condition.left, facts);
      const right = rangeOf(ranges, condition.right, facts);
      return left === null || right === null ? null : comparedRanges(condition.op, left, right);
    }
    default:
      return null;
  }
}

/** Made of variables and constants alone: nothing is lost when it is not computed. */
function isPlain(expr: Expr): boolean {
  switch (expr.kind) {
    case "const":
    case "var":
      return true;
    case "unary":
      return isPlain(expr.operand);
    case "binary":
      return (
        (["add", "sub", "mul", "min", "max"].includes(expr.op) || isDividedByConstant(expr)) &&
        isPlain(expr.left) &&
        isPlain(expr.right)
      );
    default:
      return false;
  }
}

/** By one that is not 0. */
function isDividedByConstant({ op, right }: Extract<Expr, { kind: "binary" }>): boolean {
  return (op === "floordiv" || op === "mod") && right.kind === "const" && Number(right.value) !== 0;
}

/** Null: it depends. */
export function comparedRanges(op: CompareOp, a: Interval, b: Interval): boolean | null {
  switch (op) {
    case "lt":
      return a.high < b.low ? true : a.low >= b.high ? false : null;
    case "ge":
      return a.low >= b.high ? true : a.high < b.low ? false : null;
    case "gt":
      return comparedRanges("lt", b, a);
    case "le":
      return comparedRanges("ge", b, a);
    case "eq":
      if (a.high < b.low || b.high < a.low) return false;
      return a.low === a.high && b.low === b.high ? true : null;
    case "ne": {
      const equal = comparedRanges("eq", a, b);
      return equal === null ? null : !equal;
    }
  }
}

/** The facts where `condition` is `truth`. Only loop variables are spoken of: nothing assigns them. */
export function assume(ranges: Ranges, facts: Facts, condition: Expr, truth: boolean): Facts {
  switch (condition.kind) {
    case "unary":
      return condition.op === "not" ? assume(ranges, facts, condition.operand, !truth) : facts;
    case "logic":
    case "binary": {
      const both = condition.kind === "binary" ? bitwise.get(condition.op) : condition.op;
      if (both !== (truth ? "and" : "or")) return facts;
      if (condition.kind === "binary" && condition.left.type.kind !== "bool") return facts;
      return assume(ranges, assume(ranges, facts, condition.left, truth), condition.right, truth);
    }
    case "compare":
      return compared(
        ranges,
        facts,
        truth ? condition.op : opposite[condition.op],
        condition.left,
        condition.right,
      );
    default:
      return facts;
  }
}

const bitwise: ReadonlyMap<string, "and" | "or"> = new Map([
  ["and", "and"],
  ["or", "or"],
]);

function compared(ranges: Ranges, facts: Facts, op: CompareOp, left: Expr, right: Expr): Facts {
  if (!isPythonInt(left.type) || !isPythonInt(right.type)) return facts;
  const l = rangeOf(ranges, left, facts);
  const r = rangeOf(ranges, right, facts);
  if (op === "ne") {
    // What is not one end is beyond it.
    if (l === null || r === null || r.low !== r.high) return facts;
    if (l.low === r.low) return learn(ranges, facts, left, { low: r.low + 1, high: far });
    return l.high === r.high ? learn(ranges, facts, left, { low: -far, high: r.high - 1 }) : facts;
  }
  const strict = op === "lt" || op === "gt" ? 1 : 0;
  const atMost = op === "lt" || op === "le" || op === "eq";
  const atLeast = op === "gt" || op === "ge" || op === "eq";
  const leftBounds = { low: atLeast && r ? r.low + strict : -far, high: atMost && r ? r.high - strict : far };
  const rightBounds = {
    low: atMost && l ? l.low + strict : -far,
    high: atLeast && l ? l.high - strict : far,
  };
  return learn(ranges, learn(ranges, facts, left, leftBounds), right, rightBounds);
}

const far = Number.MAX_SAFE_INTEGER;

function learn(ranges: Ranges, facts: Facts, expr: Expr, { low, high }: Interval): Facts {
  const affine = affineOf(expr, (name) => ranges.variables.has(name));
  if (affine === null || affine.terms.size === 0) return facts;
  const { terms, constant } = affine;
  // A fact about -i is one about i.
  const [only] = terms.size === 1 ? [...terms] : [];
  const bounds: Interval =
    only === undefined || only[1] > 0
      ? { low: low - constant, high: high - constant }
      : { low: constant - high, high: constant - low };
  const factor = only === undefined ? 1 : Math.abs(only[1]);
  const key = only === undefined ? termsKey(terms) : `1*${only[0]}`;
  const found = {
    low: Math.max(-far, Math.ceil(bounds.low / factor)),
    high: Math.min(far, Math.floor(bounds.high / factor)),
  };
  const before = facts.get(key);
  const merged =
    before === undefined
      ? found
      : { low: Math.max(found.low, before.low), high: Math.min(found.high, before.high) };
  return new Map(facts).set(key, merged);
}

export function within(range: Interval | null, low: number, high: number): boolean {
  return range !== null && range.low >= low && range.high <= high;
}

export function isSmall(range: Interval | null): boolean {
  return within(range, -(2 ** 31), 2 ** 31 - 1);
}
