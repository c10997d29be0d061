/**
 * What comes into an array of elements from its edges. The largest parts of an expression that do not follow the columns are
 * computed once for a row, and passed from element to element along it; those that do not follow the rows, once for a
 * column; what follows neither comes in at the corner. A row starts a step after the one above it, a column after the
 * one to its left: so what moves by one element a step is always where it is asked for.
 */

import { bug } from "../../diagnostics/bug.ts";
import { affineOf, affineRange, isPythonInt } from "../../loops/analysis/affine.ts";
import { namesRead } from "../../loops/analysis/effects.ts";
import { assume, noFacts } from "../../loops/analysis/range/index.ts";
import { arrayNamed } from "../../loops/find.ts";
import { constantOf, sameExpr } from "../../loops/indices.ts";
import type { Expr, Load, Loops, Stmt } from "../../loops/nodes.ts";
import {
  children,
  expressionsIn,
  expressionsOf,
  mapBodies,
  mapChildren,
  mapExpressions,
  statementsIn,
} from "../../loops/walk.ts";
import { bitWidth } from "../../types/bits.ts";
import type { Interval } from "../../types/interval.ts";
import type { ScalarType } from "../../types/types.ts";
import type { Axis, Cell } from "./cell.ts";

export interface Operand {
  readonly enters: "row" | "column" | "corner";
  readonly value: Expr;
}

export interface Operands {
  readonly all: readonly Operand[];
  /** `at`: the word of an operand in the element. */
  readonly replaced: (stmts: readonly Stmt[], at: (operand: Operand) => Expr) => readonly Stmt[];
}

/** A read that follows rows and columns, or one whose index is not surely in range. */
export interface OperandProblem {
  readonly problem: "own" | "index";
  readonly load: Load;
}

export function operandsOf(loops: Loops, cell: Cell): Operands | OperandProblem {
  const axes = axesOf(cell);
  const stmts = [...cell.first, ...cell.body, ...cell.last];
  const state = new Set(statementsIn(stmts).flatMap((stmt) => (stmt.kind === "assign" ? [stmt.target] : [])));
  const found: Operand[] = [];
  const ways: Ways = {
    variables: new Set(axes.map(({ loop }) => loop.variable)),
    row: cell.rows.loop.variable,
    column: cell.columns?.loop.variable ?? null,
    state,
    isSafe: (expr) => isSafe(loops, axes, expr),
  };
  for (const stmt of statementsIn(stmts)) {
    for (const root of expressionsOf(stmt)) {
      const problem = collect(ways, root, found);
      if (problem !== null) return problem;
    }
  }
  return {
    all: found,
    replaced: (given, at) =>
      replaced(ways, given, (value) =>
        at(found.find((one) => sameExpr(one.value, value)) ?? bug("an operand that was not found")),
      ),
  };
}

export function axesOf({ rows, columns, outer, inner }: Cell): readonly Axis[] {
  return [rows, ...(columns === null ? [] : [columns]), ...outer, ...inner];
}

interface Ways {
  readonly variables: ReadonlySet<string>;
  readonly row: string;
  readonly column: string | null;
  readonly state: ReadonlySet<string>;
  readonly isSafe: (expr: Expr) => boolean;
}

type Class = Operand["enters"] | "here" | "parts";

/** Where an expression is computed; `parts`: in the element, from what its parts are; `here`: it is the same everywhere. */
function classOf(ways: Ways, expr: Expr): Class {
  const names = namesRead(expr);
  if ([...names].some((name) => ways.state.has(name))) return "parts";
  const follows = [...names].some((name) => ways.variables.has(name));
  if (!follows && !expressionsIn(expr).some(({ kind }) => kind === "load")) return "here";
  const [byRow, byColumn] = [names.has(ways.row), ways.column !== null && names.has(ways.column)];
  if ((byRow && byColumn) || !ways.isSafe(expr) || isWider(expr)) return "parts";
  return byRow ? "row" : byColumn ? "column" : "corner";
}

/** Bits that a conversion adds need not move. */
export function isWider(expr: Expr): boolean {
  if (expr.kind !== "cast" || expr.type.kind === "python" || expr.operand.type.kind === "python")
    return false;
  return bitWidth(expr.operand.type) < bitWidth(expr.type);
}

function collect(ways: Ways, expr: Expr, found: Operand[]): OperandProblem | null {
  const own = classOf(ways, expr);
  switch (own) {
    case "here":
      return null;
    case "parts": {
      if (expr.kind === "load") {
        const names = namesRead(expr);
        const isOwn = names.has(ways.row) && ways.column !== null && names.has(ways.column);
        return { problem: isOwn ? "own" : "index", load: expr };
      }
      for (const child of children(expr)) {
        const problem = collect(ways, child, found);
        if (problem !== null) return problem;
      }
      return null;
    }
    default:
      if (!found.some(({ value }) => sameExpr(value, expr))) found.push({ enters: own, value: expr });
      return null;
  }
}

function replaced(ways: Ways, stmts: readonly Stmt[], at: (value: Expr) => Expr): readonly Stmt[] {
  const inside = (expr: Expr): Expr => {
    const own = classOf(ways, expr);
    return own === "here" ? expr : own === "parts" ? mapChildren(expr, inside) : at(expr);
  };
  return stmts.map((stmt) => mapBodies(mapExpressions(stmt, inside), (body) => replaced(ways, body, at)));
}

/** It may be computed whether or not somebody asks: reads are in range, and nothing is divided by what may be zero. */
export function isSafe(loops: Loops, axes: readonly Axis[], expr: Expr): boolean {
  const isSafeItself = (one: Expr): boolean => {
    switch (one.kind) {
      case "load":
        return isInside(loops, axes, one);
      case "binary":
        if (isPythonInt(one)) return rangeIn(axes, one) !== null;
        return !dividing.has(one.op) || (constantOf(one.right) ?? 0) !== 0;
      case "cast":
        return !isPythonInt(one.operand) || fits(one.type, rangeIn(axes, one.operand));
      case "math":
        return false;
      default:
        return true;
    }
  };
  if (expr.kind === "select") {
    const parts = [expr.condition, expr.otherwise];
    return (
      parts.every((one) => isSafe(loops, axes, one)) &&
      isSafe(loops, axesWhere(axes, expr.condition), expr.then)
    );
  }
  return isSafeItself(expr) && children(expr).every((one) => isSafe(loops, axes, one));
}

/** The iterations where a condition holds, as far as it speaks of one loop. */
function axesWhere(axes: readonly Axis[], condition: Expr): readonly Axis[] {
  const known = { variables: rangesOf(axes), scalars: new Map(), tables: new Map() };
  const facts = assume(known, noFacts, condition, true);
  return axes.map((axis) => {
    const fact = facts.get(`1*${axis.loop.variable}`);
    if (fact === undefined) return axis;
    const first = Math.max(0, Math.ceil((fact.low - axis.from) / axis.step));
    const last = Math.min(axis.count - 1, Math.floor((fact.high - axis.from) / axis.step));
    if (first > last) return axis;
    return { ...axis, from: axis.from + first * axis.step, count: last - first + 1 };
  });
}

const dividing: ReadonlySet<string> = new Set(["div", "floordiv", "mod", "pow", "shl", "shr"]);

function isInside(loops: Loops, axes: readonly Axis[], { array, index }: Load): boolean {
  const { shape } = arrayNamed(loops, array);
  return index.every((one, dim) => {
    const range = rangeIn(axes, one);
    return range !== null && range.low >= 0 && range.high < (shape[dim] ?? 0);
  });
}

/** Null: it is no sum of loop variables. */
export function rangeIn(axes: readonly Axis[], expr: Expr): Interval | null {
  const ranges = rangesOf(axes);
  const form = affineOf(expr, (name) => ranges.has(name));
  return form === null ? null : affineRange(form, ranges);
}

function rangesOf(axes: readonly Axis[]): Map<string, Interval> {
  return new Map(
    axes.map(({ loop, from, step, count }) => [
      loop.variable,
      { low: from, high: from + step * (count - 1) },
    ]),
  );
}

function fits(type: ScalarType, range: Interval | null): boolean {
  if (type.kind !== "int") return type.kind !== "fixed";
  if (range === null) return false;
  const half = 2 ** (type.bits - 1);
  return type.signed ? range.low >= -half && range.high < half : range.low >= 0 && range.high < 2 * half;
}
