/**
 * Whether the iterations of a loop can be computed several at a time, and how many. A loop of the innermost kind, or one
 * with loops inside that run alike for all iterations:
 *
 *     for j: s = 0;  for k: s = s + a[i, k] * b[k, j];  c[i, j] = s      lanes are values of j
 *
 * Each statement is done for all iterations of a vector before the next one. What differs among iterations is held in
 * lanes; what does not is computed once.
 */

import { affineOf } from "../../../loops/analysis/affine.ts";
import { tripCount } from "../../../loops/analysis/trip_count.ts";
import { printAccess, printExpr } from "../../../loops/depend/describe.ts";
import { canLockstep } from "../../../loops/depend/lockstep.ts";
import type { Expr, For, If, Stmt, Store } from "../../../loops/nodes.ts";
import { children, expressionsIn, expressionsOf, statementsIn } from "../../../loops/walk.ts";
import type { Interval } from "../../../types/interval.ts";
import { isPythonInt } from "../../../types/types.ts";
import { arrayOf } from "../address.ts";
import { bug, type Code } from "../code.ts";
import { under } from "../expression.ts";
import { isBool } from "../representation.ts";
import { canChange } from "./change.ts";
import { assuming, guardOf } from "./guard.ts";
import { type Bytes, type Lane, laneOf, maskLane, registerBytes, smallInt } from "./lane.ts";
import { isRefusal, naturalLane, type Refusal, recipeOf, refuse, type Scope, unknownType } from "./recipe.ts";
import { type LoopScalars, scalarsOf } from "./scalars.ts";
import { isInside, isTotal } from "./total.ts";

export interface VectorPlan extends Scope {
  readonly loop: For;
  readonly lanes: number; // iterations a vector
  readonly wide: number | null; // so many at a time first, in several vectors
  readonly scalars: LoopScalars;
  readonly guard: Interval | null; // it holds of the variable's values wherever vectors are used
}

export function planOf(code: Code, loop: For): VectorPlan | Refusal {
  if (loop.step !== 1) return refuse("its step is not 1");
  const guard = guardOf(code, loop);
  if (guard !== null && neverHolds(loop, guard))
    return refuse("its subscripts leave their arrays without a condition");
  return assuming(code, loop, guard, () => planned(code, loop, guard));
}

function neverHolds({ from, to }: For, { low, high }: Interval): boolean {
  const below = from.kind === "const" && Number(from.value) < low;
  return low > high || below || (to.kind === "const" && Number(to.value) - 1 > high);
}

function planned(code: Code, loop: For, guard: VectorPlan["guard"]): VectorPlan | Refusal {
  const scalars = scalarsOf(code.loops, loop);
  if (isRefusal(scalars)) return scalars;
  const found = lanesIn(code, loop, scalars);
  const narrowest = found.length === 0 ? null : (Math.min(...found) as Bytes);
  const scope: Scope = { code, maskBytes: narrowest ?? 8, varies: scalars.varies };
  const problem = block({ scope, loop, scalars, guarded: false }, loop.body) ?? sharedMemory(code, loop);
  if (problem !== null) return problem;
  if (narrowest === null) return refuse("nothing in it differs among iterations");
  const lanes = registerBytes / narrowest;
  const trips = tripCount(loop) ?? Number.POSITIVE_INFINITY;
  if (trips < lanes) return refuse("it has too few iterations");
  const turned = canLockstep(code.loops, loop, lanes);
  if (turned !== null) {
    const [source, sink] = [printAccess(turned.source), printAccess(turned.sink)];
    return refuse(`${sink} needs ${source} of an iteration before`);
  }
  const wide = [4, 2]
    .filter((vectors) => vectors <= vectorsAtOnce(code, loop, scalars) && vectors * lanes <= trips)
    .map((vectors) => vectors * lanes)
    .find((many) => canLockstep(code.loops, loop, many) === null);
  return { ...scope, loop, lanes, wide: wide ?? null, scalars, guard };
}

/**
 * Where each step waits for the one before, as in a sum, several vectors are under way together. Elsewhere, and where
 * their registers would not suffice, it does not pay.
 */
function vectorsAtOnce(code: Code, loop: For, scalars: LoopScalars): number {
  const inside = [...statementsIn(loop.body)].some((stmt) => stmt.kind === "for");
  if (!inside && scalars.accumulations.size === 0) return 1;
  const found = lanesIn(code, loop, scalars);
  const registers = Math.max(...found) / Math.min(...found);
  return found.length > manyValues ? 1 : Math.floor(4 / registers);
}

const manyValues = 24; // of 16 registers; measured on matrix products and windows

/** The bytes of each value that differs among iterations. */
function lanesIn(code: Code, loop: For, scalars: LoopScalars): readonly Bytes[] {
  const found: Bytes[] = [];
  const see = (bytes: Bytes | undefined): void => {
    if (bytes !== undefined) found.push(bytes);
  };
  for (const stmt of statementsIn(loop.body)) {
    if (stmt.kind === "store") see(laneOf(arrayOf(code, stmt.array).element)?.bytes);
    // Subscripts become addresses.
    const values = (stmt.kind === "store" ? [stmt.value] : expressionsOf(stmt)).flatMap(valuesIn);
    const target: Expr[] =
      stmt.kind === "assign" ? [{ kind: "var", name: stmt.target, type: stmt.value.type }] : [];
    for (const expr of [...values, ...target]) {
      if (!scalars.varies(expr)) continue;
      if (isPythonInt(expr.type)) see(4);
      else if (!isBool(expr.type) || expr.kind === "load") see(laneOf(expr.type)?.bytes);
    }
  }
  return found;
}

/** Without what is inside of subscripts. */
function valuesIn(expr: Expr): readonly Expr[] {
  return expr.kind === "load" ? [expr] : [expr, ...children(expr).flatMap(valuesIn)];
}

// What must hold of every statement

interface Checking {
  readonly scope: Scope;
  readonly loop: For;
  readonly scalars: LoopScalars;
  readonly guarded: boolean; // by a condition that differs among iterations
}

function block(checking: Checking, body: readonly Stmt[]): Refusal | null {
  for (const stmt of body) {
    const problem = statement(checking, stmt);
    if (problem !== null) return problem;
  }
  return null;
}

function statement(checking: Checking, stmt: Stmt): Refusal | null {
  const { scope } = checking;
  switch (stmt.kind) {
    case "assign": {
      const target: Expr = { kind: "var", name: stmt.target, type: stmt.value.type };
      if (!scope.varies(target)) return total(scope.code, stmt.value);
      const lane = naturalLane(scope, target);
      return lane === null ? unknownType(target) : value(checking, stmt.value, lane);
    }
    case "store":
      return store(checking, stmt);
    case "if":
      return branch(checking, stmt);
    case "for":
      return innerLoop(checking, stmt);
    case "region":
      return block(checking, stmt.body);
    case "pragma":
      return null;
    case "while":
      return refuse("a while loop is inside");
    case "break":
    case "continue":
      return refuse(`it has a ${stmt.kind}`);
  }
}

function store(checking: Checking, stmt: Store): Refusal | null {
  const { scope, loop } = checking;
  const array = arrayOf(scope.code, stmt.array);
  const lane = laneOf(array.element);
  const place = `${stmt.array}[${stmt.index.map(printExpr).join(", ")}]`;
  if (lane === null || lane.bytes !== array.bytes) return refuse(`${stmt.array} has elements without lanes`);
  if (!isInside(scope.code, stmt.array, stmt.index)) return refuse(`${place} may be outside`);
  if (strideOf(scope, loop, stmt.array, stmt.index) !== 1)
    return refuse(`${place} is not stored side by side`);
  return value(checking, stmt.value, lane);
}

function branch(checking: Checking, stmt: If): Refusal | null {
  const { scope } = checking;
  const { code } = scope;
  if (scope.varies(stmt.condition)) {
    const guarded = { ...checking, guarded: true };
    const test = value(checking, stmt.condition, maskLane(scope.maskBytes));
    return test ?? block(guarded, stmt.then) ?? block(guarded, stmt.else);
  }
  return (
    total(code, stmt.condition) ??
    under(code, stmt.condition, true, () => block(checking, stmt.then)) ??
    under(code, stmt.condition, false, () => block(checking, stmt.else))
  );
}

function innerLoop(checking: Checking, stmt: For): Refusal | null {
  const { scope, guarded } = checking;
  // What the condition says bounds the inner variable, but holds in some lanes only.
  if (guarded) return refuse("a loop inside runs in some iterations only");
  for (const bound of [stmt.from, stmt.to]) {
    if (scope.varies(bound)) return refuse("a loop inside has bounds that differ among iterations");
    const problem = total(scope.code, bound);
    if (problem !== null) return problem;
  }
  return block(checking, stmt.body);
}

function total(code: Code, expr: Expr): Refusal | null {
  return isTotal(code, expr) ? null : refuse(`${printExpr(expr)} may fault`);
}

// What must hold of every expression

function value(checking: Checking, expr: Expr, wanted: Lane): Refusal | null {
  const { scope } = checking;
  if (!scope.varies(expr)) return total(scope.code, expr);
  const from = leafLane(checking, expr);
  if (from !== null) {
    if (isRefusal(from)) return from;
    return canChange(from, wanted) ? null : refuse(`${printExpr(expr)} does not fit its lanes`);
  }
  if (expr.kind === "const" || expr.kind === "var" || expr.kind === "load")
    return bug("a leaf without a lane");
  const recipe = recipeOf(scope, expr);
  if (isRefusal(recipe)) return recipe;
  if (!canChange(recipe.lane, wanted)) return refuse(`${printExpr(expr)} does not fit its lanes`);
  if (recipe.shared !== undefined) {
    const problem = total(scope.code, recipe.shared);
    if (problem !== null) return problem;
  }
  for (const { expr: operand, lane } of recipe.operands) {
    const problem = value(checking, operand, lane);
    if (problem !== null) return problem;
  }
  return null;
}

/** Of a load or variable; null for anything else. */
function leafLane({ scope, loop }: Checking, expr: Expr): Lane | Refusal | null {
  if (expr.kind === "var") {
    return (expr.name === loop.variable ? smallInt : naturalLane(scope, expr)) ?? unknownType(expr);
  }
  if (expr.kind !== "load") return null;
  const lane = laneOf(expr.type);
  if (lane === null || lane.bytes !== arrayOf(scope.code, expr.array).bytes) return unknownType(expr);
  if (!isInside(scope.code, expr.array, expr.index)) return refuse(`${printExpr(expr)} may be outside`);
  if (strideOf(scope, loop, expr.array, expr.index) !== 1)
    return refuse(`${printExpr(expr)} is not read side by side`);
  return lane;
}

/** How many elements the next iteration is away; null where that is not one number. */
function strideOf(scope: Scope, loop: For, name: string, index: readonly Expr[]): number | null {
  const array = arrayOf(scope.code, name);
  let stride = 0;
  for (const [axis, expr] of index.entries()) {
    if (!scope.varies(expr)) {
      if (!isTotal(scope.code, expr)) return null;
      continue;
    }
    const form = affineOf(expr, (variable) => scope.code.ranges.variables.has(variable));
    if (form === null) return null;
    stride += (form.terms.get(loop.variable) ?? 0) * (array.strides[axis] ?? 1);
  }
  return stride;
}

/** A module for arguments that share memory: what is stored there is not told from what is read there. */
function sharedMemory(code: Code, loop: For): Refusal | null {
  const touched = new Set<string>();
  for (const stmt of statementsIn(loop.body)) {
    if (stmt.kind === "store") touched.add(stmt.array);
    for (const expr of expressionsOf(stmt)) {
      for (const inner of expressionsIn(expr)) if (inner.kind === "load") touched.add(inner.array);
    }
  }
  const addresses = [...touched]
    .map((name) => arrayOf(code, name))
    .filter(({ size, bytes }) => size * bytes > 0);
  const shared = new Set(addresses.map(({ address }) => address)).size < addresses.length;
  return shared ? refuse("two of its arrays are one") : null;
}
