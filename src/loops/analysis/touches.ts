/**
 * Every load and store of an array in the order of the program, found by running through the iterations whose bounds and
 * conditions follow from loop variables alone.
 *
 *     walkTouches(body, decl, ({ kind, at }) => …)    // a load of element 12, a store to element 3, …
 */
import type { ArrayDecl, Expr, Stmt } from "../nodes.ts";
import { bodiesOf, children, expressionsOf, statementsIn } from "../walk.ts";
import { boundValue, conditionValue } from "./bound_value.ts";

export interface Touched {
  readonly kind: "load" | "store";
  readonly at: number | null; // row-major position; null: data decide, or it is outside
  readonly isSure: boolean; // false: data decide whether it happens
  readonly index: readonly Expr[]; // its very subscripts
  readonly values: ReadonlyMap<string, number>; // of the loop variables around; it changes: copy what you keep
}

/**
 * `jumps`: a `break` or `continue` hides what comes after it. `long`: there are too many iterations. `enough`: who looks has
 * seen what it wants to know.
 */
export type Walked = "all" | "jumps" | "long" | "enough";

const mostIterations = 1 << 21;

export function walkTouches(
  body: readonly Stmt[],
  decl: ArrayDecl,
  visit: (touched: Touched) => "enough" | undefined,
): Walked {
  const walk: Walk = {
    ...{ decl, visit, values: new Map(), known: new Map(), stmts: new Map(), parts: new Map() },
    ...{ steps: 0, ended: "all" },
  };
  run(walk, body, true);
  return walk.ended;
}

interface Walk {
  readonly decl: ArrayDecl;
  readonly visit: (touched: Touched) => "enough" | undefined;
  readonly values: Map<string, number>;
  readonly known: Map<Stmt, boolean>; // whether anything in a loop, or under an if, matters
  readonly stmts: Map<Stmt, readonly Expr[]>; // of each, the expressions that read the array
  readonly parts: Map<Expr, readonly Part[]>; // of each, in the order of evaluation
  steps: number;
  ended: Walked;
}

/** `isSure`: these statements surely run. */
function run(w: Walk, body: readonly Stmt[], isSure: boolean): void {
  for (const stmt of body) {
    if (w.ended !== "all") return;
    for (const expr of readingOf(w, stmt)) look(w, expr, isSure);
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
        if (!mentions(w, stmt)) break;
        const holds = conditionValue(stmt.condition, w.values);
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

/** A load of the array, or a choice with loads of it: what of an expression an iteration has to look at. */
type Part = Extract<Expr, { readonly kind: "load" | "select" | "logic" }>;

function readingOf({ decl, stmts }: Walk, stmt: Stmt): readonly Expr[] {
  const before = stmts.get(stmt);
  if (before !== undefined) return before;
  const found = expressionsOf(stmt).filter((expr) => reads(expr, decl.name));
  stmts.set(stmt, found);
  return found;
}

function partsOf(w: Walk, expr: Expr): readonly Part[] {
  const before = w.parts.get(expr);
  if (before !== undefined) return before;
  const found = reads(expr, w.decl.name) ? partsIn(expr, w.decl.name) : [];
  w.parts.set(expr, found);
  return found;
}

function partsIn(expr: Expr, array: string): readonly Part[] {
  if (expr.kind === "select" || expr.kind === "logic") return reads(expr, array) ? [expr] : [];
  const inside = children(expr).flatMap((child) => partsIn(child, array));
  return expr.kind === "load" && expr.array === array ? [...inside, expr] : inside;
}

function look(w: Walk, expr: Expr, isSure: boolean): void {
  for (const part of partsOf(w, expr)) {
    switch (part.kind) {
      case "load":
        touch(w, "load", part.index, isSure);
        break;
      case "select": {
        const holds = conditionValue(part.condition, w.values);
        look(w, part.condition, isSure);
        if (holds !== false) look(w, part.then, isSure && holds === true);
        if (holds !== true) look(w, part.otherwise, isSure && holds === false);
        break;
      }
      case "logic": {
        const decided = conditionValue(part.left, w.values);
        look(w, part.left, isSure);
        if (decided !== (part.op === "or")) look(w, part.right, isSure && decided !== null);
      }
    }
  }
}

function touch(w: Walk, kind: Touched["kind"], index: readonly Expr[], isSure: boolean): void {
  const answer = w.visit({ kind, at: placeOf(w, index), isSure, index, values: w.values });
  if (answer === "enough") w.ended = "enough";
}

function placeOf({ decl, values }: Walk, index: readonly Expr[]): number | null {
  let at = 0;
  for (let dim = 0; dim < decl.shape.length; dim++) {
    const [expr, extent = 0] = [index[dim], decl.shape[dim]];
    const own = expr === undefined ? null : boundValue(expr, values);
    if (own === null || own < 0 || own >= extent) return null;
    at = at * extent + own;
  }
  return at;
}

/** Whether what stands in a statement has to be run through. */
function mentions({ decl, known }: Walk, outer: Stmt): boolean {
  const before = known.get(outer);
  if (before !== undefined) return before;
  const found = statementsIn(bodiesOf(outer).flat()).some(
    (stmt) =>
      (stmt.kind === "store" && stmt.array === decl.name) ||
      stmt.kind === "break" ||
      stmt.kind === "continue" ||
      expressionsOf(stmt).some((expr) => reads(expr, decl.name)),
  );
  known.set(outer, found);
  return found;
}

function reads(expr: Expr, array: string): boolean {
  return (
    (expr.kind === "load" && expr.array === array) || children(expr).some((child) => reads(child, array))
  );
}
