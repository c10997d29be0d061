/**
 * Whether anybody sees what an array held before a kernel wrote it, found by running through the iterations whose bounds
 * and conditions follow from loop variables alone. Where data decide, a store counts as not done and a load as done.
 */

import type { ArrayDecl, Expr, Stmt } from "../../loops/nodes.ts";
import { children, expressionsOf } from "../../loops/walk.ts";
import { boundValue } from "../circuit/bound_value.ts";

/** Iterations that are run through, at most. */
const mostIterations = 1 << 21;

/** `isReturned`: the caller sees all of it. It errs to the side of yes. */
export function seesStart(body: readonly Stmt[], { name, shape }: ArrayDecl, isReturned: boolean): boolean {
  const size = shape.reduce((product, extent) => product * extent, 1);
  const walk: Walk = {
    array: name,
    shape,
    stored: new Uint8Array(size),
    values: new Map(),
    steps: 0,
    sees: false,
  };
  run(walk, body, true);
  if (walk.sees || walk.steps > mostIterations) return true;
  return isReturned && walk.stored.includes(0);
}

interface Walk {
  readonly array: string;
  readonly shape: readonly number[];
  readonly stored: Uint8Array; // 1: surely stored to
  readonly values: Map<string, number>; // of loop variables
  steps: number;
  sees: boolean;
}

/** `isSure`: these statements surely run. */
function run(w: Walk, body: readonly Stmt[], isSure: boolean): void {
  for (const stmt of body) {
    if (w.sees || w.steps > mostIterations) return;
    for (const expr of expressionsOf(stmt)) look(w, expr);
    switch (stmt.kind) {
      case "store": {
        const at = stmt.array === w.array && isSure ? placeOf(w, stmt.index) : null;
        if (at !== null) w.stored[at] = 1;
        break;
      }
      case "for": {
        if (!mentions(stmt.body, w.array)) break;
        const [from, to] = [boundValue(stmt.from, w.values), boundValue(stmt.to, w.values)];
        if (from === null || to === null) {
          run(w, stmt.body, false);
          break;
        }
        for (let value = from; value < to && !w.sees && ++w.steps <= mostIterations; value += stmt.step) {
          w.values.set(stmt.variable, value);
          run(w, stmt.body, isSure);
        }
        w.values.delete(stmt.variable);
        break;
      }
      case "while":
        run(w, stmt.body, false);
        break;
      case "if": {
        const holds = truth(w, stmt.condition);
        if (holds !== false) run(w, stmt.then, isSure && holds === true);
        if (holds !== true) run(w, stmt.else, isSure && holds === false);
        break;
      }
      case "region":
        run(w, stmt.body, isSure);
        break;
      case "break":
      case "continue":
        w.sees = true; // what is skipped is not known here
        break;
      default:
        break;
    }
  }
}

function look(w: Walk, expr: Expr): void {
  if (expr.kind === "select") {
    const holds = truth(w, expr.condition);
    look(w, expr.condition);
    if (holds !== false) look(w, expr.then);
    if (holds !== true) look(w, expr.otherwise);
    return;
  }
  for (const child of children(expr)) look(w, child);
  if (expr.kind !== "load" || expr.array !== w.array) return;
  const at = placeOf(w, expr.index);
  if (at === null || w.stored[at] !== 1) w.sees = true;
}

/** Null: data decide, or it is outside. */
function placeOf({ shape, values }: Walk, index: readonly Expr[]): number | null {
  let at = 0;
  for (const [dim, extent] of shape.entries()) {
    const expr = index[dim];
    const own = expr === undefined ? null : boundValue(expr, values);
    if (own === null || own < 0 || own >= extent) return null;
    at = at * extent + own;
  }
  return at;
}

/** Null: data decide. */
function truth(w: Walk, expr: Expr): boolean | null {
  switch (expr.kind) {
    case "const":
      return typeof expr.value === "boolean" ? expr.value : null;
    case "compare": {
      const [left, right] = [boundValue(expr.left, w.values), boundValue(expr.right, w.values)];
      if (left === null || right === null) return null;
      const compared = { eq: left === right, ne: left !== right, lt: left < right, le: left <= right };
      return { ...compared, gt: left > right, ge: left >= right }[expr.op];
    }
    case "logic": {
      const [left, right] = [truth(w, expr.left), truth(w, expr.right)];
      const decides = expr.op === "or";
      if (left === decides || right === decides) return decides;
      return left === null || right === null ? null : !decides;
    }
    case "unary": {
      const inner = expr.op === "not" ? truth(w, expr.operand) : null;
      return inner === null ? null : !inner;
    }
    default:
      return null;
  }
}

function mentions(body: readonly Stmt[], array: string): boolean {
  return body.some((stmt) => {
    if (stmt.kind === "store" && stmt.array === array) return true;
    if (stmt.kind === "break" || stmt.kind === "continue") return true;
    if (expressionsOf(stmt).some((expr) => reads(expr, array))) return true;
    if (stmt.kind === "if") return mentions(stmt.then, array) || mentions(stmt.else, array);
    return "body" in stmt && mentions(stmt.body, array);
  });
}

function reads(expr: Expr, array: string): boolean {
  return (
    (expr.kind === "load" && expr.array === array) || children(expr).some((child) => reads(child, array))
  );
}
