/**
 * What takes long and is the same in each iteration is computed once, before the loop.
 *
 *     for i in range(n): b[i] = a[i] * (x / y)          q = x / y
 *                                                       for i in range(n): b[i] = a[i] * q
 *
 * Only what cannot fault: a loop that never runs would not have computed it.
 */

import { namesRead, writesOf } from "../../loops/analysis/effects.ts";
import { assume, type Facts, noFacts } from "../../loops/analysis/range/index.ts";
import { assigned, type Names, namesOf } from "../../loops/names.ts";
import type { Expr, For, Loops, Stmt, While } from "../../loops/nodes.ts";
import {
  bodiesOf,
  children,
  expressionsIn,
  expressionsOf,
  mapBodies,
  mapChildren,
  mapExpressions,
  statementsIn,
} from "../../loops/walk.ts";
import { isPythonInt } from "../../types/types.ts";
import { type Known, knownOf, mayFault } from "./faults.ts";
import { plainText } from "./place.ts";

export function hoist(loops: Loops): Loops {
  const names = namesOf(loops);
  const hoisting: Hoisting = { known: knownOf(loops), names };
  const body = block(hoisting, loops.body, { facts: noFacts, depth: 0 });
  return { ...loops, body, scalars: names.scalars() };
}

interface Hoisting {
  readonly known: Known;
  readonly names: Names;
}

interface Around {
  readonly facts: Facts;
  readonly depth: number; // loops around
}

/** Outermost first: as far out as it can. */
function block(hoisting: Hoisting, body: readonly Stmt[], around: Around): readonly Stmt[] {
  const { facts, depth } = around;
  return body.flatMap((stmt): readonly Stmt[] => {
    if (stmt.kind === "if") {
      const side = (list: readonly Stmt[], truth: boolean): readonly Stmt[] =>
        block(hoisting, list, { facts: assume(hoisting.known.ranges, facts, stmt.condition, truth), depth });
      return [{ ...stmt, then: side(stmt.then, true), else: side(stmt.else, false) }];
    }
    if (stmt.kind !== "for" && stmt.kind !== "while") return [stmt];
    const { before, loop } = isPerfect(body, depth)
      ? { before: [], loop: stmt }
      : hoistedFrom(hoisting, stmt, facts);
    return [...before, mapBodies(loop, (inner) => block(hoisting, inner, { facts, depth: depth + 1 }))];
  });
}

/** Pipelined loops right inside each other run as one, without a pause between: nothing is worth standing there. */
function isPerfect(body: readonly Stmt[], depth: number): boolean {
  if (depth === 0 || body.length > 1) return false;
  for (const stmt of statementsIn(body))
    if (stmt.kind === "for" && stmt.attrs.pipeline !== undefined) return true;
  return false;
}

function hoistedFrom(
  { known, names }: Hoisting,
  loop: For | While,
  facts: Facts,
): { readonly before: readonly Stmt[]; readonly loop: For | While } {
  const changing = new Set(writesOf([loop]));
  for (const stmt of statementsIn([loop])) if (stmt.kind === "for") changing.add(stmt.variable);
  const isSame = (expr: Expr): boolean => [...namesRead(expr)].every((name) => !changing.has(name));
  const found = new Map<string, Expr>();
  const search = (expr: Expr): void => {
    if (isSame(expr)) {
      if (isCostly(expr) && !mayFault(known, expr, facts)) found.set(plainText(expr), expr);
    } else for (const child of surelyComputed(expr)) search(child);
  };
  for (const expr of computedIn(loop)) search(expr);
  if (found.size === 0) return { before: [], loop };
  const scalars = new Map([...found].map(([key, { type }]) => [key, names.scalar("same", type)]));
  const value = (expr: Expr): Expr => {
    const name = isCostly(expr) && isSame(expr) ? scalars.get(plainText(expr)) : undefined;
    return name === undefined ? mapChildren(expr, value) : { kind: "var", name, type: expr.type };
  };
  const inside = (stmt: Stmt): Stmt => mapBodies(mapExpressions(stmt, value), (body) => body.map(inside));
  const before = [...found].map(([key, expr]) => assigned(scalars.get(key) ?? "", expr, loop.origin));
  const body = loop.body.map(inside);
  return {
    before,
    loop: loop.kind === "for" ? { ...loop, body } : { ...loop, condition: value(loop.condition), body },
  };
}

/** What each iteration computes, whatever its conditions say. */
function computedIn(loop: For | While): readonly Expr[] {
  const inBody = (body: readonly Stmt[]): readonly Expr[] =>
    body.flatMap((stmt) => [
      ...expressionsOf(stmt),
      ...(stmt.kind === "if" ? [] : bodiesOf(stmt).flatMap(inBody)),
    ]);
  return [...(loop.kind === "while" ? [loop.condition] : []), ...inBody(loop.body)];
}

function surelyComputed(expr: Expr): readonly Expr[] {
  if (expr.kind === "select") return [expr.condition];
  return expr.kind === "logic" ? [expr.left] : children(expr);
}

/** Takes more than a cycle, or a multiplier. */
function isCostly(root: Expr): boolean {
  for (const expr of expressionsIn(root)) {
    if (expr.kind === "math") return true;
    if (expr.kind === "cast" && isFloat(expr) !== isFloat(expr.operand) && expr.operand.kind !== "const")
      return true;
    if (expr.kind !== "binary") continue;
    if (isFloat(expr)) return true;
    if (divisions.has(expr.op) && !isPowerOfTwo(expr.right)) return true;
    if (expr.op === "mul" && expr.left.kind !== "const" && expr.right.kind !== "const") return true;
  }
  return false;
}

const divisions: ReadonlySet<string> = new Set(["div", "floordiv", "mod", "fmod", "pow"]);

function isFloat({ type }: Expr): boolean {
  return type.kind === "float" || (type.kind === "python" && type.name === "float");
}

function isPowerOfTwo(expr: Expr): boolean {
  if (
    expr.kind !== "const" ||
    typeof expr.value !== "number" ||
    !(isPythonInt(expr.type) || expr.type.kind === "int")
  )
    return false;
  return expr.value > 0 && Number.isInteger(Math.log2(expr.value));
}
