/**
 * How often a `while` goes around, at most, where its condition and its body show it: lists that it makes longer have
 * room for as many elements.
 *
 *     while i < len(a) and j < len(b):    each way through the body makes `i` greater: at most len(a) rounds
 *     while n > 0: …; n //= 10            a number of 64 bits is 0 after 64
 */
import { pythonInt, sameType } from "../../../types/types.ts";
import { assignedNames } from "../assigned.ts";
import type { PyCompareOp, PyExpr, PyStmt, PyWhile } from "../ast.ts";
import { infer } from "../expressions/index.ts";
import { childrenOf, namesAssignedIn } from "../inside.ts";
import { rangeOf } from "../ranges.ts";
import { type Range, remembered, type Scope } from "../scope.ts";

/** With `scope.env` as it is where the loop begins; null where no bound is seen. */
export function mostRounds(scope: Scope, { test, body }: PyWhile): number | null {
  if (namesAssignedIn(test).length > 0) return null;
  const changing = new Set([...assignedNames(body), ...scope.grows]);
  const bounds = conjuncts(test).flatMap((part) => boundOf(scope, part, body, changing) ?? []);
  return bounds.length === 0 ? null : Math.min(...bounds);
}

function conjuncts(test: PyExpr): readonly PyExpr[] {
  return test.kind === "Bool" && test.op === "and" ? test.values.flatMap(conjuncts) : [test];
}

function boundOf(
  scope: Scope,
  test: PyExpr,
  body: readonly PyStmt[],
  changing: ReadonlySet<string>,
): number | null {
  const [only, ...others] = test.kind === "Compare" ? test.rest : [];
  if (test.kind === "Compare" && only !== undefined && others.length === 0) {
    const gap = gapOf(scope, test.left, only.op, only.right, changing);
    const counted = gap === null ? null : countedDown(scope, gap, body, changing);
    if (counted !== null) return counted;
  }
  const divided = test.kind === "Compare" ? test.left : test;
  const isZeroSoon = divided.kind === "Name" && endsAtZero(scope, test) && isInteger(scope, divided.id);
  const least = isZeroSoon ? leastOf(body, (stmt) => dividing(stmt, divided.id)) : null;
  return least !== null && least > 0 ? bitsOfNumber : null;
}

const bitsOfNumber = 64;

/** `n > 0`, `n >= 1`; `n`, `n != 0` where it is none of the numbers that end at -1. */
function endsAtZero(scope: Scope, test: PyExpr): boolean {
  if (test.kind !== "Compare") return isNeverNegative(scope, test);
  const [only, ...others] = test.rest;
  if (only === undefined || others.length > 0 || only.right.kind !== "Number") return false;
  const bound = only.right.value.value;
  if (only.op === "!=") return bound === 0n && isNeverNegative(scope, test.left);
  return only.op === ">" ? bound >= 0 : only.op === ">=" && bound >= 1;
}

/** Where the loop begins. */
function isNeverNegative(scope: Scope, expr: PyExpr): boolean {
  const undo = remembered(scope);
  const known = infer(scope, expr);
  const range = known.kind === "value" ? rangeOf(scope, known.expr) : null;
  undo();
  return range !== null && range.low >= 0;
}

function isInteger({ env }: Scope, name: string): boolean {
  const binding = env?.get(name);
  if (binding?.kind !== "bound" || binding.known.kind !== "value") return false;
  const { type } = binding.known.expr;
  return sameType(type, pythonInt) || (type.kind === "int" && type.rule === "numpy");
}

/** What must be at least `least` for another round: the counters in it, each with its sign, and the most of the rest. */
interface Gap {
  readonly counters: ReadonlyMap<string, 1 | -1>;
  readonly most: number;
  readonly least: 0 | 1;
}

function gapOf(
  scope: Scope,
  left: PyExpr,
  op: PyCompareOp,
  right: PyExpr,
  changing: ReadonlySet<string>,
): Gap | null {
  if (op !== "<" && op !== "<=" && op !== ">" && op !== ">=") return null;
  const [low, high] = op === "<" || op === "<=" ? [left, right] : [right, left];
  const terms = [...termsOf(high, 1), ...termsOf(low, -1)];
  const counters = new Map<string, 1 | -1>();
  let most = 0;
  for (const { expr, sign } of terms) {
    if (expr.kind === "Name" && changing.has(expr.id)) {
      if (counters.has(expr.id)) return null;
      counters.set(expr.id, sign);
    } else if (names(expr).some((name) => changing.has(name))) return null;
    const range = rangeNow(scope, expr);
    if (range === null) return null;
    most += sign === 1 ? range.high : -range.low;
  }
  return counters.size === 0 ? null : { counters, most, least: op === "<" || op === ">" ? 1 : 0 };
}

interface Term {
  readonly expr: PyExpr;
  readonly sign: 1 | -1;
}

function termsOf(expr: PyExpr, sign: 1 | -1): readonly Term[] {
  if (expr.kind !== "Binary" || (expr.op !== "+" && expr.op !== "-")) return [{ expr, sign }];
  const other = expr.op === "+" ? sign : sign === 1 ? -1 : 1;
  return [...termsOf(expr.left, sign), ...termsOf(expr.right, other)];
}

function names(expr: PyExpr): readonly string[] {
  return expr.kind === "Name" ? [expr.id] : childrenOf(expr).flatMap(names);
}

/** Of a Python integer where the loop begins: of one that the loop leaves alone, always. */
function rangeNow(scope: Scope, expr: PyExpr): Range | null {
  const undo = remembered(scope);
  const known = infer(scope, expr);
  const range =
    known.kind === "value" && sameType(known.expr.type, pythonInt) ? rangeOf(scope, known.expr) : null;
  undo();
  return range;
}

/** Each way through the body makes the gap smaller by one or more, and nothing makes it greater. */
function countedDown(
  scope: Scope,
  { counters, most, least }: Gap,
  body: readonly PyStmt[],
  changing: ReadonlySet<string>,
): number | null {
  const step = (stmt: PyStmt): number | null => {
    const change = changeOf(stmt);
    if (change === null) {
      return bindsHere(stmt, (name) => counters.has(name)) ? null : 0;
    }
    const sign = counters.get(change.name);
    if (sign === undefined) return 0;
    if (names(change.by).some((name) => changing.has(name))) return null;
    const by = rangeNow(scope, change.by);
    if (by === null) return null;
    return change.sign === sign ? -by.high : by.low;
  };
  const smallest = leastOf(body, step);
  if (smallest === null || smallest < 1) return null;
  return Math.max(0, Math.floor((most - least) / smallest) + 1);
}

/** `i += k`, `i = i + k`, and their like with `-`. */
function changeOf(
  stmt: PyStmt,
): { readonly name: string; readonly by: PyExpr; readonly sign: 1 | -1 } | null {
  if (stmt.kind === "AugAssign" && stmt.target.kind === "Name" && (stmt.op === "+" || stmt.op === "-"))
    return { name: stmt.target.id, by: stmt.value, sign: stmt.op === "+" ? 1 : -1 };
  const [target, ...others] = stmt.kind === "Assign" ? stmt.targets : [];
  if (stmt.kind !== "Assign" || target?.kind !== "Name" || others.length > 0) return null;
  const { value } = stmt;
  if (value.kind !== "Binary" || (value.op !== "+" && value.op !== "-")) return null;
  if (value.left.kind !== "Name" || value.left.id !== target.id) return null;
  return { name: target.id, by: value.right, sign: value.op === "+" ? 1 : -1 };
}

/** `n //= 10`, `n >>= 1`, `n = n // 2`: 1; any other assignment of it: null. */
function dividing(stmt: PyStmt, name: string): number | null {
  const division = divisionOf(stmt);
  if (division !== null && division.name === name) {
    const { op, by } = division;
    const number = by.kind === "Number" && by.value.kind === "int" ? by.value.value : 0n;
    if (number >= (op === "//" ? 2n : 1n)) return 1;
  }
  return bindsHere(stmt, (one) => one === name) ? null : 0;
}

function divisionOf(
  stmt: PyStmt,
): { readonly name: string; readonly op: "//" | ">>"; readonly by: PyExpr } | null {
  if (stmt.kind === "AugAssign" && stmt.target.kind === "Name")
    return stmt.op === "//" || stmt.op === ">>"
      ? { name: stmt.target.id, op: stmt.op, by: stmt.value }
      : null;
  const [target, ...others] = stmt.kind === "Assign" ? stmt.targets : [];
  if (stmt.kind !== "Assign" || target?.kind !== "Name" || others.length > 0) return null;
  const { value } = stmt;
  if (value.kind !== "Binary" || (value.op !== "//" && value.op !== ">>")) return null;
  if (value.left.kind !== "Name" || value.left.id !== target.id) return null;
  return { name: target.id, op: value.op, by: value.right };
}

/** Whether the statement itself, its blocks aside, binds such a name. */
function bindsHere(stmt: PyStmt, is: (name: string) => boolean): boolean {
  const alone = "body" in stmt && "orElse" in stmt ? { ...stmt, body: [], orElse: [] } : stmt;
  return [...assignedNames([alone])].some(is);
}

/** The least that a way through the body comes to in steps; null where one of them is none. */
function leastOf(body: readonly PyStmt[], stepOf: (stmt: PyStmt) => number | null): number | null {
  const ends: number[] = [];
  const through = walk(body, 0, false);
  return through === null ? null : Math.min(through, ...ends);

  /** Infinity where no way goes through. */
  function walk(stmts: readonly PyStmt[], before: number, isInner: boolean): number | null {
    let sum = before;
    for (const stmt of stmts) {
      const step = stepOf(stmt);
      if (step === null || (isInner && step < 0)) return null;
      sum += step;
      switch (stmt.kind) {
        case "If": {
          const [then, other] = [walk(stmt.body, sum, isInner), walk(stmt.orElse, sum, isInner)];
          if (then === null || other === null) return null;
          sum = Math.min(then, other);
          break;
        }
        case "For":
        case "While": // which may not go around at all
          if (walk(stmt.body, sum, true) === null || walk(stmt.orElse, sum, true) === null) return null;
          break;
        case "Continue":
          if (!isInner) ends.push(sum);
          return Number.POSITIVE_INFINITY;
        case "Break":
        case "Return":
          return Number.POSITIVE_INFINITY;
        default:
          break;
      }
    }
    return sum;
  }
}
