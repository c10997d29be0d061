/**
 * Every load and store of an array in the order of the program, found by running through the iterations whose bounds and
 * conditions follow from loop variables alone.
 *
 *     walkTouches(body, decl, ({ kind, at }) => …)    // a load of element 12, a store to element 3, …
 */
import type { ArrayDecl, Expr, For, Stmt } from "../nodes.ts";
import { children, expressionsOf, statementsIn } from "../walk.ts";
import { boundValue } from "./bound_value.ts";

export interface Touched {
  readonly kind: "load" | "store";
  readonly at: number | null; // row-major position; null: data decide, or it is outside
  readonly isSure: boolean; // false: data decide whether it happens
  readonly index: readonly Expr[]; // its very subscripts
  readonly values: ReadonlyMap<string, number>; // of the loop variables around; it changes: copy what you keep
}

/** `jumps`: a `break` or `continue` hides what comes after it. `long`: there are too many iterations. */
export type Walked = "all" | "jumps" | "long";

const mostIterations = 1 << 21;

export function walkTouches(
  body: readonly Stmt[],
  decl: ArrayDecl,
  visit: (touched: Touched) => void,
): Walked {
  const walk: Walk = { decl, visit, values: new Map(), known: new Map(), steps: 0, ended: "all" };
  run(walk, body, true);
  return walk.ended;
}

interface Walk {
  readonly decl: ArrayDecl;
  readonly visit: (touched: Touched) => void;
  readonly values: Map<string, number>;
  readonly known: Map<For, boolean>; // whether anything in a loop matters
  steps: number;
  ended: Walked;
}

/** `isSure`: these statements surely run. */
function run(w: Walk, body: readonly Stmt[], isSure: boolean): void {
  for (const stmt of body) {
    if (w.ended !== "all") return;
    for (const expr of expressionsOf(stmt)) look(w, expr, isSure);
    switch (stmt.kind) {
      case "store":
        if (stmt.array === w.decl.name) touch(w, "store", stmt.index, isSure);
        break;
      case "for": {
        if (!mentions(w, stmt)) break;
        const [from, to] = [boundValue(stmt.from, w.values), boundValue(stmt.to, w.values)];
        if (from === null || to === null) {
          run(w, stmt.body, false);
          break;
        }
        for (let value = from; value < to && w.ended === "all"; value += stmt.step) {
          if (++w.steps > mostIterations) w.ended = "long";
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
        w.ended = "jumps";
        break;
      default:
        break;
    }
  }
}

function look(w: Walk, expr: Expr, isSure: boolean): void {
  if (expr.kind === "select") {
    const holds = truth(w, expr.condition);
    look(w, expr.condition, isSure);
    if (holds !== false) look(w, expr.then, isSure && holds === true);
    if (holds !== true) look(w, expr.otherwise, isSure && holds === false);
    return;
  }
  if (expr.kind === "logic") {
    const decided = truth(w, expr.left);
    look(w, expr.left, isSure);
    if (decided !== (expr.op === "or")) look(w, expr.right, isSure && decided !== null);
    return;
  }
  for (const child of children(expr)) look(w, child, isSure);
  if (expr.kind === "load" && expr.array === w.decl.name) touch(w, "load", expr.index, isSure);
}

function touch(w: Walk, kind: Touched["kind"], index: readonly Expr[], isSure: boolean): void {
  w.visit({ kind, at: placeOf(w, index), isSure, index, values: w.values });
}

function placeOf({ decl, values }: Walk, index: readonly Expr[]): number | null {
  let at = 0;
  for (const [dim, extent] of decl.shape.entries()) {
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

/** Whether a loop has to be run through. */
function mentions({ decl, known }: Walk, loop: For): boolean {
  const before = known.get(loop);
  if (before !== undefined) return before;
  const found = statementsIn(loop.body).some(
    (stmt) =>
      (stmt.kind === "store" && stmt.array === decl.name) ||
      stmt.kind === "break" ||
      stmt.kind === "continue" ||
      expressionsOf(stmt).some((expr) => reads(expr, decl.name)),
  );
  known.set(loop, found);
  return found;
}

function reads(expr: Expr, array: string): boolean {
  return (
    (expr.kind === "load" && expr.array === array) || children(expr).some((child) => reads(child, array))
  );
}
