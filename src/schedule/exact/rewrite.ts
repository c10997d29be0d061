/**
 * Loops whose floats are integers wherever nothing is lost: names that are whole multiples of a power of two hold how many of
 * them they are, and what is computed with them is computed in integers.
 *
 *     acc = np.float32(0)                                      acc = 0
 *     for i in range(16): acc += np.float32(x[i]) * w[i]       for i in range(16): acc += x[i] * w32[i]      # 32 w
 *     y = np.maximum(acc, 0)                                   y = np.float32(max(acc, 0)) * 2**-5
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import { stepOf } from "../../loops/analysis/range/counters.ts";
import type { ArrayDecl, Assign, Expr, Loops, ScalarDecl, Stmt, Store } from "../../loops/nodes.ts";
import { mapBodies, mapChildren, mapExpressions } from "../../loops/walk.ts";
import { formOf } from "../../types/exact.ts";
import { contains, type ExactRange, rangeOfType, typeOfRange } from "../../types/exact_range.ts";
import { canonical } from "../../types/integer.ts";
import type { BinaryOp, Value } from "../../types/operators.ts";
import { type Promotion, promoteBinary, promoteCompare, promoteUnary } from "../../types/promote.ts";
import {
  bool,
  exactInt,
  type FloatType,
  fixed,
  type IntType,
  type ScalarType,
  sameType,
} from "../../types/types.ts";
import { type Grids, gridsOf } from "./analyse.ts";
import { type Grid, gridOfValue, inSteps, inverse, joined, type RoundingFn } from "./grid.ts";

/** Null: there is no float that is. */
export function inIntegers(loops: Loops): Loops | null {
  const floats = new Set<string>();
  for (;;) {
    const grids: Rewriting = { ...gridsOf(loops, floats), signed: new Set() };
    const body = block(grids, loops.body);
    for (const name of grids.signed) floats.add(name);
    if (grids.signed.size > 0) continue;
    if (grids.names.size === 0 && textOf(body) === textOf(loops.body)) return null;
    return {
      ...loops,
      arrays: loops.arrays.map((decl) => arrayIn(grids, decl)),
      scalars: loops.scalars.map((decl) => scalarIn(grids, decl)),
      body,
    };
  }
}

interface Rewriting extends Grids {
  readonly signed: Set<string>; // names that may be -0, read where that shows: no integer can stand for them
}

function textOf(body: readonly Stmt[]): string {
  return JSON.stringify(body, (_key, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
}

function arrayIn({ names }: Grids, decl: ArrayDecl): ArrayDecl {
  const grid = names.get(decl.name);
  if (grid === undefined) return decl;
  const element = typeOf(grid);
  if (decl.table === undefined) return { ...decl, element };
  const steps = (value: Value): Value => {
    const own = typeof value === "number" ? gridOfValue(value) : null;
    return canonical(own === null ? bug("a table without a grid") : inSteps(own, grid.fraction).low);
  };
  return { ...decl, element, table: decl.table.map(steps) };
}

function scalarIn({ names }: Grids, decl: ScalarDecl): ScalarDecl {
  const grid = names.get(decl.name);
  return grid === undefined ? decl : { ...decl, type: typeOf(grid) };
}

/** The smallest integer type that holds how many steps it can be. */
function typeOf({ low, high }: ExactRange): IntType {
  const type = typeOfRange({ low, high, fraction: 0 }, true);
  return type.kind === "int" ? type : bug("a number of steps that is no integer");
}

function block(grids: Rewriting, body: readonly Stmt[]): readonly Stmt[] {
  return body.map((stmt) => mapBodies(statement(grids, stmt), (inner) => block(grids, inner)));
}

function statement(grids: Rewriting, stmt: Stmt): Stmt {
  const target = stmt.kind === "assign" ? stmt.target : stmt.kind === "store" ? stmt.array : null;
  const grid = target === null ? undefined : grids.names.get(target);
  if (grid === undefined || (stmt.kind !== "assign" && stmt.kind !== "store"))
    return mapExpressions(stmt, (expr) => rewritten(grids, expr));
  const value = converted(valueIn(grids, stmt, grid), typeOf(grid), spanOf(stmt.value));
  if (stmt.kind === "assign") return { ...stmt, value };
  return { ...stmt, value, index: stmt.index.map((at) => rewritten(grids, at)) };
}

/** In steps of the target. What is added again and again stays within what it all adds up to. */
function valueIn(grids: Rewriting, stmt: Assign | Store, grid: Grid): Expr {
  const growth = stmt.kind === "assign" ? stepOf(stmt) : null;
  if (stmt.kind !== "assign" || growth === null) return inUnits(grids, stmt.value, grid.fraction);
  const own: Expr = { kind: "var", name: stmt.target, type: typeOf(grid) };
  const by = inUnits(grids, growth.by, grid.fraction);
  return exact(growth.sign === 1 ? "add" : "sub", own, by, spanOf(stmt.value));
}

/** The same value in the type it has. */
function rewritten(grids: Rewriting, expr: Expr): Expr {
  if (expr.type.kind === "float") {
    const grid = grids.of(expr);
    if (grid?.negativeZero === true && expr.kind === "var") grids.signed.add(expr.name);
    if (grid?.negativeZero === true && expr.kind === "load") grids.signed.add(expr.array);
    if (grid === null || grid.negativeZero || expr.kind === "const" || isWhole(expr))
      return mapChildren(expr, (child) => rewritten(grids, child));
    return asFloat(whole(grids, expr), expr.type, spanOf(expr));
  }
  if (expr.kind === "compare") return comparison(grids, expr);
  if (expr.kind === "cast" && expr.operand.type.kind === "float") return fromFloat(grids, expr);
  return mapChildren(expr, (child) => rewritten(grids, child));
}

/** An integer that is made a float: that is how it would be written again. */
function isWhole(expr: Expr): boolean {
  return expr.kind === "cast" && expr.operand.type.kind !== "float";
}

function comparison(grids: Rewriting, expr: Extract<Expr, { kind: "compare" }>): Expr {
  const { left, right } = expr;
  const [a, b] = [left, right].map((side) => (side.type.kind === "float" ? grids.of(side) : null));
  if (!a || !b) return mapChildren(expr, (child) => rewritten(grids, child));
  const fraction = Math.max(a.fraction, b.fraction);
  const sides = [inUnits(grids, left, fraction), inUnits(grids, right, fraction)];
  const [x = left, y = right] = promoted(sides, (l, r) => promoteCompare(l, r)).operands;
  return { ...expr, left: x, right: y };
}

/** To an integer or a fixed type, where the value is one of that type. */
function fromFloat(grids: Rewriting, expr: Extract<Expr, { kind: "cast" }>): Expr {
  const { type, operand, span } = expr;
  const grid = grids.of(operand);
  const held = rangeOfType(type);
  const isOne = grid !== null && held !== null && contains(held, grid);
  if (!isOne || (type.kind !== "int" && type.kind !== "fixed"))
    return mapChildren(expr, (child) => rewritten(grids, child));
  const as = formOf(type);
  const steps = converted(inUnits(grids, operand, as.fraction), exactInt(as.width, as.signed), span);
  if (type.kind === "fixed") return { kind: "bitcast", operand: steps, type, span };
  return converted(steps, type, span);
}

/** How many steps of 2^-fraction a value is, as an integer. */
interface Whole {
  readonly steps: Expr;
  readonly fraction: number;
}

function inUnits(grids: Rewriting, expr: Expr, fraction: number): Expr {
  const { steps, fraction: own } = whole(grids, expr);
  if (own > fraction) return bug(`steps of 2^-${own} in steps of 2^-${fraction}`);
  return exact("mul", steps, constant(1n << BigInt(fraction - own)), spanOf(expr));
}

/** Of a float that has a grid. */
function whole(grids: Rewriting, expr: Expr): Whole {
  const grid = grids.of(expr) ?? bug("a float without a grid");
  const span = spanOf(expr);
  switch (expr.kind) {
    case "const":
      return { steps: constant(grid.low), fraction: grid.fraction };
    case "var":
      return { steps: { ...expr, type: typeOf(grid) }, fraction: grid.fraction };
    case "load": {
      const index = expr.index.map((at) => rewritten(grids, at));
      return { steps: { ...expr, index, type: typeOf(grid) }, fraction: grid.fraction };
    }
    case "cast":
      return expr.operand.type.kind === "float"
        ? whole(grids, expr.operand)
        : fromNumber(grids, expr.operand, grid, span);
    case "unary": {
      const { steps, fraction } = whole(grids, expr.operand);
      const op = expr.op;
      const found = promoteUnary(op, { type: steps.type });
      if (!found.ok) return bug(found.message);
      return { steps: { kind: "unary", op, operand: steps, type: found.result, span }, fraction };
    }
    case "binary":
      return binaryIn(grids, expr);
    case "math":
      return roundedIn(grids, expr);
    case "select": {
      const sides = [expr.then, expr.otherwise].map((side) => grids.of(side) ?? bug("a side without a grid"));
      const [a = grid, b = grid] = sides;
      const { fraction, ...range } = joined(a, b);
      const type = typeOf({ ...range, fraction });
      const [then, otherwise] = [expr.then, expr.otherwise].map((side) =>
        converted(inUnits(grids, side, fraction), type, span),
      );
      const condition = rewritten(grids, expr.condition);
      if (then === undefined || otherwise === undefined) return bug("a choice of one");
      return { steps: { ...expr, condition, then, otherwise, type }, fraction };
    }
    default:
      return bug(`a grid for ${expr.kind}`);
  }
}

/** In as many bits as `grid` takes. */
function fromNumber(grids: Rewriting, expr: Expr, grid: Grid, span: Span): Whole {
  const operand = rewritten(grids, expr);
  const { type } = operand;
  if (type.kind === "fixed") {
    const { signed, width, fraction } = formOf(type);
    const steps: Expr = { kind: "bitcast", operand, type: exactInt(width, signed), span };
    return { steps: converted(steps, typeOf(grid), span), fraction };
  }
  if (type.kind !== "int" && type.kind !== "bool") return bug("a number without bits");
  return { steps: converted(operand, typeOf(grid), span), fraction: 0 };
}

function binaryIn(grids: Rewriting, expr: Extract<Expr, { kind: "binary" }>): Whole {
  const { op, left, right } = expr;
  const [a, b] = [left, right].map((side) => grids.of(side) ?? bug("an operand without a grid"));
  const span = spanOf(expr);
  if (a === undefined || b === undefined) return bug("an operation on one");
  switch (op) {
    case "mul": {
      const [x, y] = [whole(grids, left), whole(grids, right)];
      return { steps: exact("mul", x.steps, y.steps, span), fraction: x.fraction + y.fraction };
    }
    case "div": {
      const by = inverse(b) ?? bug("a quotient that rounds");
      const { steps, fraction } = whole(grids, left);
      const signed = by.low < 0n ? exact("sub", constant(0n), steps, span) : steps;
      return { steps: signed, fraction: fraction + by.fraction };
    }
    case "add":
    case "sub":
    case "min":
    case "max": {
      const fraction = Math.max(a.fraction, b.fraction);
      const [x, y] = [inUnits(grids, left, fraction), inUnits(grids, right, fraction)];
      return { steps: exact(op, x, y, span), fraction };
    }
    default:
      return bug(`a grid for ${op}`);
  }
}

/** Half to even: halves are rounded up, and where it was one the lowest bit is cleared. */
function roundedIn(grids: Rewriting, expr: Extract<Expr, { kind: "math" }>): Whole {
  const [operand = bug("nothing to round")] = expr.args;
  const { steps, fraction } = whole(grids, operand);
  const span = spanOf(expr);
  if (fraction <= 0) return { steps, fraction };
  const unit = 1n << BigInt(fraction);
  const plus = (more: bigint): Expr => exact("add", steps, constant(more), span);
  const down = (sum: Expr): Expr => exact("shr", sum, constant(BigInt(fraction)), span);
  switch (expr.fn as RoundingFn) {
    case "floor":
      return { steps: down(steps), fraction: 0 };
    case "ceil":
      return { steps: down(plus(unit - 1n)), fraction: 0 };
    case "rint": {
      const sum = plus(unit / 2n);
      const up = down(sum);
      const rest = exact("and", sum, constant(unit - 1n), span);
      const [left = rest, right = rest] = promoted([rest, constant(0n)], promoteCompare).operands;
      const condition: Expr = { kind: "compare", op: "eq", left, right, type: bool, span };
      const even = converted(exact("and", up, constant(-2n), span), up.type, span);
      const chosen: Expr = { kind: "select", condition, then: even, otherwise: up, type: up.type, span };
      return { steps: chosen, fraction: 0 };
    }
  }
}

/** Bits of a fixed type, which become a float at once. */
function asFloat({ steps, fraction }: Whole, type: FloatType, span: Span): Expr {
  if (fraction <= 0) {
    const value = exact("mul", steps, constant(1n << BigInt(-fraction)), span);
    return { kind: "cast", operand: value, type, span };
  }
  const { signed, width } = formOf(steps.type.kind === "int" ? steps.type : bug("steps of no integer"));
  const operand: Expr = {
    kind: "bitcast",
    operand: steps,
    type: fixed(width, width - fraction, signed),
    span,
  };
  return { kind: "cast", operand, type, span };
}

function constant(value: bigint): Expr {
  return {
    kind: "const",
    value: canonical(value),
    type: typeOf({ low: value, high: value, fraction: 0 }),
  };
}

/** An operation on integers that loses nothing. */
function exact(op: BinaryOp, left: Expr, right: Expr, span: Span): Expr {
  if (op === "mul") {
    const [a, b] = [left, right].map((side) => (side.kind === "const" ? BigInt(side.value) : null));
    if (a !== null && a !== undefined && b !== null && b !== undefined) return constant(a * b);
    if (b === 1n) return left;
  }
  const { operands, type } = promoted([left, right], (l, r) => promoteBinary(op, l, r));
  const [l = left, r = right] = operands;
  return { kind: "binary", op, left: l, right: r, type, span };
}

type Rule = (left: { readonly type: ScalarType }, right: { readonly type: ScalarType }) => Promotion;

function promoted(
  sides: readonly Expr[],
  rule: Rule,
): { readonly operands: readonly Expr[]; readonly type: ScalarType } {
  const [left = bug("no operand"), right = left] = sides;
  const found = rule({ type: left.type }, { type: right.type });
  if (!found.ok) return bug(found.message);
  const operands = [left, right].map((side, i) =>
    converted(side, found.operands[i] ?? side.type, spanOf(side)),
  );
  return { operands, type: found.result };
}

function converted(expr: Expr, type: ScalarType, span: Span): Expr {
  if (sameType(expr.type, type)) return expr;
  if (expr.kind === "const" && expr.type.kind === "int" && type.kind === "int") return { ...expr, type };
  return { kind: "cast", operand: expr, type, span };
}

function spanOf(expr: Expr): Span {
  return "span" in expr ? expr.span : { from: 0, to: 0 };
}
